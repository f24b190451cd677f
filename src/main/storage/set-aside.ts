// What cannot be read is never reset: it is set aside under its own name plus `.damaged-<time>`, and told.
import { copyFileSync, existsSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFileNow, syncFolderNow } from './folders.ts';

/** A file that was set aside. `kept` counts the records of it that could still be read. */
export interface SetAside {
  readonly file: string;
  readonly movedTo: string;
  readonly reason: string;
  readonly kept: number;
}

export type OnSetAside = (event: SetAside) => void;

const nameAside = (file: string, now: Date): string => `${file}.damaged-${now.toISOString().replaceAll(':', '-')}`;

/** Moves a file aside that cannot be read at all. */
export function moveAside(file: string, reason: string, now = new Date()): SetAside {
  const movedTo = nameAside(file, now);
  renameSync(file, movedTo);
  syncFolderNow(dirname(file));
  return { file, movedTo, reason, kept: 0 };
}

/**
 * Moves a closed database aside together with its log. The log goes first: a database that is created in the meantime
 * would take it for its own.
 */
export function moveDatabaseAside(file: string, reason: string, now = new Date()): SetAside {
  for (const suffix of ['-shm', '-wal']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, nameAside(file, now) + suffix);
  }
  return moveAside(file, reason, now);
}

/** Keeps a copy of a file of which only some records can be read; the file itself goes on with those. */
export function copyAside(file: string, reason: string, kept: number, now = new Date()): SetAside {
  const movedTo = nameAside(file, now);
  copyFileSync(file, movedTo);
  syncFileNow(movedTo);
  syncFolderNow(dirname(file));
  return { file, movedTo, reason, kept };
}
