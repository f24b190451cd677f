// The practice store as a command, and its webhook key on disk: encrypted by a slow key store, or left out.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type KeySeal, openRecords } from '../../src/practice-store/records.ts';
import { PRACTICE_SELLER } from '../../src/practice-store/server.ts';
import { temporaryFolder } from '../support/folder.ts';

const CLI = resolve(import.meta.dirname, '../../src/practice-store/cli.ts');
const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

function run(...args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', CLI, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  const out = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (chunk) => (out[name] += chunk));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...out }));
  return { child, out, ended };
}

describe('the practice store on the command line', () => {
  it('prints how to sign in, keeps its data in the given folder, and exits with 0 when it is stopped', async () => {
    const folder = temporaryFolder();
    const { child, out, ended } = run('--port', '0', '--data-dir', folder);
    await expect.poll(() => out.stdout, { timeout: 20_000 }).toContain('Ctrl+C');
    expect(out.stdout).toContain(PRACTICE_SELLER.email);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(out.stdout)?.[0];
    const post = (path: string, body: object, token = '') =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
    const { access_token } = await (await post('/api/shop/auth/login', PRACTICE_SELLER)).json();
    const texts = { button_title: 'a', product_title: 'b', product_description: 'c' };
    await post('/api/shop/products', { product_type: 'CustomService', ...texts }, access_token);
    expect(existsSync(join(folder, 'practice-store.json'))).toBe(true);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('the webhook key on disk', () => {
  const KEY = 'k'.repeat(64);
  const seal: KeySeal = {
    seal: async (key) => Buffer.from(key).toString('hex'),
    open: async (sealed) => Buffer.from(sealed, 'hex').toString(),
  };
  const onDisk = (folder: string) =>
    JSON.parse(readFileSync(join(folder, 'practice-store.json'), 'utf8')).store_settings;
  const settings = (key: string, url = 'https://hooks.example/1') => ({
    after_sell_webhook_url: url,
    is_after_sell_webhook_on: true,
    after_sell_webhook_key: key,
  });

  it('is encrypted and restored, or left out if that is impossible', async () => {
    const nothing: KeySeal = { seal: async () => null, open: async () => null };
    for (const [by, stored] of [
      [seal, Buffer.from(KEY).toString('hex')],
      [nothing, null],
    ] as const) {
      const folder = temporaryFolder();
      const records = await openRecords(folder, by);
      records.changeStoreSettings(settings(KEY));
      await records.save();
      expect(onDisk(folder).after_sell_webhook_key).toBe(stored);
      expect(records.storeSettings.after_sell_webhook_key).toBe(KEY);
      expect((await openRecords(folder, by)).storeSettings.after_sell_webhook_key).toBe(stored && KEY);
    }
  });
});
