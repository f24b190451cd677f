// Opens a store's catalog as the app does at start, or only its tables.
import { Catalog, type CatalogDeps } from '../../src/main/catalog/catalog.ts';
import { createTables, type OpenCatalogOptions, openCatalog } from '../../src/main/catalog/open-catalog.ts';
import { searchText } from '../../src/main/catalog/search.ts';
import { Database } from '../../src/main/storage/database.ts';
import { createStamper } from '../../src/main/storage/stamp.ts';

/** Throws if the catalog was damaged and had to be replaced. */
export const openCatalogIn = (folder: string, more: Partial<OpenCatalogOptions> = {}): Promise<Catalog> =>
  openCatalog({
    folder,
    what: 'The catalog',
    now: Date.now,
    stamper: createStamper(Date.now, 'device'),
    historyText: (change) => searchText([change.subject], ''),
    onRecovery: ({ keptAs }) => {
      throw new Error(`The catalog was replaced, and kept as ${keptAs}`);
    },
    ...more,
  });

export function openTables(path: string): Database {
  const database = new Database(path, { what: 'The catalog' });
  createTables(database);
  return database;
}

/** A catalog for reads and writes, without the app's other work. */
export const catalogOf = (database: Database, more: Partial<CatalogDeps> = {}): Catalog =>
  new Catalog(database, {
    stamper: createStamper(Date.now, 'here'),
    now: Date.now,
    historyText: () => ({ words: '', address: '' }),
    ...more,
  });
