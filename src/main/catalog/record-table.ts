// Tables of records: rows with an id, the record as JSON, and columns derived from it.
import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../storage/database.ts';
import type { Stamper } from '../storage/stamp.ts';
import { serviceKey } from './link-keys.ts';
import { changedRecord } from './merge-record.ts';
import { isUnsentRecord, RECORD_SCHEMAS, type ServiceRecord } from './records.ts';

type Table = 'products' | 'links' | 'history' | 'held' | 'imports' | 'sales' | 'currencies' | 'templates';

export class RecordTable<T extends { readonly id: string }> {
  /** `record`: the SQL of a record. */
  constructor(
    protected readonly database: Database,
    protected readonly table: Table,
    private readonly record = 'record',
  ) {}

  get size(): number {
    return this.database.value<number>(`SELECT count(*) FROM ${this.table}`) ?? 0;
  }

  /** Deleted records included. */
  get(id: string): T | undefined {
    const record = this.database.value<string>(`SELECT ${this.record} FROM ${this.table} WHERE id = ?`, id);
    return record === undefined ? undefined : this.database.parse<T>(record, RECORD_SCHEMAS[this.table]);
  }

  /** Deleted records included, in no particular order. */
  withIds(ids: readonly string[]): T[] {
    const sql = `SELECT ${this.record} FROM ${this.table} WHERE id IN (SELECT value FROM json_each(?))`;
    return this.database.records<T>(sql, JSON.stringify(ids));
  }

  /** All records, deleted ones included, oldest first. */
  all(): T[] {
    return this.database.records<T>(`SELECT ${this.record} FROM ${this.table} ORDER BY id`);
  }

  /** The same in batches. `which`: a condition on the table, whose alias is `r`. */
  *batches(which = 'TRUE'): Generator<T[]> {
    const sql = `SELECT id, ${this.record} AS record FROM ${this.table} r WHERE id > ? AND ${which} ORDER BY id`;
    for (const rows of this.database.batches<{ id: string; record: string }>(sql, '', ({ id }) => id)) {
      yield rows.map(({ record }) => this.database.parse<T>(record));
    }
  }

  /** Inserts or replaces. */
  put(record: T): void {
    this.database.put(this.table, { id: record.id, record: JSON.stringify(record) });
  }

  remove(id: string): void {
    this.database.run(`DELETE FROM ${this.table} WHERE id = ?`, id);
  }
}

/** Values of `pending`: the service has not confirmed the record, which this or another computer creates. */
export const PENDING = 1;
const PENDING_ELSEWHERE = 2;
export const pendingOf = (record: ServiceRecord): number | null =>
  isUnsentRecord(record) ? (record.createdOn ? PENDING_ELSEWHERE : PENDING) : null;

/** Products and links, which exist on the service or are yet to be created there. */
export abstract class ServiceTable<T extends ServiceRecord> extends RecordTable<T> {
  constructor(
    database: Database,
    protected override readonly table: 'products' | 'links',
    private readonly stamper: Stamper,
  ) {
    super(database, table);
  }

  /** Changes and stamps a record in a transaction. Does nothing if the record does not exist or would not differ. */
  change(id: string, change: Partial<T>): void {
    const record = this.get(id);
    const keys = Object.keys(change) as (keyof T)[];
    if (!record || keys.every((key) => isDeepStrictEqual(change[key], record[key]))) return;
    this.database.transaction(() => this.put(changedRecord(record, change, this.stamper.stamp())));
  }

  active(id: string): T | undefined {
    const record = this.get(id);
    return record?.deletedAt === null ? record : undefined;
  }

  /** The record, or the active one into which it was merged: see `duplicates.ts`. */
  remaining(id: string): T | undefined {
    const record = this.get(id);
    const [first] = record && record.deletedAt !== null ? this.sameOnService(record) : [];
    return first?.deletedAt === null ? first : record;
  }

  /** Records with one of these keys on the service (see `serviceKey`), active ones first, then by their ids. */
  withKeys(keys: readonly (string | number)[]): T[] {
    const column = this.table === 'links' ? 'link_key' : 'server_id';
    const sql = `SELECT record FROM ${this.table} WHERE ${column} IN (SELECT value FROM json_each(?))
      ORDER BY is_deleted, id`;
    return this.database.records(sql, JSON.stringify(keys));
  }

  /** All records of the same product or link of the service, active ones first; none if it has none yet. */
  sameOnService(record: T): T[] {
    const key = serviceKey(record);
    return key === null ? [] : this.withKeys([key]);
  }

  /** Ids of records created here that the service has not confirmed and no batch creates. */
  pending(): string[] {
    const sql = `SELECT id FROM ${this.table} r WHERE pending = ${PENDING}
      AND NOT EXISTS (SELECT 1 FROM staged WHERE link_id = r.id AND kind = 'create')`;
    return this.database.column(sql);
  }

  /** Ids of records that another computer has yet to create on the service. */
  pendingElsewhere(): string[] {
    return this.database.column<string>(`SELECT id FROM ${this.table} WHERE pending = ${PENDING_ELSEWHERE}`);
  }

  newestId(): string | undefined {
    return this.database.value<string>(`SELECT max(id) FROM ${this.table}`) ?? undefined;
  }
}
