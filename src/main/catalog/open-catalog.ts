// Opens the catalog of a store. A damaged or missing database is set aside and replaced by the newest copy.
import { closeSync, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { texts } from '../../shared/texts/main.ts';
import { DamagedDatabaseError, Database } from '../storage/database.ts';
import type { Document } from '../storage/document.ts';
import { moveAside } from '../storage/set-aside.ts';
import { NO_WEBHOOK, type StoreRecord, storeRecordSchema, type WebhookRecord } from '../store-record.ts';
import { Catalog, type CatalogDeps, type CatalogRecords } from './catalog.ts';
import { factIn } from './fact.ts';
import { CATALOG_SCHEMA } from './schema.ts';

const FILE = 'catalog.db';
/** Stored as `user_version` in every database. */
const SCHEMA_VERSION = 1;

/** Creates the tables of an empty database. Throws before any change if a newer version of the app wrote it; it is not damaged. */
export function createTables(database: Database): void {
  const { what, path } = database;
  const version = versionOf(database);
  if (version === SCHEMA_VERSION) return;
  const newest = SCHEMA_VERSION;
  if (version !== 0) throw new Error(texts.storage.newerVersion({ what, file: basename(path), version, newest }));
  database.transaction(() => database.exec(`${CATALOG_SCHEMA} PRAGMA user_version = ${SCHEMA_VERSION};`));
}

const versionOf = (database: Database): number => database.value<number>('PRAGMA user_version') ?? 0;

export interface CatalogCopy extends CatalogRecords {
  /** Ms since 1970. */
  readonly at: number;
  readonly record: StoreRecord;
  readonly webhook: WebhookRecord | null;
}

/** The daily copies of a store. */
export interface CatalogCopies {
  exist(): boolean;
  /** The newest readable copy; null if there is none. */
  newest(): Promise<CatalogCopy | null>;
}

export interface Recovery {
  /** Where the damaged database was moved; null if it was missing. */
  readonly keptAs: string | null;
  /** When the copy was made, in ms since 1970; null if there was none, so the catalog is empty. */
  readonly copyAt: number | null;
}

export interface OpenCatalogOptions extends CatalogDeps {
  readonly folder: string;
  /** Names the database in errors for the seller. */
  readonly what: string;
  /** The store that the database has to belong to. One of another store counts as damaged. */
  readonly storeId?: string;
  /** The store was opened before. */
  readonly isKnown?: boolean;
  /** The newest copy replaces a damaged database. */
  readonly copies?: CatalogCopies | undefined;
  /** The database proved damaged while it was in use. */
  readonly isDamaged?: boolean | undefined;
  /** Called after a damaged or missing database was replaced. */
  readonly onRecovery: (recovery: Recovery) => void;
}

/** Rejects with `StorageError`, or if a newer version of the app wrote the database. */
export async function openCatalog(options: OpenCatalogOptions): Promise<Catalog> {
  const path = join(options.folder, FILE);
  return (options.isDamaged ? null : await openUndamaged(path, options)) ?? recover(path, options);
}

/** Null if the database is damaged, or missing although it was there. */
async function openUndamaged(path: string, options: OpenCatalogOptions): Promise<Catalog | null> {
  const { what, copies, storeId, isKnown = false } = options;
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0 && (isKnown || copies?.exist())) return null;
  if (copies?.exist() && isLogDamaged(`${path}-wal`)) return null;
  let database: Database | null = null;
  try {
    database = new Database(path, { what });
    if (size > 0 && versionOf(database) === 0) throw new DamagedDatabaseError(what, new Error('It has no version'));
    createTables(database);
    const owner = factIn<StoreRecord | null>(database, RECORD, null).value?.id;
    if (owner !== undefined && storeId !== undefined && owner !== storeId)
      throw new DamagedDatabaseError(what, new Error('It is of another store'));
    return new Catalog(database, options);
  } catch (error) {
    await database?.close();
    if (!(error instanceof DamagedDatabaseError)) throw error;
    console.error('The catalog is damaged', error.message);
    return null;
  }
}

/** The size of a log's header, which begins with one of two numbers (https://sqlite.org/fileformat2.html#walformat). */
const LOG_HEADER = 32;
const LOG_NUMBERS = [0x377f0682, 0x377f0683];

/** SQLite ignores a log with a damaged header, and with it everything that was written since the last checkpoint. */
function isLogDamaged(path: string): boolean {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) < LOG_HEADER) return false;
  const start = Buffer.alloc(4);
  const file = openSync(path, 'r');
  readSync(file, start);
  closeSync(file);
  return !LOG_NUMBERS.includes(start.readUInt32BE());
}

/** A crash in here leaves no database, or one without a version, so the next start recovers it again. */
async function recover(path: string, options: OpenCatalogOptions): Promise<Catalog> {
  const { what, copies } = options;
  const copy = await copies?.newest();
  const isThere = existsSync(path);
  // Also a log without its database.
  const { movedTo } = moveAside(path, 'damaged');
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${end}`, { force: true });
  const database = new Database(path, { what });
  try {
    const recovered = await database.longTransaction(async () => {
      createTables(database);
      const catalog = new Catalog(database, options);
      if (copy) await catalog.putRecords(copy);
      if (copy?.webhook) webhookIn(catalog).save(copy.webhook);
      return catalog;
    });
    options.onRecovery({ keptAs: isThere ? movedTo : null, copyAt: copy?.at ?? null });
    return recovered;
  } catch (error) {
    await database.close();
    throw error;
  }
}

const RECORD = 'store';

/** The database's copy of the store's record, in case the list of stores is damaged. */
export const recordIn = (catalog: Catalog): Document<StoreRecord | null> => catalog.fact(RECORD, null);
export const webhookIn = (catalog: Catalog): Document<WebhookRecord> => catalog.fact('webhook', NO_WEBHOOK);

/** The copy of the record of a store that is not open; null if it cannot be read. */
export async function readStoreRecord(folder: string): Promise<StoreRecord | null> {
  const path = join(folder, FILE);
  if (!existsSync(path)) return null;
  let database: Database | null = null;
  try {
    database = new Database(path, { what: folder, readonly: true });
    return storeRecordSchema.safeParse(factIn(database, RECORD, null).value).data ?? null;
  } catch (error) {
    console.error('The record of a store could not be read', (error as Error).message);
    return null;
  } finally {
    await database?.close();
  }
}
