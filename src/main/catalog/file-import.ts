// Imports the catalog that earlier versions kept in JSON files into a new database, once.
//
// The database is built under a temporary name, compared with what was read, and renamed into place. A crash before the
// rename leaves files that the next start removes; after it, the next start archives the old files.
import { createHash, type Hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { Database } from '../storage/database.ts';
import { StorageError } from '../storage/durable-file.ts';
import { syncFile, syncFolder } from '../storage/folders.ts';
import type { OnSetAside } from '../storage/set-aside.ts';
import type { Action } from '../sync/outbox/action.ts';
import { Turns } from '../turns.ts';
import { Catalog, type CatalogDeps, openCatalogDatabase, removeDatabase } from './catalog.ts';
import { type ImportPart, type OldImport, OldLayout, OldRecords, ROWS_PER_PART, rowsOf } from './old-layout.ts';
import type { LinkRecord, ProductRecord, SaleRecord } from './records.ts';

const ROWS_IN_TRANSACTION = 250;
/** Rows that were accepted in one write: as many may have been created without being marked. */
const ACCEPTED_AT_ONCE = 250;

export interface FileImportOptions extends CatalogDeps {
  /** The store's folder. */
  readonly folder: string;
  /** Names the database in errors for the seller. */
  readonly what: string;
  readonly onSetAside: OnSetAside;
  /** From 0 to 1. */
  readonly onProgress: (fraction: number) => void;
  /** Aborts the import; the next start begins again. */
  readonly signal: AbortSignal;
}

/** Does nothing without files or with a database. Rejects with `NewerVersionError` or `StorageError`; the files stay then. */
export async function importFiles(path: string, options: FileImportOptions): Promise<void> {
  const { folder, what, onSetAside } = options;
  const layout = new OldLayout(folder, what);
  const beside = `${path}.new`;
  const staging = `${path}.reading`;
  try {
    for (const file of [beside, staging]) await removeDatabase(file);
    if (!layout.exists) return;
    if (existsSync(path)) {
      await layout.archive();
      return;
    }
    const damaged = await build(layout, beside, staging, options);
    // A leftover log of a lost database must not be applied to this one.
    await removeDatabase(path);
    await rename(beside, path);
    await syncFolder(folder);
    for (const event of await layout.archive(damaged)) onSetAside(event);
  } catch (error) {
    for (const file of [beside, staging]) await removeDatabase(file).catch(() => undefined);
    throw isSystemError(error) ? new StorageError(what, error) : error;
  }
}

const isSystemError = (error: unknown): boolean =>
  error instanceof Error && !(error instanceof StorageError) && 'syscall' in error;

/** Returns the files that could not be read completely. */
async function build(layout: OldLayout, beside: string, staging: string, options: FileImportOptions) {
  const { what, signal, onProgress } = options;
  const records = new OldRecords(staging, what);
  try {
    await layout.read(records, (read, all) => onProgress((0.2 * read) / all), signal);
    const database = openCatalogDatabase(beside, what);
    let expected: Sums;
    try {
      // An unfinished database is discarded, so only the end has to be durable. Without a WAL, one file holds everything.
      database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
      expected = await fill(database, records, options);
    } finally {
      await database.close();
    }
    await verify(beside, expected, options);
    if (existsSync(`${beside}-wal`)) throw new Error('The new catalog is not in one file');
    await syncFile(beside);
    return records.damaged;
  } finally {
    await records.close();
    await removeDatabase(staging);
  }
}

/** Checksums of tables: the number of rows, and their SHA-256 in order. */
class Sums {
  readonly #tables = new Map<string, { rows: number; hash: Hash }>();

  add(table: string, text: string): void {
    const sum = this.#tables.get(table) ?? { rows: 0, hash: createHash('sha256') };
    this.#tables.set(table, sum);
    sum.rows += 1;
    sum.hash.update(text).update('\n');
  }

  get size(): number {
    return [...this.#tables.values()].reduce((sum, { rows }) => sum + rows, 0);
  }

  toString(): string {
    const lines = [...this.#tables].map(([table, { rows, hash }]) => `${table} ${rows} ${hash.copy().digest('hex')}`);
    return lines.sort().join('\n');
  }
}

/** Writes all records, with what lists and search need. Returns the expected checksums. */
async function fill(database: Database, records: OldRecords, options: FileImportOptions): Promise<Sums> {
  const { onProgress, signal } = options;
  const catalog = new Catalog(database, options);
  const sums = new Sums();
  const all = Math.max(1, records.size);
  let done = 0;
  const write = async <T>(texts: Iterable<readonly string[]>, put: (record: T, text: string) => void) => {
    const turns = new Turns();
    for (const batch of texts) {
      for (const text of batch) {
        database.hold(() => put(JSON.parse(text) as T, text));
        done += 1;
        if (done % ROWS_IN_TRANSACTION === 0) database.release();
        if (!turns.isOver) continue;
        signal.throwIfAborted();
        onProgress(0.2 + (0.7 * done) / all);
        await turns.next();
      }
    }
  };
  await write<ProductRecord>(records.all('products'), (product, text) => {
    catalog.products.put(product);
    sums.add('products', text);
  });
  // Imports before links: inserting a link looks them up.
  for (const [text] of records.all('imports', 1)) {
    if (text !== undefined) await fillImport(catalog, records, JSON.parse(text) as OldImport, sums, write);
  }
  await write<LinkRecord>(records.all('links'), (link, text) => {
    catalog.links.put(link);
    sums.add('links', text);
  });
  // Sales after links, whose product and price they are listed with.
  await write<SaleRecord>(records.all('sales'), (sale, text) => {
    catalog.sales.take(sale);
    sums.add('sales', text);
  });
  await write<Action>(records.all('history'), (action, text) => {
    catalog.history.put(action, options.historyText(action, catalog));
    sums.add('history', text);
  });
  database.release();
  return sums;
}

type Write = <T>(texts: Iterable<readonly string[]>, put: (record: T, text: string) => void) => Promise<void>;

/**
 * A row marked as created has its link in the catalog or the outbox. Where the link's file was damaged, the row is marked
 * so that its link is not created a second time.
 */
async function fillImport(
  { imports }: Catalog,
  records: OldRecords,
  old: OldImport,
  sums: Sums,
  write: Write,
): Promise<void> {
  const { made, ...record } = old;
  const kind = rowsOf(record.id);
  // After a crash, rows of the last write may be unmarked.
  let unmarked = records.incomplete.has('links') ? ACCEPTED_AT_ONCE : 0;
  let place = 0;
  let chosen = 0;
  let bad = 0;
  await write<ImportPart>(records.all(kind, 1), ({ id, rows }) => {
    const firstInFile = Number(id) * ROWS_PER_PART;
    for (const [index, row] of rows.entries()) {
      imports.addRow(record.id, place, row);
      sums.add('import_rows', rowText(record.id, place, JSON.stringify(row)));
      if (row.errors.length > 0) bad += 1;
      if (row.chosen) chosen += 1;
      if (row.chosen && row.link && !records.has('links', row.link.id)) {
        const wasCreated = made[firstInFile + index] === '1';
        if (wasCreated || unmarked > 0) imports.setMayExist(record.id, place);
        if (!wasCreated) unmarked -= 1;
      }
      place += 1;
    }
  });
  // Skip rows that could not be read: nothing can be created from them.
  const stored = place === made.length ? record : { ...record, rows: place, chosen, bad };
  imports.put(stored);
  sums.add('imports', JSON.stringify(stored));
}

const rowText = (importId: string, row: number, record: string): string => `${importId} ${row} ${record}`;

/** Reads tables in batches, in the order in which they were written. */
const READ_BACK = {
  products: 'SELECT id AS key, record FROM products WHERE id > ?1 ORDER BY id LIMIT 200',
  sales: 'SELECT id AS key, record FROM sales WHERE id > ?1 ORDER BY id LIMIT 200',
  imports: 'SELECT id AS key, record FROM imports WHERE id > ?1 ORDER BY id LIMIT 200',
  links: 'SELECT id AS key, record FROM links WHERE id > ?1 ORDER BY id LIMIT 200',
  history: 'SELECT id AS key, record FROM history WHERE id > ?1 ORDER BY id LIMIT 200',
} as const;

/** Reads the database back from its file. Throws where it differs from what was written. */
async function verify(path: string, expected: Sums, { what, signal, onProgress }: FileImportOptions): Promise<void> {
  const database = new Database(path, { what, readonly: true });
  const stored = new Sums();
  const turn = async () => {
    signal.throwIfAborted();
    onProgress(0.9 + (0.1 * stored.size) / Math.max(1, expected.size));
    await setImmediate();
  };
  try {
    for (const [table, sql] of Object.entries(READ_BACK)) {
      for (let after = ''; ; await turn()) {
        const rows = database.all<{ key: string; record: string }>(sql, after);
        const last = rows.at(-1);
        if (!last) break;
        for (const { record } of rows) stored.add(table, record);
        after = last.key;
      }
    }
    for (let after = ['', -1] as [string, number]; ; await turn()) {
      const rows = database.all<{ import_id: string; row: number; record: string }>(
        'SELECT import_id, row, record FROM import_rows WHERE (import_id, row) > (?, ?) ORDER BY import_id, row LIMIT 200',
        ...after,
      );
      const last = rows.at(-1);
      if (!last) break;
      for (const { import_id, row, record } of rows) stored.add('import_rows', rowText(import_id, row, record));
      after = [last.import_id, last.row];
    }
  } finally {
    await database.close();
  }
  if (stored.toString() !== expected.toString()) {
    throw new Error(`The new catalog is not what the files hold:\n${stored}\ninstead of\n${expected}`);
  }
}
