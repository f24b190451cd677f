// Refuses files that a newer version of the app has written, and creates the tables of a new database.
import { basename } from 'node:path';
import { texts } from '../../shared/texts/main.ts';
import type { Database } from './database.ts';

/** In `user_version` of every database. */
const SCHEMA_VERSION = 1;

/** The file is not damaged and was not changed; the newer version can still read it. */
export class NewerVersionError extends Error {
  constructor(what: string, path: string, version: number, newest: number) {
    super(texts.storage.newerVersion({ what, file: basename(path), version, newest }));
    this.name = 'NewerVersionError';
  }
}

/** Creates the tables of an empty database; those of another one exist. Throws `NewerVersionError` before any change. */
export function createTables(database: Database, schema: string): void {
  const version = database.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
  if (version === SCHEMA_VERSION) return;
  if (version !== 0) throw new NewerVersionError(database.what, database.path, version, SCHEMA_VERSION);
  database.transaction(() => database.exec(`${schema} PRAGMA user_version = ${SCHEMA_VERSION};`));
}
