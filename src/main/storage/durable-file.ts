// Writes a whole file so that after a crash or a power cut either the old or the new content is there, never a mix.
import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { texts } from '../../shared/texts/main.ts';
import { syncFolderOf } from './folders.ts';

const words = texts.storage;

type Where = 'data-folder' | 'chosen-folder';

/** The disk refused: full, read-only, gone. `cause` has the system's error; the message is for the seller. */
export class StorageError extends Error {
  /** `where`: in the app's own folder, or at a place that the seller chose. */
  constructor(what: string, cause: unknown, where: Where = 'data-folder') {
    super(words.because(what, reasonOf(cause, where)), { cause });
    this.name = 'StorageError';
  }
}

/** Somebody still holds what belongs to a store that is closed, and perhaps open again: its writes would overwrite. */
export function closedError(what: string): StorageError {
  console.error(`A write was refused, because this is closed: ${what}`);
  return new StorageError(words.notWritten(what), new Error(words.reasons.closed));
}

function reasonOf(cause: unknown, where: Where): string {
  const { reasons } = words;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  // Without room for the file that connections share, SQLite reports a fault of the disk.
  if (code === 'SQLITE_IOERR_SHMSIZE') return reasons.diskFull;
  // SQLite's extended codes name the call that failed, as in SQLITE_IOERR_WRITE.
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

/**
 * Writes `text` beside `path` and fsyncs it; `path` itself stays as it is until `replaceByWritten`. Throws the system's
 * error; then nothing is left beside.
 *
 * The libraries for atomic writes hand the text to one `write` and do not look at how much of it was taken. On a disk
 * that is almost full that is less than all, and a cut file would take the place of a good one. `FileHandle.writeFile`
 * goes on until all is written or an error is there.
 */
export async function writeBeside(path: string, text: string): Promise<void> {
  const beside = `${path}.tmp`;
  try {
    const file = await open(beside, 'w', 0o600);
    try {
      await file.writeFile(text, 'utf8');
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Puts what `writeBeside` wrote in the place of `path`. Throws the system's error; the old file stays then. */
export async function replaceByWritten(path: string): Promise<void> {
  try {
    await renameDurably(`${path}.tmp`, path);
  } catch (error) {
    await rm(`${path}.tmp`, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Replaces `path` by `text`: written beside it, fsynced, renamed, its folder fsynced. Throws the system's error. */
export async function writeDurably(path: string, text: string): Promise<void> {
  await writeBeside(path, text);
  await replaceByWritten(path);
  await syncFolderOf(path);
}

/** Renames a file. On Windows it is durable then; elsewhere once its folder is fsynced. */
async function renameDurably(from: string, to: string): Promise<void> {
  await whileHeld(() => rename(from, to));
  if (process.platform !== 'win32') return;
  await whileHeld(async () => {
    const file = await open(to, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  });
}

/** Removes a file, if it is there. */
export const removeFile = (path: string): Promise<void> => whileHeld(() => rm(path, { force: true }));

/**
 * On Windows virus scanners and search indexers open a file that has just been written, and until they let go of it,
 * it cannot be renamed or removed. That takes moments as a rule; graceful-fs waits for up to 60 s. Here somebody waits
 * for "Save", and whatever has to be written is tried again by the outbox, so 10 s are enough to say so.
 */
const HELD_FOR_MS = 10_000;
const HELD = new Set(['EPERM', 'EACCES', 'EBUSY']);

async function whileHeld(act: () => Promise<void>): Promise<void> {
  for (let waited = 0, pause = 10; ; waited += pause, pause = Math.min(pause + 10, 100)) {
    try {
      return await act();
    } catch (error) {
      const isHeld = process.platform === 'win32' && HELD.has((error as NodeJS.ErrnoException).code ?? '');
      if (!isHeld || waited >= HELD_FOR_MS) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/**
 * Writes a file at a place that the seller chose, part by part, so that it never stands whole in memory. A file that is
 * there already is replaced when all is written, or stays as it is. Throws a `StorageError`.
 *
 * @param what what the file is called in an error
 * @param mode who may read it; left out, as the system has it
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
    await syncFolderOf(path);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw new StorageError(what, error, 'chosen-folder');
  }
}
