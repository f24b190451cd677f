// "Replace link", one or many: links cannot be edited (document, section 2), so a new one is created, and then the old one is deleted.
import { setImmediate } from 'node:timers/promises';
import { linkUuid } from '../../shared/checkout-url.ts';
import type { Output } from '../../shared/contract.ts';
import { type PriceRules, pricesAfter, type SamePrices } from '../../shared/new-prices.ts';
import type { LinkDraft, Price } from '../../shared/payment-link.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { LinkRecord } from '../catalog/records.ts';
import { StorageError } from '../storage/durable-file.ts';
import type { StoreContext } from '../store-context.ts';
import { isUnsent, isWithdrawable, kindOf } from '../sync/outbox/action.ts';
import type { NewAction } from '../sync/outbox/deps.ts';

const words = texts.linkWork.replace;

/** Links replaced before yielding to the event loop. */
const LINKS_AT_A_TIME = 40;
/** The outbox stores the actions of so many replacements in one file, so that a crash cannot separate a pair. */
const REPLACEMENTS_IN_ONE_FILE = 4;

/** Null where the link can be replaced. */
function obstacle(store: StoreContext, link: LinkRecord | undefined): keyof typeof words.obstacles | null {
  if (!link) return 'gone';
  if (store.outbox.deletes(link.id)) return 'leaving';
  const creation = store.outbox.of(link.id).find((action) => kindOf(action) === 'link.create');
  if (creation) return isUnsent(creation) ? 'unsent' : 'unknown';
  return linkUuid(link.paymentLink ?? '') === null ? 'withoutUuid' : null;
}

/** Creates the new link; the deletion of the old one waits for it. */
function replacement(store: StoreContext, { id, productId }: LinkRecord, draft: LinkDraft) {
  const newId = store.deps.stamper.id();
  const drafts: NewAction[] = [
    { subject: newId, payload: { kind: 'link.create', productId, draft }, waitsFor: [productId] },
    { subject: id, payload: { kind: 'link.delete', productId, replacedBy: newId }, waitsFor: [id, newId] },
  ];
  return { newId, drafts };
}

/** In one write. Returns the id of the new link. */
export async function replaceLink(store: StoreContext, id: string, draft: LinkDraft): Promise<Result<{ id: string }>> {
  const link = store.catalog.links.active(id);
  const why = obstacle(store, link);
  if (!link || why) return refuse(link ? 'conflict' : 'not-found', words.obstacles[why ?? 'gone']);
  const { newId, drafts } = replacement(store, link, draft);
  await store.outbox.accept(drafts);
  return ok({ id: newId });
}

/** Links that were deleted meanwhile are not counted. */
export async function beforeReplace(
  store: StoreContext,
  ids: readonly string[],
): Promise<Output<'links.beforeReplace'>> {
  const counts = { replaceable: 0, leaving: 0, unsent: 0, unknown: 0, withoutUuid: 0, gone: 0 };
  const byPrices = new Map<string, SamePrices>();
  for await (const some of store.catalog.links.chosen(ids)) {
    for (const link of some) {
      const why = obstacle(store, link);
      counts[why ?? 'replaceable'] += 1;
      if (why !== null) continue;
      const { prices } = link;
      const key = JSON.stringify(prices);
      const { links, soldOnce } = byPrices.get(key) ?? { links: 0, soldOnce: 0 };
      const isSoldOnce = link.useOnce && store.catalog.links.sold(link.id) !== null;
      byPrices.set(key, { prices, links: links + 1, soldOnce: soldOnce + (isSoldOnce ? 1 : 0) });
    }
  }
  const { replaceable: toReplace, leaving, unsent, unknown, withoutUuid } = counts;
  return { toReplace, left: { leaving, unsent: unsent + unknown, withoutUuid }, byPrices: [...byPrices.values()] };
}

interface NewPrices {
  readonly prices: readonly Price[];
  readonly rules: PriceRules;
}

/**
 * Replaces each link by one that differs in its prices alone, some at a time; a replacement is accepted whole or not at
 * all. A link whose prices would not change stays. Where the disk refuses on the way, the refusal says how many were
 * accepted before.
 */
export async function replaceLinks(
  store: StoreContext,
  ids: readonly string[],
  to: NewPrices,
): Promise<Result<Output<'links.replaceMany'>>> {
  // Oldest first, so that the new links have the order of the old ones.
  const oldestFirst = [...new Set(ids)].sort();
  const newIds: string[] = [];
  try {
    for (let from = 0; from < oldestFirst.length; from += LINKS_AT_A_TIME) {
      const some = oldestFirst.slice(from, from + LINKS_AT_A_TIME);
      newIds.push(...(await store.runExclusive(() => replaceSome(store, some, to))));
      await setImmediate();
    }
  } catch (error) {
    if (!(error instanceof StorageError) || newIds.length === 0) throw error;
    return refuse('storage', words.notAll(error.message, newIds.length));
  }
  return ok({ ids: newIds, left: oldestFirst.length - newIds.length });
}

async function replaceSome(store: StoreContext, ids: readonly string[], to: NewPrices): Promise<string[]> {
  const replaceable = store.catalog.links
    .withIds(ids)
    .filter((link) => link.deletedAt === null && obstacle(store, link) === null)
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  const made = replaceable.flatMap((link) => {
    const { useOnce, metadata } = link;
    const prices = pricesAfter(link.prices, to.prices, to.rules);
    return prices ? [replacement(store, link, { prices, useOnce, metadata })] : [];
  });
  const groups: NewAction[][] = [];
  for (let from = 0; from < made.length; from += REPLACEMENTS_IN_ONE_FILE) {
    groups.push(made.slice(from, from + REPLACEMENTS_IN_ONE_FILE).flatMap(({ drafts }) => drafts));
  }
  // They share one write, which stores all of them or none.
  await Promise.all(groups.map((drafts) => store.outbox.accept(drafts)));
  return made.map(({ newId }) => newId);
}

/** Undoes a replacement whose new link is unsent: withdraws both actions. */
export async function undoReplace(store: StoreContext, newId: string): Promise<Result<void>> {
  const creation = creationOf(store, newId);
  if (!creation || !isWithdrawable(creation)) {
    return refuse('conflict', words.sentAlready);
  }
  await store.outbox.withdraw(creation.id);
  return ok(undefined);
}

const creationOf = (store: StoreContext, id: string) =>
  store.outbox.of(id).find((action) => kindOf(action) === 'link.create');

/** For many, in batches; skips those whose new link was sent. */
export async function undoReplaces(
  store: StoreContext,
  newIds: readonly string[],
): Promise<Result<Output<'links.undoReplaceMany'>>> {
  let undone = 0;
  for (let from = 0; from < newIds.length; from += LINKS_AT_A_TIME) {
    const some = newIds.slice(from, from + LINKS_AT_A_TIME);
    undone += await store.runExclusive(async () => {
      const creations = some.flatMap((id) => creationOf(store, id)?.id ?? []);
      const taken = creations.length > 0 ? await store.outbox.withdrawAll(creations) : new Set();
      return creations.filter((id) => taken.has(id)).length;
    });
    await setImmediate();
  }
  return ok({ undone, sent: newIds.length - undone });
}
