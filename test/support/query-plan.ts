// How SQLite would run a query: the lines of `EXPLAIN QUERY PLAN`.
import { Database, type Value } from '../../src/main/storage/database.ts';

/** Uses a connection of its own: in libsql a plan's statement holds its read transaction open, and later writes are refused. */
export function queryPlan({ path, what }: Database, sql: string, ...values: readonly Value[]): string[] {
  const database = new Database(path, { what, readonly: true });
  try {
    return database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values).map(({ detail }) => detail);
  } finally {
    database.end();
  }
}
