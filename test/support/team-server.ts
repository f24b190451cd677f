// Team servers for tests: real nats-server processes and relays on free ports, ended after each test.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { type ConnectionOptions, connect, type NatsConnection, nkeyAuthenticator } from '@nats-io/transport-node';
import { afterAll, describe, onTestFinished } from 'vitest';
import { type RelayConfigFile, relayConfigSchema } from '../../src/relay/config.ts';
import { logTo } from '../../src/relay/log.ts';
import { type Relay, startRelay } from '../../src/relay/server.ts';
import { withQuietEnd } from '../../src/team-protocol/closed-socket.ts';
import { openDelivery, type RelayedDelivery } from '../../src/team-protocol/delivery.ts';
import { decodeInvite, type Invite } from '../../src/team-protocol/invite.ts';
import { DELIVERIES_STREAM, inboxPrefixOf } from '../../src/team-protocol/names.ts';
import { publicKeyOf } from '../../tools/team-server/nats-config.ts';
import { type StartOptions, startTeamServer, type TeamServer } from '../../tools/team-server/start.ts';
import { loadTeam, natsUrlsOf } from '../../tools/team-server/team-folder.ts';
import { newFolder, removeFolder } from './folder.ts';
import { hasNatsServer } from './has-nats-server.ts';

/** Skipped, and counted as such by `npm test`, where there is no nats-server. */
export const describeWithNats = describe.skipIf(!hasNatsServer);

/** On free ports, in a folder of its own unless one is given. To be closed by the caller. */
export async function startTeam(options: Partial<StartOptions> = {}): Promise<TeamServer> {
  const folder = options.folder ?? newFolder();
  const server = await startTeamServer({ port: 0, relayPort: 0, ...options, folder });
  if (options.folder !== undefined) return server;
  return {
    ...server,
    async close() {
      await server.close();
      removeFolder(folder);
    },
  };
}

/** Ended after the test. */
export async function teamForTest(options: Partial<StartOptions> = {}): Promise<TeamServer> {
  const server = await startTeam(options);
  onTestFinished(() => server.close());
  return server;
}

/** One for all tests of a `describe`, which calls this in `beforeAll`. */
export function sharedTeam(): { start(options?: Partial<StartOptions>): Promise<TeamServer> } {
  let server: TeamServer | undefined;
  afterAll(() => server?.close());
  return {
    async start(options) {
      server = await startTeam(options);
      return server;
    },
  };
}

export interface RelayForTest {
  readonly relay: Relay;
  readonly url: string;
  readonly origin: string;
  readonly port: number;
  /** All that it logged. */
  log(): string;
}

export const relayConfigOf = ({ folder }: TeamServer): RelayConfigFile =>
  JSON.parse(readFileSync(join(folder, 'relay', 'relay.json'), 'utf8'));

/** A further relay of a team, in this process, with limits of its own. Ended after the test. */
export async function relayForTest(
  server: TeamServer,
  limits: RelayConfigFile['limits'] = {},
  change: Partial<RelayConfigFile> = {},
): Promise<RelayForTest> {
  const config = relayConfigSchema.parse({ ...relayConfigOf(server), limits, ...change, port: 0 });
  let lines = '';
  const log = logTo((line) => {
    lines += line;
  });
  const relay = await startRelay(config, log);
  onTestFinished(() => relay.close());
  const origin = `http://127.0.0.1:${relay.port}`;
  return { relay, origin, port: relay.port, url: `${origin}/hooks/${config.tokens[0]?.token}`, log: () => lines };
}

/** Resolves once the relay can store deliveries. */
export async function untilHealthy(origin: string): Promise<void> {
  for (const end = performance.now() + 180_000; performance.now() < end; ) {
    const answer = await fetch(`${origin}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await pause(50);
  }
  throw new Error('The relay did not get healthy');
}

export async function admin({
  folder,
}: TeamServer): Promise<{ connection: NatsConnection; manager: JetStreamManager }> {
  const team = loadTeam(folder);
  const connection = await connect({
    servers: natsUrlsOf(team),
    authenticator: nkeyAuthenticator(new TextEncoder().encode(team.seeds.admin)),
    tls: { ca: team.authority.cert },
  });
  onTestFinished(() => connection.close());
  return { connection, manager: await jetstreamManager(connection, { timeout: 5_000 }) };
}

export function inviteOf(code: string): Invite {
  const invite = decodeInvite(code);
  if (typeof invite === 'string') throw new Error(invite);
  return invite;
}

/** Connects as the desktop of this invite would. Closed after the test. */
export async function connectComputer(invite: Invite, options: ConnectionOptions = {}): Promise<NatsConnection> {
  const connection = withQuietEnd(
    await connect({
      servers: invite.servers,
      authenticator: nkeyAuthenticator(new TextEncoder().encode(invite.seed)),
      inboxPrefix: inboxPrefixOf(publicKeyOf(invite.seed)),
      tls: invite.ca === null ? {} : { ca: invite.ca },
      maxReconnectAttempts: -1,
      reconnectTimeWait: 100,
      timeout: 5_000,
      ...options,
    }),
  );
  onTestFinished(() => connection.close());
  return connection;
}

export interface StoredDelivery extends RelayedDelivery {
  readonly seq: number;
}

/** All deliveries in the stream, opened with the keys of an invite, as a desktop reads them. */
export async function deliveriesOf(connection: NatsConnection, invite: Invite): Promise<StoredDelivery[]> {
  const client = jetstream(connection);
  const manager = await jetstreamManager(connection, { checkAPI: false, timeout: 10_000 });
  const { state } = await manager.streams.info(DELIVERIES_STREAM);
  if (state.messages === 0) return [];
  const keys = {
    deliveryKey: Buffer.from(invite.deliveryKey, 'base64url'),
    relayKey: Buffer.from(invite.relayKey, 'base64url'),
  };
  const consumer = await whenAvailable(() =>
    client.consumers.get(DELIVERIES_STREAM, { filter_subjects: 'deliveries.>' }),
  );
  const messages = await consumer.consume({ max_messages: 500 });
  const stored: StoredDelivery[] = [];
  for await (const message of messages) {
    const delivery = openDelivery(keys, message.subject, message.data);
    if (!delivery) throw new Error(`Delivery ${message.seq} does not open`);
    stored.push({ ...delivery, seq: message.seq });
    // `pending` counts only the messages of the consumer's node, which may lag behind.
    if (message.seq >= state.last_seq) break;
  }
  await messages.close();
  return stored;
}

/** Tries again while the cluster elects a leader. */
async function whenAvailable<T>(act: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + 180_000; ; await pause(200)) {
    try {
      return await act();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
  }
}

export const bodiesOf = (deliveries: readonly StoredDelivery[]): string[] =>
  deliveries.map(({ body }) => Buffer.from(body).toString());
