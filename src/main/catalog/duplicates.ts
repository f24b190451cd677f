// Merges two records of one product or link of the service that two computers stored separately.
import { setImmediate } from 'node:timers/promises';
import type { Catalog } from './catalog.ts';
import { linkKey } from './link-keys.ts';
import { isGone, mergeLink, mergeProduct } from './merge-record.ts';
import type { LinkRecord, ProductRecord } from './records.ts';

const LINKS_AT_A_TIME = 100;

/** Whether a record may be merged: no change in the outbox refers to it, and the store is open. */
type IsFree = (id: string) => boolean;

/**
 * The active record with the lower id remains, on every computer. Records in use wait for a later call. Throws `StorageError`.
 */
export async function mergeDuplicates(catalog: Catalog, isFree: IsFree): Promise<void> {
  for (const { kind, id } of catalog.sharing.duplicates()) {
    const isDone = kind === 'product' ? await mergeProducts(catalog, id, isFree) : mergeLinks(catalog, id, isFree);
    if (isDone) catalog.transaction(() => catalog.sharing.removeDuplicate(kind, id));
  }
}

async function mergeProducts(catalog: Catalog, id: string, isFree: IsFree): Promise<boolean> {
  const { products, links } = catalog;
  const serverId = products.get(id)?.serverId ?? null;
  if (serverId === null) return true;
  const records = sorted(products.withServerId(serverId)).filter(
    (product) => product.deletedAt === null || links.idsOf(product.id, 1).length > 0,
  );
  const remaining = records.find(({ deletedAt }) => deletedAt === null) ?? records[0];
  if (!remaining) return true;
  const others = records.filter((product) => product !== remaining);
  for (const other of others) {
    if (!isFree(other.id)) return false;
    for (let ids = links.idsOf(other.id, LINKS_AT_A_TIME); ids.length > 0; ) {
      if (!isFree(remaining.id)) return false;
      catalog.transaction(() => {
        for (const linkId of ids) links.change(linkId, { productId: remaining.id });
      });
      await setImmediate();
      ids = links.idsOf(other.id, LINKS_AT_A_TIME);
    }
    catalog.transaction(() => {
      const [first, second] = [products.get(remaining.id), products.get(other.id)];
      if (!first || !second || second.deletedAt !== null) return;
      products.put(mergeProduct(first, { ...second, id: first.id }));
      products.change(second.id, { deletedAt: catalog.now() });
    });
  }
  return true;
}

function mergeLinks(catalog: Catalog, id: string, isFree: IsFree): boolean {
  const { links, sales } = catalog;
  const link = links.get(id);
  const key = link && linkKey(link);
  if (!key) return true;
  const records = links.withKeys([key]);
  const [remaining, ...others] = sorted(records.filter(({ deletedAt }) => deletedAt === null));
  if (!remaining) return true;
  const deleted = records.find(isGone);
  if (deleted) {
    catalog.transaction(() => catalog.effects.deleteDuplicates(deleted, deleted));
    return true;
  }
  if (others.length > 0 && ![remaining, ...others].every((one) => isFree(one.id))) return false;
  for (const other of others) {
    catalog.transaction(() => {
      const first = links.get(remaining.id);
      if (!first) return;
      links.put(mergeLink(first, { ...other, id: first.id }));
      sales.moveTo(first.id, other.id);
      // Only this record is deleted; the link stays on the service.
      links.change(other.id, { deletedAt: catalog.now(), deletedOnService: false });
    });
  }
  return true;
}

const sorted = <T extends ProductRecord | LinkRecord>(records: readonly T[]): T[] =>
  [...records].sort((a, b) => (a.id < b.id ? -1 : 1));
