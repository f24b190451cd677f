// Counts the rows of a list in slices, so that no other query waits for long.
import { countedOrNull, Superseded } from './late-count.ts';
import type { CachedList, ListCache, Sums } from './list-cache.ts';
import { type ListQuery, type PartialIndex, partsOf, selectOf, tallySelect } from './list-query.ts';
import { INTEGER, type ListTable } from './order.ts';
import type { Reader } from './reader.ts';
import type { Part } from './search.ts';

export interface Total {
  readonly rows: number;
  /** False while the rows are still being counted: there are at least `rows`. */
  readonly isExact: boolean;
}

/** Rows in a slice: the next keystroke waits for one slice at most. */
const SLICE = 10_000;

export class ListCounter {
  constructor(
    private readonly table: ListTable,
    private readonly reader: Reader,
    private readonly cache: ListCache,
  ) {}

  /** Where counting takes too long for a page, `least` and not exact; `onCounted` is called later. */
  async total(query: ListQuery, least: number, onCounted: () => void): Promise<Total> {
    const list = this.cache.of(query);
    const rows = await countedOrNull(list.total, () => this.count(query, list), onCounted);
    return rows === null ? { rows: least, isExact: false } : { rows, isExact: true };
  }

  /**
   * How many rows there are (`all`), and how many of them are in each index. Null where counting takes too long for a page;
   * `onCounted` is called later. Starts after the rows were counted, so that no two counts delay the next keystroke.
   */
  async tally(
    query: ListQuery,
    indexes: Readonly<Record<string, PartialIndex>>,
    onCounted: () => void,
  ): Promise<Sums | null> {
    const list = this.cache.of(query);
    const count = async () => {
      await this.cache.idle();
      const all: Record<string, number> = {};
      for (const part of partsOf(query)) {
        const { from, key, where } = selectOf(this.table, { ...query, between: undefined }, part);
        const found = `SELECT ${key} FROM ${from} WHERE ${where.sql} AND ${key} > ${INTEGER} AND ${key} <= ${INTEGER}`;
        const sql = tallySelect(this.table, found, indexes);
        const bounds = Object.keys(indexes).length + 1;
        await this.#eachSlice(query, 0, list, async (low, high) => {
          const slices = Array.from({ length: bounds }, () => [low, high]).flat();
          const [sums = {}] = await this.reader.all<Sums>(sql, ...where.values, ...slices);
          for (const name of ['all', ...Object.keys(indexes)]) all[name] = (all[name] ?? 0) + (sums[name] ?? 0);
        });
      }
      return all;
    };
    return countedOrNull(list.tally, count, onCounted);
  }

  /** The exact number, however long that takes. Rejects with `Superseded` when `whileCurrent` is no longer current. */
  async count(query: ListQuery, whileCurrent: CachedList | null = null): Promise<number> {
    let sum = 0;
    for (const part of partsOf(query)) sum += await this.countPart(query, part, 0, whileCurrent);
    return sum;
  }

  /** The rows of a part at a position above `above`. */
  async countPart(
    query: ListQuery,
    part: Part,
    above: number,
    whileCurrent: CachedList | null = null,
  ): Promise<number> {
    const { from, key, where } = selectOf(this.table, { ...query, between: undefined }, part);
    const sql = `SELECT count(*) AS rows FROM ${from} WHERE ${where.sql} AND ${key} > ${INTEGER} AND ${key} <= ${INTEGER}`;
    let sum = 0;
    await this.#eachSlice(query, above, whileCurrent, async (low, high) => {
      const [counted] = await this.reader.all<{ rows: number }>(sql, ...where.values, low, high);
      sum += counted?.rows ?? 0;
    });
    return sum;
  }

  /** Calls `act` for the positions above `above` in slices: those after `low`, up to `high`. */
  async #eachSlice(
    query: ListQuery,
    above: number,
    whileCurrent: CachedList | null,
    act: (low: number, high: number) => Promise<void>,
  ): Promise<void> {
    const [first, last] = query.between ?? [0, Number.MAX_SAFE_INTEGER];
    for (let low = Math.max(above, first); ; ) {
      const [end] = await this.reader.all<{ position: number }>(
        `SELECT position FROM ${this.table.rows} WHERE is_deleted = 0 AND position > ? AND position <= ?
          ORDER BY position LIMIT 1 OFFSET ?`,
        low,
        last,
        SLICE - 1,
      );
      const high = end?.position ?? last;
      await act(low, high);
      if (!end) return;
      if (whileCurrent && !this.cache.isCurrent(whileCurrent)) throw new Superseded();
      low = high;
    }
  }
}
