// Changes of a restored backup. The seller sends or discards them, because the app that made the backup may have sent them.
import type { HeldView } from '../../shared/change.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { isDeleted, wasCreated } from '../catalog/merge-record.ts';
import { type Change, isCreate, kindOf } from '../outbox/change.ts';
import { done } from '../outbox/policy.ts';
import type { Queue } from '../outbox/queue.ts';
import type { StoreContext } from '../store-context.ts';
import { settleWithWebhook } from '../webhook/webhook-settled.ts';

/** What this computer knows about the records and changes of a store. */
export interface Records {
  readonly products: Pick<Catalog['products'], 'get'>;
  readonly links: Pick<Catalog['links'], 'get'>;
  readonly queue: Pick<Queue, 'of'>;
  readonly history: Pick<Catalog['history'], 'sentSince'>;
  readonly staged: Pick<Catalog['staged'], 'isStaged'>;
}

/** Whether a change is done, no longer wanted, waiting here under another id, or replaced by a newer one. */
export function isEndedHere(change: Change, records: Records): boolean {
  const { products, links, queue, history, staged } = records;
  const { payload, subject } = change;
  if (queue.of(subject).some((other) => kindOf(other) === payload.kind)) return true;
  const product = products.get('productId' in payload ? payload.productId : subject);
  const link = links.get(subject);
  switch (payload.kind) {
    case 'product.create':
      return isDeleted(product) || wasCreated(product);
    case 'link.create':
      return isDeleted(product) || isDeleted(link) || wasCreated(link) || staged.isStaged('create', subject);
    case 'link.delete':
      return isDeleted(link) || staged.isStaged('delete', subject);
    case 'product.update':
      return isDeleted(product) || history.sentSince(change);
    case 'settings.update':
      return history.sentSince(change);
  }
}

/** The held changes that may still be sent. Another backup or another computer of the team may have ended the others. */
function sendable({ catalog, queue }: StoreContext): Change[] {
  const isKnown = ({ id }: Change) => queue.get(id) !== undefined || catalog.history.get(id) !== undefined;
  return catalog.held.all().filter((change) => !isKnown(change) && !isEndedHere(change, { ...catalog, queue }));
}

/** Null if nothing is held. */
export function heldView(store: StoreContext): HeldView | null {
  const all = store.catalog.held.all();
  if (all.length === 0) return null;
  return {
    count: all.length,
    deletions: all.filter((change) => kindOf(change) === 'link.delete').length,
    creations: all.filter(isCreate).length,
    from: Math.min(...all.map(({ restoredFrom, acceptedAt }) => restoredFrom ?? acceptedAt)),
  };
}

/** "Send the rest": moves the held changes into the queue. Resolves to how many. */
export function sendHeld(store: StoreContext): Promise<number> {
  return store.runExclusive(async () => {
    const { catalog, outbox, deps } = store;
    const changes = sendable(store).map((change) => ({ ...change, rev: deps.stamper.stamp() }));
    // After a crash in between, changes are in both places. They are not sent twice, because their ids are the same.
    if (changes.length > 0) outbox.acceptHeld(changes);
    catalog.transaction(() => catalog.held.clear());
    outbox.elsewhereChanged();
    return changes.length;
  });
}

/** "Discard": also discards the changes in the queue that depend on the held ones. */
export function discardHeld(store: StoreContext): Promise<void> {
  return store.runExclusive(async () => {
    const { catalog, queue, outbox, batches, deps } = store;
    const subjects = catalog.held.created();
    const isOfHeld = new Set(subjects);
    for (const { id, waitsFor } of queue.all()) {
      // "Send the rest" may have queued a held change before the disk refused.
      const isIncluded = catalog.held.get(id) !== undefined || waitsFor.some((subject) => isOfHeld.has(subject));
      if (queue.get(id) && isIncluded) await outbox.decideNow('discard', id);
    }
    const discarded = sendable(store).map((change) => ({
      ...done(change, deps.now(), 'discarded'),
      rev: deps.stamper.stamp(),
    }));
    await settleWithWebhook(store, discarded);
    catalog.transaction(() => catalog.held.clear());
    await batches.dropWithoutProduct();
    outbox.elsewhereChanged();
  });
}
