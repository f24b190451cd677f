// What a team server is doing: versions, streams, the relay, and what an operator should know.
import { jetstreamManager } from '@nats-io/jetstream';
import { CATALOG_STREAM, DELIVERIES_KEPT_BYTES, DELIVERIES_STREAM } from '../../src/team-protocol/names.ts';
import { GOOD_VERSION } from './find-nats-server.ts';
import { withConnection } from './nats-client.ts';
import { loadTeam, type Team } from './team-folder.ts';
import { localRelayOf, relayUrlOf } from './write-configuration.ts';

export interface StreamState {
  readonly name: string;
  /** Null if the stream is missing or does not answer. */
  readonly messages: number | null;
  readonly bytes: number | null;
}

export interface TeamServerStatus {
  /** Of nats-server; null where none answers. */
  readonly version: string | null;
  readonly streams: readonly StreamState[];
  readonly isRelayReady: boolean;
  readonly isReady: boolean;
  readonly computers: number;
  readonly relayUrl: string;
  readonly warnings: readonly string[];
}

export async function status(folder: string): Promise<TeamServerStatus> {
  const team = loadTeam(folder);
  const { version, streams } = await serverState(team);
  const isRelayReady = await relayAnswers(team);
  return {
    version,
    streams,
    isRelayReady,
    isReady: isRelayReady && streams.length > 0 && streams.every(({ messages }) => messages !== null),
    computers: team.computers.filter(({ revokedAt }) => revokedAt === null).length,
    relayUrl: relayUrlOf(team),
    warnings: [...streamWarnings(version, streams), ...warningsOf(team, version)],
  };
}

async function serverState(team: Team): Promise<{ version: string | null; streams: StreamState[] }> {
  try {
    return await withConnection(team, team.seeds.admin, async (connection) => {
      const manager = await jetstreamManager(connection, { timeout: 5_000, checkAPI: false });
      const streams: StreamState[] = [];
      for (const name of [DELIVERIES_STREAM, CATALOG_STREAM]) {
        const state = await manager.streams.info(name).then(
          (info) => info.state,
          () => null,
        );
        streams.push({ name, messages: state?.messages ?? null, bytes: state?.bytes ?? null });
      }
      return { version: connection.info?.version ?? null, streams };
    });
  } catch {
    // No server answers, which is what the caller wants to know.
    return { version: null, streams: [] };
  }
}

/** On this machine, else through the proxy in front of it. */
async function relayAnswers(team: Team): Promise<boolean> {
  for (const base of [localRelayOf(team), team.relay.publicUrl]) {
    if (base === null) continue;
    const answer = await fetch(`${base}/healthz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
    if (answer?.ok) return true;
  }
  return false;
}

/** A server whose disk was full answers, and has given its streams up. */
export function streamWarnings(version: string | null, streams: readonly StreamState[]): string[] {
  const deliveries = streams.find(({ name }) => name === DELIVERIES_STREAM)?.bytes ?? 0;
  if (deliveries > 0.8 * DELIVERIES_KEPT_BYTES) {
    return [
      'The deliveries of the last 30 days nearly fill their 1 GB. When it is full, the relay answers 503 until the oldest are 30 days old: see "When something is wrong" in docs/team-server.md.',
    ];
  }
  if (version === null || streams.every(({ messages }) => messages !== null)) return [];
  return [
    'nats-server runs, but not all of its streams answer. Its disk may be full, or was: free some room. "npm run team-server" restarts it after a minute; one that runs elsewhere has to be restarted.',
  ];
}

/** Full sentences, for an operator. */
export function warningsOf(team: Team, version: string | null): string[] {
  const warnings: string[] = [];
  if (version !== null && isOlder(version, GOOD_VERSION)) {
    const old = `nats-server ${version} is for trials: use ${GOOD_VERSION} or newer for real sales.`;
    const risk = isOlder(version, '2.10.0')
      ? ' It flushes to disk every two minutes only, so a power cut may lose webhooks that were answered 200 in that time. A crash or kill of nats-server loses none.'
      : ' It has known holes.';
    warnings.push(old + risk);
  }
  if (!team.isPublic)
    warnings.push(
      'Only this machine can connect. For other computers, start it with --host and the name of this machine.',
    );
  if (team.relay.publicUrl === null) {
    warnings.push(
      'The internet cannot reach the relay. It needs a host name with TLS in front of it; name its address with --public-url.',
    );
  } else if (!team.relay.publicUrl.startsWith('https:')) {
    warnings.push(
      'The public address of the relay has no TLS: anybody on the way can read the webhook key. Put a proxy with TLS in front of it.',
    );
  }
  return warnings;
}

function isOlder(version: string, than: string): boolean {
  const [own, other] = [version, than].map((text) => text.split(/[.-]/).slice(0, 3).map(Number)) as [
    number[],
    number[],
  ];
  for (const [index, part] of own.entries()) {
    const difference = part - (other[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
