// Writes of the outbox: those whose failure the seller is told at once, and those that are repeated until they are done.
import { StorageError } from '../../storage/durable-file.ts';

/** When the disk refused, it is tried again after this many ms. */
export const DISK_RETRY_MS = 2_000;

export class RetryingWriter {
  #problem: string | null = null;
  #givenUp = false;
  #endPauses = () => {};
  readonly #closing: Promise<void>;

  constructor(private readonly onChange: () => void) {
    this.#closing = new Promise((resolve) => {
      this.#endPauses = resolve;
    });
  }

  /** Why the disk refuses, in words; null when all is well. */
  get problem(): string | null {
    return this.#problem;
  }

  /** From here on a refusal ends `untilWritten` instead of being tried again: the app is closing. */
  giveUp(): void {
    this.#givenUp = true;
    this.#endPauses();
  }

  /** Does a write once; a refusal is the caller's to tell. */
  async once(write: () => Promise<void>): Promise<void> {
    await write();
    this.#problem = null;
  }

  /**
   * Repeats a write until the disk takes it: for results, which may not be lost while the app runs. False when the app
   * closed before it did; what follows from the write must not be done then.
   */
  async untilWritten(write: () => Promise<void>): Promise<boolean> {
    for (;;) {
      try {
        await write();
        if (this.#problem !== null) this.retry();
        return true;
      } catch (error) {
        if (!(error instanceof StorageError)) console.error('A write of the outbox failed', error);
        this.refused(error);
        if (this.#givenUp) return false;
        await Promise.race([new Promise((resolve) => setTimeout(resolve, DISK_RETRY_MS).unref?.()), this.#closing]);
      }
    }
  }

  refused(error: unknown): void {
    this.#problem = error instanceof Error ? error.message : String(error);
    this.onChange();
  }

  /** Forgets the refusal, so that the next write finds out. */
  retry(): void {
    this.#problem = null;
    this.onChange();
  }
}
