// Moves the write-ahead log of a catalog into its file, in a thread of its own, so that no commit has to.
import { statSync } from 'node:fs';
import type { Database } from '../storage/database.ts';
import { Reader } from './reader.ts';

/** The log is moved when it has grown to this many bytes. */
const LOG_BYTES = 16 * 1024 * 1024;
/** It is looked at so often at most, in ms. */
const LOOK_MS = 500;
/** Where that thread does not come to it, the commit that makes the log so long moves it. */
const PAGES_AT_MOST = 32_768;

export class Checkpoints {
  readonly #database: Database;
  /** Not the one of the lists: neither waits for the other. Its thread starts with the first long log. */
  readonly #reader: Reader;
  #timer: NodeJS.Timeout | null = null;
  #emptying: Promise<void> | null = null;
  #isStopped = false;

  constructor(database: Database) {
    this.#database = database;
    this.#reader = new Reader(database);
    database.exec(`PRAGMA wal_autocheckpoint = ${PAGES_AT_MOST}`);
  }

  /**
   * Resolves when the log is not being emptied, which takes a fraction of a second and holds up whoever commits; null when
   * it is not. Await it before writes that may wait.
   */
  get emptying(): Promise<void> | null {
    return this.#emptying;
  }

  /** Call after each commit. */
  schedule(): void {
    if (this.#isStopped) return;
    this.#timer ??= setTimeout(() => {
      this.#look().catch((error: unknown) =>
        console.error('The write-ahead log could not be moved into the catalog', error),
      );
    }, LOOK_MS).unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#reader.close();
  }

  async #look(): Promise<void> {
    try {
      const log = statSync(`${this.#database.path}-wal`, { throwIfNoEntry: false });
      if (log && log.size >= LOG_BYTES && !this.#isStopped) await this.#move();
    } finally {
      this.#timer = null;
    }
  }

  /**
   * Most of the log is moved beside those who write. The rest, and the begin of a new log, need a moment without commits:
   * a log to which somebody always adds would grow without end.
   */
  async #move(): Promise<void> {
    await this.#reader.checkpoint();
    if (this.#isStopped) return;
    const emptied = this.#reader.emptyLog();
    this.#emptying = emptied
      .catch(() => undefined)
      .finally(() => {
        this.#emptying = null;
      });
    await emptied;
  }
}
