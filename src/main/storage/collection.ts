// A set of records on disk, spread over small files, so that one change costs one small write however many there are.
//
// Read side: `get`, `values`, `size` show what is on disk, from memory. Write side: `commit` resolves when the change is
// on disk, and rejects with a `StorageError` when the disk refused; then nothing of it is kept. Commits that meet
// share a write. Each file is an electron-store file of at most 64 records.
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import ElectronStore from 'electron-store';
import { StorageError, syncFolder, writeDurably } from './durable-file.ts';
import { copyAside, moveAside, type OnSetAside } from './set-aside.ts';

/** Raised when the layout of a segment file changes. */
const SEGMENT_VERSION = 1;
const MAX_RECORDS = 64;
const MAX_BYTES = 256 * 1024;
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
  readonly onSetAside: OnSetAside;
}

interface Segment {
  readonly name: string;
  readonly ids: Set<string>;
  /** Size of the file. */
  bytes: number;
  /** The file does not hold what memory holds, because undoing a failed commit failed too. */
  dirty: boolean;
}

interface Pending<T> {
  readonly change: Change<T>;
  readonly resolve: () => void;
  readonly reject: (error: StorageError) => void;
}

/** What a batch of commits makes of the segments it touches, before anything is written. */
class Draft<T extends { readonly id: string }> {
  /** The records that each touched segment will hold. */
  readonly touched = new Map<Segment, Map<string, T>>();
  readonly #added = new Map<Segment, number>();
  readonly #homes = new Map<string, Segment | null>();

  constructor(
    private readonly recordsIn: (segment: Segment) => Map<string, T>,
    private readonly homeOf: (id: string) => Segment | undefined,
    private readonly newHome: (hasRoom: (segment: Segment) => boolean) => Segment,
  ) {}

  touch(segment: Segment): Map<string, T> {
    let records = this.touched.get(segment);
    if (!records) {
      records = this.recordsIn(segment);
      this.touched.set(segment, records);
    }
    return records;
  }

  put(record: T): void {
    const drafted = this.#homes.get(record.id);
    const home = drafted === undefined ? this.homeOf(record.id) : drafted;
    if (home) {
      this.touch(home).set(record.id, record);
      return;
    }
    const segment = this.newHome((candidate) => this.#hasRoom(candidate));
    this.touch(segment).set(record.id, record);
    this.#homes.set(record.id, segment);
    this.#added.set(segment, (this.#added.get(segment) ?? 0) + JSON.stringify(record).length);
  }

  remove(id: string): void {
    const drafted = this.#homes.get(id);
    const home = drafted === undefined ? this.homeOf(id) : drafted;
    if (!home) return;
    this.touch(home).delete(id);
    this.#homes.set(id, null);
  }

  #hasRoom(segment: Segment): boolean {
    const count = this.touched.get(segment)?.size ?? segment.ids.size;
    return count < MAX_RECORDS && segment.bytes + (this.#added.get(segment) ?? 0) < MAX_BYTES;
  }
}

class SegmentedCollection<T extends { readonly id: string }> implements Collection<T> {
  readonly #options: CollectionOptions<T>;
  readonly #records = new Map<string, T>();
  readonly #segmentOf = new Map<string, Segment>();
  readonly #segments = new Set<Segment>();
  #newest: Segment | null = null;
  #nextNumber = 1;
  #pending: Pending<T>[] = [];
  #running: Promise<void> | null = null;

  constructor(options: CollectionOptions<T>) {
    this.#options = options;
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
    for (const file of readdirSync(folder).sort()) {
      if (file.endsWith('.tmp')) rmSync(join(folder, file), { force: true });
      const match = SEGMENT_NAME.exec(file);
      if (!match) continue;
      this.#nextNumber = Math.max(this.#nextNumber, Number(match[1]) + 1);
      this.#loadSegment(file);
    }
  }

  #loadSegment(file: string): void {
    const { folder, parse, onSetAside } = this.#options;
    const path = join(folder, file);
    let records: unknown[];
    try {
      const content = new ElectronStore({ cwd: folder, name: file.slice(0, -'.json'.length) }).store;
      if (content.version !== SEGMENT_VERSION || !Array.isArray(content.records)) {
        throw new Error('it does not have the layout of this version');
      }
      records = content.records;
    } catch (error) {
      onSetAside(moveAside(path, error instanceof Error ? error.message : String(error)));
      return;
    }
    const segment: Segment = { name: file, ids: new Set(), bytes: statSync(path).size, dirty: false };
    for (const raw of records) {
      const record = parse(raw);
      if (record) this.#remember(segment, record);
    }
    const unread = records.length - segment.ids.size;
    if (unread > 0) onSetAside(copyAside(path, `${unread} of its records could not be read`, segment.ids.size));
    this.#segments.add(segment);
    this.#newest = segment;
  }

  #remember(segment: Segment, record: T): void {
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
    this.#newest = { name, ids: new Set(), bytes: 0, dirty: false };
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
    const draft = new Draft<T>(
      (segment) => this.#recordsIn(segment),
      (id) => this.#segmentOf.get(id),
      (hasRoom) => this.#homeForNew(hasRoom),
    );
    for (const { change } of batch) {
      for (const record of change.put ?? []) draft.put(record);
      for (const id of change.remove ?? []) draft.remove(id);
    }
    for (const segment of this.#segments) if (segment.dirty) draft.touch(segment);
    const tried: Segment[] = [];
    try {
      for (const [segment, records] of draft.touched) {
        tried.push(segment);
        segment.bytes = await this.#writeSegment(segment, records);
      }
      await syncFolder(this.#options.folder);
    } catch (cause) {
      await this.#restore(tried);
      const error = new StorageError(`${this.#options.what} could not be written`, cause);
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const [segment, records] of draft.touched) this.#adopt(segment, records);
    for (const { resolve } of batch) resolve();
  }

  /** Takes over what is now on disk. */
  #adopt(segment: Segment, records: ReadonlyMap<string, T>): void {
    for (const id of segment.ids) {
      if (records.has(id)) continue;
      this.#records.delete(id);
      this.#segmentOf.delete(id);
    }
    segment.ids.clear();
    segment.dirty = false;
    for (const record of records.values()) this.#remember(segment, record);
    if (records.size > 0) this.#segments.add(segment);
    else {
      this.#segments.delete(segment);
      if (this.#newest === segment) this.#newest = null;
    }
  }

  /** Writes a segment's file, or removes it where no record is left. Returns its size. */
  async #writeSegment(segment: Segment, records: ReadonlyMap<string, T>): Promise<number> {
    const path = join(this.#options.folder, segment.name);
    if (records.size === 0) {
      await rm(path, { force: true });
      return 0;
    }
    const text = JSON.stringify({ version: SEGMENT_VERSION, records: [...records.values()] });
    await writeDurably(path, text);
    return text.length;
  }

  /** Puts back what memory holds after a failed batch. What cannot be put back now is written with the next batch. */
  async #restore(segments: readonly Segment[]): Promise<void> {
    for (const segment of segments) {
      try {
        segment.bytes = await this.#writeSegment(segment, this.#recordsIn(segment));
        segment.dirty = false;
        if (segment.ids.size === 0 && this.#newest === segment) this.#newest = null;
      } catch {
        segment.dirty = true;
        this.#segments.add(segment);
      }
    }
  }
}

/** Opens a collection: reads all its segments. Damaged ones are set aside and told, the rest loads. */
export const openCollection = <T extends { readonly id: string }>(options: CollectionOptions<T>): Collection<T> =>
  new SegmentedCollection(options);
