// What the window shows of an open store.
import type { StoreView } from '../../shared/session.ts';
import type { Status } from '../../shared/status.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { OpenLinks } from '../catalog/link-query.ts';
import { StorageError } from '../storage/durable-file.ts';
import type { StoreContext } from '../store-context.ts';
import { isInBatchLine, needsSeller, recordKindOf } from '../sync/outbox/change.ts';
import type { Queue } from '../sync/outbox/queue.ts';

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

/**
 * The links with changes in the outbox. Lists and counts use this, so that no row has to store it.
 * @param held ids of links whose creation waits for the seller
 */
export function openLinks(queue: Queue, held: readonly string[]): OpenLinks {
  const waiting = new Set<string>();
  const attention = new Set(held);
  for (const change of queue.all()) {
    if (recordKindOf(change) === 'link') (needsSeller(change) ? attention : waiting).add(change.subject);
  }
  return { waiting: [...waiting].filter((id) => !attention.has(id)), attention: [...attention] };
}

/** `held`: how many changes of a backup wait for the seller. `staged`: how many changes are staged. */
const inCatalog = (store: StoreContext) =>
  ifReadable(store, ({ held, staged }) => ({
    held: held.size,
    staged: staged.changes,
    lines: staged.lines(),
    batches: [...staged.counts.keys()],
  })) ?? { held: 0, staged: 0, lines: new Set<string>(), batches: [] };

export function statusOf(store: StoreContext): Status {
  const { waiting: queued, sending, attention, offline, pause, nextAttemptAt, diskProblem } = store.outbox.status();
  const { workOffline } = store.deps.record();
  const { held, staged } = inCatalog(store);
  const waiting = queued + staged;
  return {
    waiting,
    sending,
    attention: attention + held,
    offline: offline || workOffline,
    // With nothing to send there is no probe, so the pause may be over.
    pause: waiting + sending > 0 || offline ? pause : null,
    workOffline,
    signedIn: store.session.isSignedIn,
    nextAttemptAt: workOffline ? null : nextAttemptAt,
    diskProblem,
  };
}

/** How many rows Sync shows. All changes of a batch are one row, and so are all changes of a backup. */
function linesOf(store: StoreContext): number {
  const { held, lines, batches } = inCatalog(store);
  const single = store.queue.all().filter((change) => !isInBatchLine(change, lines)).length;
  const queuedIds = [...store.queue.ofBatches()].flatMap(([id, { waiting }]) =>
    waiting > 0 && lines.has(id) ? id : [],
  );
  return single + new Set([...batches, ...queuedIds]).size + (held > 0 ? 1 : 0);
}

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
