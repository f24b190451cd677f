// Disks that fail: full, read-only, and gone. The first two need a file system of their own, which takes root on Linux.
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface FailingDisk {
  /** The data folder; the store's folder `store` is in it. */
  readonly folder: string;
  /** Every write fails from now on. */
  fail(): void;
  /** Writes work again. */
  recover(): void;
  end(): void;
}

export interface DiskFailure {
  readonly name: string;
  /** The app's words for it. */
  readonly words: string;
  /** Whether this machine can provide such a disk. */
  readonly isAvailable: boolean;
  make(): FailingDisk;
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
export function remountableDisk(): FailingDisk {
  const at = smallDisk();
  const remount = (mode: 'ro' | 'rw') => {
    if (!run('mount', '-o', `remount,${mode}`, at)) throw new Error(`It could not be made ${mode}`);
  };
  return {
    folder: join(at, 'data'),
    fail: () => remount('ro'),
    recover: () => remount('rw'),
    end: () => unmount(at),
  };
}

export const DISK_FAILURES: readonly DiskFailure[] = [
  {
    name: 'full',
    words: 'the disk is full',
    isAvailable: canMount,
    make() {
      const at = smallDisk();
      const filler = join(at, 'filler');
      return {
        folder: join(at, 'data'),
        fail: () => fill(filler),
        recover: () => rmSync(filler),
        end: () => unmount(at),
      };
    },
  },
  {
    // No disk can be made read-only while a file on it is open for writing, so only the outbox is on this one.
    name: 'read-only',
    words: 'the data folder cannot be written to',
    isAvailable: canMount,
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
        fail: () => remount('ro'),
        recover: () => remount('rw'),
        end: () => {
          if (run('umount', outbox)) rmSync(folder, { recursive: true, force: true });
        },
      };
    },
  },
  {
    name: 'gone',
    words: 'the data folder is gone',
    isAvailable: true,
    make() {
      const at = mkdtempSync(join(tmpdir(), 'outbox-disk-'));
      const folder = join(at, 'data');
      mkdirSync(folder);
      return {
        folder,
        fail: () => renameSync(folder, `${folder}.away`),
        recover: () => renameSync(`${folder}.away`, folder),
        end: () => rmSync(at, { recursive: true, force: true }),
      };
    },
  },
];
