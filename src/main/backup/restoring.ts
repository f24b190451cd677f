// Restores a backup store by store: one transaction each, while the store is closed. A store is restored whole or not at all.
import { isDeepStrictEqual } from 'node:util';
import { defaultSettings, type Settings } from '../../shared/settings.ts';
import { putRecords } from '../catalog/put-records.ts';
import type { CheckoutTemplates } from '../share/checkout-templates.ts';
import type { Document } from '../storage/document.ts';
import type { StoreContext } from '../store-context.ts';
import { NO_WEBHOOK, type StoreRecord, TESTS_KEPT, type WebhookRecord } from '../store-record.ts';
import type { StoreRegistry } from '../stores/store-registry.ts';
import { type Change, isCreate } from '../sync/outbox/change.ts';
import { reconcile } from '../sync/outbox/reconcile.ts';
import type { BackupContent, StoreContent } from './content.ts';
import { planStore, type StorePlan } from './plan.ts';

export interface RestoringDeps {
  readonly stores: StoreRegistry;
  readonly settings: Document<Settings>;
  readonly templates: CheckoutTemplates;
  readonly now: () => number;
  /**
   * Closes a store, runs `act` with it, and opens it again. One that is not in the list yet is opened afterwards if `act` has
   * added it.
   */
  whileClosed(record: StoreRecord, act: (store: StoreContext) => Promise<void>): Promise<void>;
}

/** Rejects with `StorageError`; `done` has the ids of the stores that are restored by then. */
export async function restoreContent(deps: RestoringDeps, content: BackupContent, done: string[]): Promise<void> {
  const { stores, settings, templates } = deps;
  for (const each of content.stores) {
    await restoreStore(deps, each, content.createdAt);
    done.push(each.record.id);
  }
  await templates.restore(content.templates);
  const merged = mergeSettings(content.settings, settings.value);
  if (merged !== settings.value) await settings.save(merged);
  const [first] = content.stores;
  if (first && !stores.get(stores.currentStoreId ?? '')) await stores.show(stores.match(first.record)?.id ?? null);
}

async function restoreStore(deps: RestoringDeps, content: StoreContent, createdAt: number): Promise<void> {
  const { stores, now, whileClosed } = deps;
  const known = stores.match(content.record);
  // "Work offline" was meant for the computer of the backup.
  const record = known ?? { ...content.record, workOffline: false };
  await whileClosed(record, async (store) => {
    await reconcileQueue(store);
    const plan = await planStore(content, store, createdAt);
    const webhook = mergeWebhook(content.webhook ?? NO_WEBHOOK, store.webhook.value);
    await store.catalog.longTransaction(async () => {
      await putRecords(store.catalog, plan, store.deps.stamper);
      await store.catalog.settle([...plan.ended, ...endedInQueue(plan, store, now())]);
      // What the disk may still refuse comes before the commit. Each of these only adds what was missing.
      if (webhook) await store.webhook.save(webhook);
      const merged = known && mergeRecord(content.record, known);
      if (merged && !isDeepStrictEqual(merged, known)) await stores.change(merged.id, merged);
    });
    if (!known) await stores.add(record);
  });
}

/** As at every start, the catalog may lag behind the queue. */
async function reconcileQueue({ catalog, queue }: StoreContext): Promise<void> {
  const { ended } = await reconcile(catalog, queue);
  await queue.remove(ended);
}

/**
 * Creations that wait here although the backup has their result: sending them would create a second one. They leave the queue
 * when the store starts, as the history has them.
 */
function endedInQueue({ products, links }: StorePlan, { queue }: StoreContext, endedAt: number): Change[] {
  const waiting = new Map([...queue.values()].filter(isCreate).map((change) => [change.subject, change]));
  const end = { state: 'done', ending: 'sent', endedAt, nextAttemptAt: null } as const;
  const ended: Change[] = [];
  for (const { id, serverId, answer, fields } of products) {
    const change = waiting.get(id);
    if (change?.payload.kind !== 'product.create' || serverId === null) continue;
    const payload = { ...change.payload, fields };
    ended.push({ ...change, ...end, payload, result: { kind: 'product', serverId, answer: answer ?? '' } });
  }
  for (const { id, paymentLink, answer, prices, useOnce, metadata } of links) {
    const change = waiting.get(id);
    if (change?.payload.kind !== 'link.create' || paymentLink === null) continue;
    const payload = { ...change.payload, draft: { prices: [...prices], useOnce, metadata } };
    ended.push({ ...change, ...end, payload, result: { kind: 'link', paymentLink, answer: answer ?? '' } });
  }
  return ended;
}

// ---- what is here stays, and what is missing is added

/** Never the service address or the e-mail. */
function mergeRecord(backup: StoreRecord, here: StoreRecord): StoreRecord {
  return {
    ...here,
    checkoutUrl: here.checkoutUrl ?? backup.checkoutUrl,
    sellerSlug: here.sellerSlug ?? backup.sellerSlug,
    pageUrl: here.pageUrl ?? backup.pageUrl,
  };
}

/** Null for no change. A backup has the reference of a key, never the key. */
function mergeWebhook(backup: WebhookRecord, here: WebhookRecord): WebhookRecord | null {
  const known = new Set(here.tests.map(({ id }) => id));
  const missing = backup.tests.filter(({ id }) => !known.has(id));
  const tests =
    missing.length === 0 ? here.tests : [...here.tests, ...missing].sort((a, b) => b.at - a.at).slice(0, TESTS_KEPT);
  const saved = here.saved ?? backup.saved;
  const isNewerDoubt = (backup.doubt?.since ?? 0) > (here.saved?.savedAt ?? 0);
  const doubt = here.doubt ?? (here.saved === null || isNewerDoubt ? backup.doubt : undefined);
  const { earlierKeys } = here;
  const merged = { saved, tests, ...(doubt && { doubt }), ...(earlierKeys && { earlierKeys }) };
  return isDeepStrictEqual(merged, here) ? null : merged;
}

/** The settings of the backup if nothing was set here, else the local ones with the missing currencies. */
function mergeSettings(backup: Settings | null, here: Settings): Settings {
  if (!backup) return here;
  const withMissing = (settings: Settings, others: Settings['currencies']): Settings => {
    const missing = others.filter(
      ({ id, name }) => !settings.currencies.some((one) => one.id === id || one.name === name),
    );
    return missing.length === 0 ? settings : { ...settings, currencies: [...settings.currencies, ...missing] };
  };
  // USD is the one currency that the document names; it is never missing.
  if (isDeepStrictEqual(here, defaultSettings())) return withMissing(backup, defaultSettings().currencies);
  return withMissing(here, backup.currencies);
}
