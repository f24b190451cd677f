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

/** `what`: the name of the file's content, for the seller. */
export type OnSetAside = (event: SetAside, what: string) => void;

const nameAside = (file: string): string => `${file}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;

/**
 * Moves a file that cannot be read at all. Moves a database's log first, because a new database would use it. The
 * database must be closed.
 */
export function moveAside(file: string, reason: string): SetAside {
  const movedTo = nameAside(file);
  for (const end of ['-shm', '-wal', '']) if (existsSync(file + end)) renameSync(file + end, movedTo + end);
  syncFolderNow(dirname(file));
  return { file, movedTo, reason, kept: 0 };
}

/** Copies a file that has some unreadable records. The file itself stays in use. */
export function copyAside(file: string, reason: string, kept: number): SetAside {
  const movedTo = nameAside(file);
  copyFileSync(file, movedTo);
  syncFileNow(movedTo);
  syncFolderNow(dirname(file));
  return { file, movedTo, reason, kept };
}
