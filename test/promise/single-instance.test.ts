// Only one app runs per data folder: the folder's lock, Electron's lock, and the link that a second start hands over.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { claimFolder, handedOverLink } from '../../src/main/electron/single-instance.ts';
import { type FolderLock, lockFolder } from '../../src/main/storage/folder-lock.ts';
import { temporaryFolder } from '../support/folder.ts';

const SCRIPT = resolve(import.meta.dirname, '../support/hold-folder.ts');

let folder: string;
const children: ChildProcess[] = [];
const locks: FolderLock[] = [];

beforeEach(() => {
  folder = temporaryFolder();
});
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

/** Locks a folder until the test ends, and returns the result. */
function lock(folder: string): FolderLock['kind'] {
  const folderLock = lockFolder(folder);
  locks.push(folderLock);
  return folderLock.kind;
}

/** Locks the folder in a process of its own; `next` returns its output line by line. */
function lockElsewhere(folder: string, more = '') {
  const child = spawn(process.execPath, ['--import', 'tsx', SCRIPT, folder, more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, next: async () => (await lines.next()).value as string | undefined };
}

describe('the lock of a folder', () => {
  it('can be held only once within a process, under any name of the folder, until it is released', async () => {
    const [real, link] = [join(folder, 'real'), join(folder, 'link')];
    mkdirSync(real);
    symlinkSync(real, link);
    const first = lockFolder(real);
    expect(first.kind).toBe('held');
    // Each refused attempt closes the lock file, which must not release the lock.
    for (const name of [real, link, `${real}/../link/.`]) expect(lock(name), name).toBe('busy');
    expect(await lockElsewhere(link).next()).toBe('busy');
    expect(lock(join(folder, 'other'))).toBe('held');
    release(first);
    release(first);
    expect(lock(real)).toBe('held');
    expect(lock(real)).toBe('busy');
  });

  it('is free as soon as its process is killed, even if a child of that process lives on', async () => {
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

  it('can be held only once even if its file is damaged', () => {
    writeFileSync(join(folder, 'lock.db'), Buffer.alloc(4_096, 7));
    expect([lockFolder(folder), lockFolder(folder)].map(({ kind }) => kind)).toEqual(['held', 'busy']);
  });

  it('is unavailable, not busy, if the file is a folder or the folder a file', () => {
    mkdirSync(join(folder, 'lock.db'));
    expect(lockFolder(folder)).toMatchObject({ kind: 'unavailable', code: expect.stringMatching(/\w/) });
    expect(lockFolder(join(SCRIPT, 'desk'))).toEqual({ kind: 'unavailable', code: 'ENOTDIR' });
  });
});

describe('a claim', () => {
  const claim = (request: () => boolean, patience = 300) => claimFolder(folder, request, patience);

  it('makes the first app of a computer the one that runs, and asks Electron before it touches the folder', async () => {
    const seen: string[][] = [];
    const request = () => {
      seen.push(readdirSync(folder));
      return true;
    };
    expect(await claim(request)).toMatchObject({ kind: 'first', problem: null });
    expect(seen).toEqual([[]]);
    expect(lockFolder(folder).kind).toBe('busy');
  });

  it('hands over if the first app of this computer has the folder, and asks it once', async () => {
    lockFolder(folder);
    const request = vi.fn(() => false);
    expect(await claim(request)).toEqual({ kind: 'handed-over' });
    expect(request).toHaveBeenCalledTimes(1);
  });

  it('is refused if an unreachable app has the folder, and waits for one that is exiting', async () => {
    const other = lockElsewhere(folder);
    expect(await other.next()).toBe('held');
    expect(await claim(() => true)).toEqual({ kind: 'folder-in-use' });
    const ending = claim(() => true, 60_000);
    await kill(other.child);
    expect(await ending).toMatchObject({ kind: 'first', problem: null });
  });

  it('waits for Electron’s lock if nobody has the folder', async () => {
    const answers = [false, false, true];
    expect(await claim(() => answers.shift() ?? true)).toMatchObject({ kind: 'first', problem: null });
    expect(answers).toEqual([]);
  });

  it('is refused, and leaves the folder free, if Electron gives no lock and nobody has the folder', async () => {
    expect(await claim(() => false)).toEqual({ kind: 'no-lock' });
    expect(lockFolder(folder).kind).toBe('held');
    // Electron cannot keep its lock if the parent folder is not writable.
    expect(await claimFolder(join(SCRIPT, 'desk'), () => false, 300)).toEqual({ kind: 'no-lock' });
  });

  it('relies on Electron’s lock alone if the folder cannot be locked', async () => {
    mkdirSync(join(folder, 'lock.db'));
    expect(await claim(() => true)).toMatchObject({ kind: 'first', problem: expect.any(String) });
    expect(await claim(() => false)).toEqual({ kind: 'handed-over' });
  });
});

it('takes only a link from the data of a second start', () => {
  const link = 'storefront-desk://sync';
  expect(handedOverLink({ link, more: 1 })).toBe(link);
  for (const [what, data] of [
    ['nothing', undefined],
    ['a text', link],
    ['no link', { link: null }],
    ['a link that is no text', { link: { toString: () => link } }],
    ['bytes', { link: Buffer.from(link) }],
  ] as const) {
    expect(handedOverLink(data), String(what)).toBeNull();
  }
});
