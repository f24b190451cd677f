// A set of records on disk, spread over small files, so that one change costs one small write however many there are.
//
// Read side: `get`, `values`, `size` show what is on disk, from memory. Write side: `commit` resolves when the change is
// on disk, and rejects with a `StorageError` when the disk refused; then nothing of it is kept. Commits that meet
// share a write. Each file is an electron-store file of at most 64 records, and says of which version it is.
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Draft, type Segment } from './draft.ts';
import { replaceByWritten, StorageError, syncFolder, writeBeside, writeDurably } from './durable-file.ts';
import { copyAside, type OnSetAside } from './set-aside.ts';
import {
  dropOlder,
  keepOlder,
  type Migration,
  newestVersion,
  olderFilesIn,
  proveAndDropOlder,
  readVersioned,
  UNKNOWN_LAYOUT,
  upToDate,
  type Versioned,
} from './versions.ts';

const SEGMENT_NAME = /^segment-(\d{8})\.json$/;

export interface Change<T> {
  readonly put?: readonly T[];
  readonly remove?: readonly string[];
}

export interface Collection<T extends { readonly id: string }> {
  readonly size: number;
  get(id: string): T | undefined;
  values(): IterableIterator<T>;
  /** Resolves once the change is durable; rejects with `StorageError`, and then nothing of it holds. */
  commit(change: Change<T>): Promise<void>;
  /** Resolves when all commits so far are settled. */
  settled(): Promise<void>;
}

export interface CollectionOptions<T> {
  readonly folder: string;
  /** What the records are called in an error, for example "the outbox". */
  readonly what: string;
  /** Checks a record read from disk; null when it cannot be understood. */
  readonly parse: (record: unknown) => T | null;
  /** Of a record: from version 1 to 2, from 2 to 3 and so on. Left out, files are of version 1. */
  readonly migrations?: readonly Migration[];
  readonly onSetAside: OnSetAside;
}

interface Pending<T> {
  readonly change: Change<T>;
  readonly resolve: () => void;
  readonly reject: (error: StorageError) => void;
}

class SegmentedCollection<T extends { readonly id: string }> implements Collection<T> {
  readonly #options: CollectionOptions<T>;
  readonly #segmentFile: Versioned<readonly (T | null)[]>;
  readonly #records = new Map<string, T>();
  readonly #segmentOf = new Map<string, Segment>();
  readonly #segments = new Set<Segment>();
  #newest: Segment | null = null;
  #nextNumber = 1;
  #pending: Pending<T>[] = [];
  #running: Promise<void> | null = null;

  constructor(options: CollectionOptions<T>) {
    this.#options = options;
    const { what, parse, migrations = [] } = options;
    this.#segmentFile = {
      what,
      newest: newestVersion(migrations),
      understand({ records }, version) {
        if (!Array.isArray(records)) throw new Error(UNKNOWN_LAYOUT);
        return records.map((record) => parse(upToDate(record, version, migrations)));
      },
    };
    mkdirSync(options.folder, { recursive: true });
    this.#load();
  }

  get size(): number {
    return this.#records.size;
  }

  get(id: string): T | undefined {
    return this.#records.get(id);
  }

  values(): IterableIterator<T> {
    return this.#records.values();
  }

  commit(change: Change<T>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ change, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  #load(): void {
    const { folder } = this.#options;
    const files = readdirSync(folder);
    const olderFiles = olderFilesIn(files);
    const segments = [...new Set([...files, ...olderFiles.keys()])].filter((file) => SEGMENT_NAME.test(file)).sort();
    const mends = segments.map((name) => this.#loadSegment(name, olderFiles.get(name) ?? []));
    // Only now that none of the files has turned out to be of a newer version is anything on disk touched.
    for (const file of files) if (file.endsWith('.tmp')) rmSync(join(folder, file), { force: true });
    for (const mend of mends) mend();
  }

  /** Takes in what a file holds; gives what is then to be done about the file itself. */
  #loadSegment(name: string, olderFiles: readonly string[]): () => void {
    const { folder, onSetAside } = this.#options;
    const path = join(folder, name);
    this.#nextNumber = Number(SEGMENT_NAME.exec(name)?.[1]) + 1;
    const read = readVersioned(
      path,
      olderFiles.map((file) => join(folder, file)),
      this.#segmentFile,
    );
    if (!read.found) return () => read.mend(onSetAside);
    const { value: records, version } = read.found;
    const segment: Segment = { name, ids: new Set(), bytes: statSync(read.found.path).size, version, dirty: false };
    for (const record of records) if (record) this.#remember(segment, record);
    const kept = segment.ids.size;
    const unread = records.length - kept;
    if (unread > 0) segment.dirty = true;
    this.#segments.add(segment);
    this.#newest = segment;
    return () => {
      read.mend(onSetAside);
      if (unread > 0) onSetAside(copyAside(path, `${unread} of its records could not be read`, kept));
    };
  }

  #remember(segment: Segment, record: T): void {
    const before = this.#segmentOf.get(record.id);
    if (before && before !== segment) {
      // The computer went down while the record was on its way from one segment to another: the later one holds it.
      before.ids.delete(record.id);
      before.dirty = true;
    }
    this.#records.set(record.id, record);
    this.#segmentOf.set(record.id, segment);
    segment.ids.add(record.id);
  }

  #recordsIn(segment: Segment): Map<string, T> {
    const records = new Map<string, T>();
    for (const id of segment.ids) {
      const record = this.#records.get(id);
      if (record) records.set(id, record);
    }
    return records;
  }

  #homeForNew(hasRoom: (segment: Segment) => boolean): Segment {
    if (this.#newest && hasRoom(this.#newest)) return this.#newest;
    const name = `segment-${String(this.#nextNumber).padStart(8, '0')}.json`;
    this.#nextNumber += 1;
    this.#newest = { name, ids: new Set(), bytes: 0, version: this.#segmentFile.newest, dirty: false };
    return this.#newest;
  }

  async #run(): Promise<void> {
    // One turn of the microtasks first, so that what is committed together is written together.
    await Promise.resolve();
    while (this.#pending.length > 0) {
      const batch = this.#pending;
      this.#pending = [];
      await this.#write(batch);
    }
    this.#running = null;
  }

  /** Writes all segments that a batch touches. All of the batch holds, or none of it. */
  async #write(batch: readonly Pending<T>[]): Promise<void> {
    const newestBefore = this.#newest;
    const draft = new Draft<T>(
      (segment) => this.#recordsIn(segment),
      (id) => this.#segmentOf.get(id),
      (hasRoom) => this.#homeForNew(hasRoom),
    );
    for (const { change } of batch) {
      draft.putAll(change.put ?? []);
      for (const id of change.remove ?? []) draft.remove(id);
    }
    for (const segment of this.#segments) if (segment.dirty) draft.touch(segment);
    const replaced: Segment[] = [];
    try {
      const sizes = await this.#writeAll(draft, replaced);
      for (const [segment, bytes] of sizes) segment.bytes = bytes;
    } catch (cause) {
      this.#newest = newestBefore;
      await this.#restore(replaced);
      const error = new StorageError(`${this.#options.what} could not be written`, cause);
      for (const { reject } of batch) reject(error);
      return;
    }
    this.#adopt(draft);
    for (const { resolve } of batch) resolve();
  }

  /**
   * Writes what each touched segment will hold, and gives the sizes. Everything is written beside first, so that a disk
   * that is full says so before any file has changed. `replaced` tells which files may have changed when it throws.
   */
  async #writeAll(draft: Draft<T>, replaced: Segment[]): Promise<Map<Segment, number>> {
    const sizes = new Map<Segment, number>();
    const beside = new Map<Segment, string>();
    try {
      for (const [segment, records] of draft.touched) {
        const text = records.size > 0 ? this.#textOf(records) : '';
        sizes.set(segment, Buffer.byteLength(text));
        if (text === '') continue;
        if (this.#isOlder(segment)) await keepOlder(this.#pathOf(segment), segment.version);
        await writeBeside(this.#pathOf(segment), text);
        beside.set(segment, text);
      }
      for (const segment of draft.touched.keys()) {
        replaced.push(segment);
        const text = beside.get(segment);
        beside.delete(segment);
        await (text === undefined ? this.#removeFile(segment) : this.#replaceFile(segment, text));
      }
      await syncFolder(this.#options.folder);
      return sizes;
    } catch (error) {
      for (const segment of beside.keys()) {
        await rm(`${this.#pathOf(segment)}.tmp`, { force: true }).catch(() => undefined);
      }
      throw error;
    }
  }

  #isOlder(segment: Segment): boolean {
    return segment.version < this.#segmentFile.newest;
  }

  /** Puts what was written beside in place. The file of an older version goes when this one was read back. */
  async #replaceFile(segment: Segment, text: string): Promise<void> {
    const path = this.#pathOf(segment);
    await replaceByWritten(path);
    if (this.#isOlder(segment)) await proveAndDropOlder(path, segment.version, text, this.#segmentFile);
  }

  async #removeFile(segment: Segment): Promise<void> {
    const path = this.#pathOf(segment);
    // First what may be kept of it, or a start after a crash would take that for what the segment holds.
    if (this.#isOlder(segment)) await dropOlder(path, segment.version);
    await rm(path, { force: true });
  }

  #pathOf(segment: Segment): string {
    return join(this.#options.folder, segment.name);
  }

  #textOf(records: ReadonlyMap<string, T>): string {
    return JSON.stringify({ version: this.#segmentFile.newest, records: [...records.values()] });
  }

  /** Takes over what is now on disk. */
  #adopt(draft: Draft<T>): void {
    for (const id of draft.removed) {
      this.#records.delete(id);
      this.#segmentOf.delete(id);
    }
    for (const [segment, records] of draft.touched) {
      segment.ids.clear();
      segment.dirty = false;
      segment.version = this.#segmentFile.newest;
      for (const record of records.values()) this.#remember(segment, record);
      if (records.size > 0) this.#segments.add(segment);
      else {
        this.#segments.delete(segment);
        if (this.#newest === segment) this.#newest = null;
      }
    }
  }

  /** Puts back what memory holds after a failed batch. What cannot be put back now is written with the next batch. */
  async #restore(segments: readonly Segment[]): Promise<void> {
    for (const segment of segments) {
      try {
        const records = this.#recordsIn(segment);
        if (records.size > 0) await writeDurably(this.#pathOf(segment), this.#textOf(records));
        else await rm(this.#pathOf(segment), { force: true });
        segment.dirty = false;
      } catch {
        segment.dirty = true;
        this.#segments.add(segment);
      }
    }
  }
}

/**
 * Opens a collection: reads all its segments. Damaged ones are set aside and told, the rest loads. When one is of a newer
 * version than this app knows, nothing is opened and nothing touched: `NewerVersionError`.
 */
export const openCollection = <T extends { readonly id: string }>(options: CollectionOptions<T>): Collection<T> =>
  new SegmentedCollection(options);
