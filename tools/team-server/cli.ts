// The command line of the team server: `npm run team-server -- --dir DIR`, and what an operator does with it.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { whenParentEnds } from '../launch/foreground.ts';
import { type Effect, endUnused, invite, list, revoke } from './computers.ts';
import { type SetupOptions, type StartOptions, setup, startTeamServer } from './start.ts';
import { status, warningsOf } from './status.ts';
import { loadTeam, relayUrlOf, TeamServerError } from './team-folder.ts';

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
  help: { type: 'boolean' },
} as const;

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .pipe(z.int().max(65_535))
  .optional();
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

function readArguments() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const read = valuesSchema.safeParse(values);
  if (!read.success) {
    const wrong = read.error.issues.map(({ path, message }) => `--${String(path[0])}: ${message}`);
    throw new UsageError(wrong.join('\n'));
  }
  const { dir, port, host: hosts } = read.data;
  const [command = 'start', name, ...more] = positionals;
  const takesName = command === 'invite' || command === 'revoke';
  if (takesName !== (name !== undefined) || more.length > 0)
    throw new UsageError(takesName ? `${command} takes one name, in quotation marks.` : `${command} takes no name.`);
  return {
    ...{ command, name: name ?? '', folder: resolve(dir), port, hosts },
    relayPort: read.data['relay-port'],
    natsServer: read.data['nats-server'],
    publicUrl: read.data['public-url']?.replace(/\/+$/, ''),
  };
}

const INVITES_MS = 60_000;

async function start(options: StartOptions): Promise<void> {
  const { folder } = options;
  const server = await startTeamServer({ ...options, output: 'inherit' });
  const stop = (code: number) => {
    server.close().then(() => process.exit(code), fail);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0));
  // A log whose reader has gone must not end the server.
  process.stdout.on('error', () => undefined);
  whenParentEnds(() => stop(0));
  // What restarts it then is systemd, or the operator.
  void server.ended.then((reason) => {
    console.error(reason);
    stop(1);
  });
  setInterval(() => void sayUnused(folder).catch((error: Error) => console.error(error.message)), INVITES_MS);
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

const NOT_YET: Readonly<Record<Exclude<Effect, 'now'>, string>> = {
  later: 'The server has not read its users yet: restart it, or see "In containers" in docs/team-server.md.',
  'at-start': 'No server answers. It takes effect when one starts.',
};

async function printInvite(folder: string, name: string): Promise<void> {
  const { code, effect } = await invite(folder, name);
  console.log(`The invite for "${name.trim()}". It is a secret, for this computer only, and is not shown again.`);
  if (effect !== 'now') console.log(NOT_YET[effect]);
  console.log(code);
}

async function printRevoked(folder: string, name: string): Promise<void> {
  const effect = await revoke(folder, name);
  console.log(
    effect === 'now'
      ? `"${name}" is revoked: it was disconnected and cannot connect again.`
      : `"${name}" is revoked in this folder. ${NOT_YET[effect]} Until then it can still connect.`,
  );
  console.log('It keeps the keys that it has: see "A lost computer" in docs/team-server.md.');
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
  const options = readArguments();
  const { command, folder, name } = options;
  const commands: Readonly<Record<string, () => Promise<void>>> = {
    start: () => start(options),
    invite: () => printInvite(folder, name),
    revoke: () => printRevoked(folder, name),
    list: () => printList(folder),
    status: () => printStatus(folder),
    setup: () => printSetup(options),
  };
  const run = commands[command];
  if (!run) throw new UsageError(`There is no command "${command}".`);
  await run();
}

function fail(error: Error & { readonly code?: unknown }): void {
  const isUsage = error instanceof UsageError || String(error.code).startsWith('ERR_PARSE_ARGS');
  const isExpected = isUsage || error instanceof TeamServerError || error.code === undefined;
  console.error(isExpected ? error.message : `The team server failed: ${error.message}`);
  if (isUsage) console.error(`\n${HELP}`);
  process.exit(isUsage ? 2 : 1);
}

await main().catch(fail);
