// A small durable value (settings, the known stores) in an electron-store file.
import { join } from 'node:path';
import { texts } from '../../shared/texts/main.ts';
import { StorageError } from './durable-file.ts';
import { ensureFolder } from './folders.ts';
import type { OnSetAside } from './set-aside.ts';
import { removeUnfinished, StoredFile } from './stored-file.ts';

const VERSION = 1;

export interface Document<T> {
  readonly value: T;
  /** Resolves once the value is on disk. Rejects with `StorageError`; the previous value stays then. */
  save(value: T): Promise<void>;
}

export interface DocumentOptions<T> {
  readonly folder: string;
  /** File name without `.json`. */
  readonly name: string;
  readonly what: string;
  /** Null when the value is invalid. */
  readonly parse: (value: unknown) => T | null;
  readonly initial: T;
  readonly onSetAside: OnSetAside;
}

/** An unreadable file is set aside and reported, never overwritten. */
export function openDocument<T>(options: DocumentOptions<T>): Document<T> {
  const { folder, name, what, initial } = options;
  ensureFolder(folder);
  removeUnfinished(folder, `${name}.json`);
  const file = new StoredFile(join(folder, `${name}.json`));
  let value = valueIn(file, options) ?? initial;
  return {
    get value() {
      return value;
    },
    async save(next) {
      try {
        file.write({ version: VERSION, value: next });
      } catch (cause) {
        throw new StorageError(texts.storage.notWritten({ what }), cause);
      }
      value = next;
    },
  };
}

/** Null if there is no file, or one that was set aside. */
function valueIn<T>(file: StoredFile, { parse, onSetAside }: DocumentOptions<T>): T | null {
  try {
    const content = file.read();
    if (content === null) return null;
    const value = content.version === VERSION ? parse(content.value) : null;
    if (value === null) throw new Error(texts.storage.damage.unknownLayout);
    return value;
  } catch (error) {
    file.setAside(error, onSetAside);
    return null;
  }
}
