// The files of a queue: electron-store documents of at most 50 changes.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fitting } from '../../../shared/fitting.ts';
import { texts } from '../../../shared/texts/main.ts';
import { removeUnfinished, StoredFile } from '../../storage/document.ts';
import { ensureFolder } from '../../storage/folders.ts';
import { copyAside, type SetAside } from '../../storage/set-aside.ts';
import { type Change, changeSchema } from './change.ts';

/** The most changes in one file. */
export const MAX_CHANGES = 50;
/** A file takes no more changes beyond this size. */
const MAX_BYTES = 100_000;

interface QueueFile {
  readonly name: string;
  readonly ids: Set<string>;
  /** Its approximate size. */
  bytes: number;
}

/** Knows which file each change is in. */
export class StoredChanges {
  readonly #fileOf = new Map<string, QueueFile>();
  #newest: QueueFile | null = null;
  /** Files to write, because changes were removed from them or the disk refused a write. */
  readonly #dirty = new Set<QueueFile>();

  constructor(private readonly files: QueueFiles) {}

  read(): Change[] {
    return [...this.files.read()].flatMap(([name, changes]) => {
      this.#addTo({ name, ids: new Set(), bytes: 0 }, changes);
      return changes;
    });
  }

  has(id: string): boolean {
    return this.#fileOf.has(id);
  }

  /** Gives new changes their files. Those of one call share a file if they fit. */
  place(changes: readonly Change[]): void {
    const added = changes.filter(({ id }) => !this.#fileOf.has(id));
    for (let from = 0; from < added.length; from += MAX_CHANGES) {
      const part = added.slice(from, from + MAX_CHANGES);
      const newest = this.#newest;
      const fits = newest && newest.ids.size + part.length <= MAX_CHANGES && newest.bytes + sizeOf(part) <= MAX_BYTES;
      this.#addTo(fits ? newest : { name: nextName(newest?.name), ids: new Set(), bytes: 0 }, part);
    }
  }

  #addTo(file: QueueFile, changes: readonly Change[]): void {
    this.#newest = file;
    file.bytes += sizeOf(changes);
    for (const { id } of changes) {
      file.ids.add(id);
      this.#fileOf.set(id, file);
    }
  }

  /** The next write removes it from its file. */
  remove(id: string): void {
    const file = this.#fileOf.get(id);
    if (!file) return;
    this.#fileOf.delete(id);
    file.ids.delete(id);
    this.#dirty.add(file);
  }

  /** Durable when it resolves. If it rejects with the system's error, the files have the `previous` changes again. */
  async write(put: ReadonlyMap<string, Change>, previous: (id: string) => Change | undefined): Promise<void> {
    const files = new Set([...this.#dirty, ...[...put.keys()].flatMap((id) => this.#fileOf.get(id) ?? [])]);
    try {
      for (const file of files) await this.#write(file, (id) => put.get(id) ?? previous(id));
    } catch (error) {
      // If this write fails too, the next one includes it.
      for (const id of put.keys()) if (!previous(id)) this.remove(id);
      for (const file of files) await this.#write(file, previous).catch(() => undefined);
      throw error;
    }
  }

  async #write(file: QueueFile, changeOf: (id: string) => Change | undefined): Promise<void> {
    const changes = [...file.ids].flatMap((id) => changeOf(id) ?? []);
    // Before the write, because a change that is removed during it makes the file dirty again.
    this.#dirty.delete(file);
    try {
      file.bytes = await this.files.write(file.name, changes);
    } catch (error) {
      this.#dirty.add(file);
      throw error;
    }
  }
}

const sizeOf = (changes: readonly Change[]): number => JSON.stringify(changes).length;

/** Names sort in the order in which the files were created. */
const nextName = (name = '0'): string => `${String(Number.parseInt(name, 10) + 1).padStart(8, '0')}.json`;

// ---- the files

const FILE = /^\d{8}\.json$/;

export type QueueFiles = ReturnType<typeof openQueueFiles>;

export function openQueueFiles(folder: string, onSetAside: (event: SetAside) => void) {
  ensureFolder(folder);
  const files = new Map<string, StoredFile>();
  const fileOf = (name: string): StoredFile => {
    const file = files.get(name) ?? new StoredFile(join(folder, name));
    files.set(name, file);
    return file;
  };
  return {
    /** The changes in each file, the oldest file first. */
    read(): ReadonlyMap<string, readonly Change[]> {
      removeUnfinished(folder);
      const names = readdirSync(folder).filter((name) => FILE.test(name));
      return new Map(names.sort().map((name) => [name, changesIn(fileOf(name), onSetAside)]));
    },
    /**
     * Replaces a file, or removes it if there are no changes. Durable when it resolves with the size in bytes. If it rejects
     * with the system's error, the file has its previous content.
     */
    async write(name: string, changes: readonly Change[]): Promise<number> {
      const file = fileOf(name);
      if (changes.length > 0) return file.write({ changes });
      file.remove();
      files.delete(name);
      return 0;
    },
  };
}

/** The valid changes of a file. If others cannot be read, a copy of the file is set aside and reported. */
function changesIn(file: StoredFile, onSetAside: (event: SetAside) => void): readonly Change[] {
  const read = ({ changes: stored }: Readonly<Record<string, unknown>>): readonly Change[] | null => {
    if (!Array.isArray(stored)) return null;
    const changes = stored.flatMap((change) => fitting(changeSchema, change) ?? []);
    const records = stored.length - changes.length;
    const reason = texts.storage.damage.recordsNotRead({ records });
    if (records > 0) onSetAside(copyAside(file.path, reason, changes.length));
    return changes;
  };
  return file.read(read, onSetAside) ?? [];
}
