// Checkpoints the catalog's write-ahead log in a worker thread, so that commits stay fast.
import { statSync } from 'node:fs';
import type { Database } from '../storage/database.ts';
import { throttle } from '../turns.ts';
import { Reader } from './reader.ts';

/** The log's size from which it is checkpointed. */
const CHECKPOINT_AT_BYTES = 8 * 1024 * 1024;
const CHECK_INTERVAL_MS = 500;

export class Checkpoints {
  /** Separate from the reader of the lists, so that neither waits for the other. */
  readonly #reader: Reader;
  readonly #checks = throttle(() => {
    this.ended = this.run();
  }, CHECK_INTERVAL_MS);
  /** Resolves when no checkpoint is under way. */
  ended: Promise<void> = Promise.resolve();

  constructor(private readonly database: Database) {
    this.#reader = new Reader(database);
    // Checkpoints run only here. No limit to the log's size, because to cut a large log holds up a commit.
    database.exec('PRAGMA wal_autocheckpoint = 0');
    database.onCommit = () => this.#checks.schedule();
  }

  async stop(): Promise<void> {
    this.database.onCommit = null;
    this.#checks.stop();
    await this.#reader.close();
  }

  /**
   * Makes the log durable and moves it into the database, if it has at least `bytes`. Never rejects. Only PASSIVE: any other
   * checkpoint holds up commits until the disk has everything, which takes seconds on a slow disk. Once all of the log has been
   * moved, the next commit begins at its start.
   */
  async run(bytes = CHECKPOINT_AT_BYTES): Promise<void> {
    try {
      const log = statSync(`${this.database.path}-wal`, { throwIfNoEntry: false });
      if (log && log.size >= bytes) await this.#reader.all('PRAGMA wal_checkpoint(PASSIVE)');
    } catch (error) {
      console.error('The write-ahead log could not be moved into the catalog', error);
    }
  }
}
