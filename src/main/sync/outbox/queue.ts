// The queue of a store on disk: all open changes, in files of at most 50.
import { texts } from '../../../shared/texts/main.ts';
import { closedError, StorageError } from '../../storage/durable-file.ts';
import type { Change } from './change.ts';
import { MAX_CHANGES, type QueueFiles } from './queue-files.ts';
import { QueueOrder } from './queue-order.ts';

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
  readonly files: readonly QueueFile[];
  readonly resolve: () => void;
  readonly reject: (error: StorageError) => void;
}

export class Queue extends QueueOrder {
  readonly #files: QueueFiles;
  readonly #what: string;
  readonly #fileOf = new Map<string, QueueFile>();
  #newest: QueueFile | null = null;
  #pending: Commit[] = [];
  /** Files that differ from memory, because changes were removed or the disk refused a write. */
  readonly #dirty = new Set<QueueFile>();
  #writing: Promise<void> | null = null;
  #isClosed = false;

  constructor(files: QueueFiles, what: string) {
    super();
    this.#files = files;
    this.#what = what;
    const stored = files.read();
    for (const [name, changes] of stored) {
      this.#newest = { name, ids: new Set(), bytes: JSON.stringify(changes).length };
      for (const change of changes) {
        this.#fileOf.set(change.id, this.#newest);
        this.#newest.ids.add(change.id);
      }
    }
    this.store([...stored.values()].flat());
  }

  /** Adds or replaces changes. Resolves once they are durable. If it rejects with `StorageError`, nothing has changed. */
  commit(put: readonly Change[]): Promise<void> {
    return this.#write(put, this.#place(put));
  }

  /** Removes changes from memory at once. Resolves when their files follow. If it rejects with `StorageError`, `flush` retries. */
  remove(ids: readonly string[]): Promise<void> {
    for (const { id } of this.forget(ids)) {
      const file = this.#fileOf.get(id);
      this.#fileOf.delete(id);
      file?.ids.delete(id);
      if (file) this.#dirty.add(file);
    }
    return this.flush();
  }

  /** Writes all files that differ from memory. */
  flush(): Promise<void> {
    return this.#write([], [...this.#dirty]);
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

  /** The files of changes. New changes of one call share a file if they fit. */
  #place(put: readonly Change[]): QueueFile[] {
    const added = put.filter(({ id }) => !this.#fileOf.has(id));
    for (let from = 0; from < added.length; from += MAX_CHANGES) {
      const changes = added.slice(from, from + MAX_CHANGES);
      const bytes = JSON.stringify(changes).length;
      const newest = this.#newest;
      const fits = newest && newest.ids.size + changes.length <= MAX_CHANGES && newest.bytes + bytes <= MAX_BYTES;
      const file = fits ? newest : { name: nextName(newest?.name), ids: new Set<string>(), bytes: 0 };
      this.#newest = file;
      file.bytes += bytes;
      for (const { id } of changes) {
        file.ids.add(id);
        this.#fileOf.set(id, file);
      }
    }
    return [...new Set(put.flatMap(({ id }) => this.#fileOf.get(id) ?? []))];
  }

  #write(put: readonly Change[], files: readonly QueueFile[]): Promise<void> {
    if (this.#isClosed) return Promise.reject(closedError(this.#what));
    return new Promise((resolve, reject) => {
      this.#pending.push({ put, files, resolve, reject });
      this.#writing ??= this.#writeAll();
    });
  }

  async #writeAll(): Promise<void> {
    // Wait one microtask, so that a result and the next departure share a write.
    await Promise.resolve();
    for (let commits = this.#nextCommits(); commits.length > 0; commits = this.#nextCommits()) {
      await this.#writeTogether(commits);
    }
    this.#writing = null;
  }

  /** Successive commits to the same single file share a write. Any other commit is written alone. */
  #nextCommits(): Commit[] {
    const [first] = this.#pending;
    const isShared = (commit: Commit) => commit.files.length === 1 && commit.files[0] === first?.files[0];
    const others = this.#pending.findIndex((commit) => !isShared(commit));
    return this.#pending.splice(0, others < 0 ? this.#pending.length : Math.max(others, 1));
  }

  async #writeTogether(commits: readonly Commit[]): Promise<void> {
    const put = new Map(commits.flatMap((commit) => commit.put.map((change) => [change.id, change])));
    const changed = commits.flatMap((commit) => (commit.put.length > 0 ? commit.files : []));
    const written: QueueFile[] = [];
    try {
      for (const file of new Set([...this.#dirty, ...changed])) {
        await this.#writeFile(file, put);
        written.push(file);
      }
    } catch (cause) {
      await this.#takeBack(put, written);
      const error = new StorageError(texts.storage.notWritten({ what: this.#what }), cause);
      for (const { reject } of commits) reject(error);
      return;
    }
    // Some changes may have been removed meanwhile.
    this.store([...put.values()].filter(({ id }) => this.#fileOf.has(id)));
    for (const { resolve } of commits) resolve();
  }

  async #writeFile(file: QueueFile, put: ReadonlyMap<string, Change>): Promise<void> {
    const changes = [...file.ids].flatMap((id) => put.get(id) ?? this.get(id) ?? []);
    // Before the write, because a change that is removed during it makes the file dirty again.
    this.#dirty.delete(file);
    try {
      file.bytes = await this.#files.write(file.name, changes);
    } catch (error) {
      // The next write brings the file up to date.
      this.#dirty.add(file);
      throw error;
    }
  }

  /** After a refused write, removes the new changes from all files. If the disk refuses that too, the next write does it. */
  async #takeBack(put: ReadonlyMap<string, Change>, written: readonly QueueFile[]): Promise<void> {
    for (const id of put.keys()) {
      if (this.get(id)) continue;
      this.#fileOf.get(id)?.ids.delete(id);
      this.#fileOf.delete(id);
    }
    for (const file of written) await this.#writeFile(file, new Map()).catch(() => undefined);
  }
}

/** Names sort in the order in which the files were created. */
const nextName = (name = '0'): string => String(Number.parseInt(name, 10) + 1).padStart(8, '0');
