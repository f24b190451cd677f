// Creates and fsyncs the folders of the app's data, readable by this user only.
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

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

/** Also removes the access of other users to folders that an earlier version created. */
export function ensureDataFolder(folder: string): void {
  ensureFolder(folder);
  // On Windows the folder inherits the permissions of the user's profile.
  if (process.platform === 'win32') return;
  try {
    tighten(folder);
  } catch (error) {
    // A file system without modes, or another user's folder, must not prevent the app from starting.
    console.warn(`The rights of the data folder could not be set: ${folder}`, error);
  }
}

function tighten(folder: string): void {
  if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, OWNER_ONLY);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) tighten(join(folder, entry.name));
  }
}

/** Makes renames and removals in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  // Not possible on Windows; `durable-file.ts` flushes the renamed file instead.
  if (process.platform === 'win32') return;
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    unlessUnsupported(error, folder);
  }
}

export const syncFolderOf = (path: string): Promise<void> => syncFolder(dirname(path));

/** Synchronous, for opening files at start. */
export function syncFolderNow(folder: string): void {
  if (process.platform === 'win32') return;
  try {
    syncNow(folder, 'r');
  } catch (error) {
    unlessUnsupported(error, folder);
  }
}

/** Synchronous, for small files. */
export const syncFileNow = (path: string): void => syncNow(path, 'r+');

function syncNow(path: string, flags: 'r' | 'r+'): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Errors of file systems that cannot fsync a folder: some network, FUSE and FAT file systems. */
const UNSUPPORTED = new Set(['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR', 'EBADF']);
let isWarned = false;

/** Ignores errors of such file systems, because refusing every change would help nobody. Throws any other error. */
function unlessUnsupported(error: unknown, folder: string): void {
  if (!UNSUPPORTED.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  if (isWarned) return;
  isWarned = true;
  console.warn(
    `This file system cannot fsync a folder; after a power cut the last changes may be missing: ${folder}`,
    error,
  );
}
