// The sales of links that were seen on this computer.
import type { Database } from '../storage/database.ts';
import type { Links } from './links.ts';
import type { SaleRecord } from './records.ts';

const parse = ({ record }: { readonly record: string }): SaleRecord => JSON.parse(record) as SaleRecord;

export class SaleRecords {
  readonly #database: Database;
  readonly #links: Links;

  constructor(database: Database, links: Links) {
    this.#database = database;
    this.#links = links;
  }

  get(id: string): SaleRecord | undefined {
    const row = this.#database.get<{ record: string }>('SELECT record FROM sales WHERE id = ?', id);
    return row && parse(row);
  }

  /** All sales, in batches. */
  *all(database: Database = this.#database, atATime = 500): Generator<SaleRecord[]> {
    for (let after = ''; ; ) {
      const sales = database
        .all<{ record: string }>('SELECT record FROM sales WHERE id > ? ORDER BY id LIMIT ?', after, atATime)
        .map(parse);
      const last = sales.at(-1);
      if (!last) return;
      yield sales;
      after = last.id;
    }
  }

  /** Adds new sales and returns their number. Use inside a transaction. */
  add(sales: readonly SaleRecord[]): number {
    let added = 0;
    for (const sale of sales) {
      const { id, linkId, at } = sale;
      const before = this.get(id);
      if (before && (!before.markedBySeller || sale.markedBySeller)) continue;
      // A verified sale replaces one that the seller marked.
      this.#database.run('INSERT OR REPLACE INTO sales VALUES (?, ?, ?, ?)', id, linkId, at, JSON.stringify(sale));
      this.#links.countSales(linkId);
      added += before ? 0 : 1;
    }
    return added;
  }

  /** Use inside a transaction. */
  remove({ id, linkId }: SaleRecord): void {
    this.#database.run('DELETE FROM sales WHERE id = ?', id);
    this.#links.countSales(linkId);
  }
}
