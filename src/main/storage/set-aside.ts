// Sets unreadable files aside as `<name>.damaged-<time>`, instead of resetting them.
import { copyFileSync, existsSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFileNow, syncFolderNow } from './folders.ts';

/** A file that was set aside. `kept`: the number of its records that could be read. */
export interface SetAside {
  readonly file: string;
  readonly movedTo: string;
  readonly reason: string;
  readonly kept: number;
}

export type OnSetAside = (event: SetAside) => void;

const nameAside = (file: string, now: Date): string => `${file}.damaged-${now.toISOString().replaceAll(':', '-')}`;

/** For a file that cannot be read at all. */
export function moveAside(file: string, reason: string, now = new Date()): SetAside {
  const movedTo = nameAside(file, now);
  renameSync(file, movedTo);
  syncFolderNow(dirname(file));
  return { file, movedTo, reason, kept: 0 };
}

/** For a closed database. The log is moved first, or a database created in between would use it. */
export function moveDatabaseAside(file: string, reason: string, now = new Date()): SetAside {
  for (const suffix of ['-shm', '-wal']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, nameAside(file, now) + suffix);
  }
  return moveAside(file, reason, now);
}

/** Copies a file with some unreadable records; the file itself stays in use. */
export function copyAside(file: string, reason: string, kept: number, now = new Date()): SetAside {
  const movedTo = nameAside(file, now);
  copyFileSync(file, movedTo);
  syncFileNow(movedTo);
  syncFolderNow(dirname(file));
  return { file, movedTo, reason, kept };
}
