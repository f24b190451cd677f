// Connects to the team's servers, prepares the streams, and reports the status.
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection, nanos, nkeyAuthenticator } from '@nats-io/transport-node';
import { ALL_DELIVERIES, CATALOG_BUCKET, CATALOG_STREAM, DELIVERIES_STREAM } from '../../src/team-protocol/names.ts';
import { isForTrials } from './configuration.ts';
import { localNatsUrlsOf, localRelayOf, relayUrlOf, type Team } from './team.ts';

/** Rejects if no server answers. */
export async function withConnection<T>(
  team: Team,
  as: 'admin' | 'newest',
  use: (connection: NatsConnection) => Promise<T>,
): Promise<T> {
  const connection = await connect({
    servers: localNatsUrlsOf(team),
    authenticator: nkeyAuthenticator(new TextEncoder().encode(team.seeds[as])),
    tls: { ca: team.authority.cert },
    timeout: 5_000,
    reconnect: false,
  });
  try {
    return await use(connection);
  } finally {
    await connection.close();
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;

const COMMON = {
  storage: 'file' as const,
  deny_delete: true,
  deny_purge: true,
  allow_rollup_hdrs: false,
  allow_direct: false,
  // As much as `max_payload` allows: a webhook of 1 MB, its headers and the seal.
  max_msg_size: 2 * 1024 * 1024,
  max_bytes: 1024 * 1024 * 1024,
  // A flood of events must not evict sales that no computer has read.
  discard: 'new' as const,
  // The server stores a message id only once within this time.
  duplicate_window: nanos(DAY_MS),
};

const STREAMS = [
  { ...COMMON, name: DELIVERIES_STREAM, subjects: [ALL_DELIVERIES], max_age: nanos(30 * DAY_MS) },
  { ...COMMON, name: CATALOG_STREAM, subjects: [`$KV.${CATALOG_BUCKET}.>`], max_msgs_per_subject: 1 },
];

/** Creates the streams that are missing, and brings the limits of the others up to date. May be repeated. */
export const ensureStreams = (team: Team): Promise<void> =>
  withConnection(team, 'admin', async (connection) => {
    const { streams } = await jetstreamManager(connection, { timeout: 5_000 });
    const existing = await streams.names().next();
    for (const stream of STREAMS) {
      const config = { ...stream, num_replicas: team.hosts.length < 3 ? 1 : 3 };
      await (existing.includes(config.name) ? streams.update(config.name, config) : streams.add(config));
    }
  });

// ---- for the operator

/** Full sentences, for an operator. `version`: of nats-server. */
export function warningsOf({ hosts, publicUrl }: Team, version: string): string[] {
  const all = [
    isForTrials(version) &&
      `nats-server ${version} is for trials: use 2.10.27 or newer for real sales. Older ones may lose webhooks that were answered 200 in a power cut.`,
    hosts.length === 0 &&
      'Only this machine can connect. For other computers, start it with --host and the name of this machine.',
    publicUrl === null &&
      'The internet cannot reach the relay. It needs a host name with TLS in front of it; name its address with --public-url.',
  ];
  return all.filter((warning) => typeof warning === 'string');
}

/** Prints the status, and sets a failing exit code unless everything works. */
export async function printStatus(team: Team): Promise<void> {
  const nats = await withConnection(team, 'admin', async (connection) => {
    const { streams } = await jetstreamManager(connection, { timeout: 5_000, checkAPI: false });
    // A server whose disk was full still answers, but has given up its streams.
    const infos = await streams
      .list()
      .next()
      .catch(() => []);
    return { version: connection.info?.version ?? '', infos };
  }).catch(() => null);
  // On this machine, or through the proxy in front of it.
  const ask = (base: string | null) => fetch(`${base}/healthz`, { signal: AbortSignal.timeout(5_000) });
  const relay = await ask(localRelayOf(team)).catch(() => ask(team.publicUrl).catch(() => null));
  const sizes = new Map(
    nats?.infos.map(({ config, state }) => [config.name, `${state.messages} messages, ${state.bytes} bytes`]),
  );
  const isReady = relay?.ok === true && STREAMS.every(({ name }) => sizes.has(name));
  const rows = {
    State: isReady ? 'ready' : 'not ready',
    'nats-server': nats?.version,
    [`  ${DELIVERIES_STREAM}`]: sizes.get(DELIVERIES_STREAM),
    [`  ${CATALOG_STREAM}`]: sizes.get(CATALOG_STREAM),
    Relay: relay?.ok ? 'ready' : null,
    'Webhook URL': relayUrlOf(team),
    Computers: team.computers.length,
  };
  for (const [name, state] of Object.entries(rows)) console.log(`${name.padEnd(12)} ${state ?? 'does not answer'}`);
  for (const warning of nats ? warningsOf(team, nats.version) : []) console.log(`Note: ${warning}`);
  if (!isReady) process.exitCode = 1;
}
