// Queries for the sort orders of a list: by position (newest or oldest first), by a column (price, state, a sale's product), or
// by the title of the product.
//
// Links have no title of their own. Long lists are read by the products' title index and then by the links of each product,
// newest first, so that nothing is sorted. Short lists are sorted.
import { foldText } from '../../shared/fold.ts';
import type { Value } from '../storage/database.ts';
import type { Condition } from './search.ts';

/** A table with the columns `position`, `id` and `record`, and its full-text index. */
export interface ListTable {
  readonly rows: 'links' | 'products' | 'sales';
  readonly text: 'link_search' | 'product_search' | 'sale_search';
}

export interface Order {
  readonly by: 'created' | 'title' | 'price' | 'state';
  readonly descending: boolean;
}

interface SortColumn {
  readonly column: string;
  /** An index over the column and the position. */
  readonly index: string;
  /** "Ascending" starts with the greatest value. Rows with the same value are ordered newest first. */
  readonly greatestFirst: boolean;
  /** The index has its positions descending: "ascending" orders rows with the same value newest first. */
  readonly newestFirst?: true;
}

const COLUMNS: Readonly<Record<ListTable['rows'], Partial<Readonly<Record<Order['by'], SortColumn>>>>> = {
  links: {
    price: { column: 'r.price_order', index: 'links_by_price', greatestFirst: false },
    // Needs attention, waiting, then the rest.
    state: { column: 'r.sync', index: 'links_by_sync', greatestFirst: true },
  },
  products: { state: { column: 'r.state', index: 'products_by_state', greatestFirst: true } },
  sales: {
    title: { column: 'r.product_order', index: 'sales_by_product', greatestFirst: false, newestFirst: true },
    price: { column: 'r.amount_order', index: 'sales_by_amount', greatestFirst: false, newestFirst: true },
  },
};

const columnOf = ({ rows }: ListTable, order: Order | undefined): SortColumn | undefined =>
  order && COLUMNS[rows][order.by];

export const isByColumn = (table: ListTable, order: Order | undefined): boolean => columnOf(table, order) !== undefined;

export const isByPosition = (table: ListTable, order: Order | undefined): boolean =>
  order?.by !== 'title' && !columnOf(table, order);

/** Newest first. */
export const isDefault = (order: Order | undefined): boolean =>
  order === undefined || (order.by === 'created' && order.descending);

/** A row and its sort key: `title` and `owner` (the position of its product) in title order, `rank` in column order. */
export interface Place {
  readonly position: number;
  readonly rank?: string | number;
  readonly title?: string;
  readonly owner?: number;
  readonly value: string;
}

export type Statement = [sql: string, ...values: Value[]];

/** A bound of a position. The library binds numbers as REAL; the full-text index uses only integers as bounds. */
export const INTEGER = 'CAST(? AS INTEGER)';

interface Select {
  readonly from: string;
  readonly key: string;
  readonly where: Condition;
}

/** A sort key that ignores case and accents and orders numbers by value. */
export const titleOrder = (title: string): string =>
  foldText(title)
    .trim()
    .replace(/\d+/g, (digits) => digits.padStart(12, '0'));

/** The sort key of a sale's product; after every title where that is not known. */
export const productOrder = (title: string | null): string => (title === null ? '\u{10ffff}' : titleOrder(title));

/** Rows in the order of their positions, after a place. */
export function rowsOf(
  { rows }: ListTable,
  { from, key, where }: Select,
  column: 'record' | 'id',
  isUp: boolean,
  after: Place | null,
  skip: number,
  limit: number,
): Statement {
  const [direction, beyond, start] = isUp ? ['ASC', '>', 0] : ['DESC', '<', Number.MAX_SAFE_INTEGER];
  return [
    `SELECT p.position, t.${column} AS value FROM
      (SELECT ${key} AS position FROM ${from} WHERE ${where.sql} AND ${key} ${beyond} ${INTEGER}
        ORDER BY ${key} ${direction} LIMIT ? OFFSET ?) p
      CROSS JOIN ${rows} t ON t.position = p.position ORDER BY p.position ${direction}`,
    ...where.values,
    after?.position ?? start,
    limit,
    skip,
  ];
}

function joinTitles({ rows }: ListTable, { from, where }: Select, isSorted: boolean) {
  if (rows === 'products') return { title: 'r.title_order', owner: 'r.position', from, where: where.sql };
  if (isSorted) {
    const joined = `${from} LEFT JOIN products p ON p.id = r.product_id`;
    return { title: `COALESCE(p.title_order, '')`, owner: 'COALESCE(p.position, 0)', from: joined, where: where.sql };
  }
  const walk = `products p CROSS JOIN ${from}`;
  return {
    title: 'p.title_order',
    owner: 'p.position',
    from: walk,
    where: `r.product_id = p.id AND ${where.sql}`,
  };
}

/** `isSorted`: few rows, which are found first and then sorted. */
function byRank({ rows }: ListTable, { from }: Select, by: SortColumn, order: Order | undefined, isSorted: boolean) {
  const isDown = (order?.descending ?? false) !== by.greatestFirst;
  return {
    from: isSorted ? from : from.replace(`${rows} r`, `${rows} r INDEXED BY ${by.index}`),
    values: inDirection(isDown),
    /** Of rows with the same value. */
    positions: inDirection(by.newestFirst ? !isDown : isDown),
  };
}

const inDirection = (isDown: boolean) =>
  isDown ? { direction: 'DESC', beyond: '<', before: '>' } : { direction: 'ASC', beyond: '>', before: '<' };

interface RowsInOrder {
  readonly table: ListTable;
  readonly select: Select;
  readonly order: Order | undefined;
  /** Few rows, which are sorted. */
  readonly isSorted: boolean;
  readonly value: 'record' | 'id';
  /** Null for the start of the list. */
  readonly after: Place | null;
  readonly skip: number;
  readonly limit: number;
}

function rowsByColumn(request: RowsInOrder, by: SortColumn): Statement {
  const { table, select, order, isSorted, value, after, skip, limit } = request;
  const { from, values: ranks, positions } = byRank(table, select, by, order, isSorted);
  const { column } = by;
  const { sql, values } = select.where;
  const rows = (condition: string) =>
    `SELECT r.position, ${column} AS rank, r.${value} AS value FROM ${from} WHERE ${sql} AND ${condition}
      ORDER BY ${column} ${ranks.direction}, r.position ${positions.direction}`;
  if (!after) return [`${rows('1')} LIMIT ? OFFSET ?`, ...values, limit, skip];
  // First the rest of the same value, then the next ones: of a row comparison SQLite uses the index for the first value only.
  const ends = skip + limit;
  const rank = after.rank ?? 0;
  return [
    `SELECT * FROM (${rows(`${column} = ? AND r.position ${positions.beyond} ?`)} LIMIT ?)
      UNION ALL SELECT * FROM (${rows(`${column} ${ranks.beyond} ?`)} LIMIT ?) LIMIT ? OFFSET ?`,
    ...[...values, rank, after.position, ends],
    ...[...values, rank, ends],
    ...[limit, skip],
  ];
}

export function rowsInOrder(asked: RowsInOrder): Statement {
  const by = columnOf(asked.table, asked.order);
  return by ? rowsByColumn(asked, by) : rowsByTitle(asked);
}

function rowsByTitle({ table, select, order, isSorted, value, after, skip, limit }: RowsInOrder): Statement {
  const { title, owner, from, where } = joinTitles(table, select, isSorted);
  const [direction, beyond] = order?.descending ? ['DESC', '<'] : ['ASC', '>'];
  const rows = (condition: string) =>
    `SELECT r.position, ${title} AS title, ${owner} AS owner, r.${value} AS value FROM ${from}
      WHERE ${where} AND ${condition} ORDER BY ${title} ${direction}, ${owner} ${direction}, r.position DESC`;
  const { values } = select.where;
  if (!after) return [`${rows('1')} LIMIT ? OFFSET ?`, ...values, limit, skip];
  // First the rest of the same product, then the next products: a single condition could not use the index.
  const ends = skip + limit;
  return [
    `SELECT * FROM (${rows(`${owner} = ? AND r.position < ?`)} LIMIT ?)
      UNION ALL SELECT * FROM (${rows(`(${title}, ${owner}) ${beyond} (?, ?)`)} LIMIT ?) LIMIT ? OFFSET ?`,
    ...[...values, after.owner ?? 0, after.position, ends],
    ...[...values, after.title ?? '', after.owner ?? 0, ends],
    ...[limit, skip],
  ];
}

/** Counts the rows before a place in title or column order, as numbers to add up. */
export function placeSelect(
  table: ListTable,
  select: Select,
  order: Order | undefined,
  at: Place,
  isSorted: boolean,
): Statement {
  const by = columnOf(table, order);
  if (by) {
    const { from, values: ranks, positions } = byRank(table, select, by, order, isSorted);
    const { sql, values } = select.where;
    const count = (condition: string) => `SELECT count(*) AS rows FROM ${from} WHERE ${sql} AND ${condition}`;
    const rank = at.rank ?? 0;
    return [
      `${count(`${by.column} = ? AND r.position ${positions.before} ?`)}
        UNION ALL ${count(`${by.column} ${ranks.before} ?`)}`,
      ...[...values, rank, at.position],
      ...[...values, rank],
    ];
  }
  const { title, owner, from, where } = joinTitles(table, select, isSorted);
  const count = (condition: string) => `SELECT count(*) AS rows FROM ${from} WHERE ${where} AND ${condition}`;
  const { values } = select.where;
  return [
    `${count(`${owner} = ? AND r.position > ?`)}
      UNION ALL ${count(`(${title}, ${owner}) ${order?.descending ? '>' : '<'} (?, ?)`)}`,
    ...[...values, at.owner ?? 0, at.position],
    ...[...values, at.title ?? '', at.owner ?? 0],
  ];
}
