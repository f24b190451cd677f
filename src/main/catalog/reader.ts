// Queries that may take longer than a frame, on a connection of their own in a worker thread.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DamagedDatabaseError, immutableAddressOf, storageErrorOf, type Value } from '../storage/database.ts';
import { closedError, StorageError } from '../storage/durable-file.ts';

type Answer =
  | { readonly id: number; readonly rows: unknown[] }
  | { readonly id: number; readonly error: { readonly message: string; readonly code?: string } };

interface Query {
  readonly sql: string;
  readonly values: readonly Value[];
  /** Whether it writes files. It changes no rows. */
  readonly writes: boolean;
  /** How long it waits for locks where it writes, in ms. */
  readonly waitMs?: number;
}

/** How long emptying the log waits for queries of other connections, in ms. New ones do not hold it up. */
const LOCK_WAIT_MS = 100;

interface PendingQuery {
  readonly resolve: (rows: unknown[]) => void;
  readonly reject: (error: unknown) => void;
}

/** A database file, by another connection or by none. */
export interface DatabaseFile {
  readonly path: string;
  /** What it holds, for errors that a seller reads. */
  readonly what: string;
  /** Another number after each new connection. */
  readonly generation?: number;
  /** Called for each error that shows damage. */
  readonly onDamage?: ((error: DamagedDatabaseError) => void) | null;
}

/** Reads what was committed before a query was sent. One query runs at a time, in the order of the calls. */
export class Reader {
  readonly #database: DatabaseFile;
  readonly #pending = new Map<number, PendingQuery>();
  #worker: Worker | null = null;
  #lastId = 0;
  #generation: number | undefined;
  #isClosed = false;

  constructor(database: DatabaseFile) {
    this.#database = database;
    this.#generation = database.generation;
  }

  /** All rows. Rejects with `StorageError`, also when the database is closed meanwhile. */
  async all<Row>(sql: string, ...values: readonly Value[]): Promise<Row[]> {
    return (await this.#query({ sql, values, writes: false })) as Row[];
  }

  /** Writes a copy of the whole database, as of one moment, into an empty file. It is not fsynced. */
  async copyInto(path: string): Promise<void> {
    await this.#query({ sql: 'VACUUM INTO ?', values: [path], writes: true });
  }

  /** Moves the write-ahead log into the file, without holding up those who write. */
  async checkpoint(): Promise<void> {
    await this.#query({ sql: 'PRAGMA wal_checkpoint(PASSIVE)', values: [], writes: true });
  }

  /**
   * Moves the rest and truncates the log. Blocks writers while it runs. Changes nothing where another connection reads
   * for longer than `READERS_END_MS`.
   *
   * SQLite flushes the disk before the first commit to an empty log. This thread makes one that changes nothing, so that
   * the flush does not block the writers' thread.
   */
  async truncateLog(): Promise<void> {
    await this.#query({ sql: 'PRAGMA wal_checkpoint(TRUNCATE)', values: [], writes: true, waitMs: LOCK_WAIT_MS });
    await this.#query({ sql: 'PRAGMA application_id = 0', values: [], writes: true, waitMs: LOCK_WAIT_MS });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    this.#worker = null;
    if (!worker) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.ref();
    worker.postMessage({ close: true });
    await ended;
    this.#rejectAll(() => closedError(this.#database.what));
  }

  #query(query: Query): Promise<unknown[]> {
    if (this.#isClosed) return Promise.reject(closedError(this.#database.what));
    // What was opened on a read-only disk takes the file for unchanging.
    if (this.#generation !== this.#database.generation) this.#retireWorker();
    this.#worker ??= this.#start();
    this.#lastId += 1;
    const id = this.#lastId;
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      // Only a query that is under way keeps the process alive.
      worker.ref();
      worker.postMessage({ id, waitMs: 0, ...query });
    });
  }

  /** The worker ends when it has answered what it was asked. */
  #retireWorker(): void {
    this.#worker?.postMessage({ close: true });
    this.#worker = null;
    this.#generation = this.#database.generation;
  }

  #start(): Worker {
    const worker = new Worker(join(import.meta.dirname, 'reader-worker.js'), {
      workerData: { path: this.#database.path, immutableAddress: immutableAddressOf(this.#database.path) },
    });
    worker.on('message', (answer: Answer) => this.#settle(answer));
    worker.on('error', (error) => {
      console.error('The thread that reads the catalog failed', error);
      if (this.#worker === worker) this.#worker = null;
      this.#rejectAll(() => {
        const known = this.#errorOf(error);
        return known instanceof StorageError ? known : new StorageError(this.#database.what, known);
      });
    });
    return worker;
  }

  #settle(answer: Answer): void {
    const pending = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    if (this.#pending.size === 0) this.#worker?.unref();
    if ('rows' in answer) pending?.resolve(answer.rows);
    else {
      const { message, code } = answer.error;
      pending?.reject(this.#errorOf(Object.assign(new Error(message), { code })));
    }
  }

  #errorOf(cause: Error): unknown {
    const error = storageErrorOf(cause, this.#database.what);
    if (error instanceof DamagedDatabaseError) this.#database.onDamage?.(error);
    return error;
  }

  #rejectAll(error: () => unknown): void {
    for (const { reject } of this.#pending.values()) reject(error());
    this.#pending.clear();
  }
}
