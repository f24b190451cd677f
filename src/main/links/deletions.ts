// Deletes payment links, one or many, and undoes that. A deletion is a mark that can be undone for a while: see `Batches.delete`.
import { linkUuid } from '../../shared/checkout-url.ts';
import type { Output } from '../../shared/contract.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import { isUnsentRecord, type LinkRecord } from '../catalog/records.ts';
import type { StoreContext } from '../store-context.ts';
import { type Change, isWithdrawable, kindOf } from '../sync/outbox/change.ts';
import type { BatchingStore } from './batches.ts';
import { getLink, isLeaving, replacementIn } from './links.ts';

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
  if (isUnsentRecord(link) && link.createdOn !== undefined) return 'remove';
  return linkUuid(link.paymentLink ?? '') === null ? 'withoutUuid' : 'mark';
}

/** Splits a selection: what to mark, which of that is unsent, what to remove, and how many links cannot be deleted. */
async function sorted(store: StoreContext, ids: readonly string[]) {
  const marked: LinkRecord[] = [];
  const removed: LinkRecord[] = [];
  const others: LinkRecord[] = [];
  const unsent = new Set<string>();
  for await (const batch of store.catalog.links.chosen(ids)) {
    for (const link of batch) {
      const how = deletionOf(store, link.id);
      (how === 'mark' ? marked : how === 'remove' ? removed : others).push(link);
      if (how === 'mark' && isUnsent(store, link.id)) unsent.add(link.id);
    }
  }
  // Withdrawing an unsent link also withdraws the deletion of the link that it replaces, so that link is deleted here too.
  const isReleased = ({ id }: LinkRecord) =>
    store.queue.of(id).some((deletion) => unsent.has(replacementIn(deletion) ?? ''));
  const released = others.filter(isReleased);
  return { marked: [...marked, ...released], unsent, removed, left: others.length - released.length };
}

export async function beforeDelete(store: StoreContext, ids: readonly string[]): Promise<Output<'links.beforeDelete'>> {
  const { marked, unsent, removed, left } = await sorted(store, ids);
  return {
    toDelete: marked.length - unsent.size,
    withoutAddress: marked.filter(({ id, paymentLink }) => paymentLink === null && !unsent.has(id)).length,
    toTakeBack: unsent.size + removed.length,
    left,
  };
}

/** Section 4.5. Deletes all links that can be deleted, or none if it rejects. Says why if it is one that cannot. */
export const deleteLinks = (store: BatchingStore, ids: readonly string[]): Promise<Result<Output<'links.delete'>>> =>
  store.runExclusive(async () => {
    const { marked, removed, left } = await sorted(store, ids);
    const deleted = marked.length + removed.length;
    const [id, ...others] = ids;
    const why = id !== undefined && others.length + deleted === 0 ? deletionOf(store, id) : null;
    if (why === 'gone') return refuse('not-found', t.gone);
    if (why !== null) return refuse('conflict', why === 'leaving' ? t.deletedAlready : t.withoutUuid);
    store.catalog.deleteUnsent(removed.map((link) => link.id));
    if (removed.length > 0) store.outbox.elsewhereChanged();
    const deletion = marked.length === 0 ? null : await store.batches.delete(marked.map((link) => link.id));
    return ok({ deletion, deleted, left });
  });

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
