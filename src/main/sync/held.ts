// Changes of a restored backup. The seller sends or discards them, because the app that made the backup may have sent them.
import type { HeldView } from '../../shared/change.ts';
import type { LinkRecord, ProductRecord } from '../catalog/records.ts';
import type { StoreContext } from '../store-context.ts';
import { type Change, isCreate, kindOf, type Payload } from './outbox/change.ts';
import { done } from './outbox/policy.ts';
import { isDeleted, wasCreated, whereabouts } from './outbox/whereabouts.ts';

/** What this computer knows about the records and changes of a store. */
export interface Records {
  readonly products: { get(id: string): ProductRecord | undefined };
  readonly links: { get(id: string): LinkRecord | undefined };
  /** Whether a change of this kind to the same subject waits. */
  readonly hasOpenChange: (subject: string, kind: Payload['kind']) => boolean;
  /** Whether a newer change of the same kind to the same subject was sent. */
  readonly sentSince: (change: Change) => boolean;
}

/** Whether a change is done, no longer wanted, waiting here under another id, or replaced by a newer one. */
export function isEndedHere(change: Change, { products, links, hasOpenChange, sentSince }: Records): boolean {
  const { payload, subject } = change;
  if (hasOpenChange(subject, payload.kind)) return true;
  const product = whereabouts(products.get('productId' in payload ? payload.productId : subject));
  const link = whereabouts(links.get(subject));
  switch (payload.kind) {
    case 'product.create':
      return isDeleted(product) || wasCreated(product);
    case 'link.create':
      return isDeleted(product) || isDeleted(link) || wasCreated(link);
    case 'link.delete':
      return isDeleted(link);
    case 'product.update':
      return isDeleted(product) || sentSince(change);
    case 'settings.update':
      return sentSince(change);
  }
}

/** The held changes that may still be sent. Another backup or another computer of the team may have ended the others. */
function sendable({ catalog, queue }: StoreContext): Change[] {
  const { products, links, history } = catalog;
  const records: Records = {
    products,
    links,
    hasOpenChange: (subject, kind) => queue.of(subject).some((change) => kindOf(change) === kind),
    sentSince: (change) => history.sentSince(change),
  };
  return catalog.held
    .all()
    .filter((change) => !queue.get(change.id) && !history.get(change.id) && !isEndedHere(change, records));
}

/** Null if nothing is held. */
export function heldView(store: StoreContext): HeldView | null {
  const all = store.catalog.held.all();
  const [first] = all;
  if (!first) return null;
  return {
    count: all.length,
    deletions: all.filter((change) => kindOf(change) === 'link.delete').length,
    creations: all.filter(isCreate).length,
    from: Math.min(...all.map(({ restoredFrom }) => restoredFrom ?? first.acceptedAt)),
  };
}

/** "Send the rest": moves the held changes into the queue. Resolves to how many. */
export function sendHeld(store: StoreContext): Promise<number> {
  return store.runExclusive(async () => {
    const { catalog, outbox, deps } = store;
    const changes = sendable(store).map((change) => ({ ...change, rev: deps.stamper.stamp() }));
    // After a crash in between, changes are in both places. They are not sent twice, because their ids are the same.
    if (changes.length > 0) await outbox.acceptHeld(changes);
    catalog.transaction(() => catalog.held.clear());
    outbox.elsewhereChanged();
    return changes.length;
  });
}

/** "Discard": also discards the changes in the queue that depend on the held ones. */
export function discardHeld(store: StoreContext): Promise<void> {
  return store.runExclusive(async () => {
    const { catalog, queue, outbox, deps } = store;
    const subjects = catalog.held.created();
    const isOfHeld = new Set(subjects);
    for (const { id, waitsFor } of queue.values()) {
      if (queue.get(id) && waitsFor.some((subject) => isOfHeld.has(subject))) await outbox.decideNow('discard', id);
    }
    const discarded = sendable(store).map((change) => ({
      ...done(change, deps.now(), 'discarded'),
      rev: deps.stamper.stamp(),
    }));
    await catalog.settle(discarded, () => catalog.held.clear());
    outbox.elsewhereChanged();
  });
}
