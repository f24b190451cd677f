// Builds the FROM and WHERE of a list's queries.
import { INTEGER, isDefault, type ListTable, type Order } from './order.ts';
import { and, type Condition, inFullText, inRows, type Part } from './search.ts';

/** The rows of a list: conditions on the table under the alias `r`, and search terms. */
export interface ListQuery {
  readonly terms: readonly string[];
  readonly filters: readonly Condition[];
  /** About how many rows pass the filters; null where unknown. Few rows are searched one by one. */
  readonly estimate: number | null;
  /** Only rows after the first and up to the second position. */
  readonly between?: readonly [number, number] | undefined;
  /** Default: newest first; in a search, whole-line matches before all others. */
  readonly order?: Order | undefined;
}

/** With at most this many rows behind the filters, the filters are applied before the search. */
const FILTER_FIRST_LIMIT = 2_000;

/** `key`: the column with the position. */
export interface Select {
  readonly from: string;
  readonly key: string;
  readonly where: Condition;
}

const LISTED: Condition = { sql: 'r.is_deleted = 0', values: [] };

export const isFilterFirst = ({ estimate }: ListQuery): boolean => estimate !== null && estimate <= FILTER_FIRST_LIMIT;

export const partsOf = ({ terms, order }: ListQuery): readonly Part[] =>
  terms.length === 0 || !isDefault(order) ? ['all'] : ['whole', 'rest'];

export function selectOf({ rows, text }: ListTable, query: ListQuery, part: Part): Select {
  const { terms, filters, between } = query;
  const select = (from: string, key: string, ...conditions: readonly Condition[]): Select => ({
    from,
    key,
    where: and([...conditions, ...within(key, between)]),
  });
  if (terms.length === 0) return select(`${rows} r`, 'r.position', LISTED, ...filters);
  const inText = inFullText(text, terms, part);
  // Only listed rows have a text, so without filters the table itself is not needed.
  if (filters.length === 0) return select(text, `${text}.rowid`, inText);
  if (isFilterFirst(query)) {
    const from = `${rows} r CROSS JOIN ${text} ON ${text}.rowid = r.position`;
    return select(from, 'r.position', LISTED, ...filters, inRows(text, terms, part));
  }
  return select(`${text} CROSS JOIN ${rows} r ON r.position = ${text}.rowid`, `${text}.rowid`, inText, ...filters);
}

/** An index of the listed rows that fulfil a condition on `r`. */
export interface PartialIndex {
  readonly name: string;
  readonly condition: string;
}

/**
 * Counts the positions that `found` selects (`all`), and how many of them are in each index. Reads indexes only, because the
 * rows are large. The bounds of the positions are bound once for `found`, then once for each index.
 */
export function tallySelect(
  { rows }: ListTable,
  found: string,
  indexes: Readonly<Record<string, PartialIndex>>,
): string {
  const counts = Object.entries(indexes).map(
    ([as, { name, condition }]) =>
      `(SELECT count(*) FROM ${rows} r INDEXED BY ${name} WHERE ${LISTED.sql} AND ${condition}
        AND r.position > ? AND r.position <= ? AND r.position IN (SELECT position FROM found)) AS "${as}"`,
  );
  return `WITH found(position) AS MATERIALIZED (${found})
    SELECT ${['(SELECT count(*) FROM found) AS "all"', ...counts].join(', ')}`;
}

/** All rows, with the table `r`, found by the full-text index. */
export const selectWithRows = (table: ListTable, query: ListQuery): Select =>
  selectOf(table, { ...query, filters: [LISTED, ...query.filters] }, 'all');

/** All rows, with the table `r`; the terms are searched in each row, so that any index can set the order. */
export function selectByRow(table: ListTable, query: ListQuery): Select {
  const { rows, text } = table;
  const { terms, filters, between } = query;
  if (terms.length === 0) return selectOf(table, query, 'all');
  return {
    from: `${rows} r CROSS JOIN ${text} ON ${text}.rowid = r.position`,
    key: 'r.position',
    where: and([LISTED, ...filters, inRows(text, terms, 'all'), ...within('r.position', between)]),
  };
}

const within = (key: string, between: ListQuery['between']): Condition[] =>
  between ? [{ sql: `${key} > ${INTEGER} AND ${key} <= ${INTEGER}`, values: between }] : [];
