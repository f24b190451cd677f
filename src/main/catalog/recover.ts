// Replaces a damaged or missing database by the newest intact snapshot.
import { existsSync } from 'node:fs';
import { copyFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { DamagedDatabaseError } from '../storage/database.ts';
import { StorageError } from '../storage/durable-file.ts';
import { syncFile, syncFolder } from '../storage/folders.ts';
import { openCatalogDatabase, removeDatabase } from './catalog.ts';
import { ImportRecords } from './imports.ts';
import { Reader } from './reader.ts';
import { checkIntegrity, type Snapshot, type Snapshots } from './snapshots.ts';

const ROWS_AT_A_TIME = 250;

export interface Recovery {
  readonly reason: 'damaged' | 'missing';
  /** Path of the damaged database; null where there was none. */
  readonly keptAs: string | null;
  /** Ms since 1970; null where there was no snapshot and the catalog is empty. */
  readonly snapshotAt: number | null;
}

/** Rejects with `StorageError`, for example when the disk is full; the database is unchanged then. */
export async function recover(path: string, what: string, snapshots: Snapshots): Promise<Recovery> {
  const beside = `${path}.restoring`;
  const reason = existsSync(path) ? 'damaged' : 'missing';
  try {
    await removeDatabase(beside);
    // Everything that is slow or may fail comes first; the rest is renames.
    const snapshot = await copyNewest(snapshots, beside, what);
    const keptAs = await setAside(path);
    if (snapshot) await rename(beside, path);
    await syncFolder(dirname(path));
    return { reason: reason, keptAs, snapshotAt: snapshot?.at ?? null };
  } catch (error) {
    await removeDatabase(beside).catch(() => undefined);
    throw error instanceof StorageError ? error : new StorageError(what, error);
  }
}

async function copyNewest(snapshots: Snapshots, beside: string, what: string): Promise<Snapshot | null> {
  for (const snapshot of snapshots.list()) {
    try {
      await checkIntegrity({ path: snapshot.path, what });
      await copyFile(snapshot.path, beside);
      await blockUncreatedRows(beside, what);
      await syncFile(beside);
      return snapshot;
    } catch (error) {
      if (!(error instanceof DamagedDatabaseError)) throw error;
      console.error(`A snapshot of the catalog cannot be used: ${snapshot.path}`, error);
      await removeDatabase(beside);
    }
  }
  return null;
}

/** Rows that an import had not created when the snapshot was made may have been created since, so they are not offered. */
async function blockUncreatedRows(path: string, what: string): Promise<void> {
  const database = openCatalogDatabase(path, what);
  try {
    // Without a WAL, one file holds everything.
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
    const imports = new ImportRecords(database, new Reader(database));
    for (const { id, rows } of imports.all()) {
      for (let from = 0; from < rows; from += ROWS_AT_A_TIME) {
        database.transaction(() => {
          for (const { place } of imports.notCreated(id, from, ROWS_AT_A_TIME)) imports.setMayExist(id, place);
        });
        await setImmediate();
      }
    }
  } finally {
    await database.close();
  }
  if (existsSync(`${path}-wal`)) throw new Error('The restored catalog is not in one file');
}

/** The log is renamed too, to the name that SQLite expects. */
async function setAside(path: string): Promise<string | null> {
  const aside = `${path}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
  // The database last, so that a start after a crash still finds it.
  for (const end of ['-wal', '-shm', '']) {
    if (existsSync(path + end)) await rename(path + end, aside + end);
  }
  return existsSync(aside) ? aside : null;
}
