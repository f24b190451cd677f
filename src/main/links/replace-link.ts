// "Replace link", one or many: links cannot be edited (document, section 2), so a new link is created, then the old one deleted.
import { type PriceChange, pricesAfter, type SamePrices } from '../../shared/new-prices.ts';
import type { LinkDraft } from '../../shared/payment-link.ts';
import { ok, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { LinkRecord } from '../catalog/records.ts';
import type { StagedLink } from '../catalog/staged.ts';
import { kindOf, linkCreation, linkDeletion } from '../outbox/change.ts';
import { MAX_CHANGES } from '../outbox/queue-files.ts';
import type { StoreContext } from '../store-context.ts';
import { type BatchingStore, dropLinks } from './batches.ts';
import { isDeletable, replacementIn, stageOf } from './links.ts';

const t = texts.linkWork.replace;

/** Why a link cannot be replaced; null if it can. */
function obstacle(store: StoreContext, id: string): keyof typeof t.obstacles | null {
  const stage = stageOf(store, id);
  if (stage === 'sent') return null;
  return stage === 'elsewhere' ? 'unknown' : stage;
}

const newLinkFor = ({ deps }: StoreContext, { id, productId, note }: LinkRecord, draft: LinkDraft) =>
  ({ id: deps.stamper.id(), productId, draft, note, replaces: id, acceptedAt: deps.now() }) satisfies StagedLink;

/** Accepts replacements in one write. The deletion of the old link waits for the creation of the new one. */
async function accept({ outbox, batches }: BatchingStore, links: readonly ReturnType<typeof newLinkFor>[]) {
  const drafts = links.flatMap(({ id, productId, draft, note, replaces }) => [
    linkCreation({ ...draft, id, productId, note }),
    linkDeletion(replaces, productId, id),
  ]);
  for (const change of await outbox.accept(drafts)) if (kindOf(change) === 'link.delete') batches.hold(change.id);
}

/** Resolves to the id of the new link. */
export async function replaceLink(store: BatchingStore, id: string, draft: LinkDraft) {
  const link = store.catalog.links.active(id);
  const why = obstacle(store, id);
  if (!link || why) return refuse(link ? 'conflict' : 'not-found', t.obstacles[why ?? 'gone']);
  const newLink = newLinkFor(store, link, draft);
  await accept(store, [newLink]);
  return ok({ id: newLink.id });
}

/** Counts what "Replace link" would do with a selection, without links that were deleted meanwhile. */
export async function beforeReplace(store: StoreContext, ids: readonly string[]) {
  const counts = { replaceable: 0, leaving: 0, unsent: 0, unknown: 0, withoutUuid: 0, gone: 0 };
  const byPrices = new Map<string, SamePrices>();
  for await (const batch of store.catalog.links.chosen(ids)) {
    for (const link of batch) {
      const why = obstacle(store, link.id);
      counts[why ?? 'replaceable'] += 1;
      if (why !== null) continue;
      const key = JSON.stringify(link.prices);
      const { links, sold } = byPrices.get(key) ?? { links: 0, sold: 0 };
      const isSold = store.catalog.links.sold(link.id) !== null;
      byPrices.set(key, { prices: link.prices, links: links + 1, sold: sold + Number(isSold) });
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
export function replaceLinks(store: BatchingStore, ids: readonly string[], changes: readonly PriceChange[]) {
  return store.runExclusive(async () => {
    const newDrafts: { readonly link: LinkRecord; readonly draft: LinkDraft }[] = [];
    for await (const batch of store.catalog.links.chosen(ids)) {
      for (const link of batch) {
        const { useOnce, metadata } = link;
        const prices = obstacle(store, link.id) === null ? pricesAfter(link.prices, changes) : null;
        if (prices) newDrafts.push({ link, draft: { prices, useOnce, metadata } });
      }
    }
    // Oldest first, so that the new links keep the order of the old ones.
    const links = newDrafts.reverse().map(({ link, draft }) => newLinkFor(store, link, draft));
    if (links.length * 2 > MAX_CHANGES) {
      const batch = store.batches.newBatch('prices', links.length);
      await store.batches.create(batch, [links]);
      store.batches.hold(batch.id);
    } else if (links.length > 0) await accept(store, links);
    return ok({ ids: links.map(({ id }) => id), left: new Set(ids).size - links.length });
  });
}

/**
 * Undoes replacements. If the new link was not sent, both changes are withdrawn. If it was sent, and the old link cannot have
 * been deleted, the old link stays and the new one is deleted. `deleted`: how many of these there are.
 */
export function undoReplaces(store: BatchingStore, newIds: readonly string[]) {
  const { queue, outbox, catalog, batches } = store;
  return store.runExclusive(async () => {
    const staged = newIds.filter((id) => catalog.staged.replacedBy(id) !== null);
    await dropLinks(catalog, staged);
    const ids = new Set(newIds);
    const creations = newIds.flatMap((id) => queue.creationOf(id) ?? []);
    const withdrawn = await outbox.withdrawAll(creations.map(({ id }) => id));
    // The new links of the deletions that are still in the queue are on the service, or in doubt.
    const deletions = queue.all().filter((change) => ids.has(replacementIn(change) ?? ''));
    const kept = await outbox.withdrawAll(deletions.map(({ id }) => id));
    const sent = deletions.flatMap((change) => (kept.has(change.id) ? (replacementIn(change) ?? []) : []));
    const deleted = sent.filter((id) => isDeletable(store, id));
    if (deleted.length > 0) await batches.delete(deleted);
    const undone = staged.length + creations.filter(({ id }) => withdrawn.has(id)).length + sent.length;
    return ok({ undone, deleted: deleted.length, late: newIds.length - undone });
  });
}
