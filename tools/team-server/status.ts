// What a team server is doing: versions, streams, the relay, and what an operator should know.
import { jetstreamManager } from '@nats-io/jetstream';
import { CATALOG_STREAM, DELIVERIES_STREAM } from '../../src/team-protocol/names.ts';
import { isForTrials } from './configuration.ts';
import { withConnection } from './streams.ts';
import { localRelayOf, relayUrlOf, type Team } from './team.ts';

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

/** Prints the status; resolves to whether everything works. */
export async function printStatus(team: Team): Promise<boolean> {
  const nats = await stateOfNats(team).catch(() => null);
  const isRelayReady = await relayAnswers(team);
  const isReady = isRelayReady && nats?.streams.every(([, state]) => state !== null) === true;
  const rows = [
    ['State', isReady ? 'ready' : 'not ready'],
    ['nats-server', nats?.version ?? null],
    ...(nats?.streams ?? []),
    ['Relay', isRelayReady ? 'ready' : null],
    ['Webhook URL', relayUrlOf(team)],
    ['Computers', team.computers.length],
  ] as const;
  for (const [name, state] of rows) console.log(`${name.padEnd(12)} ${state ?? 'does not answer'}`);
  for (const warning of nats ? warningsOf(team, nats.version) : []) console.log(`Note: ${warning}`);
  return isReady;
}

const stateOfNats = (team: Team) =>
  withConnection(team, 'admin', async (connection) => {
    const { streams } = await jetstreamManager(connection, { timeout: 5_000, checkAPI: false });
    const stateOf = async (name: string) => {
      // A server whose disk was full still answers, but has given up its streams.
      const info = await streams.info(name).catch(() => null);
      return [`  ${name}`, info && `${info.state.messages} messages, ${info.state.bytes} bytes`] as const;
    };
    return {
      version: connection.info?.version ?? '',
      streams: [await stateOf(DELIVERIES_STREAM), await stateOf(CATALOG_STREAM)],
    };
  });

/** Asks the relay on this machine, or through the proxy in front of it. */
async function relayAnswers(team: Team): Promise<boolean> {
  const ask = (base: string | null) => fetch(`${base}/healthz`, { signal: AbortSignal.timeout(5_000) });
  const answer = await ask(localRelayOf(team)).catch(() => ask(team.publicUrl).catch(() => null));
  return answer?.ok === true;
}
