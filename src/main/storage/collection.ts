// A set of records on disk, spread over small files, so that one change costs one small write however many there are.
//
// Read side: `get`, `values`, `size` show what is on disk, from memory. Write side: `commit` resolves when the change is
// on disk, and rejects with a `StorageError` when the disk refused; then nothing of it is kept. Commits that meet
// share a write; a crash in the middle of it leaves the first of them, never a later one without those before it. Each file is an electron-store file of at most 64 records, and says of which version it is.
import { statSync } from 'node:fs';
import { texts } from '../../shared/texts/main.ts';
import { closedError, StorageError, writeDurably } from './durable-file.ts';
import { ensureFolder } from './folders.ts';
import { type Segment, SegmentEdit } from './segment-edit.ts';
import { type Replacement, SegmentFiles, segmentName, segmentNumber } from './segment-files.ts';
import { copyAside, type OnSetAside } from './set-aside.ts';
import { FILE_VERSION, type Read } from './stored-file.ts';

/** A segment with fewer records and fewer bytes than this is sparse: what is left of one whose records were removed. */
const SPARSE = { records: 16, bytes: 64 * 1024 };
/** When there are this many sparse segments, they are merged. */
const MANY_SPARSE = 16;
/** How long a change that is in no hurry waits for a write to share, in ms. */
const SOON_MS = 100;

export interface Change<T> {
  readonly put?: readonly T[];
  readonly remove?: readonly string[];
}

export interface Collection<T extends { readonly id: string }> {
  readonly size: number;
  get(id: string): T | undefined;
  values(): IterableIterator<T>;
  /**
   * Resolves once the change is durable; rejects with `StorageError`, and then nothing of it holds.
   *
   * @param when `soon`: with the next write, or after a moment without one
   */
  commit(change: Change<T>, when?: 'now' | 'soon'): Promise<void>;
  /** Resolves when all commits so far are settled. */
  settled(): Promise<void>;
  /** Resolves when all commits so far are settled; each commit from here on is refused. */
  close(): Promise<void>;
}

export interface CollectionOptions<T> {
  readonly folder: string;
  /** What the records are called in an error, for example "the outbox". */
  readonly what: string;
  /** Checks a record read from disk; null when it cannot be understood. */
  readonly parse: (record: unknown) => T | null;
  readonly onSetAside: OnSetAside;
}

interface Pending<T> {
  readonly change: Change<T>;
  readonly resolve: () => void;
  readonly reject: (error: StorageError) => void;
}

type Records<T> = readonly (T | null)[];

/** Which file is replaced before which: those of a lower rank first. */
type Rank = (segment: Segment) => number;

class SegmentedCollection<T extends { readonly id: string }> implements Collection<T> {
  readonly #options: CollectionOptions<T>;
  readonly #files: SegmentFiles<Records<T>>;
  readonly #records = new Map<string, T>();
  readonly #segmentOf = new Map<string, Segment>();
  readonly #segments = new Set<Segment>();
  #newest: Segment | null = null;
  #nextNumber = 1;
  #pending: Pending<T>[] = [];
  /** Something of what is pending is in a hurry, or has waited long enough. */
  #isDue = false;
  #running: Promise<void> | null = null;
  #soon: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: CollectionOptions<T>) {
    this.#options = options;
    const { folder, what, parse } = options;
    this.#files = new SegmentFiles(folder, {
      what,
      understand({ records }) {
        if (!Array.isArray(records)) throw new Error(texts.storage.damage.unknownLayout);
        return records.map((record) => parse(record));
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

  commit(change: Change<T>, when: 'now' | 'soon' = 'now'): Promise<void> {
    if (this.#isClosed) return Promise.reject(closedError(this.#options.what));
    return new Promise((resolve, reject) => {
      this.#pending.push({ change, resolve, reject });
      if (when === 'now') this.#write();
      else this.#soon ??= setTimeout(() => this.#write(), SOON_MS);
    });
  }

  async settled(): Promise<void> {
    this.#write();
    while (this.#running) {
      await this.#running;
      this.#write();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.settled();
  }

  // ---- reading

  load(): void {
    const names = this.#files.list();
    this.#nextNumber = segmentNumber(names.at(-1) ?? segmentName(0)) + 1;
    const mends = names.map((name) => this.#takeIn(name, this.#files.read(name)));
    // Only now that none of the files has turned out to be of a newer version is anything on disk touched.
    this.#files.removeLeftovers();
    for (const mend of mends) mend();
  }

  /** Takes in what a file holds; gives what is then to be done about the file itself. */
  #takeIn(name: string, read: Read<Records<T>>): () => void {
    const { onSetAside } = this.#options;
    if (!read.found) return () => read.mend(onSetAside);
    const records = read.found;
    const segment: Segment = { name, ids: new Set(), bytes: statSync(this.#files.pathOf(name)).size, dirty: false };
    const readable = records.filter((record) => record !== null);
    for (const record of readable) this.#takeInRecord(segment, record);
    const unread = records.length - readable.length;
    if (unread > 0) segment.dirty = true;
    this.#segments.add(segment);
    if (!this.#newest || this.#newest.name < name) this.#newest = segment;
    return () => {
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

  #write(): void {
    if (this.#pending.length === 0) return;
    this.#isDue = true;
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    // One turn of the microtasks first, so that what is committed together is written together.
    await Promise.resolve();
    while (this.#isDue) {
      const order = orderOfCommits(this.#pending, (id) => this.#segmentOf.get(id));
      const batch = this.#pending.splice(0, order.commits);
      this.#isDue = this.#pending.length > 0;
      if (this.#soon) clearTimeout(this.#soon);
      this.#soon = null;
      await this.#writeBatch(batch, order.rank);
    }
    await this.#merge();
    this.#running = null;
    if (this.#isDue) this.#write();
  }

  #refuse(batch: readonly Pending<T>[], cause: unknown): void {
    const error = new StorageError(texts.storage.notWritten(this.#options.what), cause);
    for (const { reject } of batch) reject(error);
  }

  /** Writes all segments that a batch touches. All of the batch holds, or none of it. */
  async #writeBatch(batch: readonly Pending<T>[], rank: Rank): Promise<void> {
    const newestBefore = this.#newest;
    const draft = this.#draft();
    for (const { change } of batch) {
      draft.putAll(change.put ?? []);
      for (const id of change.remove ?? []) draft.remove(id);
    }
    try {
      await this.#apply(draft, newestBefore, rank);
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

  #draft(): SegmentEdit<T> {
    return new SegmentEdit<T>({
      recordsIn: (segment) => this.#recordsIn(segment),
      homeOf: (id) => this.#segmentOf.get(id),
      newHome: (hasRoom) => this.#homeForNew(hasRoom),
    });
  }

  #homeForNew(hasRoom: (segment: Segment) => boolean): Segment {
    if (this.#newest && hasRoom(this.#newest)) return this.#newest;
    const name = segmentName(this.#nextNumber);
    this.#nextNumber += 1;
    this.#newest = { name, ids: new Set(), bytes: 0, dirty: false };
    return this.#newest;
  }

  /** Makes the draft true, on disk and then in memory. Throws the system's error; then nothing of it holds. */
  async #apply(draft: SegmentEdit<T>, newestBefore: Segment | null, rank: Rank = () => 0): Promise<void> {
    for (const segment of this.#segments) if (segment.dirty) draft.touch(segment);
    const segments = new Map<Replacement, Segment>();
    // Newer ones first: after a crash on the way a record that moves is in both, never in none.
    const newestFirst = [...draft.touched].sort(([a], [b]) => (a.name < b.name ? 1 : -1));
    const touched = draft.moves ? newestFirst : newestFirst.sort(([a], [b]) => rank(a) - rank(b));
    for (const [segment, records] of touched) {
      const text = records.size > 0 ? this.#textOf(records) : '';
      // What is dirty may have given its records away before a crash, to a file that is not durable yet.
      const gives = segment.dirty || draft.giving.has(segment);
      segments.set({ name: segment.name, text, gives }, segment);
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
  #adopt(draft: SegmentEdit<T>): void {
    for (const id of draft.removed) {
      this.#records.delete(id);
      this.#segmentOf.delete(id);
    }
    for (const [segment, records] of draft.touched) {
      segment.ids.clear();
      segment.dirty = false;
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
        else await this.#files.remove(segment.name);
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
    return JSON.stringify({ version: FILE_VERSION, records: [...records.values()] });
  }
}

/**
 * How many of the first commits one write may hold, and in which order their files then have to be replaced. Each file is
 * replaced once, so a commit that would have to come both before and after another one waits for the next write. Removals
 * and new records may take any place.
 */
function orderOfCommits<T extends { readonly id: string }>(
  pending: readonly Pending<T>[],
  segmentOf: (id: string) => Segment | undefined,
): { readonly commits: number; readonly rank: Rank } {
  /** The first and the last commit that changes each segment. */
  const changes = new Map<Segment, { readonly first: number; readonly last: number }>();
  let commits = 0;
  for (const { change } of pending) {
    const changed = new Set((change.put ?? []).flatMap(({ id }) => segmentOf(id) ?? []));
    const others = [...changes].filter(([segment]) => !changed.has(segment));
    const newestOther = Math.max(...others.map(([, { last }]) => last));
    if ([...changed].some((segment) => (changes.get(segment)?.first ?? commits) < newestOther)) break;
    for (const segment of changed) {
      changes.set(segment, { first: changes.get(segment)?.first ?? commits, last: commits });
    }
    commits += 1;
  }
  return { commits, rank: (segment) => changes.get(segment)?.last ?? -1 };
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
