// Plans what a restore writes to one store: records, and changes to hold.
import { isDeepStrictEqual } from 'node:util';
import type { CatalogRecords } from '../catalog/catalog.ts';
import { linkKey } from '../catalog/link-keys.ts';
import { mergeLink, mergeProduct } from '../catalog/merge-record.ts';
import { isUnsentLink, isUnsentProduct, type LinkRecord, type ProductRecord } from '../catalog/records.ts';
import type { StoreContext } from '../store-context.ts';
import { isEndedHere, type Records } from '../sync/held.ts';
import { type Change, isCreate, kindOf, type Payload } from '../sync/outbox/change.ts';
import { transition } from '../sync/outbox/policy.ts';
import { eachInTurns } from '../turns.ts';
import type { StoreContent } from './content.ts';

export async function planStore(
  content: StoreContent,
  { catalog, queue }: StoreContext,
  createdAt: number,
): Promise<CatalogRecords> {
  const hasOpenChange = (id: string) => queue.of(id).length > 0;
  /** From ids in the backup to the different ids of the same records here, which have the same key on the service. */
  const ids = new Map<string, string>();
  const idHere = (id: string) => ids.get(id) ?? id;
  const products = await mergeRecords<ProductRecord>(content.products, ids, {
    keyOf: ({ serverId }) => (serverId === null ? null : String(serverId)),
    find: (id) => catalog.products.get(id),
    findByKey: (key) => catalog.products.withServerId(Number(key))[0],
    merge: mergeProduct,
    isUnsent: isUnsentProduct,
    hasOpenChange,
  });
  const contentLinks = content.links.map((link) => ({ ...link, productId: idHere(link.productId) }));
  const links = await mergeRecords<LinkRecord>(contentLinks, ids, {
    keyOf: linkKey,
    find: (id) => catalog.links.get(id),
    findByKey: (key) => catalog.links.withKeys([key])[0],
    merge: mergeLink,
    isUnsent: isUnsentLink,
    hasOpenChange,
  });
  const isOpen = (id: string) => queue.get(id) !== undefined;
  const hasEnded = (id: string) => catalog.history.get(id) !== undefined;
  const held = heldOf(content, createdAt, idHere, (id) => isOpen(id) || catalog.held.has(id) || hasEnded(id), {
    product: (id) => products.get(id) ?? catalog.products.get(id),
    link: (id) => links.get(id) ?? catalog.links.get(id),
    hasOpenChange: (subject, kind) => queue.of(subject).some((change) => kindOf(change) === kind),
    sentSince: (change) => catalog.history.sentSince(change),
  });
  // A change that waits here but has ended in the backup leaves the queue when the store starts, because it is in the history.
  const history = content.history
    .filter(({ id, ending }) => !hasEnded(id) && (ending === 'sent' || !isOpen(id)))
    .map((change) => renamed(change, idHere));
  const sales = content.sales.map((sale) => ({ ...sale, linkId: sale.linkId === null ? null : idHere(sale.linkId) }));
  return { products: [...products.values()], links: [...links.values()], history, sales, held };
}

interface Kind<T> {
  /** The record's key on the service; null while it has none. */
  readonly keyOf: (record: T) => string | null;
  /** Also finds deleted records. */
  readonly find: (id: string) => T | undefined;
  readonly findByKey: (key: string) => T | undefined;
  readonly merge: (a: T, b: T) => T;
  readonly isUnsent: (record: T) => boolean;
  /**
   * Whether a change to the record waits here. Such a record stays as it is, unless only the backup has its key on the
   * service.
   */
  readonly hasOpenChange: (id: string) => boolean;
}

/** Returns the records to write, by their ids here. Adds the ids that are different here to `ids`. */
async function mergeRecords<T extends ProductRecord | LinkRecord>(
  backup: readonly T[],
  ids: Map<string, string>,
  kind: Kind<T>,
): Promise<ReadonlyMap<string, T>> {
  const puts = new Map<string, T>();
  await eachInTurns(backup, (record) => {
    const key = kind.keyOf(record);
    const here = kind.find(record.id) ?? (key === null ? undefined : kind.findByKey(key));
    const id = here?.id ?? record.id;
    if (id !== record.id) ids.set(record.id, id);
    const known = puts.get(id) ?? here;
    if (!known) {
      puts.set(id, record);
      return;
    }
    const brings = kind.keyOf(known) === null && key !== null;
    if (kind.hasOpenChange(id) && !brings) return;
    const merged = mergedInto(kind, known, { ...record, id });
    if (!isDeepStrictEqual(merged, known)) puts.set(id, merged);
  });
  return puts;
}

/** Keeps who creates a record. If the computer of the backup was to create it, this computer does from now on. */
function mergedInto<T extends ProductRecord | LinkRecord>({ merge, isUnsent }: Kind<T>, known: T, backup: T): T {
  const merged = merge(known, backup);
  const { createdOn } = known;
  const isOwn = isUnsent(backup) && backup.createdOn === undefined;
  return createdOn && isUnsent(merged) && !isOwn ? { ...merged, createdOn } : merged;
}

/** The waiting changes of a backup that are neither known nor settled here. */
function heldOf(
  { outbox, history }: StoreContent,
  createdAt: number,
  idHere: (id: string) => string,
  isHere: (id: string) => boolean,
  records: Records,
): Change[] {
  const ended = new Set(history.map(({ id }) => id));
  return outbox.flatMap((stored) => {
    if (isHere(stored.id) || ended.has(stored.id)) return [];
    const change = transition(renamed(stored, idHere), { kind: 'app-started', at: createdAt });
    // A creation in doubt is not held: its record becomes a doubt when the store opens.
    const isDoubt = change.state === 'needs-review' && isCreate(change);
    return isDoubt || isEndedHere(change, records) ? [] : { ...change, restoredFrom: createdAt };
  });
}

function renamed(change: Change, idHere: (id: string) => string): Change {
  const { payload } = change;
  const productId = 'productId' in payload ? { productId: idHere(payload.productId) } : {};
  const replacedBy =
    payload.kind === 'link.delete' && payload.replacedBy !== undefined
      ? { replacedBy: idHere(payload.replacedBy) }
      : {};
  return {
    ...change,
    subject: idHere(change.subject),
    waitsFor: change.waitsFor.map(idHere),
    payload: { ...payload, ...productId, ...replacedBy } as Payload,
  };
}
