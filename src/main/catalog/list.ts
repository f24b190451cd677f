// Reads a list in the reading worker: its pages, its ids, all its records, and how many rows it has.
import type { Database } from '../storage/database.ts';
import { amongIds, idsSelect, type ListQuery, type ListTable, listed, pageSelect, tallySelect } from './list-query.ts';
import type { Reader } from './reader.ts';
import { and, type Condition } from './search.ts';

/** Records that are read at once. */
const RECORDS = 250;

export class List<T extends { readonly id: string }> {
  readonly #table: ListTable;
  readonly #database: Database;
  readonly #reader: Reader;

  constructor(table: ListTable, database: Database, reader: Reader) {
    this.#table = table;
    this.#database = database;
    this.#reader = reader;
  }

  async page(query: ListQuery, offset: number, limit: number): Promise<T[]> {
    return this.#parsed(await this.#reader.all(...pageSelect(this.#table, query, offset, limit)));
  }

  /** The number of rows, and of those among them that fulfil each condition. */
  async tally<Name extends string = never>(
    query: ListQuery,
    conditions?: Readonly<Record<Name, Condition>>,
  ): Promise<Readonly<Record<Name | 'rows', number>>> {
    const [sums] = await this.#reader.all<Record<Name | 'rows', number>>(
      ...tallySelect(this.#table, query, conditions),
    );
    return sums as Record<Name | 'rows', number>;
  }

  /** All ids in the order of the list. */
  async ids(query: ListQuery): Promise<string[]> {
    const [found] = await this.#reader.all<{ ids: string }>(...idsSelect(this.#table, query));
    return JSON.parse(found?.ids ?? '[]') as string[];
  }

  /** The `ids` that the list shows. */
  async among(query: ListQuery, ids: readonly string[]): Promise<Set<string>> {
    const filters = [...query.filters, amongIds('r.id', ids)];
    return new Set(await this.ids({ ...query, filters, isNarrow: true, order: undefined }));
  }

  /** All records in the order of the list, in batches. Records removed meanwhile are skipped. */
  async *each(query: ListQuery): AsyncGenerator<T[]> {
    yield* this.records(await this.ids(query));
  }

  /** The records with these ids, in their order, in batches, without deleted ones. */
  async *records(ids: readonly string[]): AsyncGenerator<T[]> {
    const sql = `SELECT t.record FROM json_each(?) wanted CROSS JOIN ${this.#table.rows} t ON t.id = wanted.value
      WHERE ${and(listed(this.#table, 't')).sql} ORDER BY wanted.key`;
    for (let from = 0; from < ids.length; from += RECORDS) {
      yield this.#parsed(await this.#reader.all(sql, JSON.stringify(ids.slice(from, from + RECORDS))));
    }
  }

  #parsed(rows: readonly { readonly record: string }[]): T[] {
    return rows.map(({ record }) => this.#database.parse<T>(record));
  }
}
