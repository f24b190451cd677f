// Retries writes that the disk refused, and blocks sending meanwhile.
import { StorageError } from '../../storage/durable-file.ts';
import { atMost } from '../../turns.ts';

export const DISK_RETRY_MS = 2_000;

export class DiskRetry {
  readonly #underWay = new Set<Promise<unknown>>();
  /** How many refused writes are being retried. */
  #refused = 0;
  #problem: string | null = null;
  #givenUp = false;
  #endPauses = () => {};
  readonly #closing = new Promise<void>((resolve) => {
    this.#endPauses = resolve;
  });

  constructor(private readonly onChange: () => void) {}

  /** A message for the seller; null if writes succeed. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Nothing is sent while a result, or the row of an accepted change, is only in memory. */
  get isBlocked(): boolean {
    return this.#problem !== null || this.#refused > 0;
  }

  /** Call when the store closes: from now on `untilWritten` resolves to false instead of retrying. */
  giveUp(): void {
    this.#givenUp = true;
    this.#endPauses();
  }

  /** Retries until the disk accepts the write. Resolves to false if the store closed first; the caller has to stop then. */
  untilWritten(write: () => void | Promise<void>): Promise<boolean> {
    const writing = this.#untilWritten(write);
    this.#underWay.add(writing);
    return writing.finally(() => this.#underWay.delete(writing));
  }

  /** Tries once. If the disk refuses, retries in the background, and nothing is sent meanwhile. */
  async orLater(write: () => void | Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      this.refused(error);
      void this.untilWritten(write);
    }
  }

  async #untilWritten(write: () => void | Promise<void>): Promise<boolean> {
    for (let isRefused = false; ; ) {
      try {
        await write();
        if (isRefused) this.#refused -= 1;
        this.retry(isRefused);
        return true;
      } catch (error) {
        if (!(error instanceof StorageError)) console.error('A write of the outbox failed', error);
        if (!isRefused) this.#refused += 1;
        isRefused = true;
        this.refused(error);
        if (this.#givenUp) return false;
        await atMost(DISK_RETRY_MS, this.#closing);
      }
    }
  }

  refused(error: unknown): void {
    this.#problem = error instanceof Error ? error.message : String(error);
    this.onChange();
  }

  /** Clears the problem, so that sending goes on and the next write shows whether the disk works. */
  retry(hasEnded = false): void {
    if (this.#problem === null && !hasEnded) return;
    this.#problem = null;
    this.onChange();
  }

  /** Resolves when every write has succeeded or was given up. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }
}
