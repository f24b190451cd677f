// Reads the app's versioned JSON files with electron-store.
import { basename, dirname } from 'node:path';
import ElectronStore from 'electron-store';
import { texts } from '../../shared/texts/main.ts';
import { NewerVersionError } from './newer-version.ts';
import { moveAside, type OnSetAside } from './set-aside.ts';

/** Files of a newer version are not changed. */
export const FILE_VERSION = 1;

export interface Layout<R> {
  /** Names the content in errors. */
  readonly what: string;
  /** Throws where the content is invalid. */
  readonly parse: (content: Readonly<Record<string, unknown>>) => R;
}

export interface Read<R> {
  /** Null when the file could not be read. */
  readonly found: R | null;
  /** Sets the file aside where it could not be read. */
  setAside(onSetAside: OnSetAside): void;
}

/** Throws what electron-store throws. */
export function byElectronStore(file: string): Readonly<Record<string, unknown>> {
  const dot = file.lastIndexOf('.');
  return new ElectronStore<Record<string, unknown>>({
    cwd: dirname(file),
    name: basename(file.slice(0, dot)),
    fileExtension: file.slice(dot + 1),
  }).store;
}

/** Reads an existing file. Throws `NewerVersionError` only. */
export function readStoredFile<R>(path: string, { what, parse: understand }: Layout<R>): Read<R> {
  try {
    const content = byElectronStore(path);
    const { version } = content;
    if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
      throw new Error(texts.storage.damage.unknownLayout);
    }
    if (version > FILE_VERSION) throw new NewerVersionError(what, path, version, FILE_VERSION);
    return { found: understand(content), setAside: () => undefined };
  } catch (error) {
    if (error instanceof NewerVersionError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return { found: null, setAside: (onSetAside) => onSetAside(moveAside(path, reason)) };
  }
}
