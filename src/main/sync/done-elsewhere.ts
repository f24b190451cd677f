// Ends changes that another computer of the team has carried out: deletions of links, and creations in doubt.
import type { Catalog } from '../catalog/catalog.ts';
import type { StoreContext } from '../store-context.ts';
import { type Change, type ChangeResult, mayBeMarkedAsSent } from './outbox/change.ts';
import { OutboxConflict } from './outbox/deps.ts';

/** What another computer's record says about the end of a change; null if it says nothing. */
function resultElsewhere({ links, products }: Catalog, change: Change): ChangeResult | null {
  const { payload, subject } = change;
  if (payload.kind === 'link.delete') {
    const { deletedAt = null, deletedOnService } = links.get(subject) ?? {};
    // The record of a link that was merged with its duplicate is deleted, but the link is still on the service.
    return deletedAt !== null && deletedOnService !== false ? { kind: 'accepted', answer: '', note: null } : null;
  }
  if (!mayBeMarkedAsSent(change)) return null;
  if (payload.kind === 'link.create') {
    const { paymentLink = null, answer } = links.get(subject) ?? {};
    return paymentLink === null ? null : { kind: 'link', paymentLink, answer: answer ?? '' };
  }
  const { serverId = null, answer } = (payload.kind === 'product.create' && products.get(subject)) || {};
  return serverId === null ? null : { kind: 'product', serverId, answer: answer ?? '' };
}

/** Skips changes in flight: their answer ends them, or a later call does. Rejects with `StorageError`. */
export async function endDoneElsewhere({ outbox, queue, catalog, runExclusive }: StoreContext): Promise<void> {
  await runExclusive(async () => {
    const ended = queue.values().flatMap((change) => {
      const result = resultElsewhere(catalog, change);
      return result ? [{ id: change.id, kind: change.payload.kind, result }] : [];
    });
    if (ended.length === 0) return;
    await outbox.withdrawAll(ended.filter(({ kind }) => kind === 'link.delete').map(({ id }) => id));
    for (const { id, result } of ended) {
      const change = queue.get(id);
      try {
        if (change && mayBeMarkedAsSent(change)) await outbox.markAsSent(id, result);
        else if (change?.state === 'rejected') await outbox.decideNow('discard', id);
      } catch (error) {
        // The seller has decided meanwhile.
        if (!(error instanceof OutboxConflict)) throw error;
      }
    }
  });
}
