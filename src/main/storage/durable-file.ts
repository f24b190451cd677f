// Writes a whole file so that after a crash or a power cut either the old or the new content is there, never a mix.
import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { texts } from '../../shared/texts/main.ts';

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

function reasonOf(cause: unknown, where: Where): string {
  const { reasons } = words;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return reasons.diskFull;
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return reasons.notWritable[where];
    case 'ENOENT':
      return reasons.gone[where];
    case 'EISDIR':
    case 'ENOTDIR':
      return reasons.folderInTheWay;
    case 'EIO':
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
    await rename(`${path}.tmp`, path);
  } catch (error) {
    await rm(`${path}.tmp`, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Replaces `path` by `text`: written beside it, fsynced, renamed. Throws the system's error; the old file stays then. */
export async function writeDurably(path: string, text: string): Promise<void> {
  await writeBeside(path, text);
  await replaceByWritten(path);
}

/** Makes renames and removals in a folder durable. Windows has no such call and does not need it. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The folder that a file lies in, made durable. */
export const syncFolderOf = (path: string): Promise<void> => syncFolder(dirname(path));

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
    await rename(beside, path);
    await syncFolderOf(path);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw new StorageError(what, error, 'chosen-folder');
  }
}
