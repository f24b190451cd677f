// The segments of a collection, one file each: their records in memory, a batch of changes to them, and the files on disk.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ChunkedMap } from './chunked-map.ts';
import { removeFile, replaceByWritten, writeBeside } from './durable-file.ts';
import { syncFolder } from './folders.ts';
import { type Layout, type Read, readStoredFile } from './stored-file.ts';

const SEGMENT_NAME = /^segment-(\d{8})\.json$/;
const MAX_RECORDS = 64;
const MAX_BYTES = 256 * 1024;
/** Up to this many new records of one change go into one file. */
const KEPT_TOGETHER = 8;

/** One file of a collection and the ids of its records. */
export interface Segment {
  readonly name: string;
  readonly ids: Set<string>;
  /** Size of the file. */
  bytes: number;
  /** The file differs from memory: records were unreadable, moved, or could not be restored. */
  dirty: boolean;
}

export const segmentName = (number: number): string => `segment-${String(number).padStart(8, '0')}.json`;
export const segmentNumber = (name: string): number => Number(SEGMENT_NAME.exec(name)?.[1]);

/** The records in memory, and the segment that each of them is in. */
export class SegmentIndex<T extends { readonly id: string }> {
  readonly records = new ChunkedMap<T>();
  readonly segments = new Set<Segment>();
  newest: Segment | null = null;
  nextNumber = 1;
  readonly #segmentOf = new ChunkedMap<Segment>();

  homeOf(id: string): Segment | undefined {
    return this.#segmentOf.get(id);
  }

  recordsIn(segment: Segment): Map<string, T> {
    const records = new Map<string, T>();
    for (const id of segment.ids) {
      const record = this.records.get(id);
      if (record) records.set(id, record);
    }
    return records;
  }

  /** The newest segment, or a new one where that has no room. */
  newHome(hasRoom: (segment: Segment) => boolean): Segment {
    if (this.newest && hasRoom(this.newest)) return this.newest;
    const name = segmentName(this.nextNumber);
    this.nextNumber += 1;
    this.newest = { name, ids: new Set(), bytes: 0, dirty: false };
    return this.newest;
  }

  /** Adds a segment and its records as read from disk. */
  load(segment: Segment, records: readonly T[]): void {
    for (const record of records) this.#loadRecord(segment, record);
    this.segments.add(segment);
    if (!this.newest || this.newest.name < segment.name) this.newest = segment;
  }

  #loadRecord(segment: Segment, record: T): void {
    const other = this.#segmentOf.get(record.id);
    // After a crash a record that was being moved is in both segments; the later one is right.
    if (other && other.name > segment.name) {
      segment.dirty = true;
      return;
    }
    if (other && other !== segment) {
      other.ids.delete(record.id);
      other.dirty = true;
    }
    this.#set(segment, record);
  }

  /** Applies an edit that is on disk. */
  apply(edit: SegmentEdit<T>): void {
    for (const id of edit.removed) {
      this.records.delete(id);
      this.#segmentOf.delete(id);
    }
    for (const [segment, records] of edit.touched) {
      segment.ids.clear();
      segment.dirty = false;
      for (const record of records.values()) this.#set(segment, record);
      if (records.size > 0) this.segments.add(segment);
      else {
        this.segments.delete(segment);
        if (this.newest === segment) this.newest = null;
      }
    }
  }

  #set(segment: Segment, record: T): void {
    this.records.set(record.id, record);
    this.#segmentOf.set(record.id, segment);
    segment.ids.add(record.id);
  }
}

const sizeOf = (record: unknown): number => Buffer.byteLength(JSON.stringify(record));

function sizeInIt<T>(records: ReadonlyMap<string, T>, id: string): number {
  const record = records.get(id);
  return record === undefined ? 0 : sizeOf(record);
}

/** A batch of changes, applied to copies before anything is written. */
export class SegmentEdit<T extends { readonly id: string }> {
  /** The future records of each touched segment. */
  readonly touched = new Map<Segment, Map<string, T>>();
  /** Segments that a record moves out of. */
  readonly givers = new Set<Segment>();
  /** Ids of removed records, including those that are added again. */
  readonly removed = new Set<string>();
  readonly #index: SegmentIndex<T>;
  readonly #grown = new Map<Segment, number>();
  readonly #homes = new Map<string, Segment | null>();

  constructor(index: SegmentIndex<T>) {
    this.#index = index;
  }

  /** Whether a record moves from one segment to another. */
  get moves(): boolean {
    return this.givers.size > 0 || [...this.removed].some((id) => this.#homes.get(id));
  }

  touch(segment: Segment): Map<string, T> {
    let records = this.touched.get(segment);
    if (!records) {
      records = this.#index.recordsIn(segment);
      this.touched.set(segment, records);
    }
    return records;
  }

  /** A few new records of one call go into one file, so that a crash cannot separate them. */
  putAll(records: readonly T[]): void {
    const few = records.length <= KEPT_TOGETHER;
    let together: Segment | null = null;
    for (const record of records) {
      const home = this.#homeOf(record.id);
      if (home) {
        this.#change(home, record);
        continue;
      }
      const segment: Segment = together ?? this.#homeWithRoom(few ? records.length : 1);
      if (few) together = segment;
      this.#add(segment, record);
    }
  }

  #change(home: Segment, record: T): void {
    const records = this.touch(home);
    const growth = sizeOf(record) - sizeInIt(records, record.id);
    if (this.#bytes(home) + growth < MAX_BYTES || records.size <= 1) {
      records.set(record.id, record);
      this.#grow(home, growth);
    } else this.#moveFrom(home, record);
  }

  /** Moves a record to the newest segment. */
  move(record: T): void {
    const home = this.#index.homeOf(record.id);
    if (home) this.#moveFrom(home, record);
  }

  #moveFrom(home: Segment, record: T): void {
    const records = this.touch(home);
    this.givers.add(home);
    this.#grow(home, -sizeInIt(records, record.id));
    records.delete(record.id);
    this.#add(this.#homeWithRoom(1), record);
  }

  remove(id: string): void {
    const home = this.#homeOf(id);
    if (!home) return;
    this.touch(home).delete(id);
    this.removed.add(id);
    this.#homes.set(id, null);
  }

  #homeOf(id: string): Segment | null {
    const edited = this.#homes.get(id);
    return edited === undefined ? (this.#index.homeOf(id) ?? null) : edited;
  }

  #homeWithRoom(places: number): Segment {
    return this.#index.newHome((candidate) => this.#hasRoom(candidate, places));
  }

  #add(segment: Segment, record: T): void {
    this.touch(segment).set(record.id, record);
    this.#homes.set(record.id, segment);
    this.#grow(segment, sizeOf(record));
  }

  #bytes(segment: Segment): number {
    return segment.bytes + (this.#grown.get(segment) ?? 0);
  }

  #grow(segment: Segment, by: number): void {
    this.#grown.set(segment, (this.#grown.get(segment) ?? 0) + by);
  }

  #hasRoom(segment: Segment, places: number): boolean {
    const count = this.touched.get(segment)?.size ?? segment.ids.size;
    return count + places <= MAX_RECORDS && this.#bytes(segment) < MAX_BYTES;
  }
}

/** The new text of a segment's file; empty to remove it. */
export interface Replacement {
  readonly name: string;
  readonly text: string;
  /** Records move out of it to files that come before it. */
  readonly givesRecords: boolean;
}

/** Lists, reads and replaces the files. */
export class SegmentFiles<R> {
  readonly #folder: string;
  readonly #layout: Layout<R>;

  constructor(folder: string, layout: Layout<R>) {
    this.#folder = folder;
    this.#layout = layout;
  }

  pathOf(name: string): string {
    return join(this.#folder, name);
  }

  /** Oldest first. */
  list(): string[] {
    return readdirSync(this.#folder)
      .filter((file) => SEGMENT_NAME.test(file))
      .sort();
  }

  /** Removes temporary files of interrupted writes. */
  removeLeftovers(): void {
    for (const file of readdirSync(this.#folder)) {
      if (file.endsWith('.tmp')) rmSync(this.pathOf(file), { force: true });
    }
  }

  /** Throws `NewerVersionError` only. */
  read(name: string): Read<R> {
    return readStoredFile(this.pathOf(name), this.#layout);
  }

  /**
   * All texts are written to temporary files first, so that a full disk fails before any file has changed. A file that
   * records move out of is replaced only once the files before it are durable: after a power cut a file system may have kept
   * the later of two renames only. On an error, `replaced` has the files that may have changed.
   */
  async replace(files: readonly Replacement[], replaced: Replacement[]): Promise<void> {
    const beside = new Set(files.filter(({ text }) => text !== ''));
    try {
      await allEnded([...beside].map(({ name, text }) => writeBeside(this.pathOf(name), text)));
      let isUnsafe = false;
      for (const file of files) {
        if (file.givesRecords && isUnsafe) await syncFolder(this.#folder);
        isUnsafe = file.text !== '' || (isUnsafe && !file.givesRecords);
        replaced.push(file);
        const path = this.pathOf(file.name);
        await (beside.delete(file) ? replaceByWritten(path) : removeFile(path));
      }
      await syncFolder(this.#folder);
    } catch (error) {
      for (const { name } of beside) await removeFile(`${this.pathOf(name)}.tmp`).catch(() => undefined);
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    await removeFile(this.pathOf(name));
    await syncFolder(this.#folder);
  }
}

/** Like `Promise.all`, but waits for all of them before it rejects. */
async function allEnded(all: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(all);
  await Promise.all(all);
}
