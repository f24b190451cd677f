// Checkpoints the catalog's write-ahead log in a worker thread, so that no commit has to.
import { statSync } from 'node:fs';
import { Database } from '../storage/database.ts';
import { Reader } from './reader.ts';

/** Size of the log. */
const CHECKPOINT_AT_BYTES = 16 * 1024 * 1024;
const CHECK_INTERVAL_MS = 500;
/** Fallback: a commit that makes the log this long checkpoints it. */
const AUTO_CHECKPOINT_PAGES = 32_768;

export class Checkpoints {
  readonly #database: Database;
  /** Separate from the reader of the lists, so that neither waits for the other. */
  readonly #reader: Reader;
  /** Holds a read transaction during a checkpoint, so that the log does not restart: the next commit would flush the disk. */
  #pin: Database | null = null;
  #timer: NodeJS.Timeout | null = null;
  #truncating: Promise<void> | null = null;
  #isStopped = false;

  constructor(database: Database) {
    this.#database = database;
    this.#reader = new Reader(database);
    database.exec(`PRAGMA wal_autocheckpoint = ${AUTO_CHECKPOINT_PAGES}`);
  }

  /** Resolves when the log is truncated, which blocks commits for a fraction of a second; null otherwise. */
  get truncating(): Promise<void> | null {
    return this.#truncating;
  }

  /** Call after each commit. */
  schedule(): void {
    if (this.#isStopped) return;
    this.#timer ??= setTimeout(() => {
      this.#check().catch((error: unknown) => {
        if (!this.#isStopped) console.error('The write-ahead log could not be moved into the catalog', error);
      });
    }, CHECK_INTERVAL_MS).unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#reader.close();
    await this.#pin?.close();
  }

  async #check(): Promise<void> {
    try {
      const log = statSync(`${this.#database.path}-wal`, { throwIfNoEntry: false });
      if (log && log.size >= CHECKPOINT_AT_BYTES && !this.#isStopped) await this.#checkpoint();
    } finally {
      this.#timer = null;
    }
  }

  /**
   * Checkpoints most of the log while others write. Truncating it needs a moment without commits; without that, a log with
   * constant writes would grow forever.
   */
  async #checkpoint(): Promise<void> {
    const { path, what } = this.#database;
    this.#pin ??= new Database(path, { what, readonly: true });
    const pin = this.#pin;
    pin.exec('BEGIN');
    pin.get('SELECT 1 FROM products LIMIT 1');
    await this.#reader.checkpoint().finally(() => pin.exec('COMMIT'));
    if (this.#isStopped) return;
    const truncated = this.#reader.truncateLog();
    this.#truncating = truncated
      .catch(() => undefined)
      .finally(() => {
        this.#truncating = null;
      });
    await truncated;
  }
}
