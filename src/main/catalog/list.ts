// The lists of links, products and sales: one query builder for pages, ids in order, and sums. The queries run in the
// reading worker.
//
// A search reads the full-text index, which returns rows by row id, that is, in the order of insertion. If a filter leaves
// few rows, the search tests each of them instead.
import { foldText } from '../../shared/fold.ts';
import type { Database } from '../storage/database.ts';
import type { Reader } from './reader.ts';
import { and, type Condition, inFullText, inRows } from './search.ts';

export interface Order {
  readonly by: 'created' | 'title' | 'price' | 'state';
  readonly descending: boolean;
}

/** A part of a sort key, as an expression on `r`, or on `p` for the product of a link. */
interface SortKey extends Partial<Pick<Condition, 'values'>> {
  readonly sql: string;
  /** Sorts against the direction of the list. */
  readonly reversed?: true;
  /** Sorts descending in both directions. */
  readonly alwaysDown?: true;
}

/** A table with the columns `id` and `record`; its full-text index has the same row ids. */
export interface ListTable<Query> {
  readonly rows: 'links' | 'products' | 'sales';
  readonly text: 'link_search' | 'product_search' | 'sale_search';
  /** The table marks deleted rows in a column `is_deleted`. Without it, all rows are listed. */
  readonly keepsDeleted: boolean;
  /** A search orders rows by insertion instead of by age. */
  readonly byArrival: boolean;
  /** `title` sorts by the title of the row's product. */
  readonly titleOfProduct?: true;
  readonly queryOf: (query: Query) => ListQuery;
}

/** The rows of a list: conditions on the table, whose alias is `r`, and search terms. */
export interface ListQuery {
  readonly terms: readonly string[];
  readonly filters: readonly Condition[];
  /** The filters leave few rows, and an index finds them. */
  readonly isNarrow?: boolean;
  readonly keys: Readonly<Record<Order['by'], readonly SortKey[]>>;
  /** Default: newest first. */
  readonly order?: Order | undefined;
}

const NEWEST_FIRST: Order = { by: 'created', descending: true };
/** Records per read. */
const BATCH = 250;

export const isDefault = (order: Order = NEWEST_FIRST): boolean => order.by === 'created' && order.descending;

export const amongIds = (column: string, ids: readonly string[]): Condition => ({
  sql: `${column} IN (SELECT value FROM json_each(?))`,
  values: [JSON.stringify(ids)],
});

/** Conditions on columns; one whose value is null is dropped. */
export const conditions = (...all: readonly (readonly [sql: string, value: string | number | null])[]): Condition[] =>
  all.flatMap(([sql, value]) => (value === null ? [] : { sql, values: [value] }));

/** A sort key that ignores case and accents, and sorts digits as numbers. */
export const titleOrder = (title: string): string =>
  foldText(title)
    .trim()
    .replace(/\d+/g, (digits) => digits.padStart(12, '0'));

export class List<T extends { readonly id: string }, Query> {
  constructor(
    private readonly table: ListTable<Query>,
    private readonly database: Database,
    private readonly reader: Reader,
  ) {}

  async page(query: Query, offset: number, limit: number): Promise<T[]> {
    const { from, where, order } = this.#select(this.table.queryOf(query));
    const rows = `SELECT r.rowid AS number FROM ${from} WHERE ${where.sql} ORDER BY ${order.sql} LIMIT ? OFFSET ?`;
    const sql = `SELECT t.record FROM (${rows}) page CROSS JOIN ${this.table.rows} t ON t.rowid = page.number`;
    return this.#parsed(await this.reader.all(sql, ...where.values, ...order.values, limit, offset));
  }

  async total(query: Query): Promise<number> {
    const [row] = await this.sums<{ rows: number }>(this.table.queryOf(query), [
      { sql: 'count(*) AS rows', values: [] },
    ]);
    return row?.rows ?? 0;
  }

  /** All ids in the order of the list. */
  ids(query: Query): Promise<string[]> {
    return this.#ids(this.table.queryOf(query));
  }

  /** Which of the `ids` the list shows. */
  async among(query: Query, ids: readonly string[]): Promise<Set<string>> {
    const listed = this.table.queryOf(query);
    const filters = [...listed.filters, amongIds('r.id', ids)];
    return new Set(await this.#ids({ ...listed, filters, isNarrow: true, order: undefined }));
  }

  async #ids(query: ListQuery): Promise<string[]> {
    const { from, where, order } = this.#select(query);
    const sql = `SELECT json_group_array(id) AS ids
      FROM (SELECT r.id FROM ${from} WHERE ${where.sql} ORDER BY ${order.sql})`;
    const [row] = await this.reader.all<{ ids: string }>(sql, ...where.values, ...order.values);
    return JSON.parse(row?.ids ?? '[]') as string[];
  }

  /** Aggregates over the list's rows. `suffix`: SQL such as GROUP BY. */
  sums<Row>(query: ListQuery, columns: readonly Condition[], suffix = ''): Promise<Row[]> {
    const { from, where } = this.#select({ ...query, order: undefined });
    return this.reader.all<Row>(
      `SELECT ${columns.map(({ sql }) => sql).join(', ')} FROM ${from} WHERE ${where.sql} ${suffix}`,
      ...columns.flatMap(({ values }) => values),
      ...where.values,
    );
  }

  /** All records in the order of the list, in batches, without records that are removed meanwhile. */
  async *each(query: Query): AsyncGenerator<T[]> {
    yield* this.records(await this.ids(query));
  }

  /** The records with these ids, in their order, in batches, without deleted ones. */
  async *records(ids: readonly string[]): AsyncGenerator<T[]> {
    const sql = `SELECT t.record FROM json_each(?) wanted CROSS JOIN ${this.table.rows} t ON t.id = wanted.value
      WHERE ${this.#listed('t')} ORDER BY wanted.key`;
    for (let from = 0; from < ids.length; from += BATCH) {
      yield this.#parsed(await this.reader.all(sql, JSON.stringify(ids.slice(from, from + BATCH))));
    }
  }

  #listed(alias: string): string {
    return this.table.keepsDeleted ? `${alias}.is_deleted = 0` : '1';
  }

  #select(query: ListQuery): Readonly<Record<'where' | 'order', Condition> & { from: string }> {
    return { ...this.#rowsOf(query), order: this.#orderOf(query) };
  }

  #rowsOf({ terms, filters, isNarrow, order }: ListQuery): { readonly from: string; readonly where: Condition } {
    const { rows, text, titleOfProduct } = this.table;
    const isByTitle = titleOfProduct && order?.by === 'title';
    const listed = { sql: this.#listed('r'), values: [] };
    if (terms.length === 0) {
      // CROSS JOIN makes SQLite walk the index of titles and then each product's links, so it sorts nothing.
      const from = isByTitle ? `products p CROSS JOIN ${rows} r ON r.product_id = p.id` : `${rows} r`;
      return { from, where: and([listed, ...filters]) };
    }
    const join = isByTitle ? ' LEFT JOIN products p ON p.id = r.product_id' : '';
    return isNarrow
      ? {
          from: `${rows} r CROSS JOIN ${text} ON ${text}.rowid = r.rowid${join}`,
          where: and([listed, ...filters, inRows(text, terms)]),
        }
      : // The index holds listed rows only.
        {
          from: `${text} CROSS JOIN ${rows} r ON r.rowid = ${text}.rowid${join}`,
          where: and([inFullText(text, terms), ...filters]),
        };
  }

  #orderOf({ order: { by, descending } = NEWEST_FIRST, keys, terms }: ListQuery): Condition {
    const { text, byArrival } = this.table;
    const isByArrival = by === 'created' && terms.length > 0 && byArrival;
    const parts: readonly SortKey[] = isByArrival ? [{ sql: `${text}.rowid` }] : keys[by];
    const directed = parts.map(({ sql, reversed = false, alwaysDown = false }) => {
      const isDown = alwaysDown || descending !== reversed;
      return `${sql} ${isDown ? 'DESC' : 'ASC'}`;
    });
    return { sql: directed.join(', '), values: parts.flatMap(({ values = [] }) => values) };
  }

  #parsed(rows: readonly { readonly record: string }[]): T[] {
    return rows.map(({ record }) => this.database.parse<T>(record));
  }
}
