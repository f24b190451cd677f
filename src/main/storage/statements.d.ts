import type Sqlite from 'libsql';

export interface Statement {
  /** Returns blobs as `Buffer`. Throws an error with the code `SQLITE_CORRUPT` if a text is not UTF-8. */
  all(values: readonly unknown[]): unknown[];
  /** Returns the number of changed rows. */
  run(values: readonly unknown[]): number;
}

export function prepare(connection: Sqlite.Database, sql: string): Statement;
