// Reads and writes the electron-store files of a store's queue.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { texts } from '../../../shared/texts/main.ts';
import { removeUnfinished, StoredFile } from '../../storage/document.ts';
import { ensureFolder } from '../../storage/folders.ts';
import { copyAside, type OnSetAside } from '../../storage/set-aside.ts';
import { type Change, parseChange } from './change.ts';

/** The most changes in one file. */
export const MAX_CHANGES = 50;

const FILE = /^(\d{8})\.json$/;

export interface QueueFiles {
  /** The changes in each file, the oldest file first. */
  read(): ReadonlyMap<string, readonly Change[]>;
  /**
   * Replaces a file, or removes it if there are no changes. Durable when it resolves with the size in bytes. If it rejects with
   * the system's error, the file has its previous content.
   */
  write(name: string, changes: readonly Change[]): Promise<number>;
}

export function openQueueFiles(folder: string, onSetAside: OnSetAside): QueueFiles {
  ensureFolder(folder);
  const files = new Map<string, StoredFile>();
  const fileOf = (name: string): StoredFile => {
    const file = files.get(name) ?? new StoredFile(join(folder, `${name}.json`));
    files.set(name, file);
    return file;
  };
  return {
    read() {
      removeUnfinished(folder);
      return new Map(
        readdirSync(folder)
          .sort()
          .flatMap((fileName) => {
            const name = FILE.exec(fileName)?.[1];
            return name === undefined ? [] : [[name, changesIn(fileOf(name), onSetAside)] as const];
          }),
      );
    },
    async write(name, changes) {
      const file = fileOf(name);
      if (changes.length > 0) return file.write({ changes });
      file.remove();
      files.delete(name);
      return 0;
    },
  };
}

/** The valid changes of a file. If others cannot be read, a copy of the file is set aside and reported. */
function changesIn(file: StoredFile, onSetAside: OnSetAside): readonly Change[] {
  const read = ({ changes: stored }: Readonly<Record<string, unknown>>): readonly Change[] | null => {
    if (!Array.isArray(stored)) return null;
    const changes = stored.flatMap((change) => parseChange(change) ?? []);
    const records = stored.length - changes.length;
    const reason = texts.storage.damage.recordsNotRead({ records });
    if (records > 0) onSetAside(copyAside(file.path, reason, changes.length));
    return changes;
  };
  return file.read(read, onSetAside) ?? [];
}
