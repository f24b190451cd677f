// Merges two records of one product or link of the service that two computers stored separately.
import type { Catalog } from './catalog.ts';
import { isGone, mergeRecord } from './merge-record.ts';
import type { Duplicate } from './sharing.ts';

/** Whether a record may be merged: the outbox has no change to it, no batch creates it, and the store is open. */
type IsFree = (id: string) => boolean;
type Merged = 'done' | 'part' | 'in-use';

/** So many links of a product change at once. */
const AT_ONCE = 50;

/**
 * The active record with the lower id remains, on every computer. Records in use wait for a later call. Returns whether it has
 * done a part and has to be called again. Throws `StorageError`.
 */
export function mergeDuplicate(catalog: Catalog, { kind, id }: Duplicate, isFree: IsFree): boolean {
  return catalog.transaction(() => {
    const result = kind === 'product' ? mergeProducts(catalog, id, isFree) : mergeLinks(catalog, id, isFree);
    if (result === 'done') catalog.sharing.removeDuplicate(kind, id);
    return result === 'part';
  });
}

function mergeProducts(catalog: Catalog, id: string, isFree: IsFree): Merged {
  const { products, links } = catalog;
  const known = products.get(id);
  const [remaining, ...others] = known ? products.sameOnService(known) : [];
  if (!remaining || remaining.deletedAt !== null || others.length === 0) return 'done';
  if (![remaining, ...others].every((product) => isFree(product.id))) return 'in-use';
  for (const other of others) {
    const ids = links.idsOf(other.id, AT_ONCE + 1);
    for (const linkId of ids.slice(0, AT_ONCE)) links.change(linkId, { productId: remaining.id });
    if (ids.length > AT_ONCE) return 'part';
    // Also for a record that was merged before: another computer may have changed its note since.
    products.put(mergeRecord(products.get(remaining.id) ?? remaining, { ...other, id: remaining.id, deletedAt: null }));
    if (other.deletedAt === null) products.change(other.id, { deletedAt: catalog.now() });
  }
  return 'done';
}

function mergeLinks(catalog: Catalog, id: string, isFree: IsFree): Merged {
  const { links, sales, effects } = catalog;
  const link = links.get(id);
  const records = link ? links.sameOnService(link) : [];
  const [remaining, ...others] = records.filter(({ deletedAt }) => deletedAt === null);
  const deleted = records.find(isGone);
  if (deleted) {
    effects.deleteDuplicates(deleted, deleted);
    return 'done';
  }
  if (!remaining) return 'done';
  if (others.length > 0 && ![remaining, ...others].every((one) => isFree(one.id))) return 'in-use';
  // Also those of records that were merged earlier: other computers may still name these.
  for (const one of records) if (one.id !== remaining.id) sales.moveTo(remaining.id, one.id);
  for (const other of records.slice(1)) {
    // The deletion of a record that was merged before is not that of the link.
    const { deletedAt, replacedBy, deletionDoubt } = other.deletedAt === null ? other : remaining;
    const version = { ...other, id: remaining.id, deletedAt, replacedBy, deletionDoubt, deletedOnService: undefined };
    links.put(mergeRecord(links.get(remaining.id) ?? remaining, version));
    // Only this record is deleted; the link stays on the service.
    if (other.deletedAt === null) links.change(other.id, { deletedAt: catalog.now(), deletedOnService: false });
  }
  return 'done';
}
