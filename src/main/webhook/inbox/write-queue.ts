// Writes deliveries that arrive together in one transaction.
import { setImmediate } from 'node:timers/promises';
import { texts } from '../../../shared/texts/main.ts';
import { StorageError } from '../../storage/durable-file.ts';
import type { NewDelivery } from './new-delivery.ts';

/** Limits of one transaction, which takes about 30 ms. */
const BATCH = { deliveries: 200, characters: 2 * 1024 * 1024 };

interface Waiting extends NewDelivery {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export class WriteQueue {
  readonly #writeAll: (batch: readonly NewDelivery[]) => Promise<void>;
  readonly #onWritten: (batch: readonly NewDelivery[]) => void;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | null = null;

  /** `writeAll` rejects if nothing of the batch is stored. */
  constructor(
    writeAll: (batch: readonly NewDelivery[]) => Promise<void>,
    onWritten: (batch: readonly NewDelivery[]) => void,
  ) {
    this.#writeAll = writeAll;
    this.#onWritten = onWritten;
  }

  /** Resolves when it is on disk; rejects with `StorageError`. */
  add(delivery: NewDelivery): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...delivery, resolve, reject });
      this.#writing ??= this.#write();
    });
  }

  /** Resolves when all writes have ended. */
  async settled(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  async #write(): Promise<void> {
    // Requests of the same packets share the write.
    await setImmediate();
    while (this.#waiting.length > 0) {
      const batch = this.#nextBatch();
      try {
        await this.#writeAll(batch);
        for (const { resolve } of batch) resolve();
        this.#onWritten(batch);
      } catch (error) {
        const refusal =
          error instanceof StorageError
            ? new StorageError(texts.storage.notWritten({ what: texts.inbox.kept.delivery }), error.cause)
            : error;
        for (const { reject } of batch) reject(refusal);
      }
      await setImmediate();
    }
    this.#writing = null;
  }

  #nextBatch(): Waiting[] {
    let characters = 0;
    const end = this.#waiting.findIndex(({ body }, index) => {
      characters += body.length;
      return index > 0 && (index >= BATCH.deliveries || characters > BATCH.characters);
    });
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
  }
}
