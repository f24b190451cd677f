// Connects to the team's servers as the administrator or as the system, and prepares the streams.
import {
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
  type StreamConfig,
} from '@nats-io/jetstream';
import { connect, type NatsConnection, nanos, nkeyAuthenticator } from '@nats-io/transport-node';
import {
  CATALOG_BUCKET,
  CATALOG_STREAM,
  DELIVERIES,
  DELIVERIES_KEPT_BYTES,
  DELIVERIES_KEPT_MS,
  DELIVERIES_STREAM,
  DUPLICATE_WINDOW_MS,
} from '../../src/team-protocol/names.ts';
import type { Team } from './team-folder.ts';
import { localNatsUrlsOf } from './write-configuration.ts';

/** By which the server knows connections of these tools. */
export const CONNECTION_NAME = 'team-server';

/** Rejects if no server answers. */
export function connectAs(team: Team, seed: string, servers = localNatsUrlsOf(team)): Promise<NatsConnection> {
  return connect({
    servers,
    authenticator: nkeyAuthenticator(new TextEncoder().encode(seed)),
    tls: { ca: team.authority.cert },
    timeout: 5_000,
    reconnect: false,
    name: CONNECTION_NAME,
  });
}

export async function withConnection<T>(
  team: Team,
  seed: string,
  use: (connection: NatsConnection) => Promise<T>,
): Promise<T> {
  const connection = await connectAs(team, seed);
  try {
    return await use(connection);
  } finally {
    await connection.close();
  }
}

export interface StreamLimits {
  readonly deliveriesKeptMs: number;
  readonly deliveriesKeptBytes: number;
  readonly catalogBytes: number;
}

export const STREAM_LIMITS: StreamLimits = {
  deliveriesKeptMs: DELIVERIES_KEPT_MS,
  deliveriesKeptBytes: DELIVERIES_KEPT_BYTES,
  catalogBytes: 1024 * 1024 * 1024,
};

type Wanted = Partial<StreamConfig> & { readonly name: string; readonly subjects: string[] };

function wanted(replicas: number, limits: StreamLimits): Wanted[] {
  const common = {
    storage: 'file' as const,
    num_replicas: replicas,
    deny_delete: true,
    deny_purge: true,
    allow_rollup_hdrs: false,
    allow_direct: false,
  };
  return [
    {
      ...common,
      name: DELIVERIES_STREAM,
      subjects: [DELIVERIES],
      max_age: nanos(limits.deliveriesKeptMs),
      max_bytes: limits.deliveriesKeptBytes,
      max_msg_size: 2 * 1024 * 1024,
      // A flood of events must not evict sales that no computer has read.
      discard: 'new',
      duplicate_window: nanos(Math.min(DUPLICATE_WINDOW_MS, limits.deliveriesKeptMs)),
    },
    {
      ...common,
      name: CATALOG_STREAM,
      subjects: [`$KV.${CATALOG_BUCKET}.>`],
      max_msgs_per_subject: 1,
      max_bytes: limits.catalogBytes,
      // What `max_payload` carries: a product's description has no limit.
      max_msg_size: 2 * 1024 * 1024,
      discard: 'new',
      duplicate_window: nanos(2 * 60 * 1000),
    },
  ];
}

/** Creates the streams that are missing, and brings the limits of the others up to date. May be repeated. */
export async function ensureStreams(connection: NatsConnection, team: Team, limits = STREAM_LIMITS): Promise<void> {
  const manager = await jetstreamManager(connection, { timeout: 5_000 });
  for (const config of wanted(Math.min(3, team.nodes.length), limits)) await ensureStream(manager, config);
}

async function ensureStream({ streams }: JetStreamManager, config: Wanted): Promise<void> {
  const present = await streams.info(config.name).catch((error: unknown) => {
    if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound) return null;
    throw error;
  });
  if (!present) await streams.add(config);
  else if (
    Object.entries(config).some(([key, value]) => String(present.config[key as keyof StreamConfig]) !== String(value))
  ) {
    await streams.update(config.name, config);
  }
}
