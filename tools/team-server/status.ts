// What a team server is doing: versions, streams, the relay, and what an operator should know.
import { jetstreamManager } from '@nats-io/jetstream';
import { CATALOG_STREAM, DELIVERIES_KEPT_BYTES, DELIVERIES_STREAM } from '../../src/team-protocol/names.ts';
import { withConnection } from './nats-client.ts';
import { loadTeam, localRelayOf, type Team } from './team-folder.ts';

/** Older ones acknowledge before the disk has the message, or have known holes. */
const GOOD_VERSION = '2.10.27';

export interface StreamState {
  readonly name: string;
  /** Null if the stream is missing or does not answer. */
  readonly state: { readonly messages: number; readonly bytes: number } | null;
}

export async function status(folder: string) {
  const team = loadTeam(folder);
  const { version, streams } = await serverState(team);
  const isRelayReady = await relayAnswers(team);
  const isReady = isRelayReady && streams.length > 0 && streams.every(({ state }) => state !== null);
  return { team, version, streams, isRelayReady, isReady, warnings: warningsOf(team, version, streams) };
}

async function serverState(team: Team): Promise<{ version: string | null; streams: StreamState[] }> {
  try {
    return await withConnection(team, team.seeds.admin, async (connection) => {
      const manager = await jetstreamManager(connection, { timeout: 5_000, checkAPI: false });
      const streams: StreamState[] = [];
      for (const name of [DELIVERIES_STREAM, CATALOG_STREAM])
        streams.push({ name, state: (await manager.streams.info(name).catch(() => null))?.state ?? null });
      return { version: connection.info?.version ?? null, streams };
    });
  } catch {
    // No server answers, which is what the caller wants to know.
    return { version: null, streams: [] };
  }
}

/** On this machine, else through the proxy in front of it. */
async function relayAnswers(team: Team): Promise<boolean> {
  for (const base of [localRelayOf(team), team.publicUrl]) {
    if (base === null) continue;
    const answer = await fetch(`${base}/healthz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
    if (answer?.ok) return true;
  }
  return false;
}

/** Full sentences, for an operator. `version`: of nats-server; null if none answers. */
export function warningsOf(team: Team, version: string | null, streams: readonly StreamState[] = []): string[] {
  const warnings: string[] = [];
  if (version !== null && version.localeCompare(GOOD_VERSION, 'en', { numeric: true }) < 0)
    warnings.push(
      `nats-server ${version} is for trials: use ${GOOD_VERSION} or newer for real sales. Older ones may lose webhooks that were answered 200 in a power cut.`,
    );
  const deliveries = streams.find(({ name }) => name === DELIVERIES_STREAM)?.state?.bytes ?? 0;
  if (deliveries > 0.8 * DELIVERIES_KEPT_BYTES)
    warnings.push(
      'The deliveries of the last 30 days nearly fill their 1 GB. When it is full, the relay answers 503: see "When something is wrong" in docs/team-server.md.',
    );
  // A server whose disk was full answers, and has given its streams up.
  if (streams.some(({ state }) => state === null))
    warnings.push(
      'nats-server runs, but not all of its streams answer. Its disk may be full, or was: free some room, and restart it.',
    );
  if (team.hosts.length === 0)
    warnings.push(
      'Only this machine can connect. For other computers, start it with --host and the name of this machine.',
    );
  if (team.publicUrl === null)
    warnings.push(
      'The internet cannot reach the relay. It needs a host name with TLS in front of it; name its address with --public-url.',
    );
  else if (!team.publicUrl.startsWith('https:'))
    warnings.push(
      'The public address of the relay has no TLS: anybody on the way can read the webhook key. Put a proxy with TLS in front of it.',
    );
  return warnings;
}
