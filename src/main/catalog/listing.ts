// Pages of a list: filtered, searched and sorted.
//
// A page is requested by its offset. The place of the last row of each page is cached, so that the next page starts there
// (keyset pagination) instead of skipping all rows before it.
import type { Database } from '../storage/database.ts';
import { ListCache, nearest } from './list-cache.ts';
import { ListCounter } from './list-counter.ts';
import {
  isFilterFirst,
  type ListQuery,
  partsOf,
  type Select,
  selectByRow,
  selectOf,
  selectWithRows,
} from './list-query.ts';
import { isByColumn, isByPosition, type ListTable, type Place, placeSelect, rowsInOrder, rowsOf } from './order.ts';
import type { Reader } from './reader.ts';
import type { Part } from './search.ts';

/** Up to this offset, rows of an unsearched list are read in the main thread. */
const NEAR = 5_000;
/** At most this many rows are sorted by title or by a column; longer lists are read in the order of an index. */
const SORTED = 5_000;
/** The same for filtered rows and a column with an index over all rows, of which the filters may leave little. */
const SORTED_BY_COLUMN = 50_000;

export class Listing<T extends { readonly id: string }> {
  readonly #table: ListTable;
  readonly #database: Database;
  readonly #reader: Reader;
  readonly #cache: ListCache;
  readonly counter: ListCounter;

  /** `version`: another number after each change of the table. */
  constructor(table: ListTable, database: Database, reader: Reader, version: () => number) {
    this.#table = table;
    this.#database = database;
    this.#reader = reader;
    this.#cache = new ListCache(version);
    this.counter = new ListCounter(table, reader, this.#cache);
  }

  async page(query: ListQuery, offset: number, limit: number): Promise<T[]> {
    const [part] = partsOf(query);
    if (part === 'all') return this.#partPage(query, part, offset, limit);
    const cached = this.#cache.of(query);
    const wholes = offset === 0 ? null : await this.#wholes(query);
    const first = wholes === null || offset < wholes ? await this.#partPage(query, 'whole', offset, limit) : [];
    if (wholes === null && first.length < limit) cached.wholes = first.length;
    if (first.length === limit) return first;
    const before = wholes ?? first.length;
    return [...first, ...(await this.#partPage(query, 'rest', Math.max(0, offset - before), limit - first.length))];
  }

  /** The first row in the order of the list that is among `ids`, and its index. */
  async locate(query: ListQuery, ids: readonly string[]): Promise<{ id: string; index: number } | null> {
    if (!isByPosition(this.#table, query.order)) return this.#locateInOrder(query, ids);
    const isUp = query.order?.descending === false;
    let before = 0;
    for (const part of partsOf(query)) {
      const { from, key, where } = selectOf(this.#table, query, part);
      const positions = `SELECT position FROM ${this.#table.rows} WHERE id IN (SELECT value FROM json_each(?))`;
      const [first] = await this.#reader.all<{ position: number }>(
        `SELECT ${key} AS position FROM ${from} WHERE ${where.sql} AND ${key} IN (${positions})
          ORDER BY ${key} ${isUp ? '' : 'DESC'} LIMIT 1`,
        ...where.values,
        JSON.stringify(ids),
      );
      if (first) {
        const above = await this.counter.countPart(query, part, first.position);
        const index = before + (isUp ? (await this.counter.countPart(query, part, 0)) - above - 1 : above);
        const found = this.#database.get<{ id: string }>(
          `SELECT id FROM ${this.#table.rows} WHERE position = ?`,
          first.position,
        );
        return found ? { id: found.id, index } : null;
      }
      if (part === 'whole') before = await this.#wholes(query);
    }
    return null;
  }

  async #locateInOrder(query: ListQuery, ids: readonly string[]): Promise<{ id: string; index: number } | null> {
    const among = { sql: 'r.id IN (SELECT value FROM json_each(?))', values: [JSON.stringify(ids)] };
    const first = await this.#inOrder({ ...query, filters: [...query.filters, among], estimate: 0 }, 'id', null, 0, 1);
    const [row] = first;
    if (!row) return null;
    const isSorted = await this.#isSorted(query);
    const statement = placeSelect(this.#table, this.#selectInOrder(query, isSorted), query.order, row, isSorted);
    const counts = await this.#reader.all<{ rows: number }>(...statement);
    return { id: row.value, index: counts.reduce((sum, { rows }) => sum + rows, 0) };
  }

  /** The `ids` that the list shows. */
  async among(query: ListQuery, ids: readonly string[]): Promise<Set<string>> {
    const found = new Set<string>();
    const json = JSON.stringify(ids);
    for (const part of partsOf(query)) {
      const { from, key, where } = selectOf(this.#table, query, part);
      const rows = await this.#reader.all<{ id: string }>(
        `SELECT t.id FROM ${this.#table.rows} t WHERE t.id IN (SELECT value FROM json_each(?)) AND t.position IN
          (SELECT ${key} FROM ${from} WHERE ${where.sql} AND ${key} IN
            (SELECT position FROM ${this.#table.rows} WHERE id IN (SELECT value FROM json_each(?))))`,
        json,
        ...where.values,
        json,
      );
      for (const { id } of rows) found.add(id);
    }
    return found;
  }

  /** All rows in the order of the list, in batches. Rows that change meanwhile may be missing or repeated. */
  async *each(query: ListQuery, atATime = 500): AsyncGenerator<T[]> {
    for await (const values of this.#values(query, 'record', atATime))
      yield values.map((text) => this.#database.parse<T>(text));
  }

  /** The ids of all rows in the order of the list, in batches. */
  ids(query: ListQuery, atATime = 5_000): AsyncGenerator<string[]> {
    return this.#values(query, 'id', atATime);
  }

  async *#values(query: ListQuery, column: 'record' | 'id', atATime: number): AsyncGenerator<string[]> {
    for (const part of partsOf(query)) {
      for (let after: Place | null = null; ; ) {
        const rows: Place[] = await this.#read(query, part, column, after, 0, atATime);
        const last = rows.at(-1);
        if (!last) break;
        yield rows.map(({ value }) => value);
        after = last;
      }
    }
  }

  async #partPage(query: ListQuery, part: Part, offset: number, limit: number): Promise<T[]> {
    const marks = this.#cache.marksOf(query, part);
    const mark = nearest(marks, offset);
    const rows = await this.#read(query, part, 'record', mark.place, offset - mark.offset, limit);
    const last = rows.at(-1);
    if (last) marks.set(offset + rows.length, { ...last, value: '' });
    return rows.map(({ value }) => this.#database.parse<T>(value));
  }

  /** Rows of a part after a place. */
  async #read(
    query: ListQuery,
    part: Part,
    column: 'record' | 'id',
    after: Place | null,
    skip: number,
    limit: number,
  ): Promise<Place[]> {
    if (!isByPosition(this.#table, query.order)) return this.#inOrder(query, column, after, skip, limit);
    const { from, key, where } = selectOf(this.#table, query, part);
    const isUp = query.order?.descending === false;
    const statement = rowsOf(this.#table, { from, key, where }, column, isUp, after, skip, limit);
    const isQuick = query.terms.length === 0 && skip <= NEAR;
    return isQuick ? this.#database.all<Place>(...statement) : this.#reader.all<Place>(...statement);
  }

  async #inOrder(
    query: ListQuery,
    value: 'record' | 'id',
    after: Place | null,
    skip: number,
    limit: number,
  ): Promise<Place[]> {
    const isSorted = await this.#isSorted(query);
    const select = this.#selectInOrder(query, isSorted);
    const { order } = query;
    const statement = rowsInOrder({ table: this.#table, select, order, isSorted, value, after, skip, limit });
    return this.#reader.all<Place>(...statement);
  }

  /** Whether few enough rows match to sort them. */
  async #isSorted(query: ListQuery): Promise<boolean> {
    if (isFilterFirst(query)) return true;
    const { estimate, filters, order } = query;
    if (isByColumn(this.#table, order) && filters.length > 0 && estimate !== null && estimate <= SORTED_BY_COLUMN)
      return true;
    if (query.terms.length === 0) return false;
    const cached = this.#cache.of(query);
    const { from, where } = selectOf(this.#table, query, 'all');
    cached.isSorted ??= this.#reader
      .all<{ rows: number }>(
        `SELECT count(*) AS rows FROM (SELECT 1 FROM ${from} WHERE ${where.sql} LIMIT ?)`,
        ...where.values,
        SORTED + 1,
      )
      .then(([found]) => (found?.rows ?? 0) <= SORTED);
    return cached.isSorted;
  }

  #selectInOrder(query: ListQuery, isSorted: boolean): Select {
    return isSorted ? selectWithRows(this.#table, query) : selectByRow(this.#table, query);
  }

  async #wholes(query: ListQuery): Promise<number> {
    const cached = this.#cache.of(query);
    cached.wholes ??= await this.counter.countPart(query, 'whole', 0);
    return cached.wholes;
  }
}
