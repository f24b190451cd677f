// What a backup brings for one store: the records to write, the changes to hold, and their counts.
import type { StorePreview } from '../../shared/backup.ts';
import { enumerated } from '../../shared/sentences.ts';
import type { CatalogRecords } from '../catalog/put-records.ts';
import type { LinkRecord, ProductRecord } from '../catalog/records.ts';
import { isNewer } from '../storage/stamp.ts';
import type { StoreContext } from '../store-context.ts';
import type { StoreRecord } from '../store-record.ts';
import { isSame } from '../stores/store-registry.ts';
import { isEndedHere, type Records } from '../sync/held.ts';
import { type Action, isCreate, kindOf, type Payload } from '../sync/outbox/action.ts';
import { transition } from '../sync/outbox/policy.ts';
import { inBatches } from '../turns.ts';
import type { StoreContent } from './collections.ts';
import { LINKS, localIds, type Merged, mergeRecords, PRODUCTS } from './merge-records.ts';

/** How many titles of new and changed records a preview has. */
const TITLES = 20;

export interface StorePlan extends CatalogRecords {
  /** Waiting changes of the backup. */
  readonly held: readonly Action[];
  /** Changes of the backup that had ended and were not in its catalog yet. */
  readonly ended: readonly Action[];
  readonly preview: StorePreview;
}

/** @param store null if this computer does not know it */
export async function planStore(content: StoreContent, store: StoreContext | null, createdAt: number) {
  const catalog = store?.catalog;
  const queue = new Map([...(store?.queue.values() ?? [])].map((action) => [action.id, action]));
  const subjects = new Set([...queue.values()].map(({ subject }) => subject));
  const open = new Set([...queue.values()].map((action) => `${kindOf(action)} ${action.subject}`));
  const hasOpenChange = (id: string) => subjects.has(id);
  const localProducts = {
    withIds: (ids: readonly string[]) => catalog?.products.withIds(ids) ?? [],
    withKeys: (keys: readonly string[]) => catalog?.products.withServerIds(keys.map(Number)) ?? [],
  };
  const localLinks = {
    withIds: (ids: readonly string[]) => catalog?.links.withIds(ids) ?? [],
    withKeys: (keys: readonly string[]) => catalog?.links.withKeys(keys) ?? [],
  };
  const ids = new Map([
    ...(await localIds(PRODUCTS, content.products, localProducts)),
    ...(await localIds(LINKS, content.links, localLinks)),
  ]);
  const idHere = (id: string) => ids.get(id) ?? id;
  const products = await mergeRecords(
    PRODUCTS,
    content.products.map((product) => ({ ...product, id: idHere(product.id) })),
    localProducts,
    hasOpenChange,
  );
  const links = await mergeRecords(
    LINKS,
    content.links.map((link) => ({ ...link, id: idHere(link.id), productId: idHere(link.productId) })),
    localLinks,
    hasOpenChange,
  );
  const records: Records = {
    product: (id) => products.puts.get(id) ?? catalog?.products.get(id),
    link: (id) => links.puts.get(id) ?? catalog?.links.get(id),
    hasOpenChange: (subject, kind) => open.has(`${kind} ${subject}`),
    sentSince: ({ id, subject, payload }) =>
      catalog?.history.sent(subject, payload.kind).some((other) => other.id > id) ?? false,
  };
  const isHere = (id: string) =>
    queue.has(id) || catalog?.held.has(id) === true || catalog?.history.get(id) !== undefined;
  const { past, ...changes } = changesOf(content, createdAt, idHere, isHere, records);
  const history: Action[] = [...past];
  for await (const some of inBatches(content.history)) {
    const missing = some.filter(({ id, state }) => state === 'done' && !isHere(id));
    for (const action of missing) history.push(renamed(action, idHere));
  }
  const sales = content.sales.map((sale) => ({ ...sale, linkId: sale.linkId === null ? null : idHere(sale.linkId) }));
  const ofSales = { added: 0, completed: 0, same: 0 };
  for await (const some of inBatches(sales)) {
    for (const sale of some) ofSales[catalog?.sales.preview(sale) ?? 'added'] += 1;
  }
  const isListed = ({ deletedAt }: { readonly deletedAt: number | null }) => deletedAt === null;
  return {
    products: [...products.puts.values()],
    links: [...links.puts.values()],
    history,
    sales,
    ...changes,
    preview: {
      ...identityOf(content.record, store?.deps.record() ?? null),
      known: store !== null,
      counts: {
        new: products.added.filter(isListed).length + links.added.filter(isListed).length + ofSales.added,
        changed: products.changed.length + links.changed.length + ofSales.completed,
        same: products.same + links.same + ofSales.same,
        held: changes.held.length,
      },
      titles: titlesOf(products, links, records),
    },
  } satisfies StorePlan;
}

function changesOf(
  { outbox, history }: StoreContent,
  createdAt: number,
  idHere: (id: string) => string,
  isHere: (id: string) => boolean,
  records: Records,
): Pick<StorePlan, 'held' | 'ended'> & { readonly past: readonly Action[] } {
  const ends = new Map(history.map(({ id, rev }) => [id, rev]));
  const held: Action[] = [];
  const ended: Action[] = [];
  /** Ended, and replaced here since: for the history only. */
  const past: Action[] = [];
  for (const stored of outbox) {
    const end = ends.get(stored.id);
    // A reopened change is newer than its end, which may still be in the history.
    if (isHere(stored.id) || (end && !isNewer(stored.rev, end))) continue;
    const action = renamed(stored, idHere);
    if (action.state === 'done') (records.sentSince(action) ? past : ended).push(action);
    else if (!isEndedHere(action, records)) {
      const { graceMs: _, ...stands } = transition(action, { kind: 'app-started', at: createdAt });
      // A creation in doubt is not held: its record becomes a doubt when the store opens.
      const isDoubt = stands.state === 'needs-review' && isCreate(stands);
      if (!isDoubt) held.push({ ...stands, restoredFrom: createdAt });
    }
  }
  return { held, ended, past };
}

function renamed(action: Action, idHere: (id: string) => string): Action {
  const { payload } = action;
  const productId = 'productId' in payload ? { productId: idHere(payload.productId) } : {};
  const replacedBy =
    payload.kind === 'link.delete' && payload.replacedBy !== undefined
      ? { replacedBy: idHere(payload.replacedBy) }
      : {};
  return {
    ...action,
    subject: idHere(action.subject),
    waitsFor: action.waitsFor.map(idHere),
    payload: { ...payload, ...productId, ...replacedBy } as Payload,
  };
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

function titlesOf(products: Merged<ProductRecord>, links: Merged<LinkRecord>, records: Records): string[] {
  const titleOf = (product: ProductRecord | undefined) => product?.fields.productTitle ?? '';
  const wordsOf = ({ productId, metadata }: LinkRecord) =>
    enumerated([titleOf(records.product(productId)), ...metadata.map(({ key, value }) => `${key} ${value}`)]);
  const first = <T>({ added, changed }: Merged<T>) => [...added, ...changed].slice(0, TITLES);
  return [...first(products).map(titleOf), ...first(links).map(wordsOf)].slice(0, TITLES);
}
