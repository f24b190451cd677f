// The error of a disk that refuses, and files at places that the seller chose: each has its old or its new content after a crash.
import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { texts } from '../../shared/texts/main.ts';
import { syncFolderNow } from './folders.ts';

const t = texts.storage;

type Where = 'data-folder' | 'chosen-folder';

/** The disk is full, read-only or missing. `cause` has the system's error; the message is for the seller. */
export class StorageError extends Error {
  /** `where`: the app's own folder, or one that the seller chose. */
  constructor(what: string, cause: unknown, where: Where = 'data-folder') {
    super(t.because({ what, reason: reasonOf(cause, where) }), { cause });
    this.name = 'StorageError';
  }
}

/** For writes through an object of a closed store: the store may be open again, and its data would be overwritten. */
export function closedError(what: string): StorageError {
  console.error(`A write was refused, because this is closed: ${what}`);
  return new StorageError(t.notWritten({ what }), new Error(t.reasons.closed));
}

function reasonOf(cause: unknown, where: Where): string {
  const { reasons } = t;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  // SQLite reports this error when there is no room for its shared-memory file.
  if (code === 'SQLITE_IOERR_SHMSIZE') return reasons.diskFull;
  // SQLite's extended codes include the failed call, as in SQLITE_IOERR_WRITE.
  switch (/^SQLITE_[A-Z]+/.exec(code ?? '')?.[0] ?? code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'SQLITE_FULL':
      return reasons.diskFull;
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
    case 'SQLITE_READONLY':
    case 'SQLITE_PERM':
    case 'SQLITE_CANTOPEN':
      return reasons.notWritable[where];
    case 'ENOENT':
      return reasons.gone[where];
    case 'EISDIR':
    case 'ENOTDIR':
      return reasons.folderInTheWay;
    case 'EIO':
    case 'SQLITE_IOERR':
      return reasons.diskFault;
    default:
      return cause instanceof Error ? cause.message : String(cause);
  }
}

/** The rename is durable on Windows; elsewhere only after an fsync of the folder. */
async function renameDurably(from: string, to: string): Promise<void> {
  await retryWhileLocked(() => rename(from, to));
  if (process.platform !== 'win32') return;
  await retryWhileLocked(async () => {
    const file = await open(to, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  });
}

/**
 * On Windows, virus scanners and search indexers open new files, which cannot be renamed or removed until they are closed,
 * usually within moments. graceful-fs waits for up to 60 s; 10 s are enough here, because the seller waits for "Save" and
 * the outbox retries its writes.
 */
const LOCKED_FOR_MS = 10_000;
const LOCKED = new Set(['EPERM', 'EACCES', 'EBUSY']);

async function retryWhileLocked(act: () => Promise<void>): Promise<void> {
  for (let waited = 0, pause = 10; ; waited += pause, pause = Math.min(pause + 10, 100)) {
    try {
      return await act();
    } catch (error) {
      const isHeld = process.platform === 'win32' && LOCKED.has((error as NodeJS.ErrnoException).code ?? '');
      if (!isHeld || waited >= LOCKED_FOR_MS) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/**
 * Writes a file at a path that the seller chose, in parts, so that it is never in memory as a whole. An existing file is
 * replaced once everything is written. Throws a `StorageError`.
 *
 * @param what names the file in errors
 */
export async function writeForSeller(
  path: string,
  parts: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  what: string,
  mode = 0o666,
): Promise<void> {
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    const file = await open(beside, 'wx', mode);
    try {
      for await (const part of parts) await file.writeFile(part, 'utf8');
      await file.sync();
    } finally {
      await file.close();
    }
    await renameDurably(beside, path);
    syncFolderNow(dirname(path));
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw new StorageError(what, error, 'chosen-folder');
  }
}
