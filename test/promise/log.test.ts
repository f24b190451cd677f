// The log gets console output without secrets, and is limited to two files.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { note, startLog } from '../../src/main/electron/log.ts';
import { keepOutOfLogs, Vault } from '../../src/main/storage/vault.ts';
import { unavailableKeyStore } from '../support/computer.ts';
import { temporaryFolder } from '../support/folder.ts';
import { handled } from '../support/ipc-electron.ts';

vi.mock('electron', () => import('../support/ipc-electron.ts'));

const original = { ...console };
let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  startLog(join(folder, 'logs'));
});
afterAll(() => void Object.assign(console, original));

it('has console output and notes, without the secrets', () => {
  keepOutOfLogs('tok-51c0-secret');
  const cause = new Error('the service said tok-51c0-secret');
  console.error('A call failed, 100% of it', new Error('Refused with Bearer abc.def', { cause }), {
    key: 'tok-51c0-secret',
  });
  note('Settled: product.create 1, done');
  const text = readFileSync(join(folder, 'logs/main.log'), 'utf8');
  expect(text).toMatch(/^\d{4}-\d\d-\d\dT\S+Z error A call failed, 100% of it Error: Refused with Bearer \(hidden\)/);
  expect(text).toContain('the service said (hidden)');
  expect(text).toMatch(/Z info Settled: product\.create 1, done\n/);
  expect(text).not.toContain('51c0');
  if (process.platform !== 'win32') expect(statSync(join(folder, 'logs/main.log')).mode & 0o077).toBe(0);
});

it('is rotated: two files, each of about 1 MB at most', () => {
  const line = 'x'.repeat(7_000);
  for (let count = 0; count < 400; count += 1) note(`${count} ${line}`);
  const logs = join(folder, 'logs');
  expect(readdirSync(logs).sort()).toEqual(['main.log', 'main.old.log']);
  for (const name of readdirSync(logs)) expect(statSync(join(logs, name)).size).toBeLessThan(1024 * 1024 + 10_000);
  expect(readFileSync(join(logs, 'main.log'), 'utf8')).toContain('399 ');
});

it('hides a secret in use after hundreds of calls of the page, and still right after it was forgotten', async () => {
  const { registerHandlers } = await import('../../src/main/electron/ipc.ts');
  let calls = 0;
  const signIn = async ({ password }: { password: string }) => {
    calls += 1;
    if (calls < 300) return { ok: true, value: { storeId: 'store-1' } };
    throw new Error(`the service said ${password}`);
  };
  registerHandlers({ 'session.signIn': signIn } as never, () => true);
  const vault = new Vault(unavailableKeyStore, join(folder, 'vault'), (event) => expect.fail(event.reason));
  await vault.set('store-1/access-token', 'token-in-use-7f31');
  await vault.set('store-1/webhook-key/1', 'key-in-use-7f31');
  await vault.set('store-2/access-token', 'token-in-use-7f31');
  const seller = { serviceAddress: 'https://shop.example', email: 'mara@shop.example' };
  for (let count = 0; count < 300; count += 1) {
    const input = { ...seller, password: `typed-pass-${count}` };
    await handled.get('desk:session.signIn')?.({ senderFrame: null }, input);
  }
  note('After the calls: token-in-use-7f31, key-in-use-7f31');
  // The removed store had the same token as another one.
  await vault.delete('store-1/');
  note('After one was forgotten: token-in-use-7f31, key-in-use-7f31');
  await vault.delete('');
  note('After all were forgotten: token-in-use-7f31');
  const text = readFileSync(join(folder, 'logs/main.log'), 'utf8');
  expect(text).toContain('After the calls: (hidden), (hidden)');
  expect(text).toContain('After one was forgotten: (hidden), (hidden)');
  expect(text).toContain('After all were forgotten: (hidden)');
  // A typed password is hidden while its call runs.
  expect(text).toContain('The call session.signIn failed Error: the service said (hidden)');
  expect(text).not.toMatch(/7f31|typed-pass/);
});
