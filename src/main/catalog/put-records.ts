// Writes the records of a copy or a backup into a catalog.
import type { Stamper } from '../storage/stamp.ts';
import type { Change } from '../sync/outbox/change.ts';
import type { Catalog } from './catalog.ts';
import { HISTORY_LIMIT } from './history.ts';
import type { LinkRecord, ProductRecord, SaleRecord } from './records.ts';

export interface CatalogRecords {
  readonly products: readonly ProductRecord[];
  readonly links: readonly LinkRecord[];
  readonly history: readonly Change[];
  readonly sales: readonly SaleRecord[];
  /** Changes that are not sent by themselves: see `held.ts`. */
  readonly held: readonly Change[];
}

interface Identified {
  readonly id: string;
}
const byId = (a: Identified, b: Identified): number => (a.id < b.id ? -1 : 1);
const byEnd = (a: Change, b: Change): number => (a.endedAt ?? 0) - (b.endedAt ?? 0) || byId(a, b);

/** Use inside a transaction of the catalog; otherwise some records may be stored when it rejects. */
export async function putRecords(catalog: Catalog, records: CatalogRecords, stamper: Stamper): Promise<void> {
  const { products, links, history, sales, held } = records;
  // By id, so that rows arrive in the order of lists.
  await catalog.writeInBatches([...products].sort(byId), (product) => {
    stamper.seen(product.id);
    catalog.products.put(product);
  });
  await catalog.writeInBatches([...links].sort(byId), (link) => {
    stamper.seen(link.id);
    catalog.links.put(link);
  });
  // After the products and links: its search text contains their titles.
  await catalog.writeInBatches([...history].sort(byEnd).slice(-HISTORY_LIMIT), (change) => {
    stamper.seen(change.id);
    catalog.addHistory(change);
  });
  await catalog.writeInBatches(sales, (sale) => catalog.sales.merge(sale));
  await catalog.writeInBatches(held, (change) => {
    stamper.seen(change.id);
    catalog.held.put(change);
  });
}
