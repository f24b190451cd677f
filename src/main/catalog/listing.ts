// Pages of a list: filtered, searched, sorted, with as little read as possible.
//
// A page is asked for by its offset. The place of the last row of each page is remembered, so that the next page starts
// there (keyset) instead of stepping over everything before it.
import type { Database } from '../storage/database.ts';
import { type PendingCount, countedOrNull, newCount, Superseded } from './late-count.ts';
import {
  type ListQuery,
  type PartialIndex,
  partsOf,
  isFilterFirst,
  type Select,
  selectByRow,
  selectOf,
  selectWithRows,
  tallySelect,
} from './list-query.ts';
import {
  INTEGER,
  isByPosition,
  isDefault,
  type ListTable,
  type Place,
  placeSelect,
  rowsInOrder,
  rowsOf,
} from './order.ts';
import type { Reader } from './reader.ts';
import type { Part } from './search.ts';

export interface Total {
  readonly rows: number;
  /** False while the rows are still being counted: there are at least `rows`. */
  readonly isExact: boolean;
}

/** Rows are counted in slices of about this size, so that the next keystroke waits for no more than one of them. */
const SLICE = 10_000;
/** Up to this offset, rows of an unsearched list are stepped over in the main thread. */
const NEAR = 5_000;
/** At most this many rows are sorted by title or by a column; of more, the list is walked in that order. */
const SORTED = 5_000;
/** The same of rows behind filters, where the order has an index over all rows: the filters could leave out most of it. */
const SORTED_BY_COLUMN = 50_000;
/** How many lists are remembered. */
const REMEMBERED = 12;
/** Only this many of them are counted, those used last: a list with its filters, and what its filters would show. */
const COUNTED = 4;

type Sums = Readonly<Record<string, number>>;

interface Remembered {
  readonly key: string;
  readonly version: number;
  /** The place after which the row at an offset of a part is found. */
  readonly marks: Map<Part, Map<number, Place>>;
  wholes: number | null;
  isSorted: Promise<boolean> | null;
  readonly total: PendingCount<number>;
  readonly tally: PendingCount<Sums>;
}

export class Listing<T extends { readonly id: string }> {
  readonly #table: ListTable;
  readonly #database: Database;
  readonly #reader: Reader;
  readonly #version: () => number;
  #remembered: Remembered[] = [];

  /** `version`: another number after each change of the table. */
  constructor(table: ListTable, database: Database, reader: Reader, version: () => number) {
    this.#table = table;
    this.#database = database;
    this.#reader = reader;
    this.#version = version;
  }

  /** Rows from `offset` on, in the order of the list. */
  async page(query: ListQuery, offset: number, limit: number): Promise<T[]> {
    const [part] = partsOf(query);
    if (part === 'all') return this.#partPage(query, part, offset, limit);
    const remembered = this.#remember(query);
    const wholes = offset === 0 ? null : await this.#wholes(query);
    const first = wholes === null || offset < wholes ? await this.#partPage(query, 'whole', offset, limit) : [];
    if (wholes === null && first.length < limit) remembered.wholes = first.length;
    if (first.length === limit) return first;
    const before = wholes ?? first.length;
    return [...first, ...(await this.#partPage(query, 'rest', Math.max(0, offset - before), limit - first.length))];
  }

  /** How many rows there are. Where counting takes longer than a moment, `least` and not exact; `onCounted` is called later. */
  async total(query: ListQuery, least: number, onCounted: () => void): Promise<Total> {
    const remembered = this.#remember(query);
    const rows = await countedOrNull(remembered.total, () => this.#count(query, remembered), onCounted);
    return rows === null ? { rows: least, isExact: false } : { rows, isExact: true };
  }

  /**
   * How many rows there are (`all`), and how many of them each index has. Null where counting takes longer than a moment;
   * `onCounted` is called later. It begins when the rows themselves are counted, so that no two counts delay the next
   * keystroke.
   */
  async tally(
    query: ListQuery,
    indexes: Readonly<Record<string, PartialIndex>>,
    onCounted: () => void,
  ): Promise<Sums | null> {
    const remembered = this.#remember(query);
    const count = async () => {
      await this.#idle();
      const all: Record<string, number> = {};
      for (const part of partsOf(query)) {
        const { from, key, where } = selectOf(this.#table, { ...query, between: undefined }, part);
        const found = `SELECT ${key} FROM ${from} WHERE ${where.sql} AND ${key} > ${INTEGER} AND ${key} <= ${INTEGER}`;
        const sql = tallySelect(this.#table, found, indexes);
        const bounds = Object.keys(indexes).length + 1;
        await this.#eachSlice(query, 0, remembered, async (low, high) => {
          const values = Array.from({ length: bounds }, () => [low, high]).flat();
          const [sums = {}] = await this.#reader.all<Sums>(sql, ...where.values, ...values);
          for (const name of ['all', ...Object.keys(indexes)]) all[name] = (all[name] ?? 0) + (sums[name] ?? 0);
        });
      }
      return all;
    };
    return countedOrNull(remembered.tally, count, onCounted);
  }

  /** Resolves when no rows are being counted. */
  async #idle(): Promise<void> {
    await Promise.allSettled(this.#remembered.map(({ total }) => total.promise));
  }

  /** The exact number of rows, however long that takes. */
  async count(query: ListQuery): Promise<number> {
    return this.#count(query, null);
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
        const above = await this.#countPart(query, part, first.position);
        const index = before + (isUp ? (await this.#countPart(query, part, 0)) - above - 1 : above);
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

  /** Those of `ids` that the list shows. */
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

  /** All rows in the order of the list, some hundred at a time. What changes meanwhile may be missing or there twice. */
  async *each(query: ListQuery, atATime = 500): AsyncGenerator<T[]> {
    for await (const values of this.#values(query, 'record', atATime))
      yield values.map((text) => JSON.parse(text) as T);
  }

  /** The ids of all rows in the order of the list, some thousand at a time. */
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
    const marks = this.#marks(query, part);
    const mark = nearest(marks, offset);
    const rows = await this.#read(query, part, 'record', mark.place, offset - mark.offset, limit);
    const last = rows.at(-1);
    if (last) marks.set(offset + rows.length, { ...last, value: '' });
    return rows.map(({ value }) => JSON.parse(value) as T);
  }

  #marks(query: ListQuery, part: Part): Map<number, Place> {
    const { marks } = this.#remember(query);
    const known = marks.get(part) ?? new Map<number, Place>();
    marks.set(part, known);
    return known;
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

  /** Whether so few rows match that they are sorted. */
  async #isSorted(query: ListQuery): Promise<boolean> {
    if (isFilterFirst(query)) return true;
    const { estimate, filters, order } = query;
    const isByColumn = order?.by !== 'title';
    if (isByColumn && filters.length > 0 && estimate !== null && estimate <= SORTED_BY_COLUMN) return true;
    if (query.terms.length === 0) return false;
    const remembered = this.#remember(query);
    const { from, where } = selectOf(this.#table, query, 'all');
    remembered.isSorted ??= this.#reader
      .all<{ rows: number }>(
        `SELECT count(*) AS rows FROM (SELECT 1 FROM ${from} WHERE ${where.sql} LIMIT ?)`,
        ...where.values,
        SORTED + 1,
      )
      .then(([found]) => (found?.rows ?? 0) <= SORTED);
    return remembered.isSorted;
  }

  #selectInOrder(query: ListQuery, isSorted: boolean): Select {
    return isSorted ? selectWithRows(this.#table, query) : selectByRow(this.#table, query);
  }

  async #wholes(query: ListQuery): Promise<number> {
    const remembered = this.#remember(query);
    remembered.wholes ??= await this.#countPart(query, 'whole', 0);
    return remembered.wholes;
  }

  /** `whileRemembered`: given up with `Superseded` when the table has changed. */
  async #count(query: ListQuery, whileRemembered: Remembered | null): Promise<number> {
    let sum = 0;
    for (const part of partsOf(query)) sum += await this.#countPart(query, part, 0, whileRemembered);
    return sum;
  }

  /** How many rows of a part stand at a position above `above`. */
  async #countPart(
    query: ListQuery,
    part: Part,
    above: number,
    whileRemembered: Remembered | null = null,
  ): Promise<number> {
    const { from, key, where } = selectOf(this.#table, { ...query, between: undefined }, part);
    const sql = `SELECT count(*) AS rows FROM ${from} WHERE ${where.sql} AND ${key} > ${INTEGER} AND ${key} <= ${INTEGER}`;
    let sum = 0;
    await this.#eachSlice(query, above, whileRemembered, async (low, high) => {
      const [counted] = await this.#reader.all<{ rows: number }>(sql, ...where.values, low, high);
      sum += counted?.rows ?? 0;
    });
    return sum;
  }

  /** Calls `act` for the positions above `above` in slices: those after `low`, up to `high`. */
  async #eachSlice(
    query: ListQuery,
    above: number,
    whileRemembered: Remembered | null,
    act: (low: number, high: number) => Promise<void>,
  ): Promise<void> {
    const [first, last] = query.between ?? [0, Number.MAX_SAFE_INTEGER];
    for (let low = Math.max(above, first); ; ) {
      const [end] = await this.#reader.all<{ position: number }>(
        `SELECT position FROM ${this.#table.rows} WHERE is_deleted = 0 AND position > ? AND position <= ?
          ORDER BY position LIMIT 1 OFFSET ?`,
        low,
        last,
        SLICE - 1,
      );
      const high = end?.position ?? last;
      await act(low, high);
      if (!end) return;
      if (whileRemembered && !this.#isCurrent(whileRemembered)) throw new Superseded();
      low = high;
    }
  }

  #isCurrent(remembered: Remembered): boolean {
    return remembered.version === this.#version() && this.#remembered.slice(0, COUNTED).includes(remembered);
  }

  /** What is remembered of a list as it is now. */
  #remember(query: ListQuery): Remembered {
    const version = this.#version();
    const { terms, filters, between, order } = query;
    const key = JSON.stringify([version, terms, filters, between, isDefault(order) ? null : order]);
    const known = this.#remembered.find((one) => one.key === key);
    const first: Remembered = known ?? {
      key,
      version,
      marks: new Map(),
      wholes: null,
      isSorted: null,
      total: newCount(),
      tally: newCount(),
    };
    this.#remembered = [first, ...this.#remembered.filter((one) => one !== first)].slice(0, REMEMBERED);
    return first;
  }
}

/** The remembered mark that is closest before an offset. */
function nearest(marks: ReadonlyMap<number, Place>, offset: number): { offset: number; place: Place | null } {
  let best: { offset: number; place: Place | null } = { offset: 0, place: null };
  for (const [at, place] of marks) if (at <= offset && at > best.offset) best = { offset: at, place };
  return best;
}
