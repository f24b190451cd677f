// A set of records on disk, spread over small files, so that one change costs one small write however many there are.
//
// Read side: `get`, `values`, `size` show what is on disk, from memory. Write side: `commit` resolves when the change is
// on disk, and rejects with a `StorageError` when the disk refused; then nothing of it is kept. Commits that meet
// share a write. Each file is an electron-store file of at most 64 records.
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import ElectronStore from 'electron-store';
import { Draft, type Segment } from './draft.ts';
import { replaceByWritten, StorageError, syncFolder, writeBeside, writeDurably } from './durable-file.ts';
import { copyAside, moveAside, type OnSetAside } from './set-aside.ts';

/** Raised when the layout of a segment file changes. */
const SEGMENT_VERSION = 1;
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

interface Pending<T> {
  readonly change: Change<T>;
  readonly resolve: () => void;
  readonly reject: (error: StorageError) => void;
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
    if (unread > 0) {
      onSetAside(copyAside(path, `${unread} of its records could not be read`, segment.ids.size));
      segment.dirty = true;
    }
    this.#segments.add(segment);
    this.#newest = segment;
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
    const newestBefore = this.#newest;
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
    const beside = new Set<Segment>();
    try {
      for (const [segment, records] of draft.touched) {
        const text = records.size > 0 ? this.#textOf(records) : '';
        sizes.set(segment, Buffer.byteLength(text));
        if (text === '') continue;
        await writeBeside(this.#pathOf(segment), text);
        beside.add(segment);
      }
      for (const segment of draft.touched.keys()) {
        replaced.push(segment);
        if (beside.delete(segment)) await replaceByWritten(this.#pathOf(segment));
        else await rm(this.#pathOf(segment), { force: true });
      }
      await syncFolder(this.#options.folder);
      return sizes;
    } catch (error) {
      for (const segment of beside) await rm(`${this.#pathOf(segment)}.tmp`, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  #pathOf(segment: Segment): string {
    return join(this.#options.folder, segment.name);
  }

  #textOf(records: ReadonlyMap<string, T>): string {
    return JSON.stringify({ version: SEGMENT_VERSION, records: [...records.values()] });
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

/** Opens a collection: reads all its segments. Damaged ones are set aside and told, the rest loads. */
export const openCollection = <T extends { readonly id: string }>(options: CollectionOptions<T>): Collection<T> =>
  new SegmentedCollection(options);
