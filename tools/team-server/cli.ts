// The command line of the team server: `npm run team-server -- --dir DIR` starts it; other commands manage the team.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { whenParentEnds } from '../launch/foreground.ts';
import { endUnused, invite, lastSeen, revoke } from './computers.ts';
import { findNatsServer, startTeamServer, writeTeam } from './start.ts';
import { printStatus, warningsOf } from './streams.ts';
import { loadTeam, optionsSchema } from './team.ts';

const HELP = `Shares the catalog and webhooks of a team's computers: see docs/team-server.md.

  npm run team-server -- --dir DIR [--port PORT] [--relay-port PORT] [--nats-server PATH]
                         [--host NAME]... [--public-url URL] [--write-only]
  npm run team-server -- invite NAME --dir DIR
  npm run team-server -- revoke NAME --dir DIR
  npm run team-server -- list --dir DIR
  npm run team-server -- status --dir DIR
`;

const text = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ dir: text, port: text, 'relay-port': text, 'nats-server': text, 'public-url': text },
    ...{ host: { ...text, multiple: true }, 'write-only': { type: 'boolean' }, help: { type: 'boolean' } },
  },
});
const dir = resolve(values.dir ?? '');

const INVITES_MS = 60_000;
const NOT_YET =
  'No running server has read it yet. It takes effect when the server starts, or as "In containers" in docs/team-server.md says.';

async function start(): Promise<void> {
  const { port, 'relay-port': relayPort, host: hosts, 'public-url': publicUrl } = values;
  const { data: options, error } = optionsSchema.safeParse({ port, relayPort, hosts, publicUrl });
  if (error) throw new Error(z.prettifyError(error));
  if (values['write-only']) {
    // The containers run this version or a newer one.
    await writeTeam(dir, options, '2.10.27');
    return console.log('Written. Start the servers as docs/team-server.md says.');
  }
  const natsServer = findNatsServer(values['nats-server']);
  const server = await startTeamServer(dir, options, natsServer, (line) => process.stdout.write(line));
  // A log whose reader has gone must not end the server.
  process.stdout.on('error', () => undefined);
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
    whenParentEnds(resolve);
  });
  setInterval(() => void printUnused().catch((error: Error) => console.error(error.message)), INVITES_MS);
  for (const warning of warningsOf(loadTeam(dir), natsServer.version)) console.log(`Note: ${warning}`);
  console.log(`team server ready: nats ${server.natsUrl} relay ${server.relayUrl}`);
  const failure = await Promise.race([stopped, server.nats.ended]);
  if (failure) console.error(failure);
  await server.close();
  // A failure must show in the exit code, so that systemd or the operator starts the server again.
  process.exit(failure ? 1 : 0);
}

async function printUnused(): Promise<void> {
  for (const name of await endUnused(dir, Date.now()))
    console.log(`The invite for "${name}" has ended: it was not used within a day.`);
}

async function printInvite(name: string): Promise<void> {
  const { code, isInEffect } = await invite(dir, name);
  console.log(`The invite for "${name.trim()}". It is a secret, for this computer only, and is not shown again.`);
  if (!isInEffect) console.log(NOT_YET);
  console.log(code);
}

async function printRevoked(name: string): Promise<void> {
  const isInEffect = await revoke(dir, name);
  const effect = isInEffect ? 'It was disconnected and cannot connect again.' : `${NOT_YET} Until then it can connect.`;
  console.log(`"${name}" is revoked. ${effect}`);
  console.log('It keeps the keys that it has: see "A lost computer" in docs/team-server.md.');
  if (!isInEffect) process.exitCode = 1;
}

async function printList(): Promise<void> {
  const minute = (ms = 0) => (ms === 0 ? '-' : new Date(ms).toISOString().slice(0, 16).replace('T', ' '));
  // For servers in containers; a server on this machine does it every minute.
  await printUnused();
  const team = loadTeam(dir);
  const seen = await lastSeen(team);
  for (const { name, createdAt, publicKey } of team.computers)
    console.log(`${name.padEnd(30)}  invited ${minute(createdAt)}  last seen ${minute(seen?.get(publicKey))}`);
}

async function main(): Promise<void> {
  const [command = 'start', name, ...more] = positionals;
  const takesName = command === 'invite' || command === 'revoke';
  if (values.help) return console.log(HELP);
  if (!values.dir || takesName !== (name !== undefined) || more.length > 0)
    throw new Error('It takes --dir, and "invite" and "revoke" one name in quotation marks: see --help.');
  const status = () => printStatus(loadTeam(dir));
  const commands = { start, invite: printInvite, revoke: printRevoked, list: printList, status };
  const act = commands[command as keyof typeof commands];
  if (!act) throw new Error(`There is no command "${command}": see --help.`);
  await act(name ?? '');
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
