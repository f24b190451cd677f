// The lock of a folder: one process holds it, and it is free as soon as that one ends.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from 'vitest';
import { type FolderLock, lockFolder } from '../../src/main/storage/folder-lock.ts';
import { temporaryFolder } from '../support/folder.ts';

const SCRIPT = resolve(import.meta.dirname, '../support/hold-folder.ts');

const children: ChildProcess[] = [];
const locks: FolderLock[] = [];

afterEach(async () => {
  await Promise.all(children.splice(0).map(kill));
  for (const lock of locks.splice(0)) release(lock);
});

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function release(lock: FolderLock): void {
  if (lock.kind === 'held') lock.release();
}

/** Released after the test. */
function lock(folder: string): FolderLock['kind'] {
  const taken = lockFolder(folder);
  locks.push(taken);
  return taken.kind;
}

/** In a process of its own; `next` returns its output line by line. */
function lockElsewhere(folder: string, more = '') {
  const child = spawn(process.execPath, ['--import', 'tsx', SCRIPT, folder, more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, next: async () => (await lines.next()).value as string | undefined };
}

it('is held once within a process, under any name of the folder, until it is released', async () => {
  const folder = temporaryFolder();
  const [real, link] = [join(folder, 'real'), join(folder, 'link')];
  mkdirSync(real);
  symlinkSync(real, link);
  const first = lockFolder(real);
  expect(first.kind).toBe('held');
  // Each refused one closes the file, which must not drop the lock.
  for (const name of [real, link, `${real}/../link/.`]) expect(lock(name), name).toBe('busy');
  expect(await lockElsewhere(link).next()).toBe('busy');
  expect(lock(join(folder, 'other'))).toBe('held');
  release(first);
  release(first);
  expect(lock(real)).toBe('held');
  expect(lock(real)).toBe('busy');
});

it('is held by one of many processes that start at the same time', async () => {
  const folder = temporaryFolder();
  const said = await Promise.all(Array.from({ length: 5 }, () => lockElsewhere(folder).next()));
  expect(said.sort()).toEqual(['busy', 'busy', 'busy', 'busy', 'held']);
});

it('is free as soon as its process is killed, although a child of that one lives on', async () => {
  const folder = temporaryFolder();
  const other = lockElsewhere(folder, 'child');
  const pid = Number(await other.next());
  try {
    expect(await other.next()).toBe('held');
    expect(lock(folder)).toBe('busy');
    await kill(other.child);
    expect(process.kill(pid, 0)).toBe(true);
    expect(lock(folder)).toBe('held');
  } finally {
    process.kill(pid, 'SIGKILL');
  }
});

it('leaves one empty file, for its owner only, in a folder that it creates', () => {
  const folder = join(temporaryFolder(), 'above/desk');
  expect(lock(folder)).toBe('held');
  expect(readdirSync(folder)).toEqual(['lock.db']);
  expect(statSync(join(folder, 'lock.db')).size).toBe(0);
  if (process.platform === 'win32') return;
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'lock.db')).mode & 0o777).toBe(0o600);
});

it('is unavailable, not busy, where the file is a folder or the folder a file', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'lock.db'));
  expect(lockFolder(folder)).toMatchObject({ kind: 'unavailable', code: expect.stringMatching(/\w/) });
  expect(lockFolder(join(SCRIPT, 'desk'))).toEqual({ kind: 'unavailable', code: 'ENOTDIR' });
});
