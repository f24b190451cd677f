// The command `npm run team-server`: what it prints, how it starts and ends, and its errors.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { decodeInvite } from '../../src/team-protocol/invite.ts';
import { loadTeam } from '../../tools/team-server/team.ts';
import { freePort } from '../../tools/test/free-port.ts';
import { slow } from '../../tools/test/slow.ts';
import { temporaryFolder } from '../support/folder.ts';
import { connectComputer, describeWithNats, inviteOf } from '../support/team-server.ts';
import { until } from '../support/until.ts';

const CLI = resolve(import.meta.dirname, '../../tools/team-server/cli.ts');
const READY =
  /^team server ready: nats (tls:\/\/127\.0\.0\.1:\d+) relay (http:\/\/127\.0\.0\.1:\d+\/hooks\/[A-Za-z0-9_-]{43})$/m;
/** Each command is compiled first. */
const START_MS = slow(60_000);
const started: ChildProcess[] = [];

afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'close');
  }
});

function run(...args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', CLI, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  const out = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    out.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    out.stderr += chunk;
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...out }));
  return { child, out, ended };
}

async function ready({ out, ended }: ReturnType<typeof run>) {
  await Promise.race([ended, until('it is ready', () => READY.test(out.stdout), START_MS)]);
  const [, natsUrl, relayUrl] = READY.exec(out.stdout) ?? [];
  if (!natsUrl || !relayUrl) throw new Error(`${out.stdout}\n${out.stderr}`);
  return { natsUrl, relayUrl };
}

const start = (folder: string, ...more: string[]) => run('--dir', folder, ...more);
const freePorts = async () => ['--port', `${await freePort()}`, '--relay-port', `${await freePort()}`];

const natsPid = (folder: string): number => Number(readFileSync(join(folder, 'nats', 'nats.pid'), 'utf8'));

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const lastLine = (stdout: string): string => stdout.trimEnd().split('\n').at(-1) as string;

describeWithNats('npm run team-server', { timeout: slow(150_000) }, () => {
  it('sets up, starts, invites, lists, revokes, and keeps its addresses', async () => {
    const folder = temporaryFolder();
    const server = start(folder, ...(await freePorts()));
    const { natsUrl, relayUrl } = await ready(server);
    expect((await fetch(relayUrl, { method: 'POST', body: '{}' })).status).toBe(200);
    const second = await start(folder).ended;
    expect(second).toMatchObject({ code: 1, stderr: `A team server is already running in ${folder}.\n` });

    const code = lastLine((await run('invite', 'Anna’s laptop', '--dir', folder).ended).stdout);
    expect(decodeInvite(code)).toMatchObject({ computer: 'Anna’s laptop', servers: [natsUrl], relayUrl });
    await connectComputer(inviteOf(code));
    const [list, status] = await Promise.all(['list', 'status'].map((name) => run(name, '--dir', folder).ended));
    expect(list?.stdout).toMatch(/Anna’s laptop +invited 2\S+ \S+ +last seen/);
    expect(status).toMatchObject({ code: 0, stderr: '' });
    expect(status?.stdout).toMatch(/State +ready[\s\S]*deliveries +1 messages[\s\S]*Relay +ready/);
    expect(await run('revoke', 'Anna’s laptop', '--dir', folder).ended).toMatchObject({ code: 0, stderr: '' });
    await expect(connectComputer(inviteOf(code), { reconnect: false })).rejects.toThrow(/authorization/i);

    server.child.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0, stderr: '' });
    await expect(fetch(relayUrl)).rejects.toThrow();
    // While it is stopped.
    const offline = await run('invite', 'Ben', '--dir', folder).ended;
    expect(await ready(start(folder))).toEqual({ natsUrl, relayUrl });
    await connectComputer(inviteOf(lastLine(offline.stdout)));
  });

  it('leaves nothing behind when it is killed, and ends with a reason when nats-server dies', async () => {
    const folder = temporaryFolder();
    const server = start(folder, ...(await freePorts()));
    const addresses = await ready(server);
    const pid = natsPid(folder);
    server.child.kill('SIGKILL');
    await until('nats-server has ended', () => !isAlive(pid));
    const again = start(folder);
    expect(await ready(again)).toEqual(addresses);
    process.kill(natsPid(folder), 'SIGKILL');
    const { code, stderr } = await again.ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining('nats-server ended')]);
  });
});

it('writes the files for servers in containers, and keeps what it is given', async () => {
  const folder = temporaryFolder();
  const write = (...args: string[]) => run('--write-only', '--dir', folder, ...args).ended;
  const ports = ['--port', '5222', '--relay-port', '9480'];
  const first = await write('--host', 'localhost', ...ports, '--public-url', 'https://hooks.example.com');
  expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('Written') });
  expect(await write('--host', 'n1.example.com', '--host', 'n2.example.com')).toMatchObject({ code: 0, stderr: '' });
  expect(loadTeam(folder)).toMatchObject({
    hosts: ['n1.example.com', 'n2.example.com'],
    ...{ port: 5222, relayPort: 9480, publicUrl: 'https://hooks.example.com' },
  });
});

it.each([
  [['invite'], 'one name'],
  [['--port', '70000', '--host', 'a b'], 'port'],
  [['--public-url', 'http://hooks.example.com'], 'publicUrl'],
  [['--nats-server', '/nowhere/nats-server'], '/nowhere/nats-server'],
])('says what is wrong with the command line %j', async (args, problem) => {
  const ended = await run(...args, '--dir', temporaryFolder()).ended;
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining(problem) });
});
