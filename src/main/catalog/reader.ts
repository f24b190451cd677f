// Runs queries that may take long, on a separate connection in a worker thread.
import { once } from 'node:events';
import { join } from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';
import { DamagedDatabaseError, type Database, storageErrorOf, type Value } from '../storage/database.ts';
import { closedError } from '../storage/durable-file.ts';

type Answer = { readonly rows: unknown[] } | { readonly error: { readonly message: string; readonly code?: string } };

/** A query sees everything committed before the call. Queries run one at a time, in the order of the calls. */
export class Reader {
  #worker: Worker | null = null;
  #isClosed = false;

  constructor(private readonly database: Pick<Database, 'path' | 'what'> & Partial<Pick<Database, 'onDamage'>>) {}

  /** Rejects with `StorageError`. */
  async all<Row>(sql: string, ...values: readonly Value[]): Promise<Row[]> {
    const { what } = this.database;
    if (this.#isClosed) throw closedError(what);
    this.#worker ??= this.#start();
    // A port waiting for an answer keeps the process alive, the worker does not.
    const { port1, port2 } = new MessageChannel();
    const answered = new Promise<Answer>((resolve) => {
      port1.once('message', resolve);
      port1.once('close', () => resolve({ error: { message: 'The reading thread ended', code: 'SQLITE_IOERR' } }));
    });
    this.#worker.postMessage({ sql, values, port: port2 }, [port2]);
    const answer = await answered;
    port1.close();
    if ('rows' in answer) return answer.rows as Row[];
    const { message, code } = answer.error;
    const error = storageErrorOf(Object.assign(new Error(message), { code }), what);
    if (error instanceof DamagedDatabaseError) this.database.onDamage?.(error);
    throw error;
  }

  /** Queries that were asked before are answered. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (!this.#worker) return;
    const ended = once(this.#worker, 'exit');
    this.#worker.ref();
    this.#worker.postMessage({ close: true });
    await ended;
  }

  #start(): Worker {
    const worker = new Worker(join(import.meta.dirname, 'reader-worker.js'), { workerData: this.database.path });
    worker.unref();
    worker.on('error', (error) => {
      console.error('The thread that reads the catalog failed', error);
      if (this.#worker === worker) this.#worker = null;
    });
    return worker;
  }
}
