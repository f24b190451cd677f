// The command line of the team server: `npm run team-server -- --dir DIR`, and what an operator does with it.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { whenParentEnds } from '../launch/foreground.ts';
import { endUnused, invite, list, revoke } from './computers.ts';
import { type SetupOptions, type StartOptions, setup, startTeamServer } from './start.ts';
import { status, warningsOf } from './status.ts';
import { isActive, loadTeam, relayUrlOf } from './team-folder.ts';

const HELP = `Shares the catalog and webhooks of a team's computers, on this machine.

Usage: npm run team-server -- --dir DIR [options]        sets up on first use, and starts
       npm run team-server -- invite NAME --dir DIR      prints the invite for one computer, as its last line
       npm run team-server -- revoke NAME --dir DIR      disconnects it for good
       npm run team-server -- list --dir DIR
       npm run team-server -- status --dir DIR
       npm run team-server -- setup --dir DIR [options]  writes the files for servers in containers or of a cluster;
                                                         once those run, a second time creates their streams

  --dir DIR            where the team's keys and data are; back it up, and keep it secret
  --port PORT          of nats-server (default: the one it had, or 4222; 0 takes any free one)
  --relay-port PORT    of the relay (default: the one it had, or 8480; 0 takes any free one)
  --nats-server PATH   the program (default: STOREFRONT_NATS_SERVER, else found on the PATH)
  --host NAME          the name under which other computers reach this machine; they may connect then.
                       Once for each machine of a cluster
  --public-url URL     the address under which the internet reaches the relay, for example https://hooks.example.com
  --help               show this
`;

const text = { type: 'string' } as const;
const OPTIONS = {
  ...{ dir: text, port: text, 'relay-port': text, 'nats-server': text, 'public-url': text },
  host: { ...text, multiple: true },
} as const;

const port = z.coerce.number().pipe(z.int().min(0).max(65_535)).optional();
const valuesSchema = z.object({
  dir: z.string(),
  port,
  'relay-port': port,
  'nats-server': z.string().optional(),
  'public-url': z.url({ protocol: /^https?$/ }).optional(),
  host: z.array(z.union([z.hostname(), z.ipv4()])).optional(),
});

/** A wrong command line: shown with the help. */
class UsageError extends Error {}

const COMMANDS: Readonly<Record<string, (options: StartOptions, name: string) => Promise<void>>> = {
  start,
  invite: printInvite,
  revoke: printRevoked,
  list: printList,
  status: printStatus,
  setup: printSetup,
};

function readArguments() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const read = valuesSchema.safeParse(values);
  if (!read.success) {
    const wrong = read.error.issues.map(({ path, message }) => `--${String(path[0])}: ${message}`);
    throw new UsageError(wrong.join('\n'));
  }
  const [command = 'start', name, ...more] = positionals;
  const run = COMMANDS[command];
  if (!run) throw new UsageError(`There is no command "${command}".`);
  const takesName = command === 'invite' || command === 'revoke';
  if (takesName !== (name !== undefined) || more.length > 0)
    throw new UsageError(takesName ? `${command} takes one name, in quotation marks.` : `${command} takes no name.`);
  const { dir, port, host: hosts, 'relay-port': relayPort, 'nats-server': natsServer, 'public-url': url } = read.data;
  const options = { folder: resolve(dir), port, relayPort, hosts, natsServer, publicUrl: url?.replace(/\/+$/, '') };
  return { run, options, name: name ?? '' };
}

const INVITES_MS = 60_000;

async function start(options: StartOptions): Promise<void> {
  const { folder } = options;
  const server = await startTeamServer({ ...options, output: 'inherit' });
  let stopping: Promise<void> | undefined;
  const stop = (code: number) => {
    stopping ??= server.close();
    stopping.then(() => process.exit(code), fail);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0));
  // A log whose reader has gone must not end the server.
  process.stdout.on('error', () => undefined);
  whenParentEnds(() => stop(0));
  // What restarts it then is systemd, or the operator.
  void server.nats.ended.then((reason) => {
    console.error(reason);
    stop(1);
  });
  setInterval(() => void sayUnused(folder).catch((error: Error) => console.error(error.message)), INVITES_MS);
  const team = loadTeam(folder);
  for (const warning of warningsOf(team, server.natsServer.version)) console.log(`Note: ${warning}`);
  if (!team.computers.some(isActive))
    console.log(`No computer is in the team yet: npm run team-server -- invite NAME --dir ${folder}`);
  console.log(`team server ready: nats ${server.natsUrl} relay ${server.relayUrl}`);
}

async function sayUnused(folder: string): Promise<void> {
  for (const name of await endUnused(folder, Date.now()))
    console.log(`The invite for "${name}" has ended: it was not used within a day.`);
}

const NOT_YET =
  'No running server has read it yet. It takes effect when the server starts, or as "In containers" in docs/team-server.md says.';

async function printInvite({ folder }: SetupOptions, name: string): Promise<void> {
  const { code, isInEffect } = await invite(folder, name);
  console.log(`The invite for "${name.trim()}". It is a secret, for this computer only, and is not shown again.`);
  if (!isInEffect) console.log(NOT_YET);
  console.log(code);
}

async function printRevoked({ folder }: SetupOptions, name: string): Promise<void> {
  const { isInEffect } = await revoke(folder, name);
  console.log(
    isInEffect
      ? `"${name}" is revoked: it was disconnected and cannot connect again.`
      : `"${name}" is revoked in this folder. ${NOT_YET} Until then it can still connect.`,
  );
  console.log('It keeps the keys that it has: see "A lost computer" in docs/team-server.md.');
  if (!isInEffect) process.exitCode = 1;
}

const minute = (ms: number | null): string =>
  ms === null ? '-' : new Date(ms).toISOString().slice(0, 16).replace('T', ' ');

async function printList({ folder }: SetupOptions): Promise<void> {
  // Here for servers in containers: on this machine it happens every minute.
  await sayUnused(folder);
  for (const { name, createdAt, revokedAt, lastSeenAt } of await list(folder)) {
    const state = revokedAt === null ? `last seen ${minute(lastSeenAt)}` : `revoked ${minute(revokedAt)}`;
    console.log(`${name.padEnd(30)}  invited ${minute(createdAt)}  ${state}`);
  }
}

async function printStatus({ folder }: SetupOptions): Promise<void> {
  const { lines, isReady } = await status(folder);
  console.log(lines.join('\n'));
  if (!isReady) process.exitCode = 1;
}

async function printSetup(options: SetupOptions): Promise<void> {
  console.log(
    (await setup(options))
      ? `The servers run, and have their streams. Webhook URL: ${relayUrlOf(loadTeam(options.folder))}`
      : 'Written. No server answers yet: start them as docs/team-server.md says, then run setup again.',
  );
}

async function main(): Promise<void> {
  if (process.argv.includes('--help')) return console.log(HELP);
  const { run, options, name } = readArguments();
  await run(options, name);
}

function fail(error: Error & { readonly code?: unknown }): void {
  const isUsage = error instanceof UsageError || String(error.code).startsWith('ERR_PARSE_ARGS');
  console.error(error.message);
  if (isUsage) console.error(`\n${HELP}`);
  process.exit(isUsage ? 2 : 1);
}

await main().catch(fail);
