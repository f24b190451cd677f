// The command line of the team server: `npm run team-server -- --dir DIR`, and what an operator does with it.
import { whenNpmEnds } from '../launch/parents.ts';
import { HELP, readArguments, UsageError } from './arguments.ts';
import { type Effect, endUnused, invite, list, revoke } from './computers.ts';
import { type SetupOptions, setup, startTeamServer } from './start.ts';
import { status, warningsOf } from './status.ts';
import { loadTeam, relayUrlOf, TeamServerError } from './team-folder.ts';

const INVITES_MS = 60_000;

async function start(options: ReturnType<typeof readArguments>): Promise<void> {
  const { folder } = options;
  const server = await startTeamServer({ ...options, output: 'inherit' });
  const stop = (code: number) => {
    server.close().then(() => process.exit(code), fail);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0));
  whenNpmEnds(() => stop(0));
  // What restarts it then is systemd, or the operator.
  void server.ended.then((reason) => {
    console.error(reason);
    stop(1);
  });
  setInterval(
    () => void sayUnused(folder).catch((error: unknown) => console.error((error as Error).message)),
    INVITES_MS,
  );
  const team = loadTeam(folder);
  for (const warning of warningsOf(team, server.natsServer.version)) console.log(`Note: ${warning}`);
  if (!team.computers.some(({ revokedAt }) => revokedAt === null))
    console.log(`No computer is in the team yet: npm run team-server -- invite NAME --dir ${folder}`);
  console.log(`team server ready: nats ${server.natsUrl} relay ${server.relayUrl}`);
}

async function sayUnused(folder: string): Promise<void> {
  for (const name of await endUnused(folder, Date.now()))
    console.log(`The invite for "${name}" has ended: it was not used within a day.`);
}

const EFFECTS: Readonly<Record<Effect, string>> = {
  now: '',
  later:
    'The server has not read its users yet: restart it, or see "In containers" in docs/team-server.md if it runs there.',
  'at-start': 'No server answers. It takes effect when one starts.',
};

async function printInvite(folder: string, name: string): Promise<void> {
  const { code, effect } = await invite(folder, name);
  console.log(`The invite for "${name.trim()}". It is a secret, for this computer only, and is not shown again.`);
  if (effect !== 'now') console.log(EFFECTS[effect]);
  console.log(code);
}

async function printRevoked(folder: string, name: string): Promise<void> {
  const effect = await revoke(folder, name);
  console.log(
    effect === 'now'
      ? `"${name}" is revoked: it was disconnected and cannot connect again.`
      : `"${name}" is revoked in this folder. ${EFFECTS[effect]} Until then it can still connect.`,
  );
  console.log(
    'It keeps what it already has: the team’s data key, the webhook address and the webhook key. To replace them, see "A lost computer" in docs/team-server.md.',
  );
  if (effect === 'later') process.exitCode = 1;
}

const minute = (ms: number | null): string =>
  ms === null ? '-' : new Date(ms).toISOString().slice(0, 16).replace('T', ' ');

async function printList(folder: string): Promise<void> {
  // Here for servers in containers: on this machine it happens every minute.
  await sayUnused(folder);
  for (const { name, createdAt, revokedAt, lastSeenAt } of await list(folder)) {
    const state = revokedAt === null ? `last seen ${minute(lastSeenAt)}` : `revoked ${minute(revokedAt)}`;
    console.log(`${name.padEnd(30)}  invited ${minute(createdAt)}  ${state}`);
  }
}

async function printStatus(folder: string): Promise<void> {
  const { team, version, streams, isRelayReady, isReady, warnings } = await status(folder);
  console.log(`State        ${isReady ? 'ready' : 'not ready'}`);
  console.log(`nats-server  ${version ?? 'does not answer'}`);
  for (const { name, state } of streams)
    console.log(
      `  ${name.padEnd(11)}${state ? `${state.messages} messages, ${state.bytes} bytes` : 'does not answer'}`,
    );
  console.log(`Relay        ${isRelayReady ? 'ready' : 'not ready'}`);
  console.log(`Webhook URL  ${relayUrlOf(team)}`);
  console.log(`Computers    ${team.computers.filter(({ revokedAt }) => revokedAt === null).length}`);
  for (const warning of warnings) console.log(`Note: ${warning}`);
  if (!isReady) process.exitCode = 1;
}

async function printSetup(options: SetupOptions): Promise<void> {
  const hasStreams = await setup(options);
  console.log(
    hasStreams
      ? `The servers run, and have their streams. Webhook URL: ${relayUrlOf(loadTeam(options.folder))}`
      : 'Written. No server answers yet: start them as docs/team-server.md says, then run setup again.',
  );
}

async function main(): Promise<void> {
  const args = readArguments(process.argv.slice(2));
  const { command, folder, name } = args;
  if (args.help) return console.log(HELP);
  if (command === 'invite') return printInvite(folder, name);
  if (command === 'revoke') return printRevoked(folder, name);
  if (command === 'list') return printList(folder);
  if (command === 'status') return printStatus(folder);
  return command === 'setup' ? printSetup(args) : start(args);
}

function fail(error: unknown): void {
  const isUsage = error instanceof UsageError;
  const message = (error as Error).message ?? String(error);
  const isExpected = isUsage || error instanceof TeamServerError || !(error as { code?: unknown }).code;
  console.error(isExpected ? message : `The team server failed: ${message}`);
  if (isUsage) console.error(`\n${HELP}`);
  process.exit(isUsage ? 2 : 1);
}

await main().catch(fail);
