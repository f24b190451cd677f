// One small value on disk (settings, the known stores): an electron-store file, written durably.
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { texts } from '../../shared/texts/main.ts';
import { StorageError, syncFolderOf, writeDurably } from './durable-file.ts';
import type { OnSetAside } from './set-aside.ts';
import {
  keepOlder,
  type Migration,
  newestVersion,
  olderFilesIn,
  proveAndDropOlder,
  putOlderBack,
  readVersioned,
  upToDate,
  type Versioned,
} from './versions.ts';

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
  /** From version 1 to 2, from 2 to 3 and so on. Left out, files are of version 1. */
  readonly migrations?: readonly Migration[];
  readonly initial: T;
  readonly onSetAside: OnSetAside;
}

/**
 * Reads a document, or starts with `initial`. A file that cannot be read is set aside and told, never overwritten; one of a
 * newer version is left as it is: `NewerVersionError`.
 */
export function openDocument<T>(options: DocumentOptions<T>): Document<T> {
  const { folder, what, parse, migrations = [], initial, onSetAside } = options;
  const file = `${options.name}.json`;
  const path = join(folder, file);
  const how: Versioned<{ readonly value: T }> = {
    what,
    newest: newestVersion(migrations),
    understand(content, version) {
      const value = parse(upToDate(content.value, version, migrations));
      if (value === null) throw new Error(texts.storage.damage.unknownLayout);
      return { value };
    },
  };
  mkdirSync(folder, { recursive: true });
  const olderFiles = olderFilesIn(readdirSync(folder)).get(file) ?? [];
  const read = readVersioned(
    path,
    olderFiles.map((older) => join(folder, older)),
    how,
  );
  read.mend(onSetAside);
  let value = read.found ? read.found.value.value : initial;
  /** What is on disk, and its version. */
  let saved = value;
  let version = read.found?.version ?? how.newest;
  let last: Promise<void> = Promise.resolve();

  async function write(text: string): Promise<void> {
    if (version === how.newest) return writeDurably(path, text);
    try {
      await keepOlder(path, version);
      await writeDurably(path, text);
      await proveAndDropOlder(path, version, text, how);
    } catch (error) {
      await putOlderBack(path, version).catch(() => undefined);
      throw error;
    }
    version = how.newest;
  }

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
            await write(JSON.stringify({ version: how.newest, value: next }));
            await syncFolderOf(path);
            saved = next;
          } catch (cause) {
            if (value === next) value = saved;
            throw new StorageError(texts.storage.notWritten(what), cause);
          }
        });
      last = saving;
      return saving;
    },
  };
}
