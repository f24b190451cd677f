// Disk writes of the outbox: `once` fails at once, `untilWritten` repeats until the disk accepts the write.
import { StorageError } from '../../storage/durable-file.ts';

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

  /** For the seller; null when writes succeed. */
  get problem(): string | null {
    return this.#problem;
  }

  /** From here on `untilWritten` returns false instead of retrying: the app is closing. */
  giveUp(): void {
    this.#givenUp = true;
    this.#endPauses();
  }

  async once(write: () => Promise<void>): Promise<void> {
    await write();
    this.#problem = null;
  }

  /** For results, which must not be lost while the app runs. Resolves to false when the app closed first; stop then. */
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

  /** Clears the problem, so that the next write finds out. */
  retry(): void {
    this.#problem = null;
    this.onChange();
  }
}
