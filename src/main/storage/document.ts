// One small value on disk (settings, the known stores): an electron-store file, written durably.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import ElectronStore from 'electron-store';
import { StorageError, syncFolderOf, writeDurably } from './durable-file.ts';
import { moveAside, type OnSetAside } from './set-aside.ts';

export interface Document<T> {
  readonly value: T;
  /** Resolves once the value is on disk; rejects with `StorageError`, and then the value before holds. */
  save(value: T): Promise<void>;
}

export interface DocumentOptions<T> {
  readonly folder: string;
  /** File name without `.json`. */
  readonly name: string;
  readonly what: string;
  /** Checks what was read from disk; null when it cannot be understood. */
  readonly parse: (value: unknown) => T | null;
  readonly initial: T;
  readonly onSetAside: OnSetAside;
}

/** Reads a document, or starts with `initial`. A file that cannot be read is set aside and told, never overwritten. */
export function openDocument<T>(options: DocumentOptions<T>): Document<T> {
  const path = join(options.folder, `${options.name}.json`);
  mkdirSync(options.folder, { recursive: true });
  let value = read(options, path);
  /** What is on disk. */
  let saved = value;
  let last: Promise<void> = Promise.resolve();
  return {
    get value() {
      return value;
    },
    save(next) {
      value = next;
      const saving = last
        .catch(() => undefined)
        .then(async () => {
          try {
            await writeDurably(path, JSON.stringify({ version: 1, value: next }));
            await syncFolderOf(path);
            saved = next;
          } catch (cause) {
            if (value === next) value = saved;
            throw new StorageError(`${options.what} could not be written`, cause);
          }
        });
      last = saving;
      return saving;
    },
  };
}

function read<T>(options: DocumentOptions<T>, path: string): T {
  if (!existsSync(path)) return options.initial;
  try {
    const content = new ElectronStore<Record<string, unknown>>({ cwd: options.folder, name: options.name }).store;
    const value = options.parse(content.value);
    if (content.version !== 1 || value === null) throw new Error('it does not have the layout of this version');
    return value;
  } catch (error) {
    options.onSetAside(moveAside(path, error instanceof Error ? error.message : String(error)));
    return options.initial;
  }
}
