// The part that the tables of products and links share: records by id.
import type { Database } from '../storage/database.ts';
import type { Creator, LinkRecord, ProductRecord } from './records.ts';

/** `is_pending`: not confirmed by the service, and created here or by another computer. */
export const PENDING = 1;
export const PENDING_ELSEWHERE = 2;
export const pendingOn = (createdOn: Creator | undefined): number =>
  createdOn === undefined ? PENDING : PENDING_ELSEWHERE;

export class RecordTable<T extends ProductRecord | LinkRecord> {
  readonly #database: Database;
  readonly #table: 'products' | 'links';

  constructor(database: Database, table: 'products' | 'links') {
    this.#database = database;
    this.#table = table;
  }

  /** Deleted records included. */
  get(id: string): T | undefined {
    return this.#database.record<T>(`SELECT record FROM ${this.#table} WHERE id = ?`, id);
  }

  active(id: string): T | undefined {
    const record = this.get(id);
    return record?.deletedAt === null ? record : undefined;
  }

  /** Deleted records included; in no particular order. */
  withIds(ids: readonly string[]): T[] {
    const sql = `SELECT record FROM ${this.#table} WHERE id IN (SELECT value FROM json_each(?))`;
    return this.#database.records<T>(sql, JSON.stringify(ids));
  }

  /** Ids of records that were created here and are not confirmed by the service. */
  pending(): string[] {
    return this.#pending(PENDING);
  }

  /** Ids of records that another computer creates on the service. */
  pendingElsewhere(): string[] {
    return this.#pending(PENDING_ELSEWHERE);
  }

  #pending(as: 1 | 2): string[] {
    return this.#database.column<string>(`SELECT id FROM ${this.#table} WHERE is_pending = ${as}`);
  }

  newestId(): string | undefined {
    return this.#database.value<string>(`SELECT id FROM ${this.#table} ORDER BY id DESC LIMIT 1`);
  }

  /** All records, deleted ones included, oldest first, in batches. */
  all(): Generator<T[]> {
    return recordsIn<T>(this.#database, this.#table);
  }
}

/** The records of a table in the order of their ids, in batches. */
export function* recordsIn<T extends { readonly id: string }>(
  database: Database,
  table: 'products' | 'links' | 'history',
): Generator<T[]> {
  const sql = `SELECT id, record FROM ${table} WHERE id > ? ORDER BY id`;
  for (const rows of database.batches<{ id: string; record: string }>(sql, '', ({ id }) => id)) {
    yield rows.map(({ record }) => database.parse<T>(record));
  }
}
