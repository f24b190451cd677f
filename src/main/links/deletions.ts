// Deletes payment links, one or many, and undoes that. A deletion is a mark that can be undone for a while: see `Batches.delete`.
import { linkUuid } from '../../shared/checkout-url.ts';
import type { Output } from '../../shared/contract.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import { isUnsentLink, type LinkRecord } from '../catalog/records.ts';
import type { StoreContext } from '../store-context.ts';
import { type Change, isWithdrawable, kindOf } from '../sync/outbox/change.ts';
import type { BatchingStore } from './batches.ts';
import { getLink, isLeaving } from './links.ts';

const t = texts.linkWork;

const creationOf = (store: StoreContext, id: string): Change | undefined =>
  store.queue.of(id).find((change) => kindOf(change) === 'link.create');

/** Whether the link cannot be on the service, so that deleting it withdraws its creation. */
function isUnsent(store: StoreContext, id: string): boolean {
  const creation = creationOf(store, id);
  return creation ? isWithdrawable(creation) : store.catalog.staged.has('create', id);
}

/** What "Delete link" does: it marks the link, removes one that another computer creates, or does nothing. */
export function deletionOf(store: StoreContext, id: string): 'mark' | 'remove' | 'gone' | 'leaving' | 'withoutUuid' {
  const link = store.catalog.links.active(id);
  if (!link) return 'gone';
  if (isLeaving(store, id)) return 'leaving';
  if (creationOf(store, id) || isUnsent(store, id)) return 'mark';
  if (isUnsentLink(link) && link.createdOn !== undefined) return 'remove';
  return linkUuid(link.paymentLink ?? '') === null ? 'withoutUuid' : 'mark';
}

/** Section 4.5. */
export async function deleteLink(store: BatchingStore, id: string): Promise<Result<Output<'links.delete'>>> {
  switch (deletionOf(store, id)) {
    case 'gone':
      return refuse('not-found', t.gone);
    case 'leaving':
      return refuse('conflict', t.deletedAlready);
    case 'withoutUuid':
      return refuse('conflict', t.withoutUuid);
    case 'remove':
      store.catalog.links.change(id, { deletedAt: store.deps.now() });
      store.outbox.elsewhereChanged();
      return ok({ how: 'removed' });
    case 'mark':
      await store.batches.delete([id]);
      return ok({ how: 'marked' });
  }
}

/** Splits a selection: the links to delete, which of them are unsent, and how many links cannot be deleted. */
async function sorted(store: StoreContext, ids: readonly string[]) {
  const deleted: LinkRecord[] = [];
  const unsent = new Set<string>();
  const others: LinkRecord[] = [];
  for await (const batch of store.catalog.links.chosen(ids)) {
    for (const link of batch) {
      const isDeleted = deletionOf(store, link.id) === 'mark';
      (isDeleted ? deleted : others).push(link);
      if (isDeleted && isUnsent(store, link.id)) unsent.add(link.id);
    }
  }
  // Withdrawing an unsent link also withdraws the deletion of the link that it replaces, so that link is deleted here too.
  const isReleased = ({ id }: LinkRecord) =>
    store.queue.of(id).some(({ payload }) => payload.kind === 'link.delete' && unsent.has(payload.replacedBy ?? ''));
  const released = others.filter(isReleased);
  return { deleted: [...deleted, ...released], unsent, left: others.length - released.length };
}

export async function beforeDelete(store: StoreContext, ids: readonly string[]): Promise<Output<'links.beforeDelete'>> {
  const { deleted, unsent, left } = await sorted(store, ids);
  return {
    toDelete: deleted.length - unsent.size,
    withoutAddress: deleted.filter(({ id, paymentLink }) => paymentLink === null && !unsent.has(id)).length,
    toTakeBack: unsent.size,
    left,
  };
}

/** Deletes all links that can be deleted, or none if it rejects. */
export async function deleteLinks(
  store: BatchingStore,
  ids: readonly string[],
): Promise<Result<Output<'links.deleteMany'>>> {
  const { deleted, left } = await sorted(store, ids);
  const deletion = deleted.length === 0 ? null : await store.batches.delete(deleted.map(({ id }) => id));
  return ok({ deletion, deleted: deleted.length, left });
}

/** "Keep this link". Refused if the deletion was sent or is being sent, but not if it was cancelled already. */
export async function keepLink(store: StoreContext, id: string): Promise<Result<Output<'links.keep'>>> {
  const { queue, outbox, catalog } = store;
  const link = getLink(store, id);
  const deletion = queue.of(id).find((change) => kindOf(change) === 'link.delete');
  if (link && !deletion && catalog.staged.has('delete', id)) {
    catalog.staged.remove([{ kind: 'delete', linkId: id }]);
    outbox.changed();
    return ok({ uncertain: null, newStays: false });
  }
  if (!link || deletion?.state === 'sending') return refuse('conflict', t.keep.tooLate);
  if (deletion && (await outbox.decideNow('discard', deletion.id)).length === 0)
    return refuse('conflict', t.keep.tooLate);
  return ok({ uncertain: getLink(store, id)?.uncertain ?? null, newStays: link.replacedBy !== null });
}

/** Undoes a deletion of many links, by the id of its batch. */
export async function keepLinks(
  { batches }: BatchingStore,
  deletion: string,
): Promise<Result<Output<'links.keepMany'>>> {
  const count = batches.undo(deletion);
  return count === 0 ? refuse('conflict', t.keep.tooLate) : ok({ kept: count });
}
