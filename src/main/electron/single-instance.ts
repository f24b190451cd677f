// Allows one running app: by Electron's lock on this computer, and a lock of the data folder for other computers and
// profiles. Both last until the process ends, so that two apps never send from one outbox.
import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { lockFolder } from '../storage/folder-lock.ts';

export type Claim =
  /** `problem`: why the data folder could not be locked; null if it is. */
  | { readonly kind: 'first'; readonly problem: string | null }
  /** The first app on this computer has received the link. */
  | { readonly kind: 'handed-over' }
  /** Another app, which cannot be reached, uses the data folder. */
  | { readonly kind: 'folder-in-use' }
  /** Electron's lock failed for another reason. */
  | { readonly kind: 'no-lock' };

/** How long another app that is starting or ending may hold one of the two locks, in ms. */
const WAIT_MS = 6_000;
const PAUSE = 100;

/**
 * Claims a data folder. Call before the app is ready, and before anything in the folder is read or written.
 * @param request asks Electron for its lock, and hands our link over if another app has it
 */
export async function claimFolder(folder: string, request: () => boolean, patience = WAIT_MS): Promise<Claim> {
  for (let waited = 0; ; waited += PAUSE) {
    // Electron's lock first: it lets one of two concurrent starts win, while two locks in turn could refuse both.
    const isFirst = request();
    const lock = lockFolder(folder);
    if (isFirst && lock.kind === 'held') return { kind: 'first', problem: null };
    if (isFirst && lock.kind === 'unavailable') return { kind: 'first', problem: lock.code };
    if (!isFirst && lock.kind === 'busy') return { kind: 'handed-over' };
    // Electron keeps its lock in the parent folder, and also fails if that is not writable.
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

/** The link in the data of another start; null if there is none. */
export const handedOverLink = (data: unknown): string | null =>
  z.object({ link: z.string() }).safeParse(data).data?.link ?? null;
