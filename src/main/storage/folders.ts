// Creates and fsyncs the folders of the app's data, readable by this user only.
import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const OWNER_ONLY = 0o700;

export function ensureFolder(folder: string): void {
  const outermost = mkdirSync(folder, { recursive: true, mode: OWNER_ONLY });
  if (outermost === undefined) return;
  // A power cut may undo a new folder until its parent is fsynced.
  for (let created = resolve(folder); ; created = dirname(created)) {
    syncFolderNow(dirname(created));
    if (created.length <= resolve(outermost).length) return;
  }
}

/** Errors of file systems that cannot fsync a folder: some network, FUSE and FAT file systems. */
const UNSUPPORTED = new Set(['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR', 'EBADF']);
let isWarned = false;

/** Makes renames and removals in a folder durable. Windows cannot do that, so there the renamed file is flushed instead. */
export function syncFolderNow(folder: string): void {
  if (process.platform === 'win32') return;
  try {
    syncNow(folder, 'r');
  } catch (error) {
    // Ignored for such file systems, because refusing every change would help nobody.
    if (!UNSUPPORTED.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    if (isWarned) return;
    isWarned = true;
    console.warn(
      `This file system cannot fsync a folder; after a power cut the last changes may be missing: ${folder}`,
      error,
    );
  }
}

/** A rename is durable after an fsync of the folder; on Windows, of the renamed file. */
export function syncRenamed(path: string): void {
  if (process.platform === 'win32') syncFileNow(path);
  else syncFolderNow(dirname(path));
}

export const syncFileNow = (path: string): void => syncNow(path, 'r+');

function syncNow(path: string, flags: 'r' | 'r+'): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
