// Checkpoints the catalog's write-ahead log in a worker thread, so that commits stay fast.
import { statSync } from 'node:fs';
import type { Database } from '../storage/database.ts';
import { Reader } from './reader.ts';

/** The log's size from which it is checkpointed. */
const CHECKPOINT_AT_BYTES = 8 * 1024 * 1024;
const CHECK_INTERVAL_MS = 500;
/** How long truncating the log waits for other connections. Commits wait for it. */
const LOCK_WAIT_MS = 100;

export class Checkpoints {
  /** Separate from the reader of the lists, so that neither waits for the other. */
  readonly #reader: Reader;
  #timer: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(private readonly database: Database) {
    this.#reader = new Reader(database, LOCK_WAIT_MS);
    database.exec('PRAGMA wal_autocheckpoint = 0');
    database.onCommit = () => this.#schedule();
  }

  #schedule(): void {
    if (this.#isStopped) return;
    this.#timer ??= setTimeout(() => {
      this.#check()
        .catch((error: unknown) => {
          if (!this.#isStopped) console.error('The write-ahead log could not be moved into the catalog', error);
        })
        .finally(() => {
          this.#timer = null;
        });
    }, CHECK_INTERVAL_MS).unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#reader.close();
  }

  async #check(): Promise<void> {
    const log = statSync(`${this.database.path}-wal`, { throwIfNoEntry: false });
    if (!log || log.size < CHECKPOINT_AT_BYTES || this.#isStopped) return;
    // PASSIVE moves most of the log while others write. TRUNCATE blocks commits briefly; without it the log could grow forever.
    await this.#reader.all('PRAGMA wal_checkpoint(PASSIVE)');
    if (!this.#isStopped) await this.#reader.all('PRAGMA wal_checkpoint(TRUNCATE)');
  }
}
