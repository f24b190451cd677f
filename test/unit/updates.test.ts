// Updates come only from a feed that the package was made with, and are installed when the app ends.
import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { hasFeed, lookForUpdates } from '../../src/main/shell/updates.ts';

const updater = (answer: () => Promise<unknown>) =>
  Object.assign(new EventEmitter(), {
    autoDownload: false,
    autoInstallOnAppQuit: false,
    allowDowngrade: true,
    logger: console as unknown,
    checkForUpdates: vi.fn(answer),
  });

afterEach(() => void vi.restoreAllMocks());

it('without a feed in the package, or in development, nothing is looked for', () => {
  const resources = mkdtempSync(join(tmpdir(), 'storefront-updates-'));
  try {
    expect(hasFeed(true, resources)).toBe(false);
    writeFileSync(join(resources, 'app-update.yml'), 'provider: generic');
    expect(hasFeed(true, resources)).toBe(true);
    expect(hasFeed(false, resources)).toBe(false);
  } finally {
    rmSync(resources, { recursive: true });
  }
});

it('a newer version is told once it is there, and an older one never taken', () => {
  const fake = updater(() => Promise.resolve(null));
  const ready = vi.fn();
  const stop = lookForUpdates(fake as never, ready);
  expect(fake).toMatchObject({ autoDownload: true, autoInstallOnAppQuit: true, allowDowngrade: false });
  expect(fake.checkForUpdates).toHaveBeenCalledOnce();
  fake.emit('update-downloaded', { version: '1.2.3' });
  expect(ready.mock.calls).toEqual([['1.2.3']]);
  stop();
});

it('a feed that cannot be reached is noted in the log and disturbs nobody', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const fake = updater(() => Promise.reject(new Error('no network')));
  const stop = lookForUpdates(fake as never, vi.fn());
  fake.emit('error', new Error('no network'));
  await Promise.resolve();
  expect(logged).toHaveBeenCalledOnce();
  stop();
});
