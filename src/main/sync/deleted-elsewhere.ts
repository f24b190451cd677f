// Ends deletions of links that another computer of the team has deleted on the service.
import type { StoreContext } from '../store-context.ts';
import { OutboxConflict } from './outbox/deps.ts';

/** A deletion in flight is left alone: its answer ends it, or it is here again then. Rejects with `StorageError`. */
export async function endDeletedElsewhere({ outbox, catalog, runExclusive }: StoreContext): Promise<void> {
  const isGone = (linkId: string) => {
    const link = catalog.links.get(linkId);
    return link !== undefined && link.deletedAt !== null;
  };
  await runExclusive(async () => {
    const deletions = outbox.unsettled().filter(({ payload }) => payload.kind === 'link.delete');
    const ended = deletions.filter(({ subject }) => isGone(subject));
    if (ended.length === 0) return;
    await outbox.withdrawAll(ended.map(({ id }) => id));
    for (const { id } of ended) {
      const { state } = outbox.get(id) ?? {};
      try {
        if (state === 'needs-review') await outbox.markAsSent(id, { kind: 'accepted', answer: '', note: null });
        if (state === 'rejected') await outbox.discard(id);
      } catch (error) {
        // The seller was faster.
        if (!(error instanceof OutboxConflict)) throw error;
      }
    }
  });
}
