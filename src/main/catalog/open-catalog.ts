// Opens the catalog of a store, and recovers a damaged database.
import { existsSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DamagedDatabaseError, type Database } from '../storage/database.ts';
import { Catalog, type CatalogDeps, openCatalogDatabase, removeDatabase } from './catalog.ts';
import { type Recovery, recover } from './recover.ts';
import { checkIntegrity, Snapshots, type SnapshotsDeps } from './snapshots.ts';
import { UseMark } from './use-mark.ts';

export interface OpenCatalogOptions extends CatalogDeps {
  /** The store's folder. */
  readonly folder: string;
  /** Names the database in errors for the seller. */
  readonly what: string;
  /** The database was damaged or missing, and was replaced. */
  readonly onRecovery: (recovery: Recovery) => void;
  /** The last run crashed and its write-ahead log is missing, so its last changes may be lost. */
  readonly onLogMissing: () => void;
  readonly onSnapshotFailure: SnapshotsDeps['onFailure'];
}

const pathIn = (folder: string): string => join(folder, 'catalog.db');

/** When the catalog in a store's folder was last written to, in ms since 1970; 0 where there is none. */
export async function catalogChangedAt(folder: string): Promise<number> {
  const path = pathIn(folder);
  const files = await Promise.all([path, `${path}-wal`].map((file) => stat(file).catch(() => null)));
  return Math.max(...files.map((file) => file?.mtimeMs ?? 0));
}

/** Rejects with `StorageError` or `NewerVersionError`. */
export async function openCatalog(options: OpenCatalogOptions): Promise<Catalog> {
  const { folder, what, now, onRecovery, onLogMissing, onSnapshotFailure } = options;
  const path = pathIn(folder);
  const mark = new UseMark(join(folder, 'catalog.in-use'));
  const snapshots = new Snapshots(folder, { database: { path, what }, now, onFailure: onSnapshotFailure });
  await removeDatabase(`${path}.restoring`);
  let recovery: Recovery | null = null;
  let isLogMissing = false;
  const open = async (): Promise<Database> => {
    if (isLost(path, mark, snapshots)) throw new DamagedDatabaseError(what, new Error('It is gone, or empty'));
    if (!existsSync(path)) return openCatalogDatabase(path, what);
    if (mark.state !== null) {
      isLogMissing = mark.state === 'open' && !existsSync(`${path}-wal`);
      await checkIntegrity({ path, what });
    }
    mark.begin();
    return openCatalogDatabase(path, what);
  };
  let database: Database;
  try {
    if (mark.state === 'damaged')
      throw new DamagedDatabaseError(what, new Error('It showed damage while it was in use'));
    database = await open();
  } catch (error) {
    if (!(error instanceof DamagedDatabaseError)) throw error;
    console.error('The catalog is damaged', error.message);
    recovery = await recover(path, what, snapshots);
    isLogMissing = false;
    mark.begin();
    database = openCatalogDatabase(path, what);
  }
  let catalog: Catalog;
  try {
    catalog = new Catalog(database, options, { mark, snapshots });
  } catch (error) {
    await database.close();
    throw error;
  }
  mark.set('open');
  if (recovery) onRecovery(recovery);
  if (isLogMissing) onLogMissing();
  return catalog;
}

/** There was a database, and now there is none or an empty file. */
function isLost(path: string, { state }: UseMark, snapshots: Snapshots): boolean {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size !== undefined && size > 0) return false;
  const wasThere = (state !== null && state !== 'opening') || existsSync(`${path}-wal`) || snapshots.list().length > 0;
  // A crash right after creating the file leaves an empty one.
  return wasThere || (size === 0 && state === null);
}
