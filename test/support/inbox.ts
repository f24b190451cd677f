// Fixtures for the webhook inbox: an inbox on a free port with a store's database, and raw requests to it.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { request } from 'undici';
import type { Catalog } from '../../src/main/catalog/catalog.ts';
import type { Delivery } from '../../src/main/catalog/deliveries.ts';
import { Sales, type SalesDeps } from '../../src/main/sales/sales.ts';
import { Database } from '../../src/main/storage/database.ts';
import type { StoreContext } from '../../src/main/store-context.ts';
import { NO_WEBHOOK, type WebhookRecord } from '../../src/main/store-record.ts';
import { Inbox, type InboxDeps, type RelayedArrival } from '../../src/main/webhook/inbox/inbox.ts';
import type { Limits } from '../../src/main/webhook/inbox/receiver.ts';
import { freePort } from '../../tools/test/free-port.ts';
import { catalogOf, openTables } from './open-catalog.ts';

export const KEY = 'k3y-'.repeat(16);

export const ALONE: SalesDeps = { now: Date.now, isTestTime: () => false, onChange: () => undefined };

/** A store with its own database, without an app. */
export class DeliveryStore {
  readonly id: string;
  readonly deps = { record: () => ({ practice: this.isPractice }) };
  readonly queue = { of: () => [] };
  readonly webhookKey = () => this.key;
  webhook: { readonly value: WebhookRecord } = { value: NO_WEBHOOK };
  isPractice = false;
  /** The saved key of its webhook. */
  key: string | null = KEY;
  /** False while a backup is restored into the store. */
  takesDeliveries = true;
  readonly path: string;
  readonly catalog: Catalog;
  readonly sales: Sales;
  /** Opened only once, because closing a connection collects garbage, which would delay the inbox. */
  readonly #reader: Database;

  constructor(folder: string, id = 'store-1') {
    this.id = id;
    this.path = join(folder, `${id}.db`);
    this.catalog = catalogOf(openTables(this.path));
    this.#reader = new Database(this.path, { what: 'The catalog', readonly: true });
    this.sales = new Sales(this.catalog, ALONE);
  }

  /** The stored deliveries, newest first. */
  kept(): Delivery[] {
    const ids = this.#reader.column<string>('SELECT id FROM deliveries ORDER BY at DESC, rowid DESC');
    return ids.flatMap((id) => this.catalog.deliveries.get(id) ?? []);
  }

  /** The indexes in the bodies of its deliveries, newest first. */
  indexes(): number[] {
    return this.kept().map(({ body }) => JSON.parse(body).index as number);
  }

  close(): Promise<void> {
    this.#reader.end();
    return this.catalog.close();
  }
}

/** An inbox that is not started. */
export const newInbox = (folder: string, stores: readonly DeliveryStore[], parts: Partial<InboxDeps> = {}): Inbox => {
  return new Inbox({
    folder,
    now: Date.now,
    newId: randomUUID,
    stores: () => stores as unknown as StoreContext[],
    shownStoreId: () => 'store-1',
    ready: () => Promise.resolve(),
    onSetAside: () => undefined,
    onChange: () => undefined,
    onSales: () => undefined,
    ...parts,
  });
};

/** Deliveries of a relay with consecutive indexes in their bodies. */
export const relayed = (from: number, count: number, headers = ['Webhook-Key', KEY]): RelayedArrival[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `delivery-${from + index}`.padEnd(22, '-'),
    at: 1_700_000_000_000 + from + index,
    path: '/hooks',
    rawHeaders: headers,
    body: Buffer.from(JSON.stringify({ index: from + index })),
  }));

export type OpenInbox = Awaited<ReturnType<typeof openInbox>>;

export async function openInbox(folder: string, limits?: Limits, parts: Partial<InboxDeps> = {}) {
  const store = new DeliveryStore(folder);
  const inbox = newInbox(folder, [store], { ...(limits && { limits }), ...parts });
  const port = await freePort();
  const started = await inbox.start(port);
  if (!started.ok) throw new Error(started.problem.message);
  const url = `http://127.0.0.1:${port}`;
  return {
    inbox,
    store,
    url,
    port,
    async post(body: string | Buffer, headers: Record<string, string> = { 'webhook-key': KEY }, path = '/after-sell') {
      const answer = await request(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      });
      await answer.body.dump();
      return answer.statusCode;
    },
    async close() {
      await inbox.stop();
      await store.close();
    },
  };
}

/** Sends raw bytes and returns everything received until the connection ends. */
export async function sendRaw(port: number, ...parts: (string | Buffer)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
  });
  // A reset connection is an answer too.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (const part of parts) {
    if (socket.destroyed) break;
    if (!socket.write(part)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
  }
  await closed;
  return answer;
}
