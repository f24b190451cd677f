// What the window shows of an open store.
import type { StoreView } from '../../shared/session.ts';
import type { Status } from '../../shared/status.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { OpenLinks } from '../catalog/link-query.ts';
import { kindOf, needsSeller } from '../outbox/change.ts';
import { StorageError } from '../storage/durable-file.ts';
import type { StoreContext } from '../store-context.ts';
import { waitingChanges } from '../sync/sync.ts';
import { waitingBatches } from '../sync/views.ts';

/** Null if the catalog is not open, or is damaged, in which case the store is reopened. */
export function ifReadable<T>(store: StoreContext, read: (catalog: Catalog) => T): T | null {
  if (!store.isReady || store.isClosing) return null;
  try {
    return read(store.catalog);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return null;
  }
}

/** The links with changes in the outbox or a held creation. Lists and counts use this, so that no row has to store it. */
export function openLinks({ queue, catalog }: StoreContext): OpenLinks {
  const waiting = new Set<string>();
  const attention = new Set(catalog.held.created());
  for (const change of queue.all()) {
    if (kindOf(change).startsWith('link.')) (needsSeller(change) ? attention : waiting).add(change.subject);
  }
  return { waiting: [...waiting].filter((id) => !attention.has(id)), attention: [...attention] };
}

export function statusOf(store: StoreContext): Status {
  const outbox = store.outbox.status();
  const { workOffline } = store.deps.record();
  const staged = ifReadable(store, (catalog) => catalog.staged.changes) ?? 0;
  const held = ifReadable(store, (catalog) => catalog.held.size) ?? 0;
  const waiting = outbox.waiting + staged;
  return {
    ...outbox,
    waiting,
    attention: outbox.attention + held,
    offline: outbox.offline || workOffline,
    // With nothing to send there is no probe, so the pause may be over.
    pause: waiting + outbox.sending > 0 || outbox.offline ? outbox.pause : null,
    workOffline,
    signedIn: store.session.isSignedIn,
    nextAttemptAt: workOffline ? null : outbox.nextAttemptAt,
  };
}

/** How many rows Sync shows. All changes of a batch are one row, and so are all changes of a backup. */
const linesOf = (store: StoreContext): number =>
  ifReadable(
    store,
    ({ held }) => waitingChanges(store).length + waitingBatches(store).length + Number(held.size > 0),
  ) ?? store.queue.all().length;

export function viewOf(store: StoreContext): StoreView {
  const { checkoutSavedAt: _, ...record } = store.deps.record();
  const { waiting, sending, attention, signedIn } = store.status();
  return {
    ...record,
    signedIn,
    signInLocked: store.session.isLocked,
    signInExpired: store.session.isExpired,
    products: ifReadable(store, (catalog) => catalog.products.listed),
    links: ifReadable(store, (catalog) => catalog.links.count(null)),
    waiting: waiting + sending,
    attention,
    lines: linesOf(store),
  };
}
