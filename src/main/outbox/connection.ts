// Whether a store's service can be reached: while it cannot, one request at a time finds out, and the rest wait.
import type { Outcome } from '../service/outcome.ts';

/**
 * `misses` counts requests in a row that did not reach the service; 0 means that it is reached as far as is known.
 * `nextProbeAt` (ms since 1970) is when the next one may try.
 */
export interface Connection {
  readonly misses: number;
  readonly nextProbeAt: number;
}

export const REACHED: Connection = { misses: 0, nextProbeAt: 0 };

export const isOffline = (connection: Connection): boolean => connection.misses > 0;

/**
 * The misses after an outcome. Requests that were under way together count as one miss: `missesAtStart` are those when
 * the request began.
 */
export const missesAfter = (connection: Connection, outcome: Outcome, missesAtStart: number): number =>
  outcome.kind === 'never-left' ? Math.max(connection.misses, missesAtStart + 1) : 0;
