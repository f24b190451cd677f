// Migrates a database to this app's version.
import { DamagedDatabaseError, type Database } from './database.ts';
import { NewerVersionError } from './newer-version.ts';

/** Changes tables and rows from one version to the next. Runs inside a transaction. */
export type DatabaseMigration = (database: Database) => void;

/**
 * Runs the migrations that the file lacks, each in a transaction together with its number in `user_version`, so that a
 * crash leaves a whole version. `migrations[0]` creates the tables in an empty file. Returns the version that the file had.
 * Throws `NewerVersionError` for a file of a newer app, before anything in it changes.
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
