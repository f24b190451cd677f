// A small disk that can be filled up: a tmpfs, if this computer lets the tests mount one.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly folder: string;
  /** Fills the disk except for about `bytesLeft`. */
  fill(bytesLeft: number): void;
  /** Removes the filling. */
  drain(): void;
  close(): void;
}

/** Mounts a disk of this many kB, or returns null if that is not allowed. */
export function mountSmallDisk(kiloBytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'storefront-small-disk-'));
  try {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) throw new Error('Not allowed');
    const options = ['-t', 'tmpfs', '-o', `size=${kiloBytes}k`, 'storefront-test', folder];
    execFileSync('mount', options, { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  const filling = join(folder, 'filling.bin');
  return {
    folder,
    fill: (bytesLeft) => {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(filling, Buffer.alloc(Math.max(0, bavail * bsize - bytesLeft)));
    },
    drain: () => rmSync(filling, { force: true }),
    close: () => {
      execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
      if (existsSync(folder)) rmSync(folder, { recursive: true });
    },
  };
}
