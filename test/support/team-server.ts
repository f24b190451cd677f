// Helpers for tests of a team server: relays, raw requests, connections of computers, and stored deliveries.
import { readFileSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';
import { connectWith } from '../../src/main/team/connection.ts';
import { type RelayConfigFile, relayConfigSchema } from '../../src/relay/config.ts';
import { logTo } from '../../src/relay/log.ts';
import { type Relay, startRelay } from '../../src/relay/server.ts';
import { openDelivery, type RelayedDelivery } from '../../src/team-protocol/delivery.ts';
import { decodeInvite, type Invite } from '../../src/team-protocol/invite.ts';
import { ALL_DELIVERIES, DELIVERIES_STREAM } from '../../src/team-protocol/names.ts';
import { DIRECT_NETWORK } from './direct-network.ts';
import { hasNatsServer } from './has-nats-server.ts';
import { RunningTeam, startTeam } from './running-team.ts';
import { until } from './until.ts';

/** Skips its tests if there is no nats-server; `npm test` counts them as skipped. */
export const describeWithNats = describe.skipIf(!hasNatsServer);

/** One team for all tests of a `describe`. */
export function sharedTeam(): RunningTeam {
  const team = new RunningTeam();
  beforeAll(() => team.start());
  afterAll(() => team.remove());
  return team;
}

/** A running team, which ends after the test. */
export async function teamForTest(): Promise<RunningTeam> {
  const team = await startTeam();
  onTestFinished(() => team.remove());
  return team;
}

export interface RelayForTest {
  readonly relay: Relay;
  readonly url: string;
  readonly origin: string;
  log(): string;
}

/** Starts another relay of a team with its own limits, and waits until it is healthy. It ends after the test. */
export async function relayForTest(
  { folder }: RunningTeam,
  limits: RelayConfigFile['limits'] = {},
): Promise<RelayForTest> {
  const written = JSON.parse(readFileSync(join(folder, 'relay', 'relay.json'), 'utf8'));
  const config = relayConfigSchema.parse({ ...written, limits, port: 0 });
  let lines = '';
  const log = logTo((line) => {
    lines += line;
  });
  const relay = await startRelay(config, log);
  onTestFinished(() => relay.close());
  const origin = `http://127.0.0.1:${relay.port}`;
  await until('the relay is healthy', async () => (await fetch(`${origin}/healthz`)).ok);
  return { relay, origin, url: `${origin}/hooks/${config.tokens[0]}`, log: () => lines };
}

export const post = (
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Response> => fetch(url, { method: 'POST', body, headers });

/** The head of a request to a relay's webhook address. */
export const head = (relay: RelayForTest, lines: readonly string[]): string =>
  `${[`POST ${new URL(relay.url).pathname} HTTP/1.1`, 'Host: relay', ...lines].join('\r\n')}\r\n\r\n`;

/** Sends bytes unchanged. `seen`: the answer so far. */
export function raw({ relay: { port } }: RelayForTest, text: string) {
  const socket: Socket = createConnection({ port, host: '127.0.0.1', allowHalfOpen: true });
  const seen = { text: '', isClosed: false };
  socket.setEncoding('latin1').on('data', (chunk) => {
    seen.text += chunk;
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    seen.isClosed = true;
  });
  socket.on('end', () => socket.end());
  socket.write(text);
  return { socket, seen };
}

export function inviteOf(code: string): Invite {
  const invite = decodeInvite(code);
  if (typeof invite === 'string') throw new Error(invite);
  return invite;
}

/** Connects as the desktop of this invite does. Closed after the test. */
export async function connectComputer(invite: Invite): Promise<NatsConnection> {
  const connection = await connectWith(invite, DIRECT_NETWORK, new AbortController().signal);
  onTestFinished(() => connection.close());
  return connection;
}

/** All deliveries in the stream, opened with the keys of an invite, as a desktop reads them. */
export async function deliveriesOf(invite: Invite): Promise<RelayedDelivery[]> {
  const connection = await connectComputer(invite);
  const manager = await jetstreamManager(connection, { checkAPI: false, timeout: 10_000 });
  const { state } = await manager.streams.info(DELIVERIES_STREAM);
  if (state.messages === 0) return [];
  const keys = {
    deliveryKey: Buffer.from(invite.deliveryKey, 'base64url'),
    relayKey: Buffer.from(invite.relayKey, 'base64url'),
  };
  const consumer = await jetstream(connection).consumers.get(DELIVERIES_STREAM, { filter_subjects: ALL_DELIVERIES });
  const messages = await consumer.consume({ max_messages: 500 });
  const stored: RelayedDelivery[] = [];
  for await (const message of messages) {
    const delivery = openDelivery(keys, message.subject, message.data);
    if (!delivery) throw new Error(`Delivery ${message.seq} does not open`);
    stored.push(delivery);
    if (message.seq >= state.last_seq) break;
  }
  await messages.close();
  return stored;
}

export const bodiesOf = async (invite: Invite): Promise<string[]> =>
  (await deliveriesOf(invite)).map(({ body }) => Buffer.from(body).toString());
