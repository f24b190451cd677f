// Migrates a database to this app's version.
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { DamagedDatabaseError, Database } from './database.ts';
import { StorageError } from './durable-file.ts';
import { NewerVersionError } from './newer-version.ts';

/** The offset of `user_version` in an SQLite file (https://sqlite.org/fileformat.html, section 1.3). */
const VERSION_AT = 60;

/** Runs inside a transaction. */
export type DatabaseMigration = (database: Database) => void;

/**
 * Runs missing migrations, each in one transaction with its number in `user_version`, so that a crash leaves a complete
 * version. `migrations[0]` creates the tables. Returns the previous version. Throws `NewerVersionError` before any change.
 */
export function migrate(database: Database, migrations: readonly DatabaseMigration[]): number {
  const newest = migrations.length;
  const version = versionOf(database);
  if (version > newest) throw new NewerVersionError(database.what, database.path, version, newest);
  for (const [index, migration] of migrations.entries()) {
    if (index < version) continue;
    database.transaction(() => {
      migration(database);
      database.exec(`PRAGMA user_version = ${index + 1}`);
    });
  }
  return version;
}

/** The version of a database that is not open. Rejects with `StorageError`; `DamagedDatabaseError` where it shows damage. */
export async function storedVersion(path: string, what: string): Promise<number> {
  const version = existsSync(`${path}-wal`) ? null : versionInHeader(path, what);
  if (version !== null) return version;
  const database = new Database(path, { what, readonly: true });
  try {
    return versionOf(database);
  } finally {
    await database.close();
  }
}

/** Without a connection, whose close collects garbage. Null where the header is not that of a sound database. */
function versionInHeader(path: string, what: string): number | null {
  const header = Buffer.alloc(VERSION_AT + 4);
  try {
    const file = openSync(path, 'r');
    try {
      readSync(file, header);
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    throw new StorageError(what, cause);
  }
  const version = header.readInt32BE(VERSION_AT);
  return header.toString('latin1', 0, 16) === 'SQLite format 3\0' && version >= 0 ? version : null;
}

function versionOf(database: Database): number {
  const version = database.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
  if (version < 0) throw new DamagedDatabaseError(database.what, new Error(`user_version is ${version}`));
  return version;
}
