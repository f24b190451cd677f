// What a team server is doing: versions, streams, the relay, and what an operator should know.
import { jetstreamManager } from '@nats-io/jetstream';
import { CATALOG_STREAM, DELIVERIES_STREAM } from '../../src/team-protocol/names.ts';
import { isForTrials } from './nats-server.ts';
import { withConnection } from './streams.ts';
import { isActive, loadTeam, localRelayOf, relayUrlOf, type Team } from './team-folder.ts';

/** Full sentences, for an operator. `version`: of nats-server. */
export function warningsOf({ hosts, publicUrl }: Team, version: string): string[] {
  const all = [
    isForTrials(version) &&
      `nats-server ${version} is for trials: use 2.10.27 or newer for real sales. Older ones may lose webhooks that were answered 200 in a power cut.`,
    hosts.length === 0 &&
      'Only this machine can connect. For other computers, start it with --host and the name of this machine.',
    publicUrl === null &&
      'The internet cannot reach the relay. It needs a host name with TLS in front of it; name its address with --public-url.',
    publicUrl?.startsWith('http:') &&
      'The public address of the relay has no TLS: anybody on the way can read the webhook key. Put a proxy with TLS in front of it.',
  ];
  return all.filter((warning) => typeof warning === 'string');
}

/** Resolves to what to print, and whether all of it works. */
export async function status(folder: string): Promise<{ readonly lines: string[]; readonly isReady: boolean }> {
  const team = loadTeam(folder);
  const nats = await stateOfNats(team).catch(() => null);
  const isRelayReady = await relayAnswers(team);
  const isReady = isRelayReady && nats?.streams.every(({ state }) => state !== null) === true;
  const lines = [
    `State        ${isReady ? 'ready' : 'not ready'}`,
    `nats-server  ${nats?.version ?? 'does not answer'}`,
    ...(nats?.streams ?? []).map(({ name, state }) => `  ${name.padEnd(11)}${state ?? 'does not answer'}`),
    `Relay        ${isRelayReady ? 'ready' : 'not ready'}`,
    `Webhook URL  ${relayUrlOf(team)}`,
    `Computers    ${team.computers.filter(isActive).length}`,
    ...(nats ? warningsOf(team, nats.version) : []).map((warning) => `Note: ${warning}`),
  ];
  return { lines, isReady };
}

const stateOfNats = (team: Team) =>
  withConnection(team, team.seeds.admin, async (connection) => {
    const manager = await jetstreamManager(connection, { timeout: 5_000, checkAPI: false });
    const stateOf = async (name: string) => {
      // A server whose disk was full answers, and has given its streams up.
      const info = await manager.streams.info(name).catch(() => null);
      return { name, state: info && `${info.state.messages} messages, ${info.state.bytes} bytes` };
    };
    const streams = [await stateOf(DELIVERIES_STREAM), await stateOf(CATALOG_STREAM)];
    return { version: connection.info?.version ?? '', streams };
  });

/** On this machine, else through the proxy in front of it. */
async function relayAnswers(team: Team): Promise<boolean> {
  for (const base of [localRelayOf(team), team.publicUrl]) {
    if (base === null) continue;
    const answer = await fetch(`${base}/healthz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
    if (answer?.ok) return true;
  }
  return false;
}
