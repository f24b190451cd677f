// What the outbox depends on: catalog, queue, clock, sender.
import type { Catalog } from '../../catalog/catalog.ts';
import type { Outcome } from '../../service/outcome.ts';
import type { Document } from '../../storage/document.ts';
import type { Stamper } from '../../storage/stamp.ts';
import type { Availability } from './availability.ts';
import type { Change, ChangeResult } from './change.ts';
import type { ChangeEvent } from './policy.ts';
import type { Queue } from './queue.ts';

/** How sending one change ended: with an outcome, or before anything left this computer. */
export type Sent =
  | { readonly kind: 'sent'; readonly outcome: Outcome; readonly result: ChangeResult | null }
  | Extract<ChangeEvent, { kind: 'held-back' | 'unsendable' }>;

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
  /** How many requests may be under way at once. */
  parallel(): number;
  /** Whether anything may be sent: the store is signed in and online, and the computer is awake. */
  mayDepart(): boolean;
  /** Whether this change does not leave yet: its deletion can still be undone, or its webhook key is locked. */
  isHeld(change: Change): boolean;
  /**
   * Never rejects. `onLeft` is called when the request is handed to a connection. Where the service answers 401 to the
   * token in use, `mayDepart` is false before it resolves.
   */
  send(change: Change, onLeft: () => void): Promise<Sent>;
  /** Aborts every send in flight; every later one ends as never left. */
  endSends(): void;
  /** The pause, kept for the next run; null if there is none. Throws until the catalog is open. */
  pause(): Document<Availability | null>;
  /** So many changes were accepted, or edited. */
  onAccepted?(count: number): void;
  /** The queue, the history or the status changed. */
  onChange(): void;
  /** A change was sent and settled, or now needs the seller. */
  onOutcome(change: Change): void;
  /** More could be sent, and nothing in the queue may leave. */
  onIdle(): void;
}

/** The state of the change no longer allows the command. The message is for the seller. */
export class OutboxConflict extends Error {}
