// The files of this app: JSON with a version in it, read as electron-store reads them.
import { basename, dirname } from 'node:path';
import ElectronStore from 'electron-store';
import { texts } from '../../shared/texts/main.ts';
import { NewerVersionError } from './newer-version.ts';
import { moveAside, type OnSetAside } from './set-aside.ts';

/** The version of every file. A newer one belongs to a newer app, and is not touched. */
export const FILE_VERSION = 1;

export interface Layout<R> {
  /** In an error: what is in the file. */
  readonly what: string;
  /** Makes sense of a file's content; throws where there is none in it. */
  readonly understand: (content: Readonly<Record<string, unknown>>) => R;
}

export interface Read<R> {
  /** Null when nothing could be read. */
  readonly found: R | null;
  /** Sets the file aside where it could not be read. Until then it is not touched. */
  mend(onSetAside: OnSetAside): void;
}

/** What is in a file. Throws what electron-store throws. */
export function byElectronStore(file: string): Readonly<Record<string, unknown>> {
  const dot = file.lastIndexOf('.');
  return new ElectronStore<Record<string, unknown>>({
    cwd: dirname(file),
    name: basename(file.slice(0, dot)),
    fileExtension: file.slice(dot + 1),
  }).store;
}

/** Reads a file that exists. Throws `NewerVersionError`, and nothing else. */
export function readStoredFile<R>(path: string, { what, understand }: Layout<R>): Read<R> {
  try {
    const content = byElectronStore(path);
    const { version } = content;
    if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
      throw new Error(texts.storage.damage.unknownLayout);
    }
    if (version > FILE_VERSION) throw new NewerVersionError(what, path, version, FILE_VERSION);
    return { found: understand(content), mend: () => undefined };
  } catch (error) {
    if (error instanceof NewerVersionError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return { found: null, mend: (onSetAside) => onSetAside(moveAside(path, reason)) };
  }
}
