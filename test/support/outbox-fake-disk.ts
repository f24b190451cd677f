// A fake collection in memory: the test completes its writes, and decides whether they survive a crash.
import type { Change, Collection } from '../../src/main/storage/collection.ts';
import { StorageError } from '../../src/main/storage/durable-file.ts';

interface Commit<T> {
  readonly change: Change<T>;
  readonly resolve: () => void;
  readonly reject: (error: StorageError) => void;
}

const full = () => new StorageError('The disk', Object.assign(new Error('full'), { code: 'ENOSPC' }));

/** The content under one name. It can be opened repeatedly; only the last opened collection can write. */
export class FakeDisk<T extends { readonly id: string }> {
  readonly #stored = new Map<string, string>();
  readonly #parse: (record: unknown) => T | null;
  #open: FakeCollection<T> | null = null;
  /** Every id ever written, in order. */
  readonly written: string[] = [];
  readonly #everWritten = new Set<string>();
  /** The disk rejects every write. */
  failing = false;

  constructor(parse: (record: unknown) => T | null) {
    this.#parse = parse;
  }

  open(): Collection<T> {
    this.#open = new FakeCollection(this);
    return this.#open;
  }

  /** The records on disk. */
  read(): T[] {
    return [...this.#stored].map(([id, text]) => {
      const record = this.#parse(JSON.parse(text));
      if (record === null) throw new Error(`The record ${id} cannot be read back: ${text}`);
      return record;
    });
  }

  /** Whether a write is in progress. */
  get busy(): boolean {
    return this.#open?.busy ?? false;
  }

  /** Completes the write in progress. */
  endWrite(): void {
    this.#open?.endWrite();
  }

  /** The process crashes: the write in progress is on disk or not. */
  crash(written: boolean): void {
    if (written && !this.failing) this.#open?.writeOnly();
    this.#open = null;
  }

  hold(changes: readonly Change<T>[]): void {
    for (const { put = [], remove = [] } of changes) {
      for (const record of put) {
        this.#stored.set(record.id, JSON.stringify(record));
        if (this.#everWritten.has(record.id)) continue;
        this.#everWritten.add(record.id);
        this.written.push(record.id);
      }
      for (const id of remove) this.#stored.delete(id);
    }
  }

  isOpen(collection: FakeCollection<T>): boolean {
    return this.#open === collection;
  }
}

class FakeCollection<T extends { readonly id: string }> implements Collection<T> {
  readonly #disk: FakeDisk<T>;
  readonly #records: Map<string, T>;
  #writing: Commit<T>[] = [];
  #queued: Commit<T>[] = [];
  #idle: (() => void)[] = [];

  constructor(disk: FakeDisk<T>) {
    this.#disk = disk;
    this.#records = new Map(disk.read().map((record) => [record.id, record]));
  }

  get size(): number {
    return this.#records.size;
  }

  get busy(): boolean {
    return this.#writing.length > 0;
  }

  get(id: string): T | undefined {
    return this.#records.get(id);
  }

  values(): IterableIterator<T> {
    return this.#records.values();
  }

  commit(change: Change<T>): Promise<void> {
    return new Promise((resolve, reject) => {
      // A crashed process writes nothing more, and its promises never settle.
      if (!this.#disk.isOpen(this)) return;
      this.#queued.push({ change, resolve, reject });
      if (this.#writing.length === 0) queueMicrotask(() => this.#begin());
    });
  }

  settled(): Promise<void> {
    if (!this.#disk.isOpen(this)) return new Promise(() => undefined);
    if (this.#writing.length + this.#queued.length === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  close(): Promise<void> {
    return this.settled();
  }

  /** A commit is written as a whole. */
  #begin(): void {
    if (this.#writing.length > 0) return;
    this.#writing = this.#queued;
    this.#queued = [];
  }

  writeOnly(): void {
    this.#disk.hold(this.#writing.map(({ change }) => change));
  }

  endWrite(): void {
    const batch = this.#writing;
    this.#writing = [];
    if (this.#disk.failing) {
      for (const { reject } of batch) reject(full());
    } else {
      this.#disk.hold(batch.map(({ change }) => change));
      for (const { change } of batch) {
        for (const record of change.put ?? []) this.#records.set(record.id, record);
        for (const id of change.remove ?? []) this.#records.delete(id);
      }
      for (const { resolve } of batch) resolve();
    }
    this.#begin();
    if (this.#writing.length === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }
}
