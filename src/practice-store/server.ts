// Starts and stops the practice store on a loopback port.
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { createApp } from './app.ts';
import { hasArrived } from './events.ts';
import { type KeySeal, openRecords, UNSEALED } from './records.ts';
import { NO_TROUBLES, type Troubles } from './store.ts';

export { PRACTICE_SELLER } from './store.ts';
export type PracticeStoreOptions = {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** The folder for the data, created if missing. Without one, nothing survives a restart. */
  readonly dataFolder?: string;
  /** How long a webhook receiver may take to answer, in ms; 10,000 by default. */
  readonly webhookTimeoutMs?: number;
  /** Encrypts the webhook key for the disk; unencrypted by default. */
  readonly keySeal?: KeySeal;
  /** The initial troubles; none by default. */
  readonly troubles?: Partial<Troubles>;
};

export type PracticeStore = Awaited<ReturnType<typeof startPracticeStore>>;

/**
 * Starts a local Storefront service on 127.0.0.1 that implements the whole document (sections 1 to 8).
 * Rejects with the error of the socket (`code` is `EADDRINUSE` for a busy port) or of the disk.
 */
export async function startPracticeStore(options: PracticeStoreOptions = {}) {
  const records = await openRecords(options.dataFolder, options.keySeal ?? UNSEALED);
  const tokens = new Set<string>();
  const closing = new AbortController();
  let url = '';
  let troubles: Troubles = { ...NO_TROUBLES, ...options.troubles };

  const app = createApp({
    records,
    tokens,
    baseUrl: () => url,
    troubles: () => troubles,
    webhookTimeoutMs: options.webhookTimeoutMs ?? 10_000,
    closing: closing.signal,
  });
  // The global Request and Response belong to the program around this server.
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server;
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;

  /** An unreachable store has released its port, so connections are refused. */
  async function listen(on: boolean): Promise<void> {
    if (on === server.listening || (on && closing.signal.aborted)) return;
    const done = once(server, on ? 'listening' : 'close');
    if (on) server.listen(port, '127.0.0.1');
    else server.close().closeAllConnections();
    await done;
  }

  let turn: Promise<void> = Promise.resolve();
  /** Runs one after another, so that the later of two quick changes wins. */
  function setTroubles(next: Troubles): Promise<void> {
    const change = async () => {
      await listen(!next.unreachable);
      troubles = next;
    };
    turn = turn.then(change, change);
    return turn;
  }

  return {
    /** `http://127.0.0.1:PORT`: the `{base_url}` of the document. */
    url,
    port,
    salesUrl: `${url}/practice/sales`,
    productsUrl: `${url}/practice/products`,
    /** A copy of all products, links, settings and sales. */
    snapshot: () => records.snapshot(),
    /** How many there are of each. `undelivered` counts sales whose event has not arrived. */
    counts: () => ({
      products: records.products.length,
      links: records.links.size,
      sales: records.sales.length,
      undelivered: records.sales.filter((sale) => !hasArrived(sale)).length,
    }),
    troubles: (): Troubles => troubles,
    /** Rejects with the error of the socket, and stays unreachable, if the store cannot get its port back. */
    setTroubles,
    /** Deletes products, payment links, sales and webhook settings. Rejects with the error of the disk. */
    async reset(): Promise<void> {
      records.reset();
      await records.save();
    },
    /** Revokes every access token, as expiry would: the next call gets 401. */
    revokeTokens: (): void => tokens.clear(),
    /** Closes all connections and deliveries. Resolves once everything is on disk. May be called repeatedly. */
    async close(): Promise<void> {
      closing.abort(new Error('the practice store is closing'));
      await turn.catch(() => undefined);
      await listen(false);
      await records.settled();
    },
  };
}
