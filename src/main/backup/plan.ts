// Plans what a restore changes in one store: the records to write, the changes to hold, and their counts.
import { isDeepStrictEqual } from 'node:util';
import { enumerated } from '../../shared/sentences.ts';
import { serviceKey } from '../catalog/link-keys.ts';
import { isMerged, mergeRecord, mergeSale, separated } from '../catalog/merge-record.ts';
import type { ServiceTable } from '../catalog/record-table.ts';
import { isUnsentRecord, type LinkRecord, type ProductRecord, type ServiceRecord } from '../catalog/records.ts';
import { type Change, isCreate } from '../outbox/change.ts';
import { afterRestart } from '../outbox/policy.ts';
import { isNewer } from '../storage/stamp.ts';
import type { StoreContext } from '../store-context.ts';
import type { StoreRecord } from '../store-record.ts';
import { isSame } from '../stores/store-registry.ts';
import { isEndedHere, type Records } from '../sync/held.ts';
import { eachInTurns } from '../turns.ts';
import type { StoreContent } from './content.ts';

/** How many titles of new and changed records a preview has. */
const TITLES = 20;

/** @param store null if this computer does not know it */
export async function planStore(content: StoreContent, store: StoreContext | null, createdAt: number) {
  const catalog = store?.catalog;
  const endedInBackup = new Map(content.history.map(({ id, ending }) => [id, ending]));
  const openChanges = (subject: string) =>
    (store?.queue.of(subject) ?? []).filter(({ id }) => endedInBackup.get(id) !== 'sent');
  const merging = new Merging(openChanges);
  const { ids, counts } = merging;
  const idHere = (id: string) => ids.get(id) ?? id;
  const products = await merging.merge(content.products, catalog?.products);
  const contentLinks = content.links.map((link) => ({ ...link, productId: idHere(link.productId) }));
  const links = await merging.merge(contentLinks, catalog?.links);
  const records: Records = {
    products: { get: (id) => products.get(id) ?? catalog?.products.get(id) },
    links: { get: (id) => links.get(id) ?? catalog?.links.get(id) },
    queue: { of: openChanges },
    history: { sentSince: (change) => catalog?.history.sentSince(change) ?? false },
    staged: { isStaged: (kind, id) => catalog?.staged.isStaged(kind, id) ?? false },
  };
  const isOpen = (id: string) => store?.queue.get(id) !== undefined;
  const hasEnded = (id: string) => catalog?.history.get(id) !== undefined;
  const isHere = (change: Change) => {
    const held = catalog?.held.sameAs(change);
    return isOpen(change.id) || hasEnded(change.id) || (held !== undefined && !isNewer(change.rev, held.rev));
  };
  /** The waiting changes that are neither known nor settled here. */
  const held = content.outbox.flatMap((stored): Change[] => {
    const change = afterRestart(renamed(stored, idHere));
    if (isHere(change) || endedInBackup.has(change.id)) return [];
    // A creation in doubt is not held: its record becomes a doubt when the store opens.
    const isDoubt = change.state === 'needs-review' && isCreate(change);
    return isDoubt || isEndedHere(change, records) ? [] : [{ ...change, restoredFrom: createdAt }];
  });
  // A change that waits here but has ended in the backup leaves the queue when the store starts, because it is in the history.
  const history = content.history
    .filter(({ id, ending }) => !hasEnded(id) && (ending === 'sent' || !isOpen(id)))
    .map((change) => renamed(change, idHere));
  const sales = content.sales.map((sale) => ({ ...sale, linkId: sale.linkId === null ? null : idHere(sale.linkId) }));
  await eachInTurns(sales, (sale) => {
    const here = catalog?.sales.get(sale.id);
    const isSame = here !== undefined && isDeepStrictEqual(mergeSale(here, sale), here);
    counts[isSame ? 'same' : here ? 'changed' : 'new'] += 1;
  });
  return {
    products: [...products.values()],
    links: [...links.values()],
    history,
    sales,
    held,
    currencies: content.currencies,
    templates: content.templates,
    preview: {
      ...identityOf(content.record, store?.deps.record() ?? null),
      known: store !== null,
      counts: { ...counts, held: held.length },
      titles: titlesOf([...products.values()], [...links.values()], records),
    },
  };
}

/** Merges the records of a backup into those here, first the products, then the links. */
class Merging {
  /** From ids in the backup to the different ids of the same records here, which have the same key on the service. */
  readonly ids = new Map<string, string>();
  /** How many records of the backup are new and not deleted, change something, or change nothing. */
  readonly counts = { new: 0, changed: 0, same: 0 };

  constructor(private readonly openChanges: (subject: string) => readonly Change[]) {}

  /**
   * Returns the records to write by their ids here. A record with a change that waits here, and was not sent as far as the backup
   * knows, stays as it is, unless only the backup has what identifies it on the service.
   */
  async merge<T extends ServiceRecord>(backup: readonly T[], table: ServiceTable<T> | undefined) {
    const puts = new Map<string, T>();
    await eachInTurns(backup, (record) => {
      const here = table?.remaining(record.id) ?? table?.sameOnService(record)[0];
      const id = here?.id ?? record.id;
      if (id !== record.id) this.ids.set(record.id, id);
      const known = puts.get(id) ?? here;
      if (!known) {
        puts.set(id, record);
        if (record.deletedAt === null) this.counts.new += 1;
        return;
      }
      const brings = serviceKey(known) === null && serviceKey(record) !== null;
      const keepsKnown = !brings && (isMerged(record) || this.openChanges(id).length > 0);
      const merged = mergedInto(known, keepsKnown ? known : { ...record, id });
      const isSame = isDeepStrictEqual(merged, mergedInto(known, known));
      this.counts[isSame ? 'same' : 'changed'] += 1;
      if (!isSame) puts.set(id, merged);
      for (const other of separated([known, { ...record, id }], merged))
        if (!table?.get(other.id)) puts.set(other.id, other);
    });
    return puts;
  }
}

/** Keeps who creates a record. If the computer of the backup was to create it, this computer does from now on. */
function mergedInto<T extends ServiceRecord>(known: T, backup: T): T {
  const merged = mergeRecord(known, backup);
  const { createdOn } = known;
  const isOwn = isUnsentRecord(backup) && backup.createdOn === undefined;
  return createdOn && isUnsentRecord(merged) && !isOwn ? { ...merged, createdOn } : merged;
}

function renamed(change: Change, idHere: (id: string) => string): Change {
  const { payload } = change;
  return {
    ...change,
    subject: idHere(change.subject),
    waitsFor: change.waitsFor.map(idHere),
    payload: {
      ...payload,
      ...('productId' in payload && { productId: idHere(payload.productId) }),
      ...('replacedBy' in payload && payload.replacedBy && { replacedBy: idHere(payload.replacedBy) }),
    },
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

/** Products come first. */
function titlesOf(products: readonly ProductRecord[], links: readonly LinkRecord[], records: Records): string[] {
  const titleOf = (product?: ProductRecord) => product?.fields.productTitle ?? '';
  const first = <T extends ServiceRecord>(changed: readonly T[]) =>
    changed.filter(({ deletedAt }) => deletedAt === null).slice(0, TITLES);
  const titlesOfLinks = first(links).map(({ productId, metadata }) =>
    enumerated([titleOf(records.products.get(productId)), ...metadata.map(({ key, value }) => `${key} ${value}`)]),
  );
  return [...first(products).map(titleOf), ...titlesOfLinks].slice(0, TITLES);
}
