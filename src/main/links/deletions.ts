// Deletes payment links, one or many, and undoes that. A deletion is a mark that can be undone for a while: see `Batches.delete`.
import { ok, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { LinkRecord } from '../catalog/records.ts';
import type { StoreContext } from '../store-context.ts';
import type { BatchingStore } from './batches.ts';
import { getLink, replacementIn, stageOf } from './links.ts';

const t = texts.linkWork;

/** Splits a selection. `removed`: links that another computer was to create; `left`: how many cannot be deleted. */
async function sorted(store: StoreContext, ids: readonly string[]) {
  const unsent: LinkRecord[] = [];
  const sent: LinkRecord[] = [];
  const removed: LinkRecord[] = [];
  const others: LinkRecord[] = [];
  for await (const batch of store.catalog.links.chosen(ids)) {
    for (const link of batch) {
      const stage = stageOf(store, link.id);
      if (stage === 'unsent') unsent.push(link);
      else if (stage === 'sent' || stage === 'unknown') sent.push(link);
      else (stage === 'elsewhere' ? removed : others).push(link);
    }
  }
  // Withdrawing an unsent link also withdraws the deletion of the link that it replaces, so that link is deleted here too.
  const unsentIds = new Set(unsent.map(({ id }) => id));
  const isReleased = ({ id }: LinkRecord) =>
    store.queue.of(id).some((deletion) => unsentIds.has(replacementIn(deletion) ?? ''));
  const released = others.filter(isReleased);
  return { unsent, sent: [...sent, ...released], removed, left: others.length - released.length };
}

export async function beforeDelete(store: StoreContext, ids: readonly string[]) {
  const { unsent, sent, removed, left } = await sorted(store, ids);
  const addresses = sent.filter(({ paymentLink }) => paymentLink !== null).length;
  return { links: unsent.length + sent.length + removed.length, addresses, left };
}

/** Section 4.5. Deletes all links that can be deleted, or none if it rejects. Says why if it is one that cannot. */
export const deleteLinks = (store: BatchingStore, ids: readonly string[]) =>
  store.runExclusive(async () => {
    const { unsent, sent, removed, left } = await sorted(store, ids);
    const marked = [...unsent, ...sent].map(({ id }) => id);
    const deleted = marked.length + removed.length;
    const [id = '', ...others] = ids;
    if (deleted + others.length === 0) {
      const stage = stageOf(store, id);
      if (stage === 'gone') return refuse('not-found', t.gone);
      return refuse('conflict', stage === 'leaving' ? t.deletedAlready : t.withoutUuid);
    }
    store.catalog.deleteUnsent(removed.map((link) => link.id));
    if (removed.length > 0) store.outbox.elsewhereChanged();
    const deletion = marked.length === 0 ? null : await store.batches.delete(marked);
    // The removal of links of other computers cannot be undone, and "Undo" is never partial.
    return ok({ deletion: removed.length > 0 ? null : deletion, deleted, left });
  });

/** "Keep this link". Refused if the deletion was sent or is being sent, but not if it was cancelled already. */
export async function keepLink(store: StoreContext, id: string) {
  const { queue, outbox, catalog } = store;
  const link = getLink(store, id);
  const deletion = queue.deletionOf(id);
  const isKept = link && (!deletion || (await outbox.decideNow('discard', deletion.id)).length > 0);
  if (!isKept) return refuse('conflict', t.keep.tooLate);
  // A link that is being replaced can also be marked for deletion by itself.
  catalog.transaction(() => catalog.staged.keep(id));
  outbox.changed();
  return ok({ uncertain: getLink(store, id)?.uncertain ?? null, newStays: link.replacedBy !== null });
}
