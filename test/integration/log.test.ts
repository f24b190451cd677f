// The log on disk: what console prints goes there without secrets, and it never grows past two files.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lastLines, note, startLog } from '../../src/main/shell/log.ts';
import { keepOutOfLogs } from '../../src/main/storage/known-secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'storefront-log-'));
const original = { ...console };

beforeAll(() => startLog(join(folder, 'logs')));
afterAll(() => {
  Object.assign(console, original);
  rmSync(folder, { recursive: true });
});

it('has what console prints and what is noted, and none of the secrets', () => {
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
  expect(lastLines(join(folder, 'logs'), 1)[0]).toContain('Settled: product.create 1, done');
  if (process.platform !== 'win32') expect(statSync(join(folder, 'logs/main.log')).mode & 0o077).toBe(0);
});

it('is rotated: two files, each of about 1 MB at most', () => {
  const line = 'x'.repeat(7_000);
  for (let count = 0; count < 400; count += 1) note(`${count} ${line}`);
  const logs = join(folder, 'logs');
  expect(readdirSync(logs).sort()).toEqual(['main.log', 'main.old.log']);
  for (const name of readdirSync(logs)) expect(statSync(join(logs, name)).size).toBeLessThan(1024 * 1024 + 10_000);
  expect(lastLines(logs, 1)[0]).toContain('399 ');
});
