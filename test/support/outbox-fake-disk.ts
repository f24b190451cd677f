// Fake files in memory: the test completes their writes, and decides whether they survive a crash.

interface Write<T> {
  readonly name: string;
  readonly records: readonly T[];
  readonly resolve: (bytes: number) => void;
  readonly reject: (error: Error) => void;
}

interface Identified {
  readonly id: string;
}

const full = () => Object.assign(new Error('full'), { code: 'ENOSPC' });

/** It can be opened repeatedly; only the last opened files can be written. */
export class FakeDisk<T extends Identified> {
  readonly #stored = new Map<string, string>();
  readonly #parse: (record: unknown) => T | null;
  #open: FakeFiles<T> | null = null;
  /** Every id ever written, in order. */
  readonly written: string[] = [];
  readonly #everWritten = new Set<string>();
  /** The disk rejects every write. */
  failing = false;

  constructor(parse: (record: unknown) => T | null) {
    this.#parse = parse;
  }

  open(): FakeFiles<T> {
    this.#open = new FakeFiles(this);
    return this.#open;
  }

  /** The records in each file. */
  files(): Map<string, T[]> {
    const read = (record: unknown): T => {
      const parsed = this.#parse(record);
      if (parsed === null) throw new Error(`A record cannot be read back: ${JSON.stringify(record)}`);
      return parsed;
    };
    return new Map([...this.#stored].map(([name, text]) => [name, (JSON.parse(text) as unknown[]).map(read)]));
  }

  /** The records on disk. */
  read(): T[] {
    return [...this.files().values()].flat();
  }

  /** Whether a write is in progress. */
  get busy(): boolean {
    return this.#open?.writing != null;
  }

  /** Completes the write in progress. */
  endWrite(): void {
    this.#open?.endWrite();
  }

  /** The process crashes: the write in progress is on disk or not. */
  crash(written: boolean): void {
    const writing = this.#open?.writing;
    if (written && !this.failing && writing) this.store(writing);
    this.#open = null;
  }

  store({ name, records }: Pick<Write<T>, 'name' | 'records'>): void {
    if (records.length === 0) this.#stored.delete(name);
    else this.#stored.set(name, JSON.stringify(records));
    for (const { id } of records) {
      if (this.#everWritten.has(id)) continue;
      this.#everWritten.add(id);
      this.written.push(id);
    }
  }

  isOpen(files: FakeFiles<T>): boolean {
    return this.#open === files;
  }
}

export class FakeFiles<T extends Identified> {
  readonly #disk: FakeDisk<T>;
  writing: Write<T> | null = null;

  constructor(disk: FakeDisk<T>) {
    this.#disk = disk;
  }

  read(): ReadonlyMap<string, readonly T[]> {
    return this.#disk.files();
  }

  write(name: string, records: readonly T[]): Promise<number> {
    return new Promise((resolve, reject) => {
      // A crashed process writes nothing more, and its promises never settle.
      if (!this.#disk.isOpen(this)) return;
      if (this.writing) throw new Error('Files are written one after another');
      this.writing = { name, records, resolve, reject };
    });
  }

  endWrite(): void {
    const { writing } = this;
    this.writing = null;
    if (!writing) return;
    if (this.#disk.failing) {
      writing.reject(full());
      return;
    }
    this.#disk.store(writing);
    writing.resolve(JSON.stringify(writing.records).length);
  }
}
