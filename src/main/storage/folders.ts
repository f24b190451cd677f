// The folders of the app's data: for this user alone, and as durable as the files in them.
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

const OWNER_ONLY = 0o700;

/** Makes a folder, and those around it, unless they are there. */
export function ensureFolder(folder: string): void {
  const outermost = mkdirSync(folder, { recursive: true, mode: OWNER_ONLY });
  if (outermost === undefined) return;
  // A power cut takes a new folder back until the folder around it is fsynced.
  for (let made = resolve(folder); ; made = dirname(made)) {
    syncFolderNow(dirname(made));
    if (made.length <= resolve(outermost).length) return;
  }
}

/** Makes the app's data folder, and closes folders in it to others that an earlier version had left open. */
export function ensureDataFolder(folder: string): void {
  ensureFolder(folder);
  // Windows has no such modes; there the folder inherits the rights of the user's profile.
  if (process.platform === 'win32') return;
  try {
    tighten(folder);
  } catch (error) {
    // A file system without modes, or a folder that belongs to another user: no reason to keep the app closed.
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
  // Windows has no such call; there `durable-file.ts` flushes the renamed file itself.
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

/** The folder that a file lies in, made durable. */
export const syncFolderOf = (path: string): Promise<void> => syncFolder(dirname(path));

/** The same at once, for what is done while the app opens its files. */
export function syncFolderNow(folder: string): void {
  if (process.platform === 'win32') return;
  try {
    syncNow(folder, 'r');
  } catch (error) {
    unlessUnsupported(error, folder);
  }
}

/** Makes the content of a file durable. Throws the system's error. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync().finally(() => file.close());
}

/** The same at once, for small files. */
export const syncFileNow = (path: string): void => syncNow(path, 'r+');

function syncNow(path: string, flags: 'r' | 'r+'): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** How file systems say that a folder cannot be fsynced: some network, FUSE and FAT file systems. */
const UNSUPPORTED = new Set(['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR', 'EBADF']);
let isSaid = false;

/** Such a file system keeps files as safely as it can; refusing every change would keep none. Throws any other error. */
function unlessUnsupported(error: unknown, folder: string): void {
  if (!UNSUPPORTED.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  if (isSaid) return;
  isSaid = true;
  console.warn(
    `This file system cannot fsync a folder; after a power cut the last changes may be missing: ${folder}`,
    error,
  );
}
