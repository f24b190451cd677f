// The part of an open store that features use.
import type { Status } from '../shared/status.ts';
import type { Catalog } from './catalog/catalog.ts';
import type { OutboxDeps } from './outbox/deps.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Queue } from './outbox/queue.ts';
import type { Sales } from './sales/sales.ts';
import type { Document } from './storage/document.ts';
import type { StoreRecord, WebhookRecord } from './store-record.ts';
import type { Session, SessionDeps } from './stores/session.ts';
import type { Membership } from './team/membership.ts';
import type { createExclusive } from './turns.ts';

export interface StoreDeps
  extends SessionDeps,
    Pick<OutboxDeps, 'stamper' | 'now' | 'random' | 'settings' | 'onChange'> {
  /** Throws `StorageError`. */
  readonly changeRecord: (change: Partial<StoreRecord>) => void;
  /** How long a deletion can be undone before it is sent, in ms; if missing, it cannot. */
  readonly deletionGraceMs?: number;
  /** What is known of the other computers of the team. */
  readonly computers?: Pick<Membership, 'nameOf' | 'lastSeen' | 'inDoubtAbout'>;
}

export interface StoreContext {
  readonly deps: StoreDeps;
  readonly id: string;
  readonly session: Session;
  readonly outbox: Outbox;
  /** Only the outbox writes to it while the store is started. */
  readonly queue: Queue;
  /** The catalog is open. */
  readonly isReady: boolean;
  readonly isClosing: boolean;
  /** The catalog is open, the store is not closing, and no restore writes to it. */
  readonly takesDeliveries: boolean;
  /** Only once `isReady`. */
  readonly catalog: Catalog;
  /** Only once `isReady`. */
  readonly sales: Sales;
  readonly webhook: Document<WebhookRecord>;
  /** When the running test of the webhook began, in ms since 1970; null if none is running. */
  testSince: number | null;
  /** Which deletions can still be undone: see `Batches`. */
  readonly batches: {
    canUndo(batchId: string): boolean;
    queued(): ReadonlyMap<string, { readonly waiting: number; readonly attention: number }>;
    endAllUndo(): Promise<unknown>;
    dropWithoutProduct(): Promise<void>;
  };
  /** Use it to read the outbox and then add to it, so that a double click creates one change. */
  readonly runExclusive: ReturnType<typeof createExclusive>;
  /** The name of a webhook key in the vault. */
  keyName(keyRef: string): string;
  /** Null if there is none, or if it is locked or not on this computer. */
  webhookKey(keyRef: string | null): string | null;
  /** The key is on disk but the key store is locked. */
  isKeyLocked(keyRef: string): boolean;
  status(): Status;
}
