// The lists of links, products and sales: one query builder for pages, ids in order, and sums. The queries run in the
// reading worker.
import type { ListOrder } from '../../shared/contract/parts.ts';
import { foldText } from '../../shared/fold.ts';
import type { Database, Value } from '../storage/database.ts';
import type { Reader } from './reader.ts';
import { RECORD_SCHEMAS } from './records.ts';
import { and, type Condition, currencyNames, inFullText, type ListTable, plain } from './search.ts';

/** The rows of a list and their order, in SQL on its table, whose alias is `r`. */
export interface ListQuery {
  readonly terms: readonly string[];
  readonly filters: readonly Condition[];
  readonly order: string;
  /** The order uses columns of the row's product, whose alias is `p`. */
  readonly isByProduct?: boolean;
}

export const NEWEST_FIRST: ListOrder = { by: 'created', descending: true };
/** Records per read. */
const BATCH = 250;

export const amongIds = (column: string, ids: readonly string[]): Condition => ({
  sql: `${column} IN (SELECT value FROM json_each(?))`,
  values: [JSON.stringify(ids)],
});

/** Conditions on columns; one whose value is null is dropped. */
export const conditions = (...all: readonly (readonly [sql: string, value: string | number | null])[]): Condition[] =>
  all.flatMap(([sql, value]) => (value === null ? [] : { sql, values: [value] }));

export const directionOf = ({ descending }: ListOrder): string => (descending ? 'DESC' : 'ASC');

/** A sort key that ignores case and accents, and sorts digits as numbers. */
export const titleOrder = (title: string): string =>
  foldText(title)
    .trim()
    .replace(/\d+/g, (digits) => digits.padStart(12, '0'));

export class List<T extends { readonly id: string }, Query> {
  constructor(
    private readonly table: ListTable,
    private readonly build: (query: Query, own: readonly string[]) => ListQuery,
    private readonly database: Database,
    private readonly reader: Reader,
  ) {}

  queryOf(query: Query): ListQuery {
    return this.build(query, currencyNames(this.database));
  }

  page(query: Query, offset: number, limit: number): Promise<T[]> {
    const { sql, values } = this.#sorted(this.queryOf(query));
    const page = `SELECT r.rowid AS number ${sql} LIMIT ? OFFSET ?`;
    const records = `SELECT t.record FROM (${page}) page CROSS JOIN ${this.table.rows} t ON t.rowid = page.number`;
    return this.#parsed(records, ...values, limit, offset);
  }

  async total(query: Query): Promise<number> {
    const [row] = await this.sums<{ rows: number }>(this.queryOf(query), [plain('count(*) AS rows')]);
    return row?.rows ?? 0;
  }

  /** The ids in the order of the list: all, or those that are among `ids`. */
  async ids(query: Query, ids?: readonly string[]): Promise<string[]> {
    const listed = this.queryOf(query);
    const filters = [...listed.filters, ...(ids ? [amongIds('r.id', ids)] : [])];
    const { sql, values } = this.#sorted({ ...listed, filters });
    const [row] = await this.reader.all<{ ids: string }>(
      `SELECT json_group_array(id) AS ids FROM (SELECT r.id ${sql})`,
      ...values,
    );
    return JSON.parse(row?.ids ?? '[]') as string[];
  }

  /** Aggregates over the list's rows. `suffix`: SQL such as GROUP BY. */
  sums<Row>(query: ListQuery, columns: readonly Condition[], suffix = ''): Promise<Row[]> {
    const { sql, values } = this.#from({ ...query, isByProduct: false });
    return this.reader.all<Row>(
      `SELECT ${columns.map((column) => column.sql).join(', ')} ${sql} ${suffix}`,
      ...columns.flatMap((column) => column.values),
      ...values,
    );
  }

  /** All records in the order of the list, in batches, without records that are removed meanwhile. */
  async *each(query: Query): AsyncGenerator<T[]> {
    yield* this.records(await this.ids(query));
  }

  /** The records with these ids, in their order, in batches, without deleted ones. */
  async *records(ids: readonly string[]): AsyncGenerator<T[]> {
    const { rows, listed } = this.table;
    const sql = `SELECT r.record FROM json_each(?) wanted CROSS JOIN ${rows} r ON r.id = wanted.value
      WHERE ${listed} ORDER BY wanted.key`;
    for (let from = 0; from < ids.length; from += BATCH) {
      yield await this.#parsed(sql, JSON.stringify(ids.slice(from, from + BATCH)));
    }
  }

  #sorted(query: ListQuery): Condition {
    const { sql, values } = this.#from(query);
    return { sql: `${sql} ORDER BY ${query.order}`, values };
  }

  #from({ terms, filters, isByProduct }: ListQuery): Condition {
    const { rows, text, listed } = this.table;
    if (terms.length === 0) {
      // CROSS JOIN makes SQLite walk the index of titles and then each product's links, so it sorts nothing.
      const from = isByProduct ? `products p CROSS JOIN ${rows} r ON r.product_id = p.id` : `${rows} r`;
      const { sql, values } = and([plain(listed), ...filters]);
      return { sql: `FROM ${from} WHERE ${sql}`, values };
    }
    const { sql, values } = and([inFullText(text, terms), ...filters]);
    const product = isByProduct ? 'LEFT JOIN products p ON p.id = r.product_id' : '';
    return { sql: `FROM ${text} CROSS JOIN ${rows} r ON r.rowid = ${text}.rowid ${product} WHERE ${sql}`, values };
  }

  async #parsed(sql: string, ...values: readonly Value[]): Promise<T[]> {
    const rows = await this.reader.all<{ record: string }>(sql, ...values);
    return rows.map(({ record }) => this.database.parse<T>(record, RECORD_SCHEMAS[this.table.rows]));
  }
}
