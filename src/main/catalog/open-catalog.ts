// Opens the catalog of a store. A damaged or missing database is set aside and replaced by the newest copy.
import { existsSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { texts } from '../../shared/texts/main.ts';
import { DamagedDatabaseError, Database } from '../storage/database.ts';
import type { Document } from '../storage/document.ts';
import { moveAside } from '../storage/set-aside.ts';
import { NO_WEBHOOK, type StoreRecord, storeRecordSchema, type WebhookRecord } from '../store-record.ts';
import { Catalog, type CatalogDeps, type CatalogRecords } from './catalog.ts';
import { type Fact, factIn } from './fact.ts';
import { CATALOG_SCHEMA } from './schema.ts';

/** In `user_version` of every database. */
const SCHEMA_VERSION = 1;

/** A newer version of the app has written the file: it is not damaged and was not changed. */
export class NewerVersionError extends Error {
  override readonly name = 'NewerVersionError';

  constructor(what: string, path: string, version: number) {
    super(texts.storage.newerVersion({ what, file: basename(path), version, newest: SCHEMA_VERSION }));
  }
}

/** Creates the tables of an empty database; those of another one exist. Throws `NewerVersionError` before any change. */
export function createTables(database: Database): void {
  const version = versionOf(database);
  if (version === SCHEMA_VERSION) return;
  if (version !== 0) throw new NewerVersionError(database.what, database.path, version);
  database.transaction(() => database.exec(`${CATALOG_SCHEMA} PRAGMA user_version = ${SCHEMA_VERSION};`));
}

const versionOf = (database: Database): number => database.value<number>('PRAGMA user_version') ?? 0;

export interface CatalogCopy {
  /** Ms since 1970. */
  readonly at: number;
  readonly record: StoreRecord;
  readonly records: CatalogRecords;
  readonly webhook: WebhookRecord | null;
}

/** The daily copies of a store. */
export interface CatalogCopies {
  exist(): boolean;
  /** The newest one that can be read; null if there is none. */
  newest(): Promise<CatalogCopy | null>;
}

export interface Recovery {
  readonly reason: 'damaged' | 'missing';
  /** Path of the damaged database; null if there was none. */
  readonly keptAs: string | null;
  /** Ms since 1970; null if there was no copy and the catalog is empty. */
  readonly copyAt: number | null;
}

export interface OpenCatalogOptions extends CatalogDeps {
  /** The store's folder. */
  readonly folder: string;
  /** Names the database in errors for the seller. */
  readonly what: string;
  /** What replaces a damaged database. */
  readonly copies?: CatalogCopies | undefined;
  /** The database showed damage while it was in use. */
  readonly isDamaged?: boolean | undefined;
  /** The database was damaged or missing, and was replaced. */
  readonly onRecovery: (recovery: Recovery) => void;
}

const NO_COPIES: CatalogCopies = { exist: () => false, newest: () => Promise.resolve(null) };

/** Rejects with `StorageError` or `NewerVersionError`. */
export async function openCatalog(options: OpenCatalogOptions): Promise<Catalog> {
  const path = join(options.folder, 'catalog.db');
  const database = options.isDamaged ? null : await openUndamaged(path, options);
  if (!database) return recover(path, options);
  return closedUnless(database, async () => new Catalog(database, options, true));
}

/** Closes the database if `act` rejects. */
async function closedUnless<T>(database: Database, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Null for a damaged database, and for one that is gone although there are copies of it. */
async function openUndamaged(path: string, { what, copies = NO_COPIES }: OpenCatalogOptions): Promise<Database | null> {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0 && copies.exist()) return null;
  let database: Database | null = null;
  try {
    database = new Database(path, { what });
    if (size > 0 && versionOf(database) === 0 && (copies.exist() || hasTables(database))) {
      throw new DamagedDatabaseError(what, new Error('It has no version'));
    }
    createTables(database);
    return database;
  } catch (error) {
    await database?.close();
    if (!(error instanceof DamagedDatabaseError)) throw error;
    console.error('The catalog is damaged', error.message);
    return null;
  }
}

const hasTables = (database: Database): boolean => database.get('SELECT 1 FROM sqlite_schema LIMIT 1') !== undefined;

/** A crash in here leaves no database, or one without a version: the next start recovers it again. */
async function recover(path: string, options: OpenCatalogOptions): Promise<Catalog> {
  const { what, copies = NO_COPIES } = options;
  const isThere = existsSync(path);
  const copy = await copies.newest();
  const keptAs = isThere ? moveAside(path, 'damaged').movedTo : null;
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${end}`, { force: true });
  const database = new Database(path, { what });
  const recovered = await closedUnless(database, () =>
    database.longTransaction(async () => {
      createTables(database);
      const catalog = new Catalog(database, options, true);
      if (copy) await catalog.putRecords(copy.records);
      if (copy?.webhook) webhookIn(catalog).put(copy.webhook);
      return catalog;
    }),
  );
  options.onRecovery({ reason: isThere ? 'damaged' : 'missing', keptAs, copyAt: copy?.at ?? null });
  return recovered;
}

const RECORD = 'store';

/** A copy of the store's record, in case the list of stores is damaged. */
export const recordIn = (catalog: Catalog): Document<StoreRecord | null> => catalog.fact(RECORD, null);
export const webhookIn = (catalog: Catalog): Fact<WebhookRecord> => catalog.fact('webhook', NO_WEBHOOK);

/** The record in the database of a store that is not open; null if it cannot be read. */
export async function readStoreRecord(folder: string): Promise<StoreRecord | null> {
  const path = join(folder, 'catalog.db');
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
