// "Replace link", one or many: links cannot be edited (document, section 2), so a new link is created, then the old one deleted.
import { setImmediate } from 'node:timers/promises';
import { linkUuid } from '../../shared/checkout-url.ts';
import type { Output } from '../../shared/contract.ts';
import { type PriceChange, pricesAfter, type SamePrices } from '../../shared/new-prices.ts';
import type { LinkDraft } from '../../shared/payment-link.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { LinkRecord } from '../catalog/records.ts';
import type { StoreContext } from '../store-context.ts';
import { isUnsent, kindOf, linkCreation, linkDeletion, type NewChange } from '../sync/outbox/change.ts';
import { MAX_CHANGES } from '../sync/outbox/queue-files.ts';
import type { BatchingStore } from './batches.ts';
import { deletionOf } from './deletions.ts';
import { isLeaving } from './links.ts';

const t = texts.linkWork.replace;

/** Links handled before yielding to the event loop. */
const LINKS_AT_A_TIME = 50;

/** Why a link cannot be replaced; null if it can. */
function obstacle(store: StoreContext, link: LinkRecord | undefined): keyof typeof t.obstacles | null {
  if (!link) return 'gone';
  if (isLeaving(store, link.id)) return 'leaving';
  if (store.catalog.staged.has('create', link.id)) return 'unsent';
  const creation = store.queue.of(link.id).find((change) => kindOf(change) === 'link.create');
  if (creation) return isUnsent(creation) ? 'unsent' : 'unknown';
  return linkUuid(link.paymentLink ?? '') === null ? 'withoutUuid' : null;
}

/** The changes that replace a link: the deletion of the old link waits for the creation of the new one. */
function replacement(store: StoreContext, { id, productId, note }: LinkRecord, draft: LinkDraft) {
  const newId = store.deps.stamper.id();
  const creation = linkCreation({ ...draft, id: newId, productId, note });
  return { newId, drafts: [creation, linkDeletion(id, productId, newId)] };
}

/** Accepts both changes in one write. Resolves to the id of the new link. */
export async function replaceLink(
  store: BatchingStore,
  id: string,
  draft: LinkDraft,
): Promise<Result<Output<'links.replace'>>> {
  const link = store.catalog.links.active(id);
  const why = obstacle(store, link);
  if (!link || why) return refuse(link ? 'conflict' : 'not-found', t.obstacles[why ?? 'gone']);
  const { newId, drafts } = replacement(store, link, draft);
  await accept(store, drafts);
  return ok({ id: newId });
}

async function accept({ outbox, batches }: BatchingStore, drafts: readonly NewChange[]): Promise<void> {
  for (const change of await outbox.accept(drafts)) if (kindOf(change) === 'link.delete') batches.hold(change.id);
}

/** Counts what "Replace link" would do with a selection, without links that were deleted meanwhile. */
export async function beforeReplace(
  store: StoreContext,
  ids: readonly string[],
): Promise<Output<'links.beforeReplace'>> {
  const counts = { replaceable: 0, leaving: 0, unsent: 0, unknown: 0, withoutUuid: 0, gone: 0 };
  const byPrices = new Map<string, SamePrices>();
  for await (const batch of store.catalog.links.chosen(ids)) {
    for (const link of batch) {
      const why = obstacle(store, link);
      counts[why ?? 'replaceable'] += 1;
      if (why !== null) continue;
      const { prices } = link;
      const key = JSON.stringify(prices);
      const { links, sold } = byPrices.get(key) ?? { links: 0, sold: 0 };
      const more = store.catalog.links.sold(link.id) === null ? 0 : 1;
      byPrices.set(key, {
        prices,
        links: links + 1,
        sold: sold + more,
      });
    }
  }
  const { replaceable: toReplace, leaving, unsent, unknown, withoutUuid } = counts;
  const left = { leaving, unsent: unsent + unknown, withoutUuid };
  return { toReplace, left, byPrices: [...byPrices.values()] };
}

/**
 * Replaces links by links with other prices: all or none. A link whose prices would not change stays. A few replacements go into
 * the queue; many become a batch.
 */
export function replaceLinks(
  store: BatchingStore,
  ids: readonly string[],
  changes: readonly PriceChange[],
): Promise<Result<Output<'links.replaceMany'>>> {
  return store.runExclusive(async () => {
    const newDrafts: { readonly link: LinkRecord; readonly draft: LinkDraft }[] = [];
    for await (const batch of store.catalog.links.chosen(ids)) {
      for (const link of batch) {
        const { deletedAt, useOnce, metadata } = link;
        const isReplaceable = deletedAt === null && obstacle(store, link) === null;
        const prices = isReplaceable ? pricesAfter(link.prices, changes) : null;
        if (prices) newDrafts.push({ link, draft: { prices, useOnce, metadata } });
      }
    }
    // Oldest first, so that the new links keep the order of the old ones.
    newDrafts.reverse();
    const left = new Set(ids).size - newDrafts.length;
    if (newDrafts.length * 2 > MAX_CHANGES) {
      const acceptedAt = store.deps.now();
      const links = newDrafts.map(({ link: { id, productId, note }, draft }) => {
        return { id: store.deps.stamper.id(), productId, draft, note, replaces: id, acceptedAt };
      });
      await store.batches.replace(links);
      return ok({ ids: links.map(({ id }) => id), left });
    }
    const replacements = newDrafts.map(({ link, draft }) => replacement(store, link, draft));
    const drafts = replacements.flatMap((one) => one.drafts);
    if (drafts.length > 0) await accept(store, drafts);
    return ok({ ids: replacements.map(({ newId }) => newId), left });
  });
}

/**
 * Undoes replacements, some at a time. If the new link was not sent, both changes are withdrawn. If it was sent, and the old
 * link cannot have been deleted, the old link stays and the new one is deleted.
 */
export async function undoReplaces(
  store: BatchingStore,
  newIds: readonly string[],
): Promise<Result<Output<'links.undoReplaceMany'>>> {
  const total = { undone: 0, deleted: 0 };
  const pending = pendingDeletions(store);
  for (let from = 0; from < newIds.length; from += LINKS_AT_A_TIME) {
    const batch = newIds.slice(from, from + LINKS_AT_A_TIME);
    const { undone, deleted } = await store.runExclusive(() => undoSome(store, batch, pending));
    total.undone += undone;
    total.deleted += deleted;
    await setImmediate();
  }
  return ok({ ...total, late: newIds.length - total.undone });
}

/** The ids of changes that delete replaced links, by the id of the new link. */
const pendingDeletions = (store: StoreContext): ReadonlyMap<string, string> =>
  new Map(
    store.queue
      .all()
      .flatMap(({ id, payload }) =>
        payload.kind === 'link.delete' && payload.replacedBy !== undefined ? [[payload.replacedBy, id]] : [],
      ),
  );

/** `deleted`: how many new links had been sent and are deleted now. */
async function undoSome(store: BatchingStore, newIds: readonly string[], pending: ReadonlyMap<string, string>) {
  const { queue, outbox, catalog } = store;
  const staged = newIds.filter((id) => catalog.staged.replacedBy(id) !== null);
  catalog.dropStaged(staged);
  const creationOf = (id: string) => queue.of(id).find((change) => kindOf(change) === 'link.create')?.id ?? '';
  const creations = newIds.map(creationOf).filter((id) => id !== '');
  const withdrawnIds = creations.length > 0 ? await outbox.withdrawAll(creations) : new Set<string>();
  const deletions = newIds.flatMap((id) => pending.get(id) ?? []).filter((id) => !withdrawnIds.has(id));
  const withdrawnDeletions = deletions.length > 0 ? await outbox.withdrawAll(deletions) : new Set<string>();
  const sent = newIds.filter((id) => withdrawnDeletions.has(pending.get(id) ?? ''));
  const deleted = sent.filter((id) => deletionOf(store, id) === 'mark');
  if (deleted.length > 0) await store.batches.delete(deleted);
  const undone = staged.length + creations.filter((id) => withdrawnIds.has(id)).length + sent.length;
  return { undone, deleted: deleted.length };
}
