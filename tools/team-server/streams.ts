// Connects to the team's servers as the administrator or as the system, and prepares the streams.
import { JetStreamApiCodes, JetStreamApiError, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection, nanos, nkeyAuthenticator } from '@nats-io/transport-node';
import { ALL_DELIVERIES, CATALOG_BUCKET, CATALOG_STREAM, DELIVERIES_STREAM } from '../../src/team-protocol/names.ts';
import { localNatsUrlsOf, type Team } from './team.ts';

/** Rejects if no server answers. */
export async function withConnection<T>(
  team: Team,
  as: 'admin' | 'system',
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
  // As much as `max_payload` allows: a product's description has no limit.
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
    for (const stream of STREAMS) {
      const config = { ...stream, num_replicas: team.hosts.length < 3 ? 1 : 3 };
      await streams.update(config.name, config).catch((error: unknown) => {
        const isMissing = error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound;
        if (!isMissing) throw error;
        return streams.add(config);
      });
    }
  });
