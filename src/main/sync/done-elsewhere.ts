// Ends changes that another computer of the team has carried out: deletions of links, and creations in doubt.
import type { StoreContext } from '../store-context.ts';
import { type Change, type ChangeResult, mayBeMarkedAsSent } from './outbox/change.ts';
import { OutboxConflict } from './outbox/deps.ts';

/** Skips changes in flight: their answer ends them, or a later call does. Rejects with `StorageError`. */
export async function endDoneElsewhere({ outbox, queue, catalog, runExclusive }: StoreContext): Promise<void> {
  const doneElsewhere = (change: Change): ChangeResult | null => {
    const { payload, subject } = change;
    const link = payload.kind.startsWith('link.') ? catalog.links.get(subject) : undefined;
    switch (payload.kind) {
      case 'link.delete': {
        // The record of a link that was merged with its duplicate is deleted, but the link is still on the service.
        const isGone = link !== undefined && link.deletedAt !== null && link.deletedOnService !== false;
        return isGone ? { kind: 'accepted', answer: '', note: null } : null;
      }
      case 'link.create':
        return mayBeMarkedAsSent(change) && link && link.paymentLink !== null
          ? { kind: 'link', paymentLink: link.paymentLink, answer: link.answer ?? '' }
          : null;
      case 'product.create': {
        const product = mayBeMarkedAsSent(change) ? catalog.products.get(subject) : undefined;
        return product && product.serverId !== null
          ? { kind: 'product', serverId: product.serverId, answer: product.answer ?? '' }
          : null;
      }
      default:
        return null;
    }
  };
  await runExclusive(async () => {
    const ended = queue.values().flatMap((change) => {
      const result = doneElsewhere(change);
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
