// Builds the queries of a list: a page of it, its ids in order, and how many rows it has.
//
// A search reads the full-text index, which returns rows by their row ids, that is, in the order in which they arrived. Few rows
// that a filter leaves are searched one by one instead.
import { foldText } from '../../shared/fold.ts';
import type { Value } from '../storage/database.ts';
import { and, type Condition, inFullText, inRows } from './search.ts';

export interface Order {
  readonly by: 'created' | 'title' | 'price' | 'state';
  readonly descending: boolean;
}

/** A part of a sort key, as an expression on `r`, or on `p` for the product of a link. */
interface SortKey extends Partial<Pick<Condition, 'values'>> {
  readonly sql: string;
  /** Ascending when the list is descending. */
  readonly reversed?: true;
  /** Descending in both directions. */
  readonly alwaysDown?: true;
}

/** A table with the columns `id` and `record`; its full-text index has the same row ids. */
export interface ListTable {
  readonly rows: 'links' | 'products' | 'sales';
  readonly text: 'link_search' | 'product_search' | 'sale_search';
  /** It has a column `is_deleted`; no row is ever deleted otherwise. */
  readonly keepsDeleted: boolean;
  /** A search orders rows by arrival instead of by age. */
  readonly byArrival: boolean;
  readonly keys: Readonly<Record<Order['by'], readonly SortKey[]>>;
  /** "title" is the title of the product. */
  readonly titleOfProduct?: true;
}

/** The rows of a list: conditions on the table under the alias `r`, and search terms. */
export interface ListQuery {
  readonly terms: readonly string[];
  readonly filters: readonly Condition[];
  /** The filters leave few rows, and an index finds them. */
  readonly isNarrow?: boolean;
  /** Default: newest first. */
  readonly order?: Order | undefined;
}

export type Statement = [sql: string, ...values: Value[]];

/** The ids in a JSON array, as an SQL list. */
export const amongIds = (column: string, ids: readonly string[]): Condition => ({
  sql: `${column} IN (SELECT value FROM json_each(?))`,
  values: [JSON.stringify(ids)],
});

/** The listed rows of a table. */
export const listed = ({ keepsDeleted }: ListTable, alias: string): Condition[] =>
  keepsDeleted ? [{ sql: `${alias}.is_deleted = 0`, values: [] }] : [];

const NEWEST_FIRST: Order = { by: 'created', descending: true };

export const isDefault = (order: Order = NEWEST_FIRST): boolean => order.by === 'created' && order.descending;

interface Select {
  readonly from: string;
  readonly where: Condition;
  readonly orderBy: Condition;
}

function selectOf(table: ListTable, query: ListQuery): Select {
  const { rows, text } = table;
  const { terms, filters, isNarrow, order = NEWEST_FIRST } = query;
  const orderBy = orderOf(table, order, terms.length > 0);
  const isByTitle = table.titleOfProduct && order.by === 'title';
  if (terms.length === 0) {
    // By the titles' index, and then by the links of each product, so that nothing is sorted.
    const from = isByTitle ? `products p CROSS JOIN ${rows} r ON r.product_id = p.id` : `${rows} r`;
    return { from, where: and([...listed(table, 'r'), ...filters]), orderBy };
  }
  const join = isByTitle ? ' LEFT JOIN products p ON p.id = r.product_id' : '';
  if (isNarrow) {
    const from = `${rows} r CROSS JOIN ${text} ON ${text}.rowid = r.rowid${join}`;
    return { from, where: and([...listed(table, 'r'), ...filters, inRows(text, terms)]), orderBy };
  }
  const from = `${text} CROSS JOIN ${rows} r ON r.rowid = ${text}.rowid${join}`;
  return { from, where: and([inFullText(text, terms), ...filters]), orderBy };
}

function orderOf({ keys, text, byArrival }: ListTable, { by, descending }: Order, isSearch: boolean): Condition {
  const parts: readonly SortKey[] = by === 'created' && isSearch && byArrival ? [{ sql: `${text}.rowid` }] : keys[by];
  const directed = parts.map(({ sql, reversed = false, alwaysDown = false }) => {
    const isDown = alwaysDown || descending !== reversed;
    return `${sql} ${isDown ? 'DESC' : 'ASC'}`;
  });
  return { sql: directed.join(', '), values: parts.flatMap(({ values = [] }) => values) };
}

/** The records of a page. */
export function pageSelect(table: ListTable, query: ListQuery, offset: number, limit: number): Statement {
  const { from, where, orderBy } = selectOf(table, query);
  return [
    `SELECT t.record FROM (SELECT r.rowid AS at FROM ${from} WHERE ${where.sql} ORDER BY ${orderBy.sql} LIMIT ? OFFSET ?) page
      CROSS JOIN ${table.rows} t ON t.rowid = page.at`,
    ...where.values,
    ...orderBy.values,
    limit,
    offset,
  ];
}

/** `ids`: all of them in the order of the list, as one JSON array. */
export function idsSelect(table: ListTable, query: ListQuery): Statement {
  const { from, where, orderBy } = selectOf(table, query);
  return [
    `SELECT json_group_array(id) AS ids FROM (SELECT r.id FROM ${from} WHERE ${where.sql} ORDER BY ${orderBy.sql})`,
    ...where.values,
    ...orderBy.values,
  ];
}

/** How many rows there are (`rows`), and how many of them fulfil each condition, in one pass. */
export function tallySelect(
  table: ListTable,
  query: ListQuery,
  conditions: Readonly<Record<string, Condition>> = {},
): Statement {
  const { from, where } = selectOf(table, { ...query, order: NEWEST_FIRST });
  const counts = Object.entries(conditions).map(([name, { sql }]) => `count(*) FILTER (WHERE ${sql}) AS "${name}"`);
  return [
    `SELECT ${['count(*) AS rows', ...counts].join(', ')} FROM ${from} WHERE ${where.sql}`,
    ...Object.values(conditions).flatMap(({ values }) => values),
    ...where.values,
  ];
}

/** The FROM and WHERE of a query that sums up the rows of a list. */
export function rowsSelect(table: ListTable, query: ListQuery): { readonly from: string; readonly where: Condition } {
  return selectOf(table, { ...query, order: NEWEST_FIRST });
}

/** A sort key that ignores case and accents and orders numbers by value. */
export const titleOrder = (title: string): string =>
  foldText(title)
    .trim()
    .replace(/\d+/g, (digits) => digits.padStart(12, '0'));
