// The queue of a store on disk: all open changes, in electron-store files of at most 50.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { texts } from '../../../shared/texts/main.ts';
import { removeUnfinished, StoredFile } from '../../storage/document.ts';
import { closedError, StorageError } from '../../storage/durable-file.ts';
import { ensureFolder } from '../../storage/folders.ts';
import { copyAside, type SetAside } from '../../storage/set-aside.ts';
import { type Change, parseChange } from './change.ts';
import { QueueOrder } from './queue-order.ts';

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

interface Commit {
  readonly put: readonly Change[];
  readonly resolve: () => void;
  readonly reject: (error: StorageError) => void;
}

export class Queue extends QueueOrder {
  readonly #fileOf = new Map<string, QueueFile>();
  #newest: QueueFile | null = null;
  #pending: Commit[] = [];
  /** Files that differ from memory, because changes were removed or the disk refused a write. */
  readonly #dirty = new Set<QueueFile>();
  #writing: Promise<void> | null = null;
  #isClosed = false;

  constructor(
    private readonly files: QueueFiles,
    private readonly what: string,
  ) {
    super();
    for (const [name, changes] of files.read()) {
      this.#newest = { name, ids: new Set(), bytes: JSON.stringify(changes).length };
      for (const { id } of changes) this.#addTo(this.#newest, id);
      this.put(changes);
    }
  }

  /** Adds or replaces changes. Resolves once they are durable. If it rejects with `StorageError`, nothing has changed. */
  commit(put: readonly Change[]): Promise<void> {
    if (this.#isClosed) return Promise.reject(closedError(this.what));
    this.#place(put.filter(({ id }) => !this.#fileOf.has(id)));
    return new Promise((resolve, reject) => {
      this.#pending.push({ put, resolve, reject });
      this.#writing ??= this.#writePending();
    });
  }

  /**
   * Removes changes from memory at once. Resolves when their files follow. If it rejects with `StorageError`, the next write or
   * the next call brings the files up to date.
   */
  remove(ids: readonly string[]): Promise<void> {
    for (const { id } of this.forget(ids)) this.#removeFromFile(id);
    return this.commit([]);
  }

  /** Resolves when all writes so far have ended. */
  async idle(): Promise<void> {
    await this.#writing;
  }

  /** Rejects later writes. Resolves when all others have ended. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.idle();
  }

  /** Gives new changes their files. Those of one call share a file if they fit. */
  #place(added: readonly Change[]): void {
    for (let from = 0; from < added.length; from += MAX_CHANGES) {
      const changes = added.slice(from, from + MAX_CHANGES);
      const bytes = JSON.stringify(changes).length;
      const newest = this.#newest;
      const fits = newest && newest.ids.size + changes.length <= MAX_CHANGES && newest.bytes + bytes <= MAX_BYTES;
      const file = fits ? newest : { name: nextName(newest?.name), ids: new Set<string>(), bytes: 0 };
      this.#newest = file;
      file.bytes += bytes;
      for (const { id } of changes) this.#addTo(file, id);
    }
  }

  #addTo(file: QueueFile, id: string): void {
    file.ids.add(id);
    this.#fileOf.set(id, file);
  }

  #removeFromFile(id: string): void {
    const file = this.#fileOf.get(id);
    if (!file) return;
    this.#fileOf.delete(id);
    file.ids.delete(id);
    this.#dirty.add(file);
  }

  /** Writes one round of commits after the other. */
  async #writePending(): Promise<void> {
    // Wait one microtask, so that a result and the next departure share a write.
    await Promise.resolve();
    while (this.#pending.length > 0) await this.#writeTogether(this.#pending.splice(0));
    this.#writing = null;
  }

  async #writeTogether(commits: readonly Commit[]): Promise<void> {
    const put = new Map(commits.flatMap((commit) => commit.put.map((change) => [change.id, change])));
    const files = new Set([...this.#dirty, ...[...put.keys()].flatMap((id) => this.#fileOf.get(id) ?? [])]);
    try {
      for (const file of files) await this.#writeFile(file, put);
    } catch (cause) {
      // Removes the new changes from their files. If this write fails too, the next one includes it.
      for (const id of put.keys()) if (!this.get(id)) this.#removeFromFile(id);
      for (const file of files) await this.#writeFile(file).catch(() => undefined);
      const error = new StorageError(texts.storage.notWritten({ what: this.what }), cause);
      for (const { reject } of commits) reject(error);
      return;
    }
    // Some changes may have been removed meanwhile.
    this.put([...put.values()].filter(({ id }) => this.#fileOf.has(id)));
    for (const { resolve } of commits) resolve();
  }

  async #writeFile(file: QueueFile, put?: ReadonlyMap<string, Change>): Promise<void> {
    const changes = [...file.ids].flatMap((id) => put?.get(id) ?? this.get(id) ?? []);
    // Before the write, because a change that is removed during it makes the file dirty again.
    this.#dirty.delete(file);
    try {
      file.bytes = await this.files.write(file.name, changes);
    } catch (error) {
      // The next write brings the file up to date.
      this.#dirty.add(file);
      throw error;
    }
  }
}

/** Names sort in the order in which the files were created. */
const nextName = (name = '0'): string => String(Number.parseInt(name, 10) + 1).padStart(8, '0');

// ---- the files

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

export function openQueueFiles(folder: string, onSetAside: (event: SetAside) => void): QueueFiles {
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
function changesIn(file: StoredFile, onSetAside: (event: SetAside) => void): readonly Change[] {
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
