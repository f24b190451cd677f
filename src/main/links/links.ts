// The view model of a link, and what can be done with it.
import { syncStateOf } from '../../shared/change.ts';
import { linkUuid } from '../../shared/checkout-url.ts';
import type { ParsedInput } from '../../shared/contract.ts';
import type { LinkView } from '../../shared/payment-link.ts';
import { texts } from '../../shared/texts/main.ts';
import { isUnsentRecord, type LinkRecord } from '../catalog/records.ts';
import { type Change, isCreate, isUnsent, isWithdrawable, kindOf } from '../outbox/change.ts';
import type { StoreContext } from '../store-context.ts';
import { titleOfProduct } from '../sync/change-title.ts';
import { recordState } from '../sync/record-state.ts';
import { isAsked } from './copy-when-ready.ts';

export async function listLinks(store: StoreContext, query: ParsedInput<'links.list'>) {
  const rows = await store.catalog.links.list.page(query, query.offset, query.limit);
  return { rows: rows.map((link) => linkView(store, link)) };
}

export function getLink(store: StoreContext, id: string): LinkView | null {
  const link = store.catalog.links.active(id);
  return link ? linkView(store, link) : null;
}

/** Whether a deletion of the link waits, directly or as part of "Replace link". */
export const isLeaving = ({ queue, catalog }: StoreContext, id: string): boolean =>
  queue.deletionOf(id) !== undefined || catalog.staged.isStaged('delete', id);

/**
 * Whether a link can be deleted and replaced. `unsent`: it cannot be on the service yet; `unknown`: it may be; `elsewhere`:
 * another computer creates it; `withoutUuid`: the service cannot be told which link is meant.
 */
export function stageOf(store: StoreContext, id: string) {
  const link = store.catalog.links.active(id);
  if (!link) return 'gone';
  if (isLeaving(store, id)) return 'leaving';
  const creation = store.queue.creationOf(id);
  if (creation) return isWithdrawable(creation) ? 'unsent' : 'unknown';
  if (store.catalog.staged.has('create', id)) return 'unsent';
  if (isUnsentRecord(link) && link.createdOn !== undefined) return 'elsewhere';
  return linkUuid(link.paymentLink ?? '') === null ? 'withoutUuid' : 'sent';
}

/** Whether "Delete link" can be used on it. */
export const isDeletable = (store: StoreContext, id: string): boolean =>
  ['unsent', 'unknown', 'sent'].includes(stageOf(store, id));

export function linkView(store: StoreContext, link: LinkRecord): LinkView {
  const { queue, catalog } = store;
  const { id } = link;
  const { staged } = catalog;
  const changes = queue.of(id);
  const creation = changes.find(isCreate);
  const deletion = changes.find((change) => kindOf(change) === 'link.delete');
  const replacedBy = changes.map(replacementIn).find((newId) => newId !== null) ?? staged.replacementOf(id);
  const deletingBatch = replacedBy === null ? staged.batchOf('delete', id) : staged.batchOf('create', replacedBy);
  const deletingId = deletion?.id ?? deletingBatch;
  // The old link is deleted once this creation is confirmed.
  const replaced = creation && queue.dependents(creation).find((change) => replacementIn(change) === id);
  return {
    id,
    productId: link.productId,
    productTitle: titleOfProduct(store, link.productId),
    prices: [...link.prices],
    useOnce: link.useOnce,
    metadata: link.metadata,
    checkoutUrl: link.paymentLink,
    uuid: link.paymentLink === null ? null : linkUuid(link.paymentLink),
    ...recordState(store, link),
    uncertain: link.deletionDoubt ? texts.changes.doubt.deletion : null,
    replacedBy,
    replaces: creation ? (replaced?.subject ?? null) : staged.replacedBy(id),
    copiesWhenReady: isAsked(id),
    deletion: deletingId === null ? null : { changeId: deletingId, sync: syncStateOf(deletion?.state ?? 'waiting') },
    canEdit: creation ? isUnsent(creation) : staged.has('create', id),
    note: link.note ?? '',
    origin: link.origin,
    createdAt: link.createdAt,
    sold: catalog.links.sold(id),
  };
}

/** The new link that replaces the one that a change deletes. */
export const replacementIn = ({ payload }: Change): string | null =>
  payload.kind === 'link.delete' ? (payload.replacedBy ?? null) : null;
