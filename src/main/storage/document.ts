// A small durable value (settings, the known stores) in an electron-store file.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { texts } from '../../shared/texts/main.ts';
import { closedError, removeFile, StorageError, writeDurably } from './durable-file.ts';
import { ensureFolder, syncFolderOf } from './folders.ts';
import type { OnSetAside } from './set-aside.ts';
import { FILE_VERSION, readStoredFile } from './stored-file.ts';

export interface Document<T> {
  readonly value: T;
  /** Resolves once the value is on disk. Rejects with `StorageError`; the previous value stays then. */
  save(value: T): Promise<void>;
}

export interface OwnedDocument<T> extends Document<T> {
  /** Resolves when all saves so far are settled. */
  settled(): Promise<void>;
  /** Like `settled`; later saves are rejected. */
  close(): Promise<void>;
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

/** An unreadable file is set aside and reported, never overwritten. Throws `NewerVersionError`; the file stays then. */
export function openDocument<T>(options: DocumentOptions<T>): OwnedDocument<T> {
  const { folder, name, what, parse, initial, onSetAside } = options;
  const path = join(folder, `${name}.json`);
  ensureFolder(folder);
  const read = existsSync(path)
    ? readStoredFile(path, {
        what,
        parse(content) {
          const value = parse(content.value);
          if (value === null) throw new Error(texts.storage.damage.unknownLayout);
          return { value };
        },
      })
    : null;
  read?.setAside(onSetAside);
  let value = read?.found ? read.found.value : initial;
  /** What is on disk. */
  let saved = value;
  let exists = read?.found != null;
  let last: Promise<void> = Promise.resolve();
  let isClosed = false;

  const textOf = (of: T): string => JSON.stringify({ version: FILE_VERSION, value: of });

  /** A failure after the rename leaves the refused value on disk. */
  async function rollBack(): Promise<void> {
    if (exists) await writeDurably(path, textOf(saved));
    else await removeFile(path);
    await syncFolderOf(path);
  }

  return {
    get value() {
      return value;
    },
    save(next) {
      if (isClosed) return Promise.reject(closedError(what));
      value = next;
      const saving = last
        .catch(() => undefined)
        .then(async () => {
          try {
            await writeDurably(path, textOf(next));
            saved = next;
            exists = true;
          } catch (cause) {
            if (value === next) value = saved;
            await rollBack().catch(() => undefined);
            throw new StorageError(texts.storage.notWritten({ what }), cause);
          }
        });
      last = saving;
      return saving;
    },
    settled: () => last.catch(() => undefined),
    async close() {
      isClosed = true;
      await last.catch(() => undefined);
    },
  };
}
