// The command `npm run team-server`: what it prints, how it starts and ends, and its errors.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { decodeInvite } from '../../src/team-protocol/invite.ts';
import { driven } from '../../tools/launch/driven-process.ts';
import { loadTeam } from '../../tools/team-server/team.ts';
import { freePort } from '../../tools/test/free-port.ts';
import { slow } from '../../tools/test/slow.ts';
import { temporaryFolder } from '../support/folder.ts';
import { connectComputer, describeWithNats, inviteOf } from '../support/team-server.ts';
import { until } from '../support/until.ts';

const READY =
  /^(team server ready: nats tls:\/\/127\.0\.0\.1:\d+ relay http:\/\/127\.0\.0\.1:\d+\/hooks\/[A-Za-z0-9_-]{43})$/m;

function run(...args: string[]) {
  const command = ['--import', 'tsx', 'tools/team-server/cli.ts', ...args];
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] });
  const server = driven(child);
  onTestFinished(async () => void (await server.end(20_000)));
  // The limit includes compiling the command.
  return { ...server, closed: once(child, 'close'), ready: () => server.waitFor(READY, slow(60_000)) };
}

/** Resolves with the exit code and all that it printed. */
async function ended({ closed, output }: ReturnType<typeof run>): Promise<[number | null, string]> {
  const [code] = await closed;
  return [code, output()];
}

const natsPid = (folder: string): number => Number(readFileSync(join(folder, 'nats', 'nats.pid'), 'utf8'));

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const freePorts = async () => ['--port', `${await freePort()}`, '--relay-port', `${await freePort()}`];
const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) as string;

describeWithNats('npm run team-server', { timeout: slow(150_000) }, () => {
  it('sets up, starts, invites, lists, revokes, and keeps its addresses', async () => {
    const folder = temporaryFolder();
    const command = async (...args: string[]) => {
      const [code, output] = await ended(run(...args, '--dir', folder));
      expect(code, output).toBe(0);
      return output;
    };
    const server = run('--dir', folder, ...(await freePorts()));
    const ready = await server.ready();
    const [, natsUrl, relayUrl = ''] = /nats (\S+) relay (\S+)/.exec(ready) ?? [];
    expect((await fetch(relayUrl, { method: 'POST', body: '{}' })).status).toBe(200);
    const second = await ended(run('--dir', folder));
    expect(second).toEqual([1, `A team server is already running in ${folder}.\n`]);

    const code = lastLine(await command('invite', 'Anna’s laptop'));
    expect(decodeInvite(code)).toMatchObject({ computer: 'Anna’s laptop', servers: [natsUrl], relayUrl });
    await connectComputer(inviteOf(code));
    const [list, status] = await Promise.all(['list', 'status'].map((name) => command(name)));
    expect(list).toMatch(/Anna’s laptop +invited 2\S+ \S+ +last seen/);
    expect(status).toMatch(/State +ready[\s\S]*deliveries +1 messages[\s\S]*Relay +ready/);
    await command('revoke', 'Anna’s laptop');
    await expect(connectComputer(inviteOf(code))).rejects.toThrow(/authorization/i);

    expect(await server.end(slow(20_000)), server.output()).toBe(0);
    await expect(fetch(relayUrl)).rejects.toThrow();
    const offline = await command('invite', 'Ben');
    expect(await run('--dir', folder).ready()).toBe(ready);
    await connectComputer(inviteOf(lastLine(offline)));
  });

  it('leaves nothing behind when it is killed, and ends with a reason when nats-server dies', async () => {
    const folder = temporaryFolder();
    const server = run('--dir', folder, ...(await freePorts()));
    const ready = await server.ready();
    const pid = natsPid(folder);
    await server.kill();
    await until('nats-server has ended', () => !isAlive(pid));
    const again = run('--dir', folder);
    expect(await again.ready()).toBe(ready);
    process.kill(natsPid(folder), 'SIGKILL');
    expect(await ended(again)).toEqual([1, expect.stringContaining('nats-server ended')]);
  });
});

it('writes the files for servers in containers, and keeps what it is given', async () => {
  const folder = temporaryFolder();
  const write = (...args: string[]) => ended(run('--write-only', '--dir', folder, ...args));
  const ports = ['--port', '5222', '--relay-port', '9480'];
  const first = await write('--host', 'localhost', ...ports, '--public-url', 'https://hooks.example.com');
  expect(first).toEqual([0, expect.stringContaining('Written')]);
  expect((await write('--host', 'n1.example.com', '--host', 'n2.example.com'))[0]).toBe(0);
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
  expect(await ended(run(...args, '--dir', temporaryFolder()))).toEqual([1, expect.stringContaining(problem)]);
});
