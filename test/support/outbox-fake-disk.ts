// Fake files in memory: the test completes their writes, and decides whether they survive a crash.
import { type Change, changeSchema } from '../../src/main/sync/outbox/change.ts';
import type { QueueFiles } from '../../src/main/sync/outbox/queue-files.ts';

interface Write {
  readonly name: string;
  readonly changes: readonly Change[];
  readonly resolve: (bytes: number) => void;
  readonly reject: (error: Error) => void;
}

const full = () => Object.assign(new Error('full'), { code: 'ENOSPC' });

/** The queue's files can be opened repeatedly; only those opened last can be written. */
export class FakeDisk {
  readonly #stored = new Map<string, string>();
  #open: QueueFiles | null = null;
  #writing: Write | null = null;
  /** Every id ever written, in order. */
  readonly written: string[] = [];
  readonly #everWritten = new Set<string>();
  /** The disk rejects every write. */
  failing = false;

  open(): QueueFiles {
    const files: QueueFiles = {
      read: () => this.#files(),
      write: (name, changes) =>
        new Promise((resolve, reject) => {
          // A crashed process writes nothing more, and its promises never settle.
          if (this.#open !== files) return;
          if (this.#writing) throw new Error('Files are written one after another');
          this.#writing = { name, changes, resolve, reject };
        }),
    };
    this.#open = files;
    return files;
  }

  #files(): Map<string, Change[]> {
    return new Map([...this.#stored].map(([name, text]) => [name, changeSchema.array().parse(JSON.parse(text))]));
  }

  /** The changes on disk. */
  read(): Change[] {
    return [...this.#files().values()].flat();
  }

  /** Whether a write is in progress. */
  get busy(): boolean {
    return this.#writing !== null;
  }

  /** Completes the write in progress. */
  endWrite(): void {
    const writing = this.#writing;
    this.#writing = null;
    if (!writing) return;
    if (this.failing) {
      writing.reject(full());
      return;
    }
    this.#store(writing);
    writing.resolve(JSON.stringify(writing.changes).length);
  }

  /** Crashes the process: the write in progress is on disk or not. */
  crash(written: boolean): void {
    if (written && !this.failing && this.#writing) this.#store(this.#writing);
    this.#writing = null;
    this.#open = null;
  }

  #store({ name, changes }: Write): void {
    if (changes.length === 0) this.#stored.delete(name);
    else this.#stored.set(name, JSON.stringify(changes));
    for (const { id } of changes) {
      if (this.#everWritten.has(id)) continue;
      this.#everWritten.add(id);
      this.written.push(id);
    }
  }
}
