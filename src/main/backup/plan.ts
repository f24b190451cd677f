// Plans and applies the restore of one store. Idempotent.
import { isDeepStrictEqual } from 'node:util';
import type { RestoreChoices, StorePreview, Tally } from '../../shared/backup.ts';
import { enumerated } from '../../shared/sentences.ts';
import type { Settings } from '../../shared/settings.ts';
import { texts } from '../../shared/texts/main.ts';
import { HISTORY_LIMIT } from '../catalog/catalog.ts';
import type { LinkRecord, ProductRecord, SaleRecord } from '../catalog/records.ts';
import type { StoreContext } from '../store-context.ts';
import { NO_WEBHOOK, type StoreRecord, type WebhookRecord } from '../store-record.ts';
import { isSame } from '../stores/store-registry.ts';
import { formatPrices } from '../sync/action-title.ts';
import type { Action } from '../sync/outbox/action.ts';
import { inBatches } from '../turns.ts';
import { type ChangesMerge, mergeChanges } from './changes.ts';
import type { StoreContent } from './collections.ts';
import { localStore } from './local.ts';
import { type CatalogMerge, localIds, mergeCatalog, noTally } from './records.ts';
import { mergeRecord, mergeWebhook } from './settings.ts';
import { followTaken, withLearnedValues, withSentValues } from './waiting.ts';

const t = texts.backup.difference;

export interface StorePlan {
  readonly changes: ChangesMerge;
  /** Local queued actions with values of the backup. */
  readonly edited: readonly Action[];
  readonly catalog: CatalogMerge;
  /** Null for no change. */
  readonly webhook: WebhookRecord | null;
  readonly record: StoreRecord;
  /** With local ids of links. */
  readonly sales: readonly SaleRecord[];
  readonly preview: StorePreview;
}

export interface PlanDeps {
  readonly createdAt: number;
  readonly choices: RestoreChoices;
  readonly settings: Settings;
  readonly now: number;
  readonly stamp: () => ProductRecord['rev'];
  /** The actions in the local outbox. */
  readonly outbox: readonly Action[];
}

/** @param store the store that is here already; null where this computer does not know it */
export async function planStore(content: StoreContent, store: StoreContext | null, deps: PlanDeps): Promise<StorePlan> {
  const { createdAt, now, choices, stamp, outbox } = deps;
  const local = localStore(store, outbox);
  const ids = await localIds(content, local.catalog);
  const idHere = (id: string) => ids.get(id) ?? id;
  const changes = await mergeChanges({ ...content, createdAt, now, choice: choices.changes, ids }, local.changes);
  const isSettled = new Set(changes.settled.map(({ id }) => id));
  const creationOf = (subject: string) => {
    const creation = local.creationOf(subject);
    return creation && !isSettled.has(creation.id) ? creation : undefined;
  };
  const catalog = await mergeCatalog(content, withLearnedValues(local.catalog, changes.settled), {
    ids,
    valuesOf: withSentValues(idHere, creationOf),
    differing: choices.differing,
    stamp,
    without: changes.without,
    ...describers(deps.settings),
  });
  const record = mergeRecord(content.record, store?.deps.record() ?? null, choices);
  const webhook = mergeWebhook(content.webhook ?? NO_WEBHOOK, store?.webhook.value ?? NO_WEBHOOK, choices);
  const differences = [...record.differences, ...webhook.differences, ...catalog.differences];
  const sales = content.sales.map((sale) => ({
    ...sale,
    linkId: sale.linkId === null ? null : idHere(sale.linkId),
  }));
  const salesTally = await tallyOfSales(sales, store);
  const edited = await followTaken(catalog, creationOf);
  const writes = [
    changes.held,
    changes.released,
    changes.settled,
    changes.history,
    edited,
    catalog.products,
    catalog.links,
  ];
  return {
    changes,
    edited,
    catalog,
    webhook: webhook.value,
    record: record.value,
    sales,
    preview: {
      ...identityOf(content.record, store?.deps.record() ?? null),
      known: store !== null,
      products: catalog.tally.products,
      links: catalog.tally.links,
      sales: salesTally,
      changes: {
        added: changes.added,
        inDoubt: changes.inDoubt,
        known: changes.known,
        settled: changes.settledHere,
      },
      history: changes.history.length,
      isAllHere:
        store !== null &&
        differences.length === 0 &&
        webhook.value === null &&
        isDeepStrictEqual(record.value, store.deps.record()) &&
        salesTally.added + salesTally.completed === 0 &&
        writes.every(({ length }) => length === 0),
      differences,
      moreDifferences: catalog.moreDifferences,
    },
  };
}

async function tallyOfSales(sales: readonly SaleRecord[], store: StoreContext | null): Promise<Tally> {
  const tally = noTally();
  for await (const some of inBatches(sales)) {
    for (const sale of some) tally[store?.catalog.sales.preview(sale) ?? 'added'] += 1;
  }
  return tally;
}

/** The practice store is the same at any port. */
function identityOf(backup: StoreRecord, known: StoreRecord | null) {
  const { id, name, serviceAddress, email, practice } = backup;
  const here =
    known === null || practice || isSame(backup, known)
      ? null
      : { serviceAddress: known.serviceAddress, email: known.email };
  return { id: known?.id ?? id, name, serviceAddress, email, practice, here };
}

function describers({ currencies }: Settings) {
  return {
    productWords: ({ fields, serverId, defaultPrices, note }: ProductRecord) =>
      enumerated([
        t.productTitle({ title: fields.productTitle }),
        ...(fields.buttonTitle === '' ? [] : [t.buttonTitle({ title: fields.buttonTitle })]),
        ...(fields.productDescription === '' ? [] : [fields.productDescription]),
        ...(serverId === null ? [] : [t.productId({ id: serverId })]),
        ...(defaultPrices.length === 0 ? [] : [formatPrices(defaultPrices, currencies)]),
        ...(note === undefined ? [] : [t.note({ note })]),
      ]),
    linkWords: (link: LinkRecord, product: ProductRecord | undefined) =>
      enumerated([
        product ? t.productTitle({ title: product.fields.productTitle }) : t.productGone,
        ...(link.prices.length === 0 ? [] : [formatPrices(link.prices, currencies)]),
        ...(link.useOnce ? [t.singleUse] : []),
        ...link.metadata.map(({ key, value }) => `${key} ${value}`),
        ...(link.note === undefined ? [] : [t.note({ note: link.note })]),
      ]),
  };
}

/**
 * Applies a plan to a store that is not started yet. The outbox comes before the catalog, so that a creation always has its
 * change, and no held change is released before everything is written.
 */
export async function applyPlan(plan: StorePlan, store: StoreContext): Promise<void> {
  const { changes, edited, catalog, sales, webhook } = plan;
  const { catalog: here, queue } = store;
  const { stamper } = store.deps;
  for (const all of [changes.held, changes.settled, edited]) {
    for await (const part of inBatches(all)) await queue.commit(part);
  }
  // By id, which is the order of lists, so that positions are assigned in sequence.
  await here.writeInBatches([...catalog.products].sort(byId), (product) => {
    stamper.seen(product.id);
    here.products.put(product);
  });
  await here.writeInBatches([...catalog.links].sort(byId), (link) => {
    stamper.seen(link.id);
    here.links.put(link);
  });
  // Write the history last: its search text contains titles of products and links.
  await here.writeInBatches([...changes.history].sort(byEnd).slice(-HISTORY_LIMIT), (action) => {
    stamper.seen(action.id);
    here.addHistory(action);
  });
  await here.writeInBatches(sales, (sale) => here.sales.take(sale));
  if (webhook) await store.webhook.save(webhook);
  for await (const part of inBatches(changes.released)) await queue.commit(part);
}

interface Identified {
  readonly id: string;
}
const byId = (a: Identified, b: Identified): number => (a.id < b.id ? -1 : 1);
const byEnd = (a: Action, b: Action): number => (a.endedAt ?? 0) - (b.endedAt ?? 0) || byId(a, b);
