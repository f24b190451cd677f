// Disks that refuse: full, read-only, and gone. The first two need a file system of their own, which takes root on Linux.
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RefusingDisk {
  /** Where the data goes; the store's folder `store` is in it. */
  readonly folder: string;
  /** From here on every write fails. */
  refuse(): void;
  /** All is well again. */
  relent(): void;
  end(): void;
}

export interface Refusal {
  readonly name: string;
  /** How the app words it. */
  readonly words: string;
  /** Whether this machine lets us have such a disk. */
  readonly possible: boolean;
  make(): RefusingDisk;
}

const run = (command: string, ...args: string[]): boolean => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

const SIZE = '2m';

function mounted(): string | null {
  const at = mkdtempSync(join(tmpdir(), 'outbox-disk-'));
  if (process.platform === 'linux' && run('mount', '-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', at)) return at;
  rmSync(at, { recursive: true, force: true });
  return null;
}

function unmount(at: string): void {
  if (run('umount', at)) rmSync(at, { recursive: true, force: true });
}

/** Whether file systems can be mounted here; tried once. */
const canMount = (() => {
  const at = mounted();
  if (at === null) return false;
  unmount(at);
  return true;
})();

function smallDisk(): string {
  const at = mounted();
  if (at === null) throw new Error('No file system can be mounted here');
  return at;
}

function fill(file: string): void {
  for (const size of [64 * 1024, 4 * 1024, 1]) {
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
}

/** A whole disk that can be made read-only while no file on it is open for writing. */
export function lockableDisk(): RefusingDisk {
  const at = smallDisk();
  const remount = (mode: 'ro' | 'rw') => {
    if (!run('mount', '-o', `remount,${mode}`, at)) throw new Error(`It could not be made ${mode}`);
  };
  return {
    folder: join(at, 'data'),
    refuse: () => remount('ro'),
    relent: () => remount('rw'),
    end: () => unmount(at),
  };
}

export const REFUSALS: readonly Refusal[] = [
  {
    name: 'full',
    words: 'the disk is full',
    possible: canMount,
    make() {
      const at = smallDisk();
      const filler = join(at, 'filler');
      return {
        folder: join(at, 'data'),
        refuse: () => fill(filler),
        relent: () => rmSync(filler),
        end: () => unmount(at),
      };
    },
  },
  {
    // No disk can be made read-only while a file on it is open for writing, so only the outbox is on this one.
    name: 'read-only',
    words: 'the data folder cannot be written to',
    possible: canMount,
    make() {
      const folder = mkdtempSync(join(tmpdir(), 'outbox-disk-'));
      const outbox = join(folder, 'store', 'outbox');
      mkdirSync(outbox, { recursive: true });
      if (!run('mount', '-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', outbox))
        throw new Error('It could not be mounted');
      const remount = (mode: 'ro' | 'rw') => {
        if (!run('mount', '-o', `remount,${mode}`, outbox)) throw new Error(`It could not be made ${mode}`);
      };
      return {
        folder,
        refuse: () => remount('ro'),
        relent: () => remount('rw'),
        end: () => {
          if (run('umount', outbox)) rmSync(folder, { recursive: true, force: true });
        },
      };
    },
  },
  {
    name: 'gone',
    words: 'the data folder is gone',
    possible: true,
    make() {
      const at = mkdtempSync(join(tmpdir(), 'outbox-disk-'));
      const folder = join(at, 'data');
      mkdirSync(folder);
      return {
        folder,
        refuse: () => renameSync(folder, `${folder}.away`),
        relent: () => renameSync(`${folder}.away`, folder),
        end: () => rmSync(at, { recursive: true, force: true }),
      };
    },
  },
];
