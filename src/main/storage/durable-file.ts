// The error of a disk that refuses, and files in places that the seller chose: after a crash each has its old or its new content.
import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { texts } from '../../shared/texts/main.ts';
import { syncRenamed } from './folders.ts';

const t = texts.storage;

type Where = 'data-folder' | 'chosen-folder';

/** The disk is full, read-only or missing. `cause` is the system's error; the message is for the seller. */
export class StorageError extends Error {
  /** `where`: the app's own folder, or one that the seller chose. */
  constructor(what: string, cause: unknown, where: Where = 'data-folder') {
    super(t.because({ what, reason: reasonOf(cause, where) }), { cause });
  }
}

/** For writes through an object of a closed store. The store may be open again, and the write would overwrite its data. */
export function closedError(what: string): StorageError {
  console.error(`A write was refused, because this is closed: ${what}`);
  return new StorageError(t.notWritten({ what }), new Error(t.reasons.closed));
}

/** For what the app can do without: a refusal is only logged. */
export function orLog(message: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    console.error(message, error);
  }
}

/** SQLite's extended codes end with the failed call, as in SQLITE_IOERR_WRITE. */
function reasonOf(cause: unknown, where: Where): string {
  const { reasons } = t;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code ?? '';
  // SQLite reports SHMSIZE if there is no room for its shared-memory file.
  if (/^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_SHMSIZE)/.test(code)) return reasons.diskFull;
  if (/^(EROFS|EACCES|EPERM|SQLITE_(READONLY|PERM|CANTOPEN))/.test(code)) return reasons.notWritable[where];
  if (code === 'ENOENT') return reasons.gone[where];
  if (code === 'EISDIR' || code === 'ENOTDIR') return reasons.folderInTheWay;
  if (/^(EIO|SQLITE_IOERR)/.test(code)) return reasons.diskFault;
  return cause instanceof Error ? cause.message : String(cause);
}

/** How long a virus scanner on Windows may keep a new file open, in ms. The file cannot be renamed until then. */
const LOCKED_FOR_MS = 5_000;
const PAUSE_MS = 50;

async function renameWhenUnlocked(from: string, to: string): Promise<void> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    try {
      return await rename(from, to);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      const isLocked = process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(code);
      if (!isLocked || waited >= LOCKED_FOR_MS) throw error;
    }
    await setTimeout(PAUSE_MS);
  }
}

/**
 * Writes a file to a path that the seller chose, in parts, so that it need not fit into memory. Replaces an existing
 * file once everything is written. Throws a `StorageError`.
 *
 * @param what names the file in errors
 */
export async function writeForSeller(
  path: string,
  parts: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  what: string,
  mode = 0o666,
): Promise<void> {
  const unfinished = join(dirname(path), `.${randomUUID()}.tmp`);
  try {
    await writeFile(unfinished, parts, { flag: 'wx', mode, flush: true });
    await renameWhenUnlocked(unfinished, path);
    syncRenamed(path);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw new StorageError(what, error, 'chosen-folder');
  }
}
