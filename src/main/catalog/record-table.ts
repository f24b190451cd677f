// The part that the tables of products and links share: records by id.
import type { Database } from '../storage/database.ts';
import type { Creator } from './records.ts';

interface Stored {
  readonly record: string;
}

/** `is_pending`: not confirmed by the service, and created here or by another computer. */
export const PENDING = 1;
export const PENDING_ELSEWHERE = 2;
export const pendingOn = (createdOn: Creator | undefined): number =>
  createdOn === undefined ? PENDING : PENDING_ELSEWHERE;

export class RecordTable<T extends { readonly deletedAt: number | null }> {
  readonly #database: Database;
  readonly #table: 'products' | 'links';
  /** Ids whose creation elsewhere began or ended. */
  readonly #changedElsewhere = new Set<string>();

  constructor(database: Database, table: 'products' | 'links') {
    this.#database = database;
    this.#table = table;
  }

  /** Deleted records included. */
  get(id: string): T | undefined {
    const row = this.#database.get<Stored>(`SELECT record FROM ${this.#table} WHERE id = ?`, id);
    return row && this.#database.parse<T>(row.record);
  }

  active(id: string): T | undefined {
    const record = this.get(id);
    return record?.deletedAt === null ? record : undefined;
  }

  /** Deleted records included; in no particular order. */
  withIds(ids: readonly string[], database: Database = this.#database): T[] {
    const sql = `SELECT record FROM ${this.#table} WHERE id IN (SELECT value FROM json_each(?))`;
    return database.all<Stored>(sql, JSON.stringify(ids)).map(({ record }) => this.#database.parse<T>(record));
  }

  /** Ids of records that were created here and are not confirmed by the service. */
  pending(): string[] {
    return this.#pending(PENDING);
  }

  /** Ids of records that another computer creates on the service. */
  pendingElsewhere(): string[] {
    return this.#pending(PENDING_ELSEWHERE);
  }

  /** Ids of records whose creation elsewhere began or ended since the last call, and whether it goes on. */
  takeChangedElsewhere(): ReadonlyMap<string, boolean> {
    const ids = [...this.#changedElsewhere];
    if (ids.length === 0) return new Map();
    const sql = `SELECT id FROM ${this.#table} WHERE is_pending = ${PENDING_ELSEWHERE} AND id IN (SELECT value FROM json_each(?))`;
    const pending = new Set(this.#database.all<{ id: string }>(sql, JSON.stringify(ids)).map(({ id }) => id));
    this.#changedElsewhere.clear();
    return new Map(ids.map((id) => [id, pending.has(id)]));
  }

  /** Call when a record is stored. */
  protected noteElsewhere(id: string, before: number | undefined, pending: number): void {
    if ((before === PENDING_ELSEWHERE) !== (pending === PENDING_ELSEWHERE)) this.#changedElsewhere.add(id);
  }

  #pending(as: 1 | 2): string[] {
    const sql = `SELECT id FROM ${this.#table} WHERE is_pending = ${as}`;
    return this.#database.all<{ id: string }>(sql).map(({ id }) => id);
  }

  newestId(): string | undefined {
    return this.#database.get<{ id: string }>(`SELECT id FROM ${this.#table} ORDER BY id DESC LIMIT 1`)?.id;
  }

  /** All records, deleted ones included, oldest first, in batches. */
  *all(database: Database = this.#database, atATime = 250): Generator<T[]> {
    for (let after = ''; ; ) {
      const rows = database.all<Stored & { id: string }>(
        `SELECT id, record FROM ${this.#table} WHERE id > ? ORDER BY id LIMIT ?`,
        after,
        atATime,
      );
      const last = rows.at(-1);
      if (!last) return;
      yield rows.map(({ record }) => this.#database.parse<T>(record));
      after = last.id;
    }
  }
}
