// The command line of the team server: `npm run team-server -- --dir DIR`, and what an operator does with it.
import { whenNpmEnds } from '../launch/parents.ts';
import { type Arguments, HELP, readArguments, UsageError } from './arguments.ts';
import { type Effect, endUnused, invite, list, revoke } from './computers.ts';
import { findNatsServer, type NatsServer } from './find-nats-server.ts';
import { startTeamServer } from './start.ts';
import { status, warningsOf } from './status.ts';
import { loadTeam, nodeFolderOf, pathsOf, TeamServerError } from './team-folder.ts';
import { relayUrlOf } from './write-configuration.ts';

async function start({
  folder,
  port,
  relayPort,
  host,
  relayHost,
  publicUrl,
  'nats-server': natsServer,
}: Arguments): Promise<void> {
  const server = await startTeamServer({
    folder,
    port,
    relayPort,
    host,
    relayHost,
    publicUrl,
    natsServer,
    say: console.log,
  });
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
  if (effect === 'unconfirmed') {
    console.log(
      'The server was asked to read its users again, and does not show it yet. If "list" does not either, restart it.',
    );
  } else if (effect === 'restart-needed') console.log('Restart the team server: it takes effect then.');
  else if (loadTeam(folder).nodes.length > 1)
    console.log(
      'To do: copy accounts.conf to each node and let it read it, as "A cluster of three" in docs/team-server.md says.',
    );
  else
    console.log(
      'No team server runs in this folder. It takes effect when one starts. One in a container has to read its users again, as "In containers" in docs/team-server.md says.',
    );
}

function sayRevoked(name: string, effect: Effect, folder: string): void {
  console.log(
    effect === 'now'
      ? `"${name}" is revoked: it was disconnected and cannot connect again.`
      : `"${name}" is revoked in this folder. Until the server has read that, it can still connect.`,
  );
  sayEffect(effect, folder);
  console.log(
    'It keeps what it already has, with the key that opens it. For a new key, set up a new team in another folder.',
  );
  console.log(
    'It has the webhook address and the webhook key too, and could post events that count as verified sales. To replace both, see "A lost computer" in docs/team-server.md.',
  );
}

const day = (ms: number | null): string =>
  ms === null ? '-' : new Date(ms).toISOString().slice(0, 16).replace('T', ' ');

/** Here for a server in a container: one that runs on this machine looks for them every minute. */
async function endUnusedInvites({ folder, 'nats-server': path }: Arguments): Promise<void> {
  const { names, effect } = await endUnused(folder, await natsServerFor(path), Date.now());
  for (const name of names) console.log(`The invite for "${name}" has ended: it was not used within a day.`);
  sayEffect(effect, folder);
}

async function printList(args: Arguments): Promise<void> {
  const { folder } = args;
  await endUnusedInvites(args);
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

async function runSetup(args: Arguments): Promise<void> {
  const { folder, 'nats-server': path } = args;
  // Unless one is named, that of the container images, which is new.
  const features = path === undefined ? { syncsAlways: true, limitsTls: true } : await findNatsServer({ path });
  // Only here: it loads a bundler.
  const { setup } = await import('./setup.ts');
  const hasStreams = await setup({ ...args, features });
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
  if (command === 'list') return printList(args);
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
    sayRevoked(name.trim(), effect, folder);
    if (effect === 'unconfirmed') process.exitCode = 1;
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
