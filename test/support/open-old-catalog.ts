// Opens a store's catalog as the app does at start, and compares it with the files of an earlier version.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalog } from '../../src/main/catalog/catalog.ts';
import { type OpenCatalogOptions, openCatalog } from '../../src/main/catalog/open-catalog.ts';
import { searchText } from '../../src/main/catalog/search.ts';
import { createStamper } from '../../src/main/storage/stamp.ts';
import type { OldCatalog } from './old-catalog.ts';

export const openCatalogIn = (folder: string, more: Partial<OpenCatalogOptions> = {}): Promise<Catalog> =>
  openCatalog({
    folder,
    what: 'The catalog',
    now: Date.now,
    stamper: createStamper(Date.now, 'device'),
    historyText: (action) => searchText([action.subject], ''),
    onSetAside: ({ file, reason }) => {
      throw new Error(`Set aside ${file}: ${reason}`);
    },
    onProgress: () => undefined,
    onRecovery: ({ reason: why }) => {
      throw new Error(`The catalog was ${why}`);
    },
    onLogMissing: () => {
      throw new Error('The log is missing');
    },
    onSnapshotFailure: (error) => {
      throw error;
    },
    signal: new AbortController().signal,
    ...more,
  });

/** Every difference, in words. */
export function differences(catalog: Catalog, old: OldCatalog): string[] {
  const violations: string[] = [];
  const compare = (what: string, stored: Iterable<readonly object[]>, expected: readonly object[]) => {
    const texts = [...stored].flat().map((record) => JSON.stringify(record));
    const wanted = expected.map((record) => JSON.stringify(record));
    if (texts.length !== wanted.length) violations.push(`${texts.length} ${what} instead of ${wanted.length}`);
    const missing = wanted.filter((text) => !texts.includes(text));
    if (missing.length > 0) violations.push(`${missing.length} ${what} are missing, such as ${missing[0]}`);
  };
  compare('products', catalog.products.all(), old.products);
  compare('links', catalog.links.all(), old.links);
  compare('changes of the history', catalog.history.all(), old.history);
  compare('sales', catalog.sales.all(), old.sales);
  compare(
    'imports',
    [catalog.imports.all()],
    old.imports.map(({ made, ...record }) => record),
  );
  for (const [importId, rows] of Object.entries(old.rows)) {
    const stored = [...catalog.imports.rows(importId)].map((some) => some.map(({ row }) => row));
    compare('rows of an import', stored, rows);
  }
  const listed = old.links.filter(({ deletedAt }) => deletedAt === null).length;
  if (catalog.links.counts(null).all !== listed) violations.push('the number of links is wrong');
  return violations;
}

/** Files and folders in a store's folder, without those that SQLite keeps beside an open database. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => !/-(wal|shm)$/.test(name))
    .sort();

/** Every file below a folder, with `/` between the names. */
export const allFilesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
