// What the outbox depends on (catalog, queue, clock, sender), and the types of its calls.
import type { Pause } from '../../../shared/status.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Outcome } from '../../service/outcome.ts';
import type { Stamper } from '../../storage/stamp.ts';
import type { Availability } from './availability.ts';
import type { Change, ChangeResult } from './change.ts';
import type { Queue } from './queue.ts';

/** How sending one change ended. `not-sent`: nothing left this computer. */
export type Sent =
  | { readonly kind: 'sent'; readonly outcome: Outcome; readonly result: ChangeResult | null }
  | { readonly kind: 'not-sent'; readonly reason: 'paused' | 'signed-out' | 'key-locked' | Unsendable };

/** The change cannot be sent unless it is edited. */
type Unsendable = 'key-lost' | 'no-address' | 'not-replaced';

export interface OutboxDeps {
  readonly queue: Queue;
  /** Throws until it is open. */
  catalog(): Catalog;
  /** Ends changes in one transaction: their history and their records. Rejects with `StorageError`, and none has ended then. */
  settle(ended: readonly Change[]): Promise<void>;
  /** Resolves when the catalog is open. Nothing is sent before, or if it rejects. */
  readonly ready: Promise<void>;
  readonly stamper: Stamper;
  /** Ms since 1970. */
  readonly now: () => number;
  /** In [0, 1). */
  readonly random: () => number;
  /** Whether it does not leave yet, because the seller can still undo the deletion of its link. Call `turn` when that changes. */
  isHeld(change: Change): boolean;
  /** Whether there is a token; nothing is sent without one. Call `signInChanged` of the outbox when it changes. */
  isSignedIn(): boolean;
  /**
   * Never rejects. `onLeft` is called when the request is handed to a connection. Where the service answers 401 to the
   * token in use, `isSignedIn` is false before it resolves.
   */
  send(change: Change, onLeft: () => void): Promise<Sent>;
  /** Aborts every send in flight; every later one ends as never left. */
  endSends(): void;
  /** The pause at the end of the last run; null if there was none. */
  loadPause(): Availability | null;
  /** Saves the pause for the next run; null when it is over. Losing it costs a few more probes, so failures are ignored. */
  savePause(availability: Availability | null): void;
  /** So many changes were accepted, or edited. */
  onAccepted?(count: number): void;
  /** The queue, the history or the status changed. */
  onChange(): void;
  /** A change was sent and settled, or now needs the seller. */
  onOutcome(change: Change): void;
  /** More could be sent, and nothing in the queue may leave. */
  onIdle(): void;
}

export interface OutboxStatus {
  readonly waiting: number;
  readonly sending: number;
  readonly attention: number;
  /** Null while the service accepts requests. */
  readonly pause: Pause | null;
  /** The last request could not reach the service. */
  readonly offline: boolean;
  /** Ms since 1970; null when nothing waits for a time. */
  readonly nextAttemptAt: number | null;
  /** For the seller; null when writes succeed. */
  readonly diskProblem: string | null;
}

/** The state of the change no longer allows the command. The message is for the seller. */
export class OutboxConflict extends Error {}
