// One running app per data folder: Electron's lock on this computer, and a lock file in the folder for other computers.
import { accessSync, closeSync, constants, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { ensureFolder } from '../storage/folders.ts';

export type FolderLock =
  /** Held until it is released or the process ends. */
  | { readonly kind: 'held'; release(): void }
  | { readonly kind: 'busy' }
  /** The file system has no locks or is not writable. */
  | { readonly kind: 'unavailable'; readonly code: string };

export type Claim =
  /** `problem`: why the data folder could not be locked; null where it is. `release` gives it back. */
  | { readonly kind: 'first'; readonly problem: string | null; release(): void }
  /** The first app on this computer has received the link. */
  | { readonly kind: 'handed-over' }
  /** An app that cannot be reached uses the data folder. */
  | { readonly kind: 'folder-in-use' }
  /** Electron's lock failed for another reason. */
  | { readonly kind: 'no-lock' };

/** Never deleted, or two apps could lock two files of this name. */
const LOCK_FILE = 'lock';
/** Errors for a lock that is held: EACCES from SMB and NFS, EBUSY on Windows. */
const BUSY = new Set(['EAGAIN', 'EACCES', 'EBUSY']);

/** An app that is ending takes a moment to release its lock, in ms. */
const WAIT_MS = 6_000;
const PAUSE = 100;

/** In bytes. */
const LINK_LIMIT = 4_096;
const handedOverSchema = z.object({
  link: z
    .string()
    .max(LINK_LIMIT)
    .refine((link) => Buffer.byteLength(link) <= LINK_LIMIT),
});

/** Creates the folder if necessary. Writes only an empty file. */
export async function lockFolder(folder: string): Promise<FolderLock> {
  try {
    // Imported lazily, so that the app starts even where the package has no binary for the system.
    const { tryLock } = await import('fs-native-extensions');
    ensureFolder(folder);
    const file = openSync(join(folder, LOCK_FILE), 'a', 0o600);
    const granted = isGranted(() => tryLock(file));
    if (granted === true) return { kind: 'held', release: () => closeSync(file) };
    closeSync(file);
    return granted === false ? { kind: 'busy' } : { kind: 'unavailable', code: granted };
  } catch (error) {
    return { kind: 'unavailable', code: codeOf(error) };
  }
}

/** Returns the error's code on a failure. */
function isGranted(lock: () => boolean): boolean | string {
  try {
    return lock();
  } catch (error) {
    const code = codeOf(error);
    return BUSY.has(code) ? false : code;
  }
}

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code ?? error);

/**
 * Claims a data folder. To be called before the app is ready, and before anything in the folder is read or written.
 * @param request asks Electron for its lock, handing our link over where another app has it
 */
export async function claimFolder(folder: string, request: () => boolean, patience = WAIT_MS): Promise<Claim> {
  for (let waited = 0; ; waited += PAUSE) {
    // Electron's lock first: of two concurrent starts it grants one, where two locks in turn could refuse both.
    const isFirst = request();
    const lock = await lockFolder(folder);
    if (isFirst && lock.kind === 'held') return { kind: 'first', problem: null, release: lock.release };
    if (isFirst && lock.kind === 'unavailable') return { kind: 'first', problem: lock.code, release: () => {} };
    if (!isFirst && lock.kind === 'busy') return { kind: 'handed-over' };
    // Electron keeps its lock in the parent folder, and also fails where that is not writable.
    if (!isFirst && lock.kind === 'unavailable') return { kind: canWrite(dirname(folder)) ? 'handed-over' : 'no-lock' };
    // Only one of the two locks is free: the other app is ending or starting.
    if (lock.kind === 'held') lock.release();
    if (waited >= patience) return { kind: isFirst ? 'folder-in-use' : 'no-lock' };
    await wait(PAUSE);
  }
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Null where the data is no link. */
export function handedOverLink(data: unknown): string | null {
  const read = handedOverSchema.safeParse(data);
  return read.success ? read.data.link : null;
}
