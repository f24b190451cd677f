// What the outbox is built from, and what it takes in and tells: everything that touches the world comes in here.
import type { Pause } from '../../../shared/status.ts';
import type { Outcome } from '../../service/outcome.ts';
import type { Collection } from '../../storage/collection.ts';
import type { Stamper } from '../../storage/stamp.ts';
import type { Action, ActionResult, Payload } from './action.ts';
import type { Availability } from './availability.ts';

/** How sending one action ended. `not-sent`: nothing left, for a reason that lies on this computer. */
export type Sent =
  | { readonly kind: 'sent'; readonly outcome: Outcome; readonly result: ActionResult | null }
  | { readonly kind: 'not-sent'; readonly why: 'paused' | 'signed-out' | 'key-locked' | Unsendable };

/** What keeps an action from being sent for good, as it stands. */
type Unsendable = 'key-lost' | 'no-address' | 'not-replaced';

/**
 * What changes are brought into: the catalog with its history. Each call is durable when it returns, or it throws
 * `StorageError` and nothing of it holds, but for `accept` and `settle`. Doing one twice changes nothing more.
 */
export interface OutboxCatalog {
  /** Inserts what accepted changes create, a few at a time: where it rejects, some may be there. Not durable by itself. */
  accept(actions: readonly Action[]): Promise<void>;
  /** Takes over an edited payload. */
  edit(action: Action): void;
  /** Stores what came of ended changes, and the changes in the history. Rejects as the others throw. Durable after `sync`. */
  settle(ended: readonly Action[]): Promise<void>;
  /** Makes durable what was stored. Rejects with `StorageError`. */
  sync(): Promise<void>;
  /** Removes changes that wait again from the history; what their end had deleted is there again. */
  bringBack(waiting: readonly Action[]): void;
  /** A change in the history. */
  ended(id: string): Action | undefined;
  /**
   * At start: brings the rows of these changes up to date, a few at a time. `current` gives a change as it is by then.
   * Returns those that the history has.
   */
  reconcile(ids: readonly string[], current: (id: string) => Action | undefined): Promise<readonly Action[]>;
}

export interface OutboxDeps {
  readonly queue: Collection<Action>;
  readonly catalog: OutboxCatalog;
  /** The catalog can be read and written. Until then nothing is sent; never, if it rejects. */
  readonly ready: Promise<void>;
  readonly stamper: Stamper;
  /** Ms since 1970. */
  readonly now: () => number;
  /** In [0, 1). */
  readonly random: () => number;
  /** Whether there is a token. Nothing is sent without one; `signInChanged` of the outbox reports a change. */
  isSignedIn(): boolean;
  /**
   * Sends one action; never rejects. `onLeft` is called when it is handed to a connection. Where the service answers
   * 401 to the token in use, `isSignedIn` is false before it resolves.
   */
  send(action: Action, onLeft: () => void): Promise<Sent>;
  /** Ends every send that is under way, at once, and every later one as never left. */
  endSends(): void;
  /** The pause in which the last run ended; null where there was none. */
  keptPause(): Availability | null;
  /** Keeps the pause for the next run; null when it is over. A disk that refuses costs a few probes more. */
  keepPause(availability: Availability | null): void;
  /** Something about the queue, the history or the status changed. */
  onChange(): void;
  /** An action was sent and settled, or now needs the seller. */
  onTurn(action: Action): void;
}

/** A change as the desk hands it in. */
export interface NewAction {
  readonly subject: string;
  readonly payload: Payload;
  readonly waitsFor: readonly string[];
}

export interface OutboxStatus {
  readonly waiting: number;
  readonly sending: number;
  readonly attention: number;
  /** Null while the service takes requests. */
  readonly pause: Pause | null;
  /** The service could not be reached the last time. */
  readonly offline: boolean;
  /** When something is tried next, ms since 1970; null when nothing waits for a time. */
  readonly nextAttemptAt: number | null;
  /** Why the disk refuses, in words; null when all is well. */
  readonly diskProblem: string | null;
}

/** The action is no longer in a state in which this can be done to it. The message is for the seller. */
export class OutboxConflict extends Error {}
