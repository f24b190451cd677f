// Restarts a nats-server that runs without its streams: after a full disk it does not open them again.
import { setTimeout as pause } from 'node:timers/promises';
import { JetStreamApiCodes, JetStreamApiError, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { CATALOG_STREAM, DELIVERIES_STREAM } from '../../src/team-protocol/names.ts';
import { connectAs } from './nats-client.ts';
import type { Team } from './team-folder.ts';

export interface StreamWatch {
  stop(): Promise<void>;
}

export interface StreamWatchDeps {
  readonly team: Team;
  /** How long the streams may be unavailable, in ms. */
  readonly patienceMs: number;
  readonly restart: () => void;
  readonly say: (line: string) => void;
}

const LOOK_MS = 5_000;

export function watchStreams({ team, patienceMs, restart, say }: StreamWatchDeps): StreamWatch {
  const stopping = new AbortController();
  const { signal } = stopping;
  // One connection for all: the server remembers each one that was closed.
  let connection: NatsConnection | null = null;

  /** `unreachable`: it does not run, which is not for this watch. */
  async function look(): Promise<'available' | 'unavailable' | 'unreachable'> {
    try {
      if (!connection || connection.isClosed()) connection = await connectAs(team, team.seeds.admin);
    } catch {
      return 'unreachable';
    }
    try {
      const { streams } = await jetstreamManager(connection, { timeout: LOOK_MS, checkAPI: false });
      for (const name of [DELIVERIES_STREAM, CATALOG_STREAM]) await streams.info(name);
      return 'available';
    } catch (error) {
      if (connection.isClosed()) return 'unreachable';
      // A restart would not bring a stream back that was deleted.
      const isDeleted = error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound;
      return isDeleted ? 'available' : 'unavailable';
    }
  }

  async function watch(): Promise<void> {
    let since: number | null = null;
    while (!signal.aborted) {
      await pause(Math.min(LOOK_MS, patienceMs), undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      if ((await look()) !== 'unavailable') since = null;
      else since ??= performance.now();
      if (since === null || performance.now() - since < patienceMs || signal.aborted) continue;
      since = null;
      const seconds = Math.round(patienceMs / 1000);
      say(
        `The streams of nats-server have been unavailable for ${seconds} s. Its disk may be full, or was. It is restarted.`,
      );
      restart();
    }
  }
  const watching = watch().catch((error: unknown) =>
    say(`The streams are no longer watched: ${(error as Error).message}`),
  );
  return {
    async stop() {
      stopping.abort();
      await connection?.close();
      await watching;
      await connection?.close();
    },
  };
}
