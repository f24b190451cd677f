// Opens the database of deliveries: creates it, checks it after a crash, and sets it aside where it is damaged.
import { isUtf8 } from 'node:buffer';
import { closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { texts } from '../../../shared/texts/main.ts';
import { DamagedDatabaseError, Database } from '../../storage/database.ts';
import { StorageError } from '../../storage/durable-file.ts';
import { ensureFolder, syncFolderNow } from '../../storage/folders.ts';
import { createTables, NewerVersionError } from '../../storage/newer-version.ts';
import { moveDatabaseAside, type OnSetAside } from '../../storage/set-aside.ts';
import { SCHEMA } from './delivery-table.ts';

const { damage } = texts.storage;
const { kept } = texts.inbox;

/** SQLite's check of so much takes about 25 ms. Damage in a larger file is detected when it is read. */
const CHECKED_BYTES = 64 * 1024 * 1024;
const ROWS_AT_A_TIME = 1_000;

const fileIn = (folder: string): string => join(folder, 'inbox.db');
/** Exists while the database is closed or closing: a missing log is no damage then, and no check is needed. */
const markerIn = (folder: string): string => join(folder, 'inbox.db.clean');

/**
 * Opens the database of a folder. A damaged one is set aside, and an empty one takes its place. Throws `StorageError` and
 * `NewerVersionError`; then no delivery is lost.
 */
export async function openDeliveries(folder: string, onSetAside: OnSetAside): Promise<Database> {
  try {
    ensureFolder(folder);
    const database = existsSync(fileIn(folder)) ? await openSound(folder, onSetAside) : null;
    return database ?? (await create(folder));
  } catch (error) {
    throw error instanceof StorageError || error instanceof NewerVersionError
      ? error
      : new StorageError(kept.deliveries, error);
  }
}

/** Closes the database so that the next start need not check it. */
export async function closeDeliveries(folder: string, database: Database): Promise<void> {
  try {
    // Marked first: after a crash in between, SQLite applies the log at the next start.
    mark(folder);
    await database.close();
  } catch (error) {
    console.error('The inbox could not be closed; the next start checks it', error);
  }
}

/** Sets a damaged database aside; one that is open is closed first. */
export async function setAsideDeliveries(
  folder: string,
  database: Database | null,
  reason: string,
  onSetAside: OnSetAside,
): Promise<void> {
  try {
    await database?.close();
    onSetAside(moveDatabaseAside(fileIn(folder), reason));
  } catch (error) {
    throw new StorageError(kept.deliveries, error);
  }
}

/** Null when the database was damaged and set aside. */
async function openSound(folder: string, onSetAside: OnSetAside): Promise<Database | null> {
  const path = fileIn(folder);
  const isClean = existsSync(markerIn(folder));
  const isLogMissing = !isClean && !existsSync(`${path}-wal`);
  if (isLogMissing || statSync(path).size === 0) {
    await setAsideDeliveries(folder, null, isLogMissing ? damage.logMissing : damage.empty, onSetAside);
    return null;
  }
  try {
    return await openTables(folder, isClean ? undefined : check);
  } catch (error) {
    if (!(error instanceof DamagedDatabaseError)) throw error;
    await setAsideDeliveries(folder, null, damage.contradictory, onSetAside);
    return null;
  }
}

async function openTables(folder: string, checked: (database: Database) => Promise<void> = async () => undefined) {
  let database: Database | null = null;
  try {
    database = new Database(fileIn(folder), { what: kept.deliveries });
    await checked(database);
    createTables(database, SCHEMA);
    // SQLite has created its log; if it is missing at the next start, it was removed.
    rmSync(markerIn(folder), { force: true });
    syncFolderNow(folder);
    return database;
  } catch (error) {
    // Closing removes the log, which is no damage.
    mark(folder);
    await database?.close();
    throw error;
  }
}

async function check(database: Database): Promise<void> {
  if (statSync(database.path).size > CHECKED_BYTES) return;
  const result = database.get<{ quick_check: string }>('PRAGMA quick_check(1)')?.quick_check;
  if (result !== 'ok') throw new DamagedDatabaseError(kept.deliveries, new Error(result));
  await checkTexts(database);
}

/** The library aborts the process when it reads a text that is not UTF-8, and SQLite's check does not notice it. */
async function checkTexts(database: Database): Promise<void> {
  const columns = database.all<{ rows: string; name: string }>(
    `SELECT t.name AS rows, c.name AS name FROM pragma_table_list t, pragma_table_info(t.name) c
      WHERE t.schema = 'main' AND t.type = 'table' AND c.type = 'TEXT'`,
  );
  for (const rows of new Set(columns.map((column) => column.rows))) {
    const texts = columns.filter((column) => column.rows === rows).map(({ name }) => `${name} || char(10)`);
    const sql = `SELECT CAST(group_concat(texts) AS BLOB) AS texts
      FROM (SELECT ${texts.join(' || ')} AS texts FROM ${rows} LIMIT ${ROWS_AT_A_TIME} OFFSET ?)`;
    for (let from = 0; ; from += ROWS_AT_A_TIME) {
      await setImmediate();
      const bytes = database.get<{ texts: Buffer | null }>(sql, from)?.texts ?? null;
      if (bytes === null) break;
      if (!isUtf8(bytes)) throw new DamagedDatabaseError(kept.deliveries, new Error(`A text in ${rows} is damaged`));
    }
  }
}

async function create(folder: string): Promise<Database> {
  const path = fileIn(folder);
  // SQLite would apply the log of a database that was removed.
  for (const file of [`${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
  try {
    return await openTables(folder);
  } catch (error) {
    // The disk may be full; an empty file would count as damaged.
    rmSync(path, { force: true });
    throw error;
  }
}

function mark(folder: string): void {
  closeSync(openSync(markerIn(folder), 'w', 0o600));
  syncFolderNow(folder);
}
