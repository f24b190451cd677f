// Differences between systems: how the rename of an exported file becomes durable, who locks a file, folders without fsync.
import fs, { readdirSync, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { writeForSeller } from '../../src/main/storage/durable-file.ts';
import { temporaryFolder } from '../support/folder.ts';
import { writes } from '../support/watched-writes.ts';

vi.mock('node:fs/promises', async (original) => (await import('../support/watched-writes.ts')).watchedWrites(original));

const ownPlatform = process.platform;
let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  writes.reset();
});
afterEach(() => {
  Object.defineProperty(process, 'platform', { value: ownPlatform });
  vi.useRealTimers();
  vi.restoreAllMocks();
  writes.reset();
});

const on = (platform: NodeJS.Platform) => Object.defineProperty(process, 'platform', { value: platform });
const write = (text = 'text') => writeForSeller(join(folder, 'a.csv'), [text], 'The export');

it('on Windows, waits while a virus scanner locks a new file', async () => {
  on('win32');
  for (const code of ['EPERM', 'EACCES', 'EBUSY']) {
    let locked = 5;
    writes.refuse = (step, file) => (step === 'rename' && file === 'a.csv' && locked-- > 0 ? code : null);
    await write(code);
    expect(readFileSync(join(folder, 'a.csv'), 'utf8')).toBe(code);
  }
});

it('rejects a full disk at once, and elsewhere any failed rename', async () => {
  for (const [platform, code] of [
    ['win32', 'ENOSPC'],
    ['linux', 'EPERM'],
  ] as const) {
    on(platform);
    let tries = 0;
    writes.refuse = (step) => {
      tries += step === 'rename' ? 1 : 0;
      return step === 'rename' ? code : null;
    };
    await expect(write()).rejects.toMatchObject({ cause: { code } });
    expect([tries, readdirSync(folder)]).toEqual([1, []]);
  }
});

it('writes on a file system that cannot fsync a folder, and logs that once; a disk error rejects', async () => {
  on('linux');
  vi.resetModules();
  const { writeForSeller: writeAnew } = await import('../../src/main/storage/durable-file.ts');
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const refuseFolder = (code: string) => {
    vi.spyOn(fs, 'fsyncSync').mockImplementation(() => {
      throw Object.assign(new Error(code), { code });
    });
    syncBuiltinESMExports();
  };
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  for (const code of ['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR', 'EBADF']) {
    refuseFolder(code);
    await writeAnew(join(folder, 'a.csv'), [code], 'The export');
    expect(readFileSync(join(folder, 'a.csv'), 'utf8')).toBe(code);
  }
  expect(logged).toHaveBeenCalledOnce();
  refuseFolder('EIO');
  await expect(writeAnew(join(folder, 'a.csv'), ['text'], 'The export')).rejects.toMatchObject({
    cause: { code: 'EIO' },
  });
});
