// A durable set of records in small files, so that a change costs one small write however many records there are.
//
// Reads are answered from memory. Concurrent commits share a write; a crash in the middle of it keeps the first of them,
// never a later one without those before it. Each file is a versioned electron-store file of at most 64 records.
import { statSync } from 'node:fs';
import { texts } from '../../shared/texts/main.ts';
import { closedError, StorageError, writeDurably } from './durable-file.ts';
import { ensureFolder } from './folders.ts';
import {
  type Replacement,
  type Segment,
  SegmentEdit,
  SegmentFiles,
  SegmentIndex,
  segmentName,
  segmentNumber,
} from './segments.ts';
import { copyAside, type OnSetAside } from './set-aside.ts';
import { FILE_VERSION, type Read } from './stored-file.ts';

/** A segment with fewer records and fewer bytes than this is sparse, because most of its records were removed. */
const SPARSE = { records: 16, bytes: 64 * 1024 };
/** This many sparse segments are merged. */
const MANY_SPARSE = 16;
/** How long a `soon` commit waits for a write to share, in ms. */
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
   * Resolves once the change is durable. Rejects with `StorageError`; nothing of it is stored then.
   *
   * @param when `soon`: with the next write, or after `SOON_MS`
   */
  commit(change: Change<T>, when?: 'now' | 'soon'): Promise<void>;
  /** Resolves when all commits so far are settled. */
  settled(): Promise<void>;
  /** Like `settled`; later commits are rejected. */
  close(): Promise<void>;
}

export interface CollectionOptions<T> {
  readonly folder: string;
  /** Names the records in errors, for example "the outbox". */
  readonly what: string;
  /** Null when the record is invalid. */
  readonly parse: (record: unknown) => T | null;
  readonly onSetAside: OnSetAside;
}

interface Pending<T> {
  readonly change: Change<T>;
  readonly resolve: () => void;
  readonly reject: (error: StorageError) => void;
}

type Records<T> = readonly (T | null)[];

class SegmentedCollection<T extends { readonly id: string }> implements Collection<T> {
  readonly #options: CollectionOptions<T>;
  readonly #files: SegmentFiles<Records<T>>;
  readonly #index = new SegmentIndex<T>();
  #pending: Pending<T>[] = [];
  /** A pending commit is urgent or has waited long enough. */
  #isDue = false;
  #running: Promise<void> | null = null;
  #soon: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: CollectionOptions<T>) {
    this.#options = options;
    const { folder, what, parse } = options;
    this.#files = new SegmentFiles(folder, {
      what,
      parse({ records }) {
        if (!Array.isArray(records)) throw new Error(texts.storage.damage.unknownLayout);
        return records.map((record) => parse(record));
      },
    });
    ensureFolder(folder);
  }

  get size(): number {
    return this.#index.records.size;
  }

  get(id: string): T | undefined {
    return this.#index.records.get(id);
  }

  values(): IterableIterator<T> {
    return this.#index.records.values();
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
    this.#index.nextNumber = segmentNumber(names.at(-1) ?? segmentName(0)) + 1;
    const setAsides = names.map((name) => this.#load(name, this.#files.read(name)));
    // Nothing on disk is changed before all files have proved to be of this version.
    this.#files.removeLeftovers();
    for (const setAside of setAsides) setAside();
  }

  /** Loads a file. Returns what sets aside the parts that could not be read. */
  #load(name: string, read: Read<Records<T>>): () => void {
    const { onSetAside } = this.#options;
    if (!read.found) return () => read.setAside(onSetAside);
    const readable = read.found.filter((record) => record !== null);
    const unread = read.found.length - readable.length;
    const bytes = statSync(this.#files.pathOf(name)).size;
    this.#index.load({ name, ids: new Set(), bytes, dirty: unread > 0 }, readable);
    return () => {
      if (unread === 0) return;
      onSetAside(
        copyAside(this.#files.pathOf(name), texts.storage.damage.recordsNotRead({ records: unread }), readable.length),
      );
    };
  }

  // ---- writing

  #write(): void {
    if (this.#pending.length === 0) return;
    this.#isDue = true;
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    // One microtask later, so that commits of the same moment are written together.
    await Promise.resolve();
    while (this.#isDue) {
      const order = orderOfCommits(this.#pending, (id) => this.#index.homeOf(id));
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

  #rejectAll(batch: readonly Pending<T>[], cause: unknown): void {
    const error = new StorageError(texts.storage.notWritten({ what: this.#options.what }), cause);
    for (const { reject } of batch) reject(error);
  }

  /** Stores all of the batch, or nothing. */
  async #writeBatch(batch: readonly Pending<T>[], rank: Rank): Promise<void> {
    const newestBefore = this.#index.newest;
    const edit = new SegmentEdit<T>(this.#index);
    for (const { change } of batch) {
      edit.putAll(change.put ?? []);
      for (const id of change.remove ?? []) edit.remove(id);
    }
    try {
      await this.#apply(edit, newestBefore, rank);
    } catch (cause) {
      this.#rejectAll(batch, cause);
      return;
    }
    for (const { resolve } of batch) resolve();
  }

  /** Merges sparse segments. A failure changes nothing; the next write tries again. */
  async #merge(): Promise<void> {
    const sparse = [...this.#index.segments].filter(
      (segment) => segment !== this.#index.newest && segment.ids.size < SPARSE.records && segment.bytes < SPARSE.bytes,
    );
    if (sparse.length < MANY_SPARSE) return;
    const newestBefore = this.#index.newest;
    const edit = new SegmentEdit<T>(this.#index);
    for (const segment of sparse) for (const record of this.#index.recordsIn(segment).values()) edit.move(record);
    await this.#apply(edit, newestBefore).catch((error: unknown) => {
      console.error(`${this.#options.what}: its files could not be merged, and stay as they are`, error);
    });
  }

  /** Applies an edit on disk and then in memory. Throws the system's error; nothing is changed then. */
  async #apply(edit: SegmentEdit<T>, newestBefore: Segment | null, rank: Rank = () => 0): Promise<void> {
    for (const segment of this.#index.segments) if (segment.dirty) edit.touch(segment);
    const segments = new Map<Replacement, Segment>();
    // Newer ones first: after a crash in between, a record that moves is in both, never in none.
    const newestFirst = [...edit.touched].sort(([a], [b]) => (a.name < b.name ? 1 : -1));
    const touched = edit.moves ? newestFirst : newestFirst.sort(([a], [b]) => rank(a) - rank(b));
    for (const [segment, records] of touched) {
      const text = records.size > 0 ? this.#textOf(records) : '';
      // Before a crash, records of a dirty segment may have moved to a file that is not durable yet.
      const gives = segment.dirty || edit.givers.has(segment);
      segments.set({ name: segment.name, text, givesRecords: gives }, segment);
    }
    const replaced: Replacement[] = [];
    try {
      await this.#files.replace([...segments.keys()], replaced);
    } catch (error) {
      this.#index.newest = newestBefore;
      await this.#restore(replaced.flatMap((file) => segments.get(file) ?? []));
      throw error;
    }
    for (const [{ text }, segment] of segments) segment.bytes = Buffer.byteLength(text);
    this.#index.apply(edit);
  }

  /** Restores the files from memory after a failed batch. What fails is written with the next batch. */
  async #restore(segments: readonly Segment[]): Promise<void> {
    for (const segment of segments) {
      try {
        const records = this.#index.recordsIn(segment);
        if (records.size > 0) await writeDurably(this.#files.pathOf(segment.name), this.#textOf(records));
        else await this.#files.remove(segment.name);
        segment.dirty = false;
      } catch {
        segment.dirty = true;
        this.#index.segments.add(segment);
      }
    }
  }

  #textOf(records: ReadonlyMap<string, T>): string {
    return JSON.stringify({ version: FILE_VERSION, records: [...records.values()] });
  }
}

/** Files of a lower rank are replaced first. */
type Rank = (segment: Segment) => number;

/**
 * How many commits can share the next write, and in which order their files are replaced. Each file is replaced once, so a
 * commit whose files would have to be replaced both before and after those of another one waits. Removals and new records
 * may take any place.
 */
function orderOfCommits<T extends { readonly id: string }>(
  pending: readonly { readonly change: Change<T> }[],
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

/** Damaged files are set aside and reported. Throws `NewerVersionError` before anything is changed. */
export function openCollection<T extends { readonly id: string }>(options: CollectionOptions<T>): Collection<T> {
  const collection = new SegmentedCollection(options);
  collection.load();
  return collection;
}
