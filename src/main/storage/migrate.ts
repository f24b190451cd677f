// Migrates a database to this app's version.
import { DamagedDatabaseError, type Database } from './database.ts';
import { NewerVersionError } from './newer-version.ts';

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

function versionOf(database: Database): number {
  const version = database.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
  if (version < 0) throw new DamagedDatabaseError(database.what, new Error(`user_version is ${version}`));
  return version;
}
