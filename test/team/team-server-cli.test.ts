// The command `npm run team-server`: what it prints, how it starts and ends, and its errors.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { decodeInvite } from '../../src/team-protocol/invite.ts';
import { pidOf } from '../../tools/team-server/reload.ts';
import { loadTeam } from '../../tools/team-server/team-folder.ts';
import { temporaryFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { connectComputer, describeWithNats, hasFile, inviteOf } from '../support/team-server.ts';
import { until } from '../support/until.ts';

const CLI = resolve(import.meta.dirname, '../../tools/team-server/cli.ts');
const READY =
  /^team server ready: nats (tls:\/\/127\.0\.0\.1:\d+) relay (http:\/\/127\.0\.0\.1:\d+\/hooks\/[A-Za-z0-9_-]{43})$/m;
const started: ChildProcess[] = [];

afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'close');
  }
});

function run(args: string[], env: NodeJS.ProcessEnv = {}) {
  const options = { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'] };
  const child = spawn(process.execPath, ['--import', 'tsx', CLI, ...args], options);
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
  await Promise.race([ended, until('it is ready', () => READY.test(out.stdout))]);
  const [, natsUrl, relayUrl] = READY.exec(out.stdout) ?? [];
  if (!natsUrl || !relayUrl) throw new Error(`${out.stdout}\n${out.stderr}`);
  return { natsUrl, relayUrl };
}

const start = (folder: string, ...more: string[]) =>
  run(['--dir', folder, '--port', '0', '--relay-port', '0', ...more]);

function natsPid(folder: string): number | null {
  const team = loadTeam(folder);
  return pidOf(folder, team, team.nodes[0] as (typeof team.nodes)[number]);
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const refused = async (url: string): Promise<boolean> =>
  fetch(url).then(
    () => false,
    () => true,
  );

describeWithNats('npm run team-server', () => {
  it('sets up, starts, invites, lists, revokes, and keeps its addresses', async () => {
    const folder = temporaryFolder();
    const server = start(folder);
    const { natsUrl, relayUrl } = await ready(server);
    expect((await fetch(relayUrl, { method: 'POST', body: '{}' })).status).toBe(200);

    const invited = await run(['invite', 'Anna’s laptop', '--dir', folder]).ended;
    const code = invited.stdout.trimEnd().split('\n').at(-1) as string;
    expect(decodeInvite(code)).toMatchObject({ computer: 'Anna’s laptop', servers: [natsUrl], relayUrl });
    await connectComputer(inviteOf(code));

    expect((await run(['list', '--dir', folder]).ended).stdout).toMatch(/Anna’s laptop +connected/);
    const status = await run(['status', '--dir', folder]).ended;
    expect(status).toMatchObject({ code: 0, stderr: '' });
    expect(status.stdout).toMatch(/State +ready[\s\S]*deliveries +1 messages[\s\S]*Relay +ready/);

    expect(await run(['invite', 'Anna’s laptop', '--dir', folder]).ended).toMatchObject({ code: 1 });
    const revoked = await run(['revoke', 'Anna’s laptop', '--dir', folder]).ended;
    expect(revoked.stdout).toContain('was disconnected and cannot connect again.');
    expect(revoked.stdout).toContain('could post events that count as verified sales');
    expect((await run(['list', '--dir', folder]).ended).stdout).toMatch(/Anna’s laptop +revoked/);

    server.child.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0, stderr: '' });
    expect(await refused(relayUrl)).toBe(true);
    expect((await run(['status', '--dir', folder]).ended).code).toBe(1);

    // While it is stopped.
    const offline = await run(['invite', 'Ben', '--dir', folder]).ended;
    expect(offline.stdout).toContain('It takes effect when one starts');
    const again = start(folder);
    expect(await ready(again)).toEqual({ natsUrl, relayUrl });
    await connectComputer(inviteOf(offline.stdout.trimEnd().split('\n').at(-1) as string));
  });

  it('refuses a second start in the same folder', async () => {
    const folder = temporaryFolder();
    await ready(start(folder));
    const second = await start(folder).ended;
    expect(second).toMatchObject({ code: 1, stderr: `A team server is already running in ${folder}.\n` });
  });

  it.each(['--port', '--relay-port'])('says so where the port of %s is in use', async (option) => {
    const occupied = createServer().listen(0, '127.0.0.1');
    await once(occupied, 'listening');
    onTestFinished(() => void occupied.close());
    const { port } = occupied.address() as { port: number };
    const folder = temporaryFolder();
    const ports = { '--port': '0', '--relay-port': '0', [option]: String(port) };
    const { code, stderr } = await run(['--dir', folder, ...Object.entries(ports).flat()]).ended;
    expect(code).toBe(1);
    expect(stderr).toContain(`Port ${port} is in use.`);
    expect(stderr).toContain(option);
  });

  it('uses the given ports', async () => {
    const [port, relayPort] = [await freePort(), await freePort()];
    const server = run(['--dir', temporaryFolder(), '--port', `${port}`, '--relay-port', `${relayPort}`]);
    const { natsUrl, relayUrl } = await ready(server);
    expect(natsUrl).toBe(`tls://127.0.0.1:${port}`);
    expect(relayUrl).toContain(`http://127.0.0.1:${relayPort}/hooks/`);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('ends what it started on %s', async (signal) => {
    const folder = temporaryFolder();
    const server = start(folder);
    const { relayUrl } = await ready(server);
    const pid = natsPid(folder) as number;
    server.child.kill(signal);
    expect((await server.ended).code).toBe(0);
    expect(isAlive(pid)).toBe(false);
    expect(await refused(relayUrl)).toBe(true);
  });

  it('leaves nothing behind when it is killed', async () => {
    const folder = temporaryFolder();
    const server = start(folder);
    const { natsUrl, relayUrl } = await ready(server);
    const pid = natsPid(folder) as number;
    server.child.kill('SIGKILL');
    await server.ended;
    await until('nats-server has ended', () => !isAlive(pid));
    for (const end = performance.now() + 60_000; !(await refused(relayUrl)) && performance.now() < end; );
    expect(await refused(relayUrl)).toBe(true);
    expect(await ready(start(folder))).toEqual({ natsUrl, relayUrl });
  });

  it('starts at once after it was killed while the relay had open requests', async () => {
    const folder = temporaryFolder();
    const server = start(folder);
    const addresses = await ready(server);
    const { port, pathname } = new URL(addresses.relayUrl);
    const sender = createConnection({ port: Number(port), host: '127.0.0.1' });
    onTestFinished(() => void sender.destroy());
    sender.on('error', () => undefined);
    sender.write(`POST ${pathname} HTTP/1.1\r\nHost: relay\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n`);
    // It has accepted the request, and waits for the body.
    await once(sender, 'data');
    server.child.kill('SIGKILL');
    await server.ended;
    expect(await ready(start(folder))).toEqual(addresses);
  });

  it.skipIf(process.platform !== 'linux')(
    'survives the death of what keeps nats-server, and of everything but it',
    async () => {
      const folder = temporaryFolder();
      const server = start(folder);
      const addresses = await ready(server);
      const keeperOf = (pid: number) =>
        Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
      const first = natsPid(folder) as number;
      process.kill(keeperOf(first), 'SIGKILL');
      await until('another one runs', () => ![null, first].includes(natsPid(folder)));
      await until('the first one has ended', () => !isAlive(first));
      expect((await fetch(addresses.relayUrl, { method: 'POST', body: '{}' })).status).toBe(200);
      const second = natsPid(folder) as number;
      for (const pid of [server.child.pid as number, keeperOf(second)]) process.kill(pid, 'SIGKILL');
      await server.ended;
      expect(isAlive(second)).toBe(true);
      expect(await ready(start(folder))).toEqual(addresses);
      await until('the second one has ended', () => !isAlive(second));
    },
  );

  it.skipIf(process.platform === 'win32')('ends with the npm that runs it', async () => {
    const folder = temporaryFolder();
    const args = ['run', 'team-server', '--', '--dir', folder, '--port', '0', '--relay-port', '0'];
    const npm = spawn('npm', args, {
      cwd: resolve(import.meta.dirname, '../../..'),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let stdout = '';
    npm.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    await until('it is ready', () => READY.test(stdout));
    const pid = natsPid(folder) as number;
    npm.kill('SIGKILL');
    await until('nats-server has ended', () => !isAlive(pid));
  });

  it('starts nats-server again when it dies, and says so', async () => {
    const folder = temporaryFolder();
    const server = start(folder);
    const { relayUrl } = await ready(server);
    const pid = natsPid(folder) as number;
    process.kill(pid, 'SIGKILL');
    await until('it says so', () => server.out.stdout.includes('nats-server ended'));
    // The relay waits for it.
    expect((await fetch(relayUrl, { method: 'POST', body: 'after the death' })).status).toBe(200);
    expect(natsPid(folder)).not.toBe(pid);
  });

  it('writes a certificate and invites for the name under which it is reached', async () => {
    const folder = temporaryFolder();
    const server = start(folder, '--host', 'localhost', '--public-url', 'https://hooks.example.com/');
    await until('it is ready', () => server.out.stdout.includes('team server ready: nats tls://localhost:'));
    expect(server.out.stdout).toMatch(/relay https:\/\/hooks\.example\.com\/hooks\/[A-Za-z0-9_-]{43}\n/);
    const { stdout } = await run(['invite', 'Anna', '--dir', folder]).ended;
    const invite = inviteOf(stdout.trimEnd().split('\n').at(-1) as string);
    expect(invite.servers[0]).toMatch(/^tls:\/\/localhost:\d+$/);
    await connectComputer(invite);
  });

  it('invites and revokes with the installed nats-server, although the team runs a newer one', async () => {
    const folder = temporaryFolder();
    await run(['setup', '--dir', folder, '--host', 'localhost']).ended;
    expect(readFileSync(join(folder, 'nats', 'nats.conf'), 'utf8')).toContain('sync_interval: always');
    expect(await run(['invite', 'Anna', '--dir', folder]).ended).toMatchObject({ code: 0, stderr: '' });
    const revoked = await run(['revoke', 'Anna', '--dir', folder]).ended;
    expect(revoked).toMatchObject({ code: 0, stderr: '' });
    // Nothing was reloaded.
    expect(revoked.stdout).toContain('Until the server has read that, it can still connect.');
    expect(revoked.stdout).toContain('One in a container has to read its users again');
    expect(revoked.stdout).not.toContain('cannot connect');
  });

  it('sets up the ports that it is given, and keeps them with a new host', async () => {
    const folder = temporaryFolder();
    const setup = (...args: string[]) => run(['setup', '--dir', folder, ...args]).ended;
    const ports = ['--port', '5222', '--relay-port', '9480'];
    await setup('--host', 'localhost', ...ports, '--public-url', 'https://hooks.example.com');
    expect(await setup('--host', 'nats.example.com')).toMatchObject({ code: 0, stderr: '' });
    expect(loadTeam(folder).nodes).toEqual([{ name: 'n1', host: 'nats.example.com', port: 5222, clusterPort: 6222 }]);
    expect(loadTeam(folder).relay.port).toBe(9480);
    expect(readFileSync(join(folder, 'relay', 'caddy.env'), 'utf8')).toBe(
      'HOOKS_HOST=hooks.example.com\nRELAY_PORT=9480\n',
    );
    await setup('--port', '5333');
    expect(loadTeam(folder).nodes[0]).toMatchObject({ host: 'nats.example.com', port: 5333 });
  });

  it('rejects a port for a cluster that is already set up', async () => {
    const folder = temporaryFolder();
    const nodes = ['n1', 'n2', 'n3'].flatMap((name) => ['--node', `${name}=${name}.example.com`]);
    await run(['setup', '--dir', folder, ...nodes]).ended;
    const { code, stderr } = await run(['setup', '--dir', folder, '--port', '5222']).ended;
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('name each node with --node') });
  });

  it('creates no invite with a name that the app would reject', async () => {
    const folder = temporaryFolder();
    await run(['setup', '--dir', folder, '--host', 'localhost']).ended;
    const fits = await run(['invite', '💻'.repeat(50), '--dir', folder]).ended;
    expect(inviteOf(fits.stdout.trimEnd().split('\n').at(-1) as string).computer).toBe('💻'.repeat(50));
    for (const name of ['💻'.repeat(51), 'two\nlines', ' ']) {
      const { code, stderr } = await run(['invite', name, '--dir', folder]).ended;
      expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('1 to 100 characters') });
    }
  });

  it('starts when the relay listens on another address', async () => {
    const server = start(temporaryFolder(), '--relay-host', '127.0.0.2');
    await until('it is ready', () => server.out.stdout.includes('team server ready'));
    const relayUrl = / relay (http:\/\/127\.0\.0\.2:\S+)$/m.exec(server.out.stdout)?.[1] as string;
    expect((await fetch(relayUrl, { method: 'POST', body: '{}' })).status).toBe(200);
  });

  it('writes the files of a cluster, each with a bundled relay', async () => {
    const folder = temporaryFolder();
    const nodes = ['n1', 'n2', 'n3'].flatMap((name) => ['--node', `${name}=${name}.example.com`]);
    const { code, stdout } = await run(['setup', '--dir', folder, ...nodes]).ended;
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('run setup again') });
    const at = { folder } as Parameters<typeof hasFile>[0];
    for (const name of ['nats.conf', 'accounts.conf', 'ca.pem', 'server.pem', 'server.key']) {
      expect(hasFile(at, 'nodes', 'n3', name), name).toBe(true);
    }
    const bundle = spawn(process.execPath, [join(folder, 'relay', 'relay.mjs')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    bundle.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    await once(bundle, 'close');
    expect(stderr).toContain('Usage: relay --config FILE');
  });
});

describe('npm run team-server, wrongly used,', () => {
  it.each([
    [['frobnicate', '--dir', 'x'], 'There is no command "frobnicate".'],
    [['invite', '--dir', 'x'], 'invite takes the name of a computer.'],
    [['invite', 'Anna', 'Berg', '--dir', 'x'], '"Berg" is too much.'],
    [[], '--dir must name a folder.'],
    [['--dir', 'x', '--port', '70000'], '--port must be a whole number from 0 to 65535, not "70000".'],
    [['--dir', 'x', '--host', 'a b'], '--host must be a host name'],
    [['--dir', 'x', '--public-url', 'hooks'], '--public-url must be an address'],
    [['setup', '--dir', 'x', '--node', 'n1'], '--node must be like'],
    [['setup', '--dir', 'x', '--host', 'a', '--relay-port', '0'], 'setup takes no port 0.'],
    [
      ['setup', '--dir', 'x', '--port', '5222', ...['n1=a', 'n2=b', 'n3=c'].flatMap((node) => ['--node', node])],
      'With --node, give each node its host and port there',
    ],
    [['--dir', 'x', ...['n1=a', 'n2=b', 'n3=c'].flatMap((node) => ['--node', node])], '--node is for setup.'],
    [['setup', '--dir', 'x', '--node', 'n1=a', '--node', 'n2=b'], 'A cluster has at least three nodes.'],
    [['--dri', 'x'], "'--dri'"],
  ])('%j says what is wrong, with the help', async (args, problem) => {
    const { code, stderr } = await run(args).ended;
    expect(code).toBe(2);
    expect(stderr).toContain(problem);
    expect(stderr).toContain('Usage: npm run team-server');
  });

  it.each([['invite', 'Anna'], ['revoke', 'Anna'], ['list'], ['status']])(
    '%s says that the folder is no team server',
    async (...args) => {
      const folder = temporaryFolder();
      const { code, stderr } = await run([...args, '--dir', folder]).ended;
      expect(code).toBe(1);
      expect(stderr).toContain(`There is no team server in ${folder}.`);
    },
  );

  it('says how to get nats-server where there is none', async () => {
    const folder = temporaryFolder();
    const none = await run(['--dir', folder], { STOREFRONT_NATS_SERVER: 'none' }).ended;
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('https://nats.io') });
    const missing = await run(['--dir', folder, '--nats-server', join(folder, 'nats-server')]).ended;
    expect(missing.stderr).toContain(`There is no nats-server at ${join(folder, 'nats-server')}.`);
  });

  it('prints its help', async () => {
    expect(await run(['--help']).ended).toMatchObject({ code: 0, stdout: expect.stringContaining('invite NAME') });
  });
});
