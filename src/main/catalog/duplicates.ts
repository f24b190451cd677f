// Merges two records of one product or link of the service that two computers stored separately.
import type { Catalog } from './catalog.ts';
import { isGone, mergeRecord } from './merge-record.ts';

/** Whether a record may be merged: no change in the outbox refers to it, and the store is open. */
type IsFree = (id: string) => boolean;

/**
 * The active record with the lower id remains, on every computer. Records in use wait for a later call. Throws `StorageError`.
 */
export function mergeDuplicates(catalog: Catalog, isFree: IsFree): void {
  for (const { kind, id } of catalog.sharing.duplicates()) {
    catalog.transaction(() => {
      const isDone = kind === 'product' ? mergeProducts(catalog, id, isFree) : mergeLinks(catalog, id, isFree);
      if (isDone) catalog.sharing.removeDuplicate(kind, id);
    });
  }
}

function mergeProducts(catalog: Catalog, id: string, isFree: IsFree): boolean {
  const { products, links } = catalog;
  const known = products.get(id);
  const [remaining, ...others] = (known ? products.sameOnService(known) : []).filter(
    (product) => product.deletedAt === null || links.idsOf(product.id).length > 0,
  );
  if (!remaining || others.length === 0) return true;
  if (![remaining, ...others].every((product) => isFree(product.id))) return false;
  for (const other of others) {
    for (const linkId of links.idsOf(other.id)) links.change(linkId, { productId: remaining.id });
    if (other.deletedAt !== null) continue;
    products.put(mergeRecord(products.get(remaining.id) ?? remaining, { ...other, id: remaining.id }));
    products.change(other.id, { deletedAt: catalog.now() });
  }
  return true;
}

function mergeLinks(catalog: Catalog, id: string, isFree: IsFree): boolean {
  const { links, sales, effects } = catalog;
  const link = links.get(id);
  const records = link ? links.sameOnService(link) : [];
  const [remaining, ...others] = records.filter(({ deletedAt }) => deletedAt === null);
  const deleted = records.find(isGone);
  if (deleted) {
    effects.deleteDuplicates(deleted, deleted);
    return true;
  }
  if (!remaining || others.length === 0) return true;
  if (![remaining, ...others].every((one) => isFree(one.id))) return false;
  for (const other of others) {
    links.put(mergeRecord(links.get(remaining.id) ?? remaining, { ...other, id: remaining.id }));
    sales.moveTo(remaining.id, other.id);
    // Only this record is deleted; the link stays on the service.
    links.change(other.id, { deletedAt: catalog.now(), deletedOnService: false });
  }
  return true;
}
