// "Keep this link", and "Undo" of deletions: cancels deletions that are in the outbox.
import type { Output } from '../../shared/contract.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { StoreContext } from '../store-context.ts';
import { kindOf } from '../sync/outbox/action.ts';
import type { BatchingStore } from './batches.ts';
import { getLink } from './links.ts';

/** Refused when the deletion is being sent, or was. Not when it was cancelled already, for example on the Sync screen. */
export async function keepLink(store: StoreContext, id: string): Promise<Result<Output<'links.keep'>>> {
  const { outbox, catalog, deps } = store;
  const link = getLink(store, id);
  const deletion = outbox.of(id).find((action) => kindOf(action) === 'link.delete');
  if (link && !deletion && catalog.staged.has('delete', id)) {
    catalog.staged.remove([{ kind: 'delete', linkId: id }]);
    deps.onChange();
    return ok({ uncertain: null, newStays: false });
  }
  if (!link || deletion?.state === 'sending' || (!deletion && outbox.deletes(id))) {
    return refuse('conflict', texts.linkWork.keep.tooLate);
  }
  if (deletion) await outbox.discard(deletion.id);
  return ok({ uncertain: getLink(store, id)?.uncertain ?? null, newStays: link.replacedBy !== null });
}

/** `deletions`: changes, and batches, each of which is kept whole or not at all. */
export async function keepLinks(
  store: BatchingStore,
  deletions: readonly string[],
): Promise<Result<Output<'links.keepMany'>>> {
  const total = { kept: 0, late: 0 };
  const changes: string[] = [];
  for (const id of deletions) {
    const batch = store.catalog.staged.get(id);
    const kept = batch ? store.batches.undo(id) : 0;
    if (!batch) changes.push(id);
    else if (kept === 0) total.late += batch.total;
    total.kept += kept;
  }
  if (changes.length === 0) return ok(total);
  const kept = (await store.outbox.withdrawAll(changes)).size;
  return ok({ kept: total.kept + kept, late: total.late + changes.length - kept });
}
