// The version that stands in each file, and how a file of an older version becomes one of today's.
//
// Reading brings the content up to date in memory; on disk the old file stays as it is until it is written anyway. Then it
// is kept beside as `<file>.v<n>` until what took its place was read back from the disk. A start that finds both takes the
// new one where it can be read, and the old one otherwise. A file of a newer version than this app knows is not touched.
import { existsSync, renameSync, rmSync } from 'node:fs';
import { copyFile, link, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import ElectronStore from 'electron-store';
import { texts } from '../../shared/texts/main.ts';
import { syncFolderNow } from './folders.ts';
import { moveAside, type OnSetAside } from './set-aside.ts';

const words = texts.storage;

/** Makes what version n + 1 holds of what version n held: a record of a collection, the value of a document. Pure. */
export type Migration = (old: unknown) => unknown;

/** Files begin with version 1; each migration makes one version more. */
export const newestVersion = (migrations: readonly Migration[]): number => migrations.length + 1;

/** What a file of version `from` holds, brought up to date; undefined where a migration throws. */
export function upToDate(old: unknown, from: number, migrations: readonly Migration[]): unknown {
  try {
    return migrations.slice(from - 1).reduce((value, migrate) => migrate(value), old);
  } catch {
    return undefined;
  }
}

/** A newer app has written this file. It is no damage: nothing was touched, and that app can still read it. */
export class NewerVersionError extends Error {
  constructor(what: string, path: string, version: number, newest: number) {
    super(words.newerVersion(what, basename(path), version, newest));
    this.name = 'NewerVersionError';
  }
}

export interface Versioned<R> {
  /** In an error: what is in the file. */
  readonly what: string;
  readonly newest: number;
  /** Makes sense of a file's content; throws where there is none in it. */
  readonly understand: (content: Readonly<Record<string, unknown>>, version: number) => R;
}

export interface Read<R> {
  /** Null when nothing could be read. `path` is where it was read: the file, or an older one beside it. */
  readonly found: { readonly value: R; readonly version: number; readonly path: string } | null;
  /** Sets aside what could not be read, and puts what was read in its place. Until then nothing on disk is touched. */
  mend(onSetAside: OnSetAside): void;
}

/** Gives what is in a file; throws where it cannot be read. */
export type ReadContent = (file: string) => Readonly<Record<string, unknown>>;

/** Reads as electron-store does: one file, at once. */
export const byElectronStore: ReadContent = (file) => {
  const dot = file.lastIndexOf('.');
  return new ElectronStore<Record<string, unknown>>({
    cwd: dirname(file),
    name: basename(file.slice(0, dot)),
    fileExtension: file.slice(dot + 1),
  }).store;
};

/**
 * Reads a file, or where it cannot be read the newest of `olderFiles`, which are kept beside it.
 * Throws `NewerVersionError`, and nothing else.
 */
export function readVersioned<R>(
  path: string,
  olderFiles: readonly string[],
  how: Versioned<R>,
  contentOf: ReadContent = byElectronStore,
): Read<R> {
  const unreadable: { readonly file: string; readonly reason: string }[] = [];
  let found: Read<R>['found'] = null;
  const candidates = [path, ...olderFiles].filter((file) => existsSync(file));
  for (const file of candidates) {
    try {
      found = { ...readOne(contentOf(file), file, how), path: file };
      break;
    } catch (error) {
      if (error instanceof NewerVersionError) throw error;
      unreadable.push({ file, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return {
    found,
    mend(onSetAside) {
      for (const { file, reason } of unreadable) {
        const told = found ? words.damage.olderUsed(reason) : reason;
        onSetAside(moveAside(file, told));
      }
      if (!found) return;
      for (const file of candidates) {
        const isLeft = file !== found.path && !unreadable.some((each) => each.file === file);
        if (isLeft) rmSync(file, { force: true });
      }
      if (found.path !== path) renameSync(found.path, path);
      if (candidates.length > 1) syncFolderNow(dirname(path));
    },
  };
}

function readOne<R>(
  content: Readonly<Record<string, unknown>>,
  file: string,
  { what, newest, understand }: Versioned<R>,
): { value: R; version: number } {
  const { version } = content;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    throw new Error(words.damage.unknownLayout);
  }
  if (version > newest) throw new NewerVersionError(what, file, version, newest);
  return { value: understand(content, version), version };
}

/** Of a folder's files, those that are kept beside another one: by its name, newest first. */
export function olderFilesIn(files: readonly string[]): Map<string, string[]> {
  const older = new Map<string, string[]>();
  for (const file of files) {
    const match = /^(.+\.json)\.v(\d+)$/.exec(file);
    if (match?.[1]) older.set(match[1], [...(older.get(match[1]) ?? []), file]);
  }
  const versionOf = (file: string): number => Number(file.slice(file.lastIndexOf('.v') + 2));
  for (const kept of older.values()) kept.sort((a, b) => versionOf(b) - versionOf(a));
  return older;
}

const keptName = (path: string, version: number): string => `${path}.v${version}`;

/** Before a file of an older version is replaced: keeps it beside. One that is kept already stays. */
export async function keepOlder(path: string, version: number): Promise<void> {
  const kept = keptName(path, version);
  try {
    await link(path, kept);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'ENOENT') return;
    // A disk that knows no links. `path` is as it was, so a copy that a crash cuts short does no harm.
    await copyFile(path, kept).catch(async (cause: unknown) => {
      await rm(kept, { force: true });
      throw cause;
    });
  }
}

/** Reads back what has taken the place of an older file; only when all of it is there is the older one let go. */
export async function proveAndDropOlder<R>(
  path: string,
  version: number,
  text: string,
  how: Versioned<R>,
): Promise<void> {
  const back = await readFile(path, 'utf8');
  if (back !== text) throw new Error(words.reasons.notReadBack);
  how.understand(JSON.parse(back), how.newest);
  await dropOlder(path, version);
}

/** Lets go of an older file, where it is kept. */
export const dropOlder = (path: string, version: number): Promise<void> => rm(keptName(path, version), { force: true });

/** Puts an older file back in its place, where it is kept. */
export async function putOlderBack(path: string, version: number): Promise<void> {
  if (existsSync(keptName(path, version))) await rename(keptName(path, version), path);
  // Renaming one link of a file to another one leaves both.
  await dropOlder(path, version);
}
