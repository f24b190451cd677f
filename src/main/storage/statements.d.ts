import type Sqlite from 'libsql';

export interface Statement {
  /** The first row; undefined if there is none. Faster than `all`, which asks the library for 100 rows. */
  get(values: readonly unknown[]): unknown;
  /** Returns blobs as `Buffer`. Throws an error with the code `SQLITE_CORRUPT` if a text is not UTF-8. */
  all(values: readonly unknown[]): unknown[];
  /** Returns the number of changed rows. */
  run(values: readonly unknown[]): number;
}

export function prepare(connection: Sqlite.Database, sql: string): Statement;
