// The list of sales: its pages, and how many there are and what they come to, in all and by day.
import type { Database } from '../storage/database.ts';
import type { Total } from './list-counter.ts';
import { type ListQuery, selectWithRows } from './list-query.ts';
import { Listing } from './listing.ts';
import { dayOfQuarter, offsetsBetween, QUARTER_MS } from './local-days.ts';
import type { Order, Statement } from './order.ts';
import { positionAt } from './position.ts';
import type { Reader } from './reader.ts';
import type { SaleRecord } from './records.ts';
import { AT_PRICE_OF_LINK, IS_DISMISSED } from './schema.ts';
import { type Condition, termsOf } from './search.ts';

export interface SaleQuery {
  readonly search: string;
  readonly productId: string | null;
  readonly linkId: string | null;
  /** `from` is inclusive, `to` exclusive, in ms since 1970; null for no bound. */
  readonly sold: { readonly from: number | null; readonly to: number | null } | null;
  /** Default: newest first. `title`: that of the product; `price`: the amount, by currency. */
  readonly order?: Order | undefined;
}

/** The sales of a local day in one currency. */
export interface DayTotal {
  /** See `local-days.ts`. */
  readonly day: number;
  /** Null where the amount is unknown. */
  readonly currencyId: number | null;
  readonly sales: number;
  /** Neither verified nor marked, or dismissed: they are in none of the other figures. */
  readonly unverified: number;
  readonly cents: number;
}

type Row = Omit<DayTotal, 'currencyId'> & { readonly currency_id: number };

const TABLE = { rows: 'sales', text: 'sale_search' } as const;
const LAST = Number.MAX_SAFE_INTEGER;
/** Sales of a link or product are counted up to here: fewer are searched or sorted one by one. */
const COUNTED = 50_001;

export class SaleList {
  readonly #database: Database;
  readonly #reader: Reader;
  readonly #listing: Listing<SaleRecord>;

  /** `version`: another number after each change of the table. */
  constructor(database: Database, reader: Reader, version: () => number) {
    this.#database = database;
    this.#reader = reader;
    this.#listing = new Listing(TABLE, database, reader, version);
  }

  /** Newest first: whole-line matches before all others. The bodies are not read. */
  page(query: SaleQuery, offset: number, limit: number): Promise<SaleRecord[]> {
    return this.#listing.page(this.#listQuery(query), offset, limit);
  }

  locate(query: SaleQuery, ids: readonly string[]): Promise<{ id: string; index: number } | null> {
    return this.#listing.locate(this.#listQuery(query), ids);
  }

  /** The `ids` that the list shows. */
  among(query: SaleQuery, ids: readonly string[]): Promise<Set<string>> {
    return this.#listing.among(this.#listQuery(query), ids);
  }

  /** All rows in the order of the list, in batches. */
  each(query: SaleQuery): AsyncGenerator<SaleRecord[]> {
    return this.#listing.each(this.#listQuery(query));
  }

  /** See `ListCounter.total`. */
  async total(query: SaleQuery, least: number, onCounted: () => void): Promise<Total> {
    if (!isSummed(query)) return this.#listing.counter.total(this.#listQuery(query), least, onCounted);
    const { sql, values } = inTotals(query);
    const [found] = await this.#reader.all<{ rows: number }>(
      `SELECT COALESCE(SUM(sales + unverified), 0) AS rows FROM sale_totals ${sql}`,
      ...values,
    );
    return { rows: found?.rows ?? 0, isExact: true };
  }

  /** In no particular order. */
  async days(query: SaleQuery): Promise<DayTotal[]> {
    const [range] = await this.#reader.all<{ first: number | null; last: number | null }>(
      'SELECT min(quarter) AS first, max(quarter) AS last FROM sale_totals',
    );
    if (range?.first == null || range.last === null) return [];
    const offsets = offsetsBetween(range.first * QUARTER_MS, range.last * QUARTER_MS);
    const rows = await this.#reader.all<Row>(
      ...(isSummed(query) ? inSums(query, offsets) : this.#inRows(query, offsets)),
    );
    return rows.map(({ currency_id, ...row }) => ({ ...row, currencyId: currency_id < 0 ? null : currency_id }));
  }

  /** How many of the sales that count have the price of their link as their amount. */
  atPriceOfLink(query: SaleQuery): Promise<number> {
    return this.#count(query, 'sales_at_price_of_link', AT_PRICE_OF_LINK);
  }

  /** How many are verified, but do not count. */
  dismissed(query: SaleQuery): Promise<number> {
    return this.#count(query, 'sales_not_counted', `WHERE counts = 0 AND ${IS_DISMISSED}`);
  }

  /** Without the index, SQLite prefers the rows of a period, which are large. */
  async #count(query: SaleQuery, index: string, condition: string): Promise<number> {
    const { from, where } = selectWithRows(TABLE, this.#listQuery(query));
    const select = isSummed(query)
      ? `SELECT count(*) AS rows FROM ${from} INDEXED BY ${index}`
      : `SELECT count(*) AS rows FROM ${from}`;
    const [found] = await this.#reader.all<{ rows: number }>(
      `${select} ${condition} AND ${where.sql}`,
      ...where.values,
    );
    return found?.rows ?? 0;
  }

  #inRows(query: SaleQuery, offsets: Offsets): Statement {
    const { from, where } = selectWithRows(TABLE, this.#listQuery(query));
    return [
      `SELECT ${dayOfQuarter(`(r.sold_at / ${QUARTER_MS})`, offsets)} AS day, COALESCE(r.currency_id, -1) AS currency_id,
          SUM(r.counts) AS sales, SUM(1 - r.counts) AS unverified, COALESCE(SUM(r.cents * r.counts), 0) AS cents
        FROM ${from} WHERE ${where.sql} GROUP BY 1, 2`,
      ...where.values,
    ];
  }

  #listQuery({ search, productId, linkId, sold, order }: SaleQuery): ListQuery {
    const filters: Condition[] = [];
    if (productId !== null) filters.push({ sql: 'r.product_id = ?', values: [productId] });
    if (linkId !== null) filters.push({ sql: 'r.link_id = ?', values: [linkId] });
    return {
      terms: termsOf(search),
      filters,
      estimate: this.#estimate(productId, linkId),
      between: sold
        ? [sold.from === null ? 0 : positionAt(sold.from), sold.to === null ? LAST : positionAt(sold.to)]
        : undefined,
      order,
    };
  }

  #estimate(productId: string | null, linkId: string | null): number | null {
    if (productId === null && linkId === null) return null;
    const column = linkId === null ? 'product_id' : 'link_id';
    const sql = `SELECT count(*) AS rows FROM (SELECT 1 FROM sales WHERE ${column} = ? LIMIT ?)`;
    return this.#database.get<{ rows: number }>(sql, linkId ?? productId, COUNTED)?.rows ?? 0;
  }
}

/** Whether the stored totals answer it: bounds of days are bounds of quarters. */
function isSummed({ search, linkId, sold }: SaleQuery): boolean {
  const isBound = (at: number | null | undefined) => at == null || at % QUARTER_MS === 0;
  return termsOf(search).length === 0 && linkId === null && isBound(sold?.from) && isBound(sold?.to);
}

type Offsets = ReturnType<typeof offsetsBetween>;

function inSums(query: SaleQuery, offsets: Offsets): Statement {
  const { sql, values } = inTotals(query);
  return [
    `SELECT ${dayOfQuarter('quarter', offsets)} AS day, currency_id, SUM(sales) AS sales, SUM(unverified) AS unverified,
      SUM(cents) AS cents FROM sale_totals ${sql} GROUP BY 1, 2`,
    ...values,
  ];
}

function inTotals({ productId, sold }: SaleQuery): Condition {
  const { from = null, to = null } = sold ?? {};
  const bounds = [from === null ? 0 : from / QUARTER_MS, to === null ? LAST : to / QUARTER_MS];
  return productId === null
    ? { sql: 'WHERE quarter >= ? AND quarter < ?', values: bounds }
    : { sql: 'WHERE product_id = ? AND quarter >= ? AND quarter < ?', values: [productId, ...bounds] };
}
