// Takes an open catalog back to before version 6: its sales had another layout, and nothing was shared.
import type { Database } from '../../src/main/storage/database.ts';

export interface EarlierSale {
  readonly id: string;
  readonly linkId: string;
  readonly at: number;
  readonly foundBy: 'uuid' | 'metadata';
  readonly markedBySeller?: true;
}

/** `version`: the one that the database is migrated from when it is opened again. */
export function backToEarlierSales(database: Database, version: number, sales: readonly EarlierSale[] = []): void {
  database.exec(`
    DROP TABLE sales; DROP TABLE sale_totals; DROP TABLE sale_search; DROP TABLE sale_names; DROP TABLE sales_to_attach;
    CREATE TABLE sales (id TEXT PRIMARY KEY, link_id TEXT NOT NULL, sold_at INTEGER NOT NULL, record TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX sales_of_link ON sales(link_id);
    DROP TABLE IF EXISTS unindexed_links; DROP TABLE share; DROP TABLE unshared; DROP TABLE twins; DROP TABLE share_revisions;
    DROP INDEX products_pending_elsewhere; DROP INDEX links_pending_elsewhere;
    ${['product', 'link'].map((kind) => `DROP TRIGGER ${kind}_added_unshared; DROP TRIGGER ${kind}_changed_unshared;`).join('\n')}
    PRAGMA user_version = ${version}`);
  database.transaction(() => {
    for (const sale of sales) {
      database.run('INSERT INTO sales VALUES (?, ?, ?, ?)', sale.id, sale.linkId, sale.at, JSON.stringify(sale));
    }
  });
}
