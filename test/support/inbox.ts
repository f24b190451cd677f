// Fixtures of the webhook inbox: one on a free port with its own folder, and raw requests to it.
import { once } from 'node:events';
import { connect } from 'node:net';
import { request } from 'undici';
import type { DeliveryInbox } from '../../src/main/team/delivery-reader.ts';
import { Inbox, type InboxDeps, type RelayedArrival } from '../../src/main/webhook/inbox/inbox.ts';
import type { Limits } from '../../src/main/webhook/inbox/receiver.ts';
import type { Kept } from '../../src/main/webhook/inbox/record.ts';
import type { RelayPosition } from '../../src/main/webhook/inbox/relay-table.ts';
import { DELIVERIES_KEPT } from '../../src/shared/inbox.ts';
import { freePort } from './free-port.ts';

export const KEY = 'k3y-'.repeat(16);

export interface OpenInbox {
  readonly inbox: Inbox;
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  post(body: string | Buffer, headers?: Record<string, string>, path?: string): Promise<number>;
}

/** An inbox that is not started. */
export const newInbox = (
  folder: string,
  limits: Partial<Limits> = {},
  parts: Partial<InboxDeps> = {},
): Promise<Inbox> =>
  Inbox.open({
    folder,
    now: Date.now,
    knownKeys: () => [{ storeId: 'store-1', key: KEY }],
    onSetAside: () => undefined,
    onChange: () => undefined,
    onKept: () => undefined,
    limits,
    ...parts,
  });

/** Keeps nothing but the position. */
export function discardingInbox(): DeliveryInbox {
  let position: RelayPosition | undefined;
  return {
    relayPosition: async () => position,
    keepRelayed: async (_deliveries, _team, next) => {
      position = next;
      return true;
    },
  };
}

/** All deliveries, newest first. */
export const allKept = (inbox: Inbox): readonly Kept[] => inbox.page(null, DELIVERIES_KEPT + 1);

/** Deliveries of a relay with consecutive indexes in their bodies. */
export const relayed = (from: number, count: number, headers = ['Webhook-Key', KEY]): RelayedArrival[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `delivery-${from + index}`.padEnd(22, '-'),
    at: 1_700_000_000_000 + from + index,
    path: '/hooks',
    rawHeaders: headers,
    body: Buffer.from(JSON.stringify({ index: from + index })),
  }));

export const positionAt = (sequence: number): RelayPosition => ({
  created: '2026-01-01T00:00:00Z',
  sequence,
  lastId: '',
});

export async function openInbox(
  folder: string,
  limits: Partial<Limits> = {},
  parts: Partial<InboxDeps> = {},
): Promise<OpenInbox> {
  const inbox = await newInbox(folder, limits, parts);
  const port = await freePort();
  const started = await inbox.start(port);
  if (!started.ok) throw new Error(started.problem.message);
  const url = `http://127.0.0.1:${port}`;
  return {
    inbox,
    url,
    port,
    folder,
    async post(body, headers = { 'webhook-key': KEY }, path = '/after-sell') {
      const answer = await request(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      });
      await answer.body.dump();
      return answer.statusCode;
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
