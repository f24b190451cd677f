// Counts checks of a connection that fail, to tell a lost server from a slow line.
import { TimeoutError } from '@nats-io/transport-node';

/** Checks may fail while a cluster elects a leader. */
const MOST_FAILED = 5;
/** With this many bytes since the last check the line is busy: the answer waits behind data that was requested before. */
const BUSY_BYTES = 10_000;

export class FailedChecks {
  #count = 0;
  #received: number;

  /** `received`, here and below: all bytes that the connection has received so far. */
  constructor(received: number) {
    this.#received = received;
  }

  passed(received: number): void {
    this.#received = received;
    this.#count = 0;
  }

  /** Returns whether the connection has to be given up. */
  failed(received: number, error: unknown): boolean {
    const isBusy = error instanceof TimeoutError && received - this.#received >= BUSY_BYTES;
    this.#received = received;
    if (!isBusy) this.#count += 1;
    return this.#count >= MOST_FAILED;
  }
}
