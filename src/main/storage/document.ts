// One small value on disk (settings, the known stores): an electron-store file, written durably.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { texts } from '../../shared/texts/main.ts';
import { closedError, removeFile, StorageError, writeDurably } from './durable-file.ts';
import { ensureFolder, syncFolderOf } from './folders.ts';
import type { OnSetAside } from './set-aside.ts';
import { FILE_VERSION, readStoredFile } from './stored-file.ts';

export interface Document<T> {
  readonly value: T;
  /** Resolves once the value is on disk; rejects with `StorageError`, and then the value before holds. */
  save(value: T): Promise<void>;
}

/** A document as its owner has it. */
export interface OwnedDocument<T> extends Document<T> {
  /** Resolves when all saves so far are settled. */
  settled(): Promise<void>;
  /** Resolves when all saves so far are settled; each one from here on is refused. */
  close(): Promise<void>;
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

/**
 * Reads a document, or starts with `initial`. A file that cannot be read is set aside and told, never overwritten; one of a
 * newer version is left as it is: `NewerVersionError`.
 */
export function openDocument<T>(options: DocumentOptions<T>): OwnedDocument<T> {
  const { folder, name, what, parse, initial, onSetAside } = options;
  const path = join(folder, `${name}.json`);
  ensureFolder(folder);
  const read = existsSync(path)
    ? readStoredFile(path, {
        what,
        understand(content) {
          const value = parse(content.value);
          if (value === null) throw new Error(texts.storage.damage.unknownLayout);
          return { value };
        },
      })
    : null;
  read?.mend(onSetAside);
  let value = read?.found ? read.found.value : initial;
  /** What is on disk. */
  let saved = value;
  let isThere = read?.found != null;
  let last: Promise<void> = Promise.resolve();
  let isClosed = false;

  const textOf = (of: T): string => JSON.stringify({ version: FILE_VERSION, value: of });

  /** A refusal after the rename leaves the refused value on the disk: the one before takes its place again. */
  async function putBack(): Promise<void> {
    if (isThere) await writeDurably(path, textOf(saved));
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
            isThere = true;
          } catch (cause) {
            if (value === next) value = saved;
            await putBack().catch(() => undefined);
            throw new StorageError(texts.storage.notWritten(what), cause);
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
