// A set of records on disk, spread over small files, so that one change costs one small write however many there are.
//
// Read side: `get`, `values`, `size` show what is on disk, from memory. Write side: `commit` resolves when the change is
// on disk, and rejects with a `StorageError` when the disk refused; then nothing of it is kept. Commits that meet
// share a write. Each file is an electron-store file of at most 64 records, and says of which version it is.
import { statSync } from 'node:fs';
import { texts } from '../../shared/texts/main.ts';
import { Draft, type Segment } from './draft.ts';
import { closedError, StorageError, writeDurably } from './durable-file.ts';
import { ensureFolder } from './folders.ts';
import { type Replacement, type SegmentFile, SegmentFiles, segmentName, segmentNumber } from './segment-files.ts';
import { copyAside, type OnSetAside } from './set-aside.ts';
import { type Migration, newestVersion, type Read, upToDate } from './versions.ts';

/** A segment with fewer records and fewer bytes than this is sparse: what is left of one whose records were removed. */
const SPARSE = { records: 16, bytes: 64 * 1024 };
/** When there are this many sparse segments, they are merged. */
const MANY_SPARSE = 16;
/** When a collection is opened in the background, these many newest segments are "the newest". */
const NEWEST_SEGMENTS = 4;

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
  /** Resolves when all commits so far are settled and nothing is read any more; each commit from here on is refused. */
  close(): Promise<void>;
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

/** A collection that is still being read: it shows what was read so far, the newest first; commits wait for the rest. */
export interface Opening<T extends { readonly id: string }> {
  readonly collection: Collection<T>;
  /** The newest few hundred records are there. */
  readonly newest: Promise<void>;
  /** All are there. Rejects as `openCollection` throws. */
  readonly whole: Promise<void>;
}

interface Pending<T> {
  readonly change: Change<T>;
  readonly resolve: () => void;
  readonly reject: (error: StorageError) => void;
}

type Records<T> = readonly (T | null)[];

class SegmentedCollection<T extends { readonly id: string }> implements Collection<T> {
  readonly #options: CollectionOptions<T>;
  readonly #newestVersion: number;
  readonly #files: SegmentFiles<Records<T>>;
  #records = new Map<string, T>();
  readonly #segmentOf = new Map<string, Segment>();
  readonly #segments = new Set<Segment>();
  #newest: Segment | null = null;
  #nextNumber = 1;
  #pending: Pending<T>[] = [];
  #running: Promise<void> | null = null;
  /** What commits wait for. */
  #whole: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: CollectionOptions<T>) {
    this.#options = options;
    const { folder, what, parse, migrations = [] } = options;
    this.#newestVersion = newestVersion(migrations);
    this.#files = new SegmentFiles(folder, {
      what,
      newest: this.#newestVersion,
      understand({ records }, version) {
        if (!Array.isArray(records)) throw new Error(texts.storage.damage.unknownLayout);
        return records.map((record) => parse(upToDate(record, version, migrations)));
      },
    });
    ensureFolder(folder);
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
    if (this.#isClosed) return Promise.reject(closedError(this.#options.what));
    return new Promise((resolve, reject) => {
      this.#pending.push({ change, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    // Reading may put damaged files aside.
    await this.#whole.catch(() => undefined);
    await this.settled();
  }

  // ---- reading

  load(): void {
    const files = this.#list();
    this.#mend(files.map((file) => this.#takeIn(file, this.#files.read(file))));
  }

  loadInBackground(after: Promise<void>): Opening<T> {
    let newestIsThere = () => {};
    const newest = new Promise<void>((resolve) => {
      newestIsThere = resolve;
    });
    const load = async () => {
      // Whether that went well is its owner's concern.
      await after.catch(() => undefined);
      const files = this.#list().reverse();
      const mends: (() => void)[] = [];
      for await (const { file, read } of this.#files.readAll(files)) {
        mends.push(this.#takeIn(file, read));
        if (mends.length === NEWEST_SEGMENTS) newestIsThere();
      }
      this.#mend(mends);
      this.#oldestFirst();
    };
    this.#whole = load();
    this.#whole.then(newestIsThere, newestIsThere);
    return { collection: this, newest, whole: this.#whole };
  }

  #list(): SegmentFile[] {
    const files = this.#files.list();
    this.#nextNumber = segmentNumber(files.at(-1)?.name ?? segmentName(0)) + 1;
    return files;
  }

  /** Brings the records into the order in which they would have been read at once. */
  #oldestFirst(): void {
    const read = this.#records;
    this.#records = new Map();
    for (const { ids } of [...this.#segments].reverse()) {
      for (const id of ids) {
        const record = read.get(id);
        if (record) this.#records.set(id, record);
      }
    }
  }

  /** Only now that none of the files has turned out to be of a newer version is anything on disk touched. */
  #mend(mends: readonly (() => void)[]): void {
    this.#files.removeLeftovers();
    for (const mend of mends) mend();
  }

  /** Takes in what a file holds; gives what is then to be done about the file itself. */
  #takeIn({ name }: SegmentFile, read: Read<Records<T>>): () => void {
    const { onSetAside } = this.#options;
    if (!read.found) return () => read.mend(onSetAside);
    const { value: records, version, path } = read.found;
    const segment: Segment = { name, ids: new Set(), bytes: statSync(path).size, version, dirty: false };
    const readable = records.filter((record) => record !== null);
    for (const record of readable) this.#takeInRecord(segment, record);
    const unread = records.length - readable.length;
    if (unread > 0) segment.dirty = true;
    this.#segments.add(segment);
    if (!this.#newest || this.#newest.name < name) this.#newest = segment;
    return () => {
      read.mend(onSetAside);
      if (unread === 0) return;
      onSetAside(copyAside(this.#files.pathOf(name), texts.storage.damage.recordsNotRead(unread), readable.length));
    };
  }

  #takeInRecord(segment: Segment, record: T): void {
    const other = this.#segmentOf.get(record.id);
    if (other && other.name > segment.name) {
      // The computer went down while the record was on its way from one segment to another: the later one holds it.
      segment.dirty = true;
      return;
    }
    if (other && other !== segment) {
      other.ids.delete(record.id);
      other.dirty = true;
    }
    this.#hold(segment, record);
  }

  // ---- writing

  async #run(): Promise<void> {
    // One turn of the microtasks first, so that what is committed together is written together.
    await Promise.resolve();
    let refusal: unknown = null;
    await this.#whole.catch((error: unknown) => {
      refusal = error;
    });
    while (this.#pending.length > 0) {
      const batch = this.#pending;
      this.#pending = [];
      if (refusal === null) await this.#write(batch);
      else this.#refuse(batch, refusal);
    }
    if (refusal === null) await this.#merge();
    this.#running = null;
    if (this.#pending.length > 0) this.#running = this.#run();
  }

  #refuse(batch: readonly Pending<T>[], cause: unknown): void {
    const error = new StorageError(texts.storage.notWritten(this.#options.what), cause);
    for (const { reject } of batch) reject(error);
  }

  /** Writes all segments that a batch touches. All of the batch holds, or none of it. */
  async #write(batch: readonly Pending<T>[]): Promise<void> {
    const newestBefore = this.#newest;
    const draft = this.#draft();
    for (const { change } of batch) {
      draft.putAll(change.put ?? []);
      for (const id of change.remove ?? []) draft.remove(id);
    }
    try {
      await this.#apply(draft, newestBefore);
    } catch (cause) {
      this.#refuse(batch, cause);
      return;
    }
    for (const { resolve } of batch) resolve();
  }

  /** Puts what is left in sparse segments together. Where the disk refuses, all stays as it is until another time. */
  async #merge(): Promise<void> {
    const sparse = [...this.#segments].filter(
      (segment) => segment !== this.#newest && segment.ids.size < SPARSE.records && segment.bytes < SPARSE.bytes,
    );
    if (sparse.length < MANY_SPARSE) return;
    const newestBefore = this.#newest;
    const draft = this.#draft();
    for (const segment of sparse) for (const record of this.#recordsIn(segment).values()) draft.move(record);
    await this.#apply(draft, newestBefore).catch((error: unknown) => {
      console.error(`${this.#options.what}: its files could not be merged, and stay as they are`, error);
    });
  }

  #draft(): Draft<T> {
    return new Draft<T>({
      recordsIn: (segment) => this.#recordsIn(segment),
      homeOf: (id) => this.#segmentOf.get(id),
      newHome: (hasRoom) => this.#homeForNew(hasRoom),
    });
  }

  #homeForNew(hasRoom: (segment: Segment) => boolean): Segment {
    if (this.#newest && hasRoom(this.#newest)) return this.#newest;
    const name = segmentName(this.#nextNumber);
    this.#nextNumber += 1;
    this.#newest = { name, ids: new Set(), bytes: 0, version: this.#newestVersion, dirty: false };
    return this.#newest;
  }

  /** Makes the draft true, on disk and then in memory. Throws the system's error; then nothing of it holds. */
  async #apply(draft: Draft<T>, newestBefore: Segment | null): Promise<void> {
    for (const segment of this.#segments) if (segment.dirty) draft.touch(segment);
    const segments = new Map<Replacement, Segment>();
    // Newer ones first: after a crash on the way a record that moves is in both, never in none.
    const touched = [...draft.touched].sort(([a], [b]) => (a.name < b.name ? 1 : -1));
    for (const [segment, records] of touched) {
      const text = records.size > 0 ? this.#textOf(records) : '';
      // What is dirty may have given its records away before a crash, to a file that is not durable yet.
      const gives = segment.dirty || draft.giving.has(segment);
      segments.set({ name: segment.name, version: segment.version, text, gives }, segment);
    }
    const replaced: Replacement[] = [];
    try {
      await this.#files.replace([...segments.keys()], replaced);
    } catch (error) {
      this.#newest = newestBefore;
      await this.#restore(replaced.flatMap((file) => segments.get(file) ?? []));
      throw error;
    }
    for (const [{ text }, segment] of segments) segment.bytes = Buffer.byteLength(text);
    this.#adopt(draft);
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
      segment.version = this.#newestVersion;
      for (const record of records.values()) this.#hold(segment, record);
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
        if (records.size > 0) await writeDurably(this.#files.pathOf(segment.name), this.#textOf(records));
        else await this.#files.remove(segment);
        segment.dirty = false;
      } catch {
        segment.dirty = true;
        this.#segments.add(segment);
      }
    }
  }

  #hold(segment: Segment, record: T): void {
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

  #textOf(records: ReadonlyMap<string, T>): string {
    return JSON.stringify({ version: this.#newestVersion, records: [...records.values()] });
  }
}

/**
 * Opens a collection: reads all its segments. Damaged ones are set aside and told, the rest loads. When one is of a newer
 * version than this app knows, nothing is opened and nothing touched: `NewerVersionError`.
 */
export function openCollection<T extends { readonly id: string }>(options: CollectionOptions<T>): Collection<T> {
  const collection = new SegmentedCollection(options);
  collection.load();
  return collection;
}

/** The same for a large collection, of which something is to be seen before all of it is read. Reading begins after `after`. */
export const openInBackground = <T extends { readonly id: string }>(
  options: CollectionOptions<T>,
  after: Promise<void> = Promise.resolve(),
): Opening<T> => new SegmentedCollection(options).loadInBackground(after);
