// One running app for each data folder: Electron's lock on this computer, and a lock in the folder itself for all others.
import { accessSync, closeSync, constants, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { ensureFolder } from '../storage/folders.ts';

export type FolderLock =
  /** Held until it is released or the process ends, however it ends. */
  | { readonly kind: 'held'; release(): void }
  | { readonly kind: 'busy' }
  /** The file system has no locks, or does not let us write. */
  | { readonly kind: 'unavailable'; readonly code: string };

export type Claim =
  /** `problem`: why the data folder is not locked; null where it is. */
  | { readonly kind: 'first'; readonly problem: string | null }
  /** The first app on this computer has got our link. */
  | { readonly kind: 'handed-over' }
  /** An app that cannot be reached from here has the data folder. */
  | { readonly kind: 'folder-in-use' }
  /** Electron got no lock, and not because another app has it. */
  | { readonly kind: 'no-lock' };

/** Never deleted: two apps could then lock two files of this name. */
const LOCK_FILE = 'lock';
/** What systems answer when another has the lock: SMB and NFS with EACCES, Windows with EBUSY. */
const BUSY = new Set(['EAGAIN', 'EACCES', 'EBUSY']);

/** An app that is ending, or that Electron ended because it hung, takes a moment to let go (ms). */
const WAIT_MS = 6_000;
const PAUSE = 100;

/** Bytes of the link that a second start may hand over. */
const LINK_LIMIT = 4_096;
const handedOverSchema = z.object({
  link: z
    .string()
    .max(LINK_LIMIT)
    .refine((link) => Buffer.byteLength(link) <= LINK_LIMIT),
});

/** Locks a data folder, which is made when it is missing. Nothing in it is read, and nothing written but an empty file. */
export async function lockFolder(folder: string): Promise<FolderLock> {
  try {
    // Imported late: where the package has no binary for the system, the app still starts.
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

/** Or the code of what went wrong. */
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
    // Electron first: of two that start at once it lets one go on, where two locks in turn could stop both.
    const isFirst = request();
    const lock = await lockFolder(folder);
    if (isFirst && lock.kind === 'held') return { kind: 'first', problem: null };
    if (isFirst && lock.kind === 'unavailable') return { kind: 'first', problem: lock.code };
    if (!isFirst && lock.kind === 'busy') return { kind: 'handed-over' };
    // Electron keeps its lock in the folder above, and says no as well where it cannot write there.
    if (!isFirst && lock.kind === 'unavailable') return { kind: canWrite(dirname(folder)) ? 'handed-over' : 'no-lock' };
    // Only one of the two locks is free: the app that had both is ending, or has just begun.
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

/** The link that a second start handed over; null when it is none, or anything else than that. */
export function handedOverLink(data: unknown): string | null {
  const read = handedOverSchema.safeParse(data);
  return read.success ? read.data.link : null;
}
