// Runs queries that may take long, on a separate connection in a worker thread.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DamagedDatabaseError, storageErrorOf, type Value } from '../storage/database.ts';
import { closedError, StorageError } from '../storage/durable-file.ts';

type Answer =
  | { readonly id: number; readonly rows: unknown[] }
  | { readonly id: number; readonly error: { readonly message: string; readonly code?: string } };

interface PendingQuery {
  readonly resolve: (rows: unknown[]) => void;
  readonly reject: (error: unknown) => void;
}

interface DatabaseFile {
  readonly path: string;
  /** Names the database in errors for the seller. */
  readonly what: string;
  readonly onDamage?: ((error: DamagedDatabaseError) => void) | null;
}

/** A query sees everything committed before the call. Queries run one at a time, in the order of the calls. */
export class Reader {
  readonly #pending = new Map<number, PendingQuery>();
  #worker: Worker | null = null;
  #lastId = 0;
  #isClosed = false;

  constructor(private readonly database: DatabaseFile) {}

  /** Rejects with `StorageError`, also if the database is closed meanwhile. */
  all<Row>(sql: string, ...values: readonly Value[]): Promise<Row[]> {
    if (this.#isClosed) return Promise.reject(closedError(this.database.what));
    this.#worker ??= this.#start();
    this.#lastId += 1;
    const id = this.#lastId;
    const worker = this.#worker;
    return new Promise<unknown[]>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      // Only pending queries keep the process alive.
      worker.ref();
      worker.postMessage({ id, sql, values });
    }) as Promise<Row[]>;
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
    this.#rejectAll(() => closedError(this.database.what));
  }

  #start(): Worker {
    const worker = new Worker(join(import.meta.dirname, 'reader-worker.js'), { workerData: this.database.path });
    worker.on('message', (answer: Answer) => this.#settle(answer));
    worker.on('error', (error) => {
      console.error('The thread that reads the catalog failed', error);
      if (this.#worker === worker) this.#worker = null;
      this.#rejectAll(() => {
        const known = this.#errorOf(error);
        return known instanceof StorageError ? known : new StorageError(this.database.what, known);
      });
    });
    return worker;
  }

  #settle(answer: Answer): void {
    const pending = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    if (this.#pending.size === 0) this.#worker?.unref();
    if ('rows' in answer) pending?.resolve(answer.rows);
    else pending?.reject(this.#errorOf(Object.assign(new Error(answer.error.message), { code: answer.error.code })));
  }

  #errorOf(cause: Error): unknown {
    const error = storageErrorOf(cause, this.database.what);
    if (error instanceof DamagedDatabaseError) this.database.onDamage?.(error);
    return error;
  }

  #rejectAll(error: () => unknown): void {
    for (const { reject } of this.#pending.values()) reject(error());
    this.#pending.clear();
  }
}
