// How exporting a file copes with each system: long names, locked files, and folders that cannot be fsynced.
import fs, { readdirSync, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeForSeller } from '../../src/main/storage/durable-file.ts';
import { temporaryFolder } from '../support/folder.ts';

/** `refuse` returns the error code for a rename to `file`, or null to allow it. */
const disk = vi.hoisted(() => ({ refuse: (_file: string): string | null => null }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const rename: typeof real.rename = async (from, to) => {
    const code = disk.refuse(basename(String(to)));
    if (code) throw Object.assign(new Error(`${code}: refused by the test`), { code });
    await real.rename(from, to);
  };
  return { ...real, rename };
});

const ownPlatform = process.platform;
let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  Object.defineProperty(process, 'platform', { value: ownPlatform });
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  disk.refuse = () => null;
});

const on = (platform: NodeJS.Platform) => Object.defineProperty(process, 'platform', { value: platform });
const write = (text = 'text', name = 'a.csv') => writeForSeller(join(folder, name), [text], 'The export');

it('writes a file whose name is as long as the system allows', async () => {
  const name = `${'注'.repeat(83)}.csv`;
  await write('text', name);
  expect(readdirSync(folder)).toEqual([name]);
});

it('on Windows, waits while a virus scanner locks a new file', async () => {
  on('win32');
  for (const code of ['EPERM', 'EACCES', 'EBUSY']) {
    let locked = 2;
    disk.refuse = () => (locked-- > 0 ? code : null);
    await write(code);
    expect(readFileSync(join(folder, 'a.csv'), 'utf8')).toBe(code);
  }
});

it('fails at once on a full disk, and outside Windows on any failed rename', async () => {
  for (const [platform, code] of [
    ['win32', 'ENOSPC'],
    ['linux', 'EPERM'],
  ] as const) {
    on(platform);
    disk.refuse = () => code;
    await expect(write()).rejects.toMatchObject({ cause: { code } });
    expect(readdirSync(folder)).toEqual([]);
  }
});

it('writes on a file system that cannot fsync a folder, and logs that once, but fails on a disk error', async () => {
  on('linux');
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const refuseFolder = (code: string) => {
    vi.spyOn(fs, 'fsyncSync').mockImplementation(() => {
      throw Object.assign(new Error(code), { code });
    });
    syncBuiltinESMExports();
  };
  for (const code of ['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR', 'EBADF']) {
    refuseFolder(code);
    await write(code);
    expect(readFileSync(join(folder, 'a.csv'), 'utf8')).toBe(code);
  }
  expect(logged).toHaveBeenCalledOnce();
  refuseFolder('EIO');
  await expect(write()).rejects.toMatchObject({ cause: { code: 'EIO' } });
});
