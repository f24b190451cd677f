// The command line of the team server: `npm run team-server -- --dir DIR`, and what an operator does with it.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { whenNpmEnds } from '../launch/parents.ts';
import { type Effect, invite, list, revoke } from './computers.ts';
import { findNatsServer, type NatsServer } from './find-nats-server.ts';
import { nodeOf } from './ports.ts';
import { startTeamServer } from './start.ts';
import { status, warningsOf } from './status.ts';
import { loadTeam, nodeFolderOf, pathsOf, type TeamNode, TeamServerError } from './team-folder.ts';
import { relayUrlOf } from './write-configuration.ts';

const HELP = `Shares the catalog and webhooks of a team's computers, on this machine.

Usage: npm run team-server -- --dir DIR [options]        sets up on first use, and starts
       npm run team-server -- invite NAME --dir DIR      prints the invite for one computer, as its last line
       npm run team-server -- revoke NAME --dir DIR      disconnects it for good
       npm run team-server -- list --dir DIR
       npm run team-server -- status --dir DIR
       npm run team-server -- setup --dir DIR --host NAME | --node ...    writes all files, for containers or a cluster;
                                                         once the servers run, a second time creates their streams

  --dir DIR            where the team's keys and data are; back it up, and keep it secret
  --port PORT          of nats-server (default 4222; 0 takes any free one)
  --relay-port PORT    of the relay (default 8480; 0 takes any free one)
  --nats-server PATH   the program (default: STOREFRONT_NATS_SERVER, else found on the PATH)
  --host NAME          the name under which other computers reach this machine; they may connect then
  --public-url URL     the address under which the internet reaches the relay, for example https://hooks.example.com
  --node NODE          a node of a cluster, as NAME=HOST[:PORT[:CLUSTER-PORT]]; once for each (setup only)
  --help               show this
`;

/** A wrong command line: shown with the help. */
class UsageError extends Error {}

const COMMANDS = ['invite', 'revoke', 'list', 'status', 'setup'] as const;

function readArguments() {
  const { values, positionals } = parse();
  const [command, name, ...more] = positionals;
  if (command !== undefined && !COMMANDS.includes(command as (typeof COMMANDS)[number])) {
    throw new UsageError(`There is no command "${command}".`);
  }
  const takesName = command === 'invite' || command === 'revoke';
  if (takesName && !name) throw new UsageError(`${command} takes the name of a computer.`);
  if (more.length > 0 || (!takesName && name !== undefined)) {
    throw new UsageError(`"${more[0] ?? name}" is too much. Put a name with spaces in quotation marks.`);
  }
  if (!values.help && !values.dir) throw new UsageError('--dir must name a folder.');
  return {
    ...values,
    command: command as (typeof COMMANDS)[number] | undefined,
    name: name ?? '',
    folder: resolve(values.dir ?? '.'),
    port: portOf(values.port, '--port'),
    relayPort: portOf(values['relay-port'], '--relay-port'),
    host: hostOf(values.host),
    publicUrl: publicUrlOf(values['public-url']),
    nodes: nodesOf(values.node ?? []),
  };
}

function nodesOf(texts: readonly string[]): TeamNode[] {
  const nodes = texts.map((text) => {
    const node = nodeOf(text);
    if (!node)
      throw new UsageError(`--node must be like n1=nats1.example.com or n1=10.0.0.1:4222:6222, not "${text}".`);
    return node;
  });
  if (nodes.length !== 0 && nodes.length < 3) throw new UsageError('A cluster has at least three nodes.');
  if (new Set(nodes.map(({ name }) => name)).size < nodes.length) throw new UsageError('Two nodes have the same name.');
  return nodes;
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        dir: { type: 'string' },
        port: { type: 'string' },
        'relay-port': { type: 'string' },
        'nats-server': { type: 'string' },
        host: { type: 'string' },
        'public-url': { type: 'string' },
        node: { type: 'string', multiple: true },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function portOf(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new UsageError(`${option} must be a whole number from 0 to 65535, not "${text}".`);
  }
  return Number(text);
}

function hostOf(text: string | undefined): string | undefined {
  if (text === undefined || /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(text)) return text;
  throw new UsageError(`--host must be a host name or an IPv4 address, not "${text}".`);
}

function publicUrlOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash) return url.href.replace(/\/+$/, '');
  throw new UsageError(`--public-url must be an address like https://hooks.example.com, not "${text}".`);
}

type Arguments = ReturnType<typeof readArguments>;

async function start({
  folder,
  port,
  relayPort,
  host,
  publicUrl,
  'nats-server': natsServer,
}: Arguments): Promise<void> {
  const server = await startTeamServer({ folder, port, relayPort, host, publicUrl, natsServer, say: console.log });
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    server.close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  whenNpmEnds(stop);
  const team = loadTeam(folder);
  for (const warning of warningsOf(team, server.natsServer.version)) console.log(`Note: ${warning}`);
  if (!team.computers.some(({ revokedAt }) => revokedAt === null)) {
    console.log(`No computer is in the team yet: npm run team-server -- invite NAME --dir ${folder}`);
  }
  console.log(`team server ready: nats ${server.natsUrl} relay ${server.relayUrl}`);
}

/** Only to check a changed configuration: the server that runs may be of another machine. */
const natsServerFor = (path: string | undefined): Promise<NatsServer | null> =>
  findNatsServer({ path }).catch((error: unknown) => {
    if (path !== undefined) throw error;
    return null;
  });

function sayEffect(effect: Effect, folder: string): void {
  if (effect === 'now') return;
  if (effect === 'restart-needed') console.log('Restart the team server: it takes effect then.');
  else if (loadTeam(folder).nodes.length > 1)
    console.log('Copy accounts.conf to each node and reload it; see docs/team-server.md.');
  else console.log('The team server is not running here. It takes effect when it starts.');
}

const day = (ms: number | null): string =>
  ms === null ? '-' : new Date(ms).toISOString().slice(0, 16).replace('T', ' ');

async function printList(folder: string): Promise<void> {
  const computers = await list(folder);
  if (computers.length === 0) {
    console.log(`No computers yet. Invite one: npm run team-server -- invite NAME --dir ${folder}`);
    return;
  }
  const rows = computers.map(({ name, createdAt, revokedAt, isConnected, lastSeenAt }) => [
    name,
    revokedAt !== null
      ? `revoked ${day(revokedAt)}`
      : isConnected === null
        ? 'unknown'
        : isConnected
          ? 'connected'
          : 'offline',
    day(createdAt),
    day(lastSeenAt),
  ]);
  const table = [['NAME', 'STATE', 'INVITED (UTC)', 'LAST SEEN (UTC)'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

async function runSetup({ folder, host, nodes, publicUrl, 'nats-server': path }: Arguments): Promise<void> {
  // Unless one is named, that of the container images, which is new.
  const features = path === undefined ? { syncsAlways: true, limitsTls: true } : await findNatsServer({ path });
  // Only here: it loads a bundler.
  const { setup } = await import('./setup.ts');
  const hasStreams = await setup({ folder, host, nodes, publicUrl, features });
  const team = loadTeam(folder);
  for (const node of team.nodes) console.log(`${node.name}: ${nodeFolderOf(folder, team, node)}`);
  console.log(`relay: ${pathsOf(folder).relayFolder}`);
  console.log(
    hasStreams
      ? `The servers run, and have their streams. Webhook URL: ${relayUrlOf(team)}`
      : 'Written. No server answers yet: start them as docs/team-server.md says, then run setup again.',
  );
}

async function printStatus(folder: string): Promise<void> {
  const { version, streams, isRelayReady, isReady, computers, relayUrl, warnings } = await status(folder);
  console.log(`State        ${isReady ? 'ready' : 'not ready'}`);
  console.log(`nats-server  ${version ?? 'does not answer'}`);
  for (const { name, messages, bytes } of streams) {
    console.log(
      `  ${name.padEnd(11)}${messages === null ? 'does not answer' : `${messages} messages, ${bytes} bytes`}`,
    );
  }
  console.log(`Relay        ${isRelayReady ? 'ready' : 'not ready'}`);
  console.log(`Webhook URL  ${relayUrl}`);
  console.log(`Computers    ${computers}`);
  for (const warning of warnings) console.log(`Note: ${warning}`);
  if (!isReady) process.exitCode = 1;
}

async function main(): Promise<void> {
  const args = readArguments();
  const { command, folder, name } = args;
  if (args.help) return console.log(HELP);
  if (command === undefined) return start(args);
  if (command === 'list') return printList(folder);
  if (command === 'status') return printStatus(folder);
  if (command === 'setup') return runSetup(args);
  loadTeam(folder);
  const natsServer = await natsServerFor(args['nats-server']);
  if (command === 'invite') {
    const { code, effect } = await invite(folder, name, natsServer);
    console.log(`The invite for "${name.trim()}". It is a secret, for this computer only, and is not shown again.`);
    sayEffect(effect, folder);
    console.log(code);
  } else {
    const effect = await revoke(folder, name, natsServer);
    console.log(
      `"${name.trim()}" is revoked: ${effect === 'now' ? 'it was disconnected and' : 'it'} cannot connect again.`,
    );
    console.log(
      'It keeps what it already has, with the key that opens it. For a new key, set up a new team in another folder.',
    );
    sayEffect(effect, folder);
  }
}

function fail(error: unknown): void {
  if (error instanceof UsageError) {
    console.error(`${error.message}\n\n${HELP}`);
    process.exit(2);
  }
  const isExpected = error instanceof TeamServerError || (error instanceof Error && !('code' in error));
  console.error(
    isExpected ? (error as Error).message : `The team server failed: ${String((error as Error).message ?? error)}`,
  );
  process.exit(1);
}

await main().catch(fail);
