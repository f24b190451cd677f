// Retries writes that the disk refused, and blocks sending meanwhile.
import { once } from 'node:events';
import { StorageError } from '../storage/durable-file.ts';
import { atMost } from '../turns.ts';

const DISK_RETRY_MS = 2_000;

export class DiskRetry {
  readonly #retries = new Set<Promise<boolean>>();
  #lastError = '';
  readonly #closing = new AbortController();
  readonly #closed = once(this.#closing.signal, 'abort');

  constructor(private readonly onChange: () => void) {}

  /**
   * A message for the seller; null if writes succeed. Unless it is null, nothing is sent: a result, or the row of an accepted
   * change, is only in memory.
   */
  get problem(): string | null {
    return this.#retries.size > 0 ? this.#lastError : null;
  }

  /** Call when the store closes: from now on `untilWritten` resolves to false instead of retrying. */
  giveUp(): void {
    this.#closing.abort();
  }

  /** Retries until the disk accepts the write. Resolves to false if the store closed first; the caller has to stop then. */
  async untilWritten(write: () => void | Promise<void>): Promise<boolean> {
    try {
      await write();
      return true;
    } catch (error) {
      return this.#retry(write, error);
    }
  }

  /** Tries once. If the disk refuses, retries in the background. */
  async orLater(write: () => void | Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      void this.#retry(write, error);
    }
  }

  /** Call when a write failed that the caller will repeat. Pauses sending. */
  refused(error: unknown): void {
    void this.#retry(() => undefined, error);
  }

  #retry(write: () => void | Promise<void>, error: unknown): Promise<boolean> {
    const retry = this.#untilWritten(write, error);
    this.#retries.add(retry);
    this.onChange();
    return retry.finally(() => {
      this.#retries.delete(retry);
      this.onChange();
    });
  }

  async #untilWritten(write: () => void | Promise<void>, refusal: unknown): Promise<boolean> {
    for (let error = refusal; !this.#closing.signal.aborted; ) {
      if (!(error instanceof StorageError)) console.error('A write of the outbox failed', error);
      this.#lastError = error instanceof Error ? error.message : String(error);
      await atMost(DISK_RETRY_MS, this.#closed);
      try {
        await write();
        return true;
      } catch (next) {
        error = next;
      }
    }
    return false;
  }

  /** Resolves when every refused write has succeeded or was given up. */
  async idle(): Promise<void> {
    while (this.#retries.size > 0) await Promise.all(this.#retries);
  }
}
