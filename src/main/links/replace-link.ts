// "Replace link", one or many: links cannot be edited (document, section 2), so a new link is created, then the old one deleted.
import type { Output } from '../../shared/contract.ts';
import { type PriceChange, pricesAfter, type SamePrices } from '../../shared/new-prices.ts';
import type { LinkDraft } from '../../shared/payment-link.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { LinkRecord } from '../catalog/records.ts';
import type { StoreContext } from '../store-context.ts';
import { kindOf, linkCreation, linkDeletion, type NewChange } from '../sync/outbox/change.ts';
import { MAX_CHANGES } from '../sync/outbox/queue-files.ts';
import type { BatchingStore } from './batches.ts';
import { isDeletable, replacementIn, stageOf } from './links.ts';
import { dropLinks } from './staged-links.ts';

const t = texts.linkWork.replace;

/** Why a link cannot be replaced; null if it can. */
function obstacle(store: StoreContext, id: string): keyof typeof t.obstacles | null {
  const stage = stageOf(store, id);
  if (stage === 'sent') return null;
  return stage === 'elsewhere' ? 'unknown' : stage;
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
  const why = obstacle(store, id);
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
export function replaceLinks(
  store: BatchingStore,
  ids: readonly string[],
  changes: readonly PriceChange[],
): Promise<Result<Output<'links.replaceMany'>>> {
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
    newDrafts.reverse();
    const left = new Set(ids).size - newDrafts.length;
    if (newDrafts.length * 2 > MAX_CHANGES) {
      const acceptedAt = store.deps.now();
      const links = newDrafts.map(({ link: { id, productId, note }, draft }) => {
        return { id: store.deps.stamper.id(), productId, draft, note, replaces: id, acceptedAt };
      });
      await store.batches.create(store.batches.newBatch('prices', links.length), [links]);
      return ok({ ids: links.map(({ id }) => id), left });
    }
    const replacements = newDrafts.map(({ link, draft }) => replacement(store, link, draft));
    const drafts = replacements.flatMap((one) => one.drafts);
    if (drafts.length > 0) await accept(store, drafts);
    return ok({ ids: replacements.map(({ newId }) => newId), left });
  });
}

/**
 * Undoes replacements. If the new link was not sent, both changes are withdrawn. If it was sent, and the old link cannot have
 * been deleted, the old link stays and the new one is deleted. `deleted`: how many of these there are.
 */
export function undoReplaces(
  store: BatchingStore,
  newIds: readonly string[],
): Promise<Result<Output<'links.undoReplaceMany'>>> {
  const { queue, outbox, catalog, batches } = store;
  return store.runExclusive(async () => {
    const staged = newIds.filter((id) => catalog.staged.replacedBy(id) !== null);
    const unstaged = [...staged];
    await dropLinks(catalog, (most) => unstaged.splice(0, most));
    const ids = new Set(newIds);
    const creations = queue
      .values()
      .filter(({ payload, subject }) => payload.kind === 'link.create' && ids.has(subject));
    const withdrawn = await outbox.withdrawAll(creations.map(({ id }) => id));
    // The new links of the deletions that are still in the queue are on the service, or in doubt.
    const deletions = queue.values().filter((change) => ids.has(replacementIn(change) ?? ''));
    const kept = await outbox.withdrawAll(deletions.map(({ id }) => id));
    const sent = deletions.flatMap((change) => (kept.has(change.id) ? (replacementIn(change) ?? []) : []));
    const deleted = sent.filter((id) => isDeletable(store, id));
    if (deleted.length > 0) await batches.delete(deleted);
    const undone = staged.length + creations.filter(({ id }) => withdrawn.has(id)).length + sent.length;
    return ok({ undone, deleted: deleted.length, late: newIds.length - undone });
  });
}
