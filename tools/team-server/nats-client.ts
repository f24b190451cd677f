// Connects to the team's servers as the administrator or as the system, and prepares the streams.
import { JetStreamApiCodes, JetStreamApiError, jetstreamManager, type StreamConfig } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { connect, type NatsConnection, nanos, nkeyAuthenticator } from '@nats-io/transport-node';
import {
  CATALOG_BUCKET,
  CATALOG_STREAM,
  computerKey,
  DELIVERIES,
  DELIVERIES_KEPT_BYTES,
  DELIVERIES_KEPT_MS,
  DELIVERIES_STREAM,
  DUPLICATE_WINDOW_MS,
} from '../../src/team-protocol/names.ts';
import { localNatsUrlsOf, type Team } from './team-folder.ts';

/** Rejects if no server answers. */
export async function withConnection<T>(
  team: Team,
  seed: string,
  use: (connection: NatsConnection) => Promise<T>,
): Promise<T> {
  const connection = await connect({
    servers: localNatsUrlsOf(team),
    authenticator: nkeyAuthenticator(new TextEncoder().encode(seed)),
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

type Wanted = Partial<StreamConfig> & { readonly name: string; readonly subjects: string[] };

function wanted(replicas: number): Wanted[] {
  const common = {
    storage: 'file' as const,
    num_replicas: replicas,
    deny_delete: true,
    deny_purge: true,
    allow_rollup_hdrs: false,
    allow_direct: false,
    // What `max_payload` carries: a product's description has no limit.
    max_msg_size: 2 * 1024 * 1024,
    // A flood of events must not evict sales that no computer has read.
    discard: 'new' as const,
  };
  return [
    {
      ...common,
      name: DELIVERIES_STREAM,
      subjects: [DELIVERIES],
      max_age: nanos(DELIVERIES_KEPT_MS),
      max_bytes: DELIVERIES_KEPT_BYTES,
      duplicate_window: nanos(DUPLICATE_WINDOW_MS),
    },
    {
      ...common,
      name: CATALOG_STREAM,
      subjects: [`$KV.${CATALOG_BUCKET}.>`],
      max_msgs_per_subject: 1,
      max_bytes: 1024 * 1024 * 1024,
      duplicate_window: nanos(2 * 60 * 1000),
    },
  ];
}

/**
 * Creates the streams that are missing, brings the limits of the others up to date, and removes the records of revoked computers from the
 * catalog, so that the others no longer list them. May be repeated.
 */
export async function ensureStreams(connection: NatsConnection, team: Team): Promise<void> {
  const manager = await jetstreamManager(connection, { timeout: 5_000 });
  for (const config of wanted(team.hosts.length < 3 ? 1 : 3)) {
    await manager.streams.update(config.name, config).catch((error: unknown) => {
      if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound)
        return manager.streams.add(config);
      throw error;
    });
  }
  const bucket = await new Kvm(connection).open(CATALOG_BUCKET);
  for (const { publicKey, revokedAt } of team.computers) {
    const key = computerKey(publicKey);
    if (revokedAt !== null && (await bucket.get(key))?.operation === 'PUT') await bucket.delete(key);
  }
}
