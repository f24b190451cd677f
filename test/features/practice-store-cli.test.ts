// The command that runs the practice store: its output, and how it exits.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { PRACTICE_SELLER, startPracticeStore } from '../../src/practice-store/server.ts';

const CLI = resolve(import.meta.dirname, '../../src/practice-store/cli.ts');
const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
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
  const opened = new Promise<string>((resolve, fail) => {
    child.stdout.on('data', () => {
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(out.stdout)?.[0];
      if (url && out.stdout.includes('Ctrl+C')) resolve(url);
    });
    child.once('close', () => fail(new Error(out.stderr)));
  });
  opened.catch(() => {});
  return { child, out, ended, opened };
}

describe('the practice store on the command line', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('prints how to sign in, and exits with 0 on %s', async (signal) => {
    const { child, out, ended, opened } = run('--port', '0');
    const url = await opened;
    expect(out.stdout).toContain(PRACTICE_SELLER.email);
    const answer = await fetch(`${url}/api/shop/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(PRACTICE_SELLER),
    });
    expect(answer.status).toBe(200);
    child.kill(signal);
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('keeps its data in the given folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'practice-store-cli-'));
    const { child, ended, opened } = run('--port', '0', '--data-dir', folder);
    const url = await opened;
    const post = async (path: string, body: object, token = '') => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      return (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
    };
    const { access_token } = await post('/api/shop/auth/login', PRACTICE_SELLER);
    const texts = { button_title: 'a', product_title: 'b', product_description: 'c' };
    await post('/api/shop/products', { product_type: 'CustomService', ...texts }, access_token);
    expect(await readdir(folder)).toEqual(['practice-store.json']);
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true });
  });

  it.each(['x', '-1', '65536', '1.5', ''])('rejects the port "%s" and says why', async (port) => {
    const { code, stderr } = await run(`--port=${port}`).ended;
    expect(code).toBe(2);
    expect(stderr).toContain('--port must be a whole number from 0 to 65535');
  });

  it('says so if the port is in use', async () => {
    const store = await startPracticeStore();
    const { code, stderr } = await run('--port', String(store.port)).ended;
    await store.close();
    expect(code).toBe(1);
    expect(stderr.trim()).toBe(`Port ${store.port} is in use. Choose another one with --port, or --port 0.`);
  });

  it('prints its help, and rejects unknown options', async () => {
    const help = await run('--help').ended;
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('--data-dir') });
    const unknown = await run('--prot', '1').ended;
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining("'--prot'") });
  });
});
