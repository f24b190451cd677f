// What a team server is doing: versions, streams, the relay, and what an operator should know.
import { jetstreamManager } from '@nats-io/jetstream';
import { CATALOG_STREAM, DELIVERIES_STREAM } from '../../src/team-protocol/names.ts';
import { withConnection } from './nats-client.ts';
import { isForTrials } from './nats-server.ts';
import { loadTeam, localRelayOf, relayUrlOf, type Team } from './team-folder.ts';

/** Full sentences, for an operator. `version`: of nats-server. */
export function warningsOf({ hosts, publicUrl }: Team, version: string): string[] {
  const warnings: string[] = [];
  if (isForTrials(version))
    warnings.push(
      `nats-server ${version} is for trials: use 2.10.27 or newer for real sales. Older ones may lose webhooks that were answered 200 in a power cut.`,
    );
  if (hosts.length === 0)
    warnings.push(
      'Only this machine can connect. For other computers, start it with --host and the name of this machine.',
    );
  if (publicUrl === null)
    warnings.push(
      'The internet cannot reach the relay. It needs a host name with TLS in front of it; name its address with --public-url.',
    );
  else if (!publicUrl.startsWith('https:'))
    warnings.push(
      'The public address of the relay has no TLS: anybody on the way can read the webhook key. Put a proxy with TLS in front of it.',
    );
  return warnings;
}

/** Resolves to what to print, and whether all of it works. */
export async function status(folder: string): Promise<{ readonly lines: string[]; readonly isReady: boolean }> {
  const team = loadTeam(folder);
  const [version, ...streams] = await stateOfNats(team);
  const isRelayReady = await relayAnswers(team);
  const isReady = isRelayReady && streams.length > 0 && streams.every((stream) => !stream.endsWith(NO_ANSWER));
  const lines = [
    `State        ${isReady ? 'ready' : 'not ready'}`,
    `nats-server  ${version ?? NO_ANSWER}`,
    ...streams,
    `Relay        ${isRelayReady ? 'ready' : 'not ready'}`,
    `Webhook URL  ${relayUrlOf(team)}`,
    `Computers    ${team.computers.filter(({ revokedAt }) => revokedAt === null).length}`,
    ...(version === undefined ? [] : warningsOf(team, version).map((warning) => `Note: ${warning}`)),
  ];
  return { lines, isReady };
}

const NO_ANSWER = 'does not answer';

/** The version, and a line for each stream; nothing if no server answers. */
function stateOfNats(team: Team): Promise<string[]> {
  return withConnection(team, team.seeds.admin, async (connection) => {
    const manager = await jetstreamManager(connection, { timeout: 5_000, checkAPI: false });
    const lines = [connection.info?.version ?? ''];
    for (const name of [DELIVERIES_STREAM, CATALOG_STREAM]) {
      // A server whose disk was full answers, and has given its streams up.
      const state = (await manager.streams.info(name).catch(() => null))?.state;
      lines.push(`  ${name.padEnd(11)}${state ? `${state.messages} messages, ${state.bytes} bytes` : NO_ANSWER}`);
    }
    return lines;
  }).catch(() => []);
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
