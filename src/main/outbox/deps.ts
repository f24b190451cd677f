// What the outbox depends on: catalog, queue, clock, sender.
import type { Settings } from '../../shared/settings.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Outcome } from '../service/outcome.ts';
import type { Document } from '../storage/document.ts';
import type { Stamper } from '../storage/stamp.ts';
import type { Availability } from './availability.ts';
import type { Change, ChangeResult } from './change.ts';
import type { Queue } from './queue.ts';

/** How sending a change ended: with an outcome, or before anything left this computer. */
export type Sent =
  | { readonly kind: 'tried'; readonly outcome: Outcome; readonly result: ChangeResult | null }
  | { readonly kind: 'held-back' }
  | { readonly kind: 'unsendable'; readonly reason: 'key-lost' | 'no-address' | 'not-replaced' };

export interface OutboxDeps {
  readonly queue: Queue;
  /** Throws until the catalog is open. */
  catalog(): Catalog;
  /** Stores the end of changes and its effects in one transaction. If it rejects with `StorageError`, none has ended. */
  settle(ended: readonly Change[]): Promise<void>;
  readonly stamper: Stamper;
  /** Ms since 1970. */
  readonly now: () => number;
  /** In [0, 1). */
  readonly random: () => number;
  readonly settings: () => Settings;
  /** Whether anything may be sent: the store is signed in and online, and the computer is awake. */
  mayDepart(): boolean;
  /** Whether a change must wait: it can be undone, its link will be deleted, its key is locked, or it has ended elsewhere. */
  isHeld(change: Change): boolean;
  /**
   * Rejects if the catalog cannot be read; after `onLeft` that counts as a lost answer. Calls `onLeft` when it hands the request
   * to a connection. If the service answers 401 to the current token, `mayDepart` is false before this resolves.
   */
  send(change: Change, onLeft: () => void): Promise<Sent>;
  /** Aborts every send in flight. Later ones end as `never-left`. */
  endSends(): void;
  /** The pause, stored for the next run; null if there is none. Throws until the catalog is open. */
  pause(): Document<Availability | null>;
  /** Call after a change that screens show. */
  readonly onChange: () => void;
  /** Called when an attempt has ended and the change needs the seller. */
  onAttention(change: Change): void;
  /** Called when more could be sent but nothing in the queue is ready. */
  onIdle(): void;
}

/** The state of a change no longer allows the command. The message is for the seller. */
export class OutboxConflict extends Error {}
