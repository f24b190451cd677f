// Takes search texts out of the index, as of links that came from other computers just now.
import type { Catalog } from '../../src/main/catalog/catalog.ts';
import type { Database } from '../../src/main/storage/database.ts';

/** Every third text. `database`: that of the catalog. */
export function leaveUnindexed(database: Database, { links }: Catalog): void {
  const third = 'FROM link_search WHERE rowid % 3 = 0';
  database.transaction(() => {
    database.exec(`INSERT INTO unindexed_links SELECT rowid, words, address ${third}`);
    database.exec(`DELETE ${third}`);
  });
  links.unindexed.added();
}
