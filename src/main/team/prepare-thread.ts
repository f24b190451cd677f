// The thread that prepares records of the stream while the main thread stores others.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PreparedRecords, SealedRecord } from './prepare-records.ts';

export interface ThreadData {
  readonly sealKey: Uint8Array;
  readonly device: string;
}

export interface AskedRecords {
  readonly id: number;
  readonly keys: readonly string[];
  readonly sequences: readonly number[];
  readonly sizes: readonly number[];
  readonly bytes: Uint8Array;
}

export interface PreparedAnswer {
  readonly id: number;
  readonly prepared: PreparedRecords;
}

interface Pending {
  readonly resolve: (prepared: PreparedRecords) => void;
  readonly reject: (error: unknown) => void;
}

/** Starts `prepare-worker.ts`. */
export type StartWorker = (workerData: ThreadData) => Worker;

/** As it was built. */
export const startPrepareWorker: StartWorker = (workerData) =>
  new Worker(join(import.meta.dirname, 'prepare-worker.js'), { workerData });

export class PrepareThread {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #error: Error | null = null;
  #isClosing = false;

  constructor(worker: Worker) {
    this.#worker = worker;
    this.#worker.on('message', ({ id, prepared }: PreparedAnswer) => {
      this.#pending.get(id)?.resolve(prepared);
      this.#pending.delete(id);
      if (this.#isClosing) this.close();
    });
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error('The thread that prepares shared records has ended')));
    // The connection keeps the process alive.
    this.#worker.unref();
  }

  /** Rejects where the thread has failed. */
  prepare(records: readonly SealedRecord[]): Promise<PreparedRecords> {
    if (this.#error) return Promise.reject(this.#error);
    const data = records.map((record) => record.data);
    // Copied, because a transfer would detach the client's own buffers.
    const bytes = new Uint8Array(Buffer.concat(data));
    this.#lastId += 1;
    const asked: AskedRecords = {
      id: this.#lastId,
      keys: records.map(({ key }) => key),
      sequences: records.map(({ seq }) => seq),
      sizes: data.map(({ length }) => length),
      bytes,
    };
    return new Promise((resolve, reject) => {
      this.#pending.set(asked.id, { resolve, reject });
      this.#worker.postMessage(asked, [bytes.buffer]);
    });
  }

  /** Ends after what it was asked for. */
  close(): void {
    this.#isClosing = true;
    if (this.#pending.size === 0) void this.#worker.terminate();
  }

  #end(error: Error): void {
    this.#error ??= error;
    for (const { reject } of this.#pending.values()) reject(this.#error);
    this.#pending.clear();
  }
}
