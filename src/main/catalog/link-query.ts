// Which links a list shows and in which order, as a query on the table `links`.
import { linkUuid } from '../../shared/checkout-url.ts';
import { firstIdAt } from '../storage/stamp.ts';
import { amongIds, conditions, type ListQuery, type Order } from './list.ts';
import { and, type Condition, termsOf } from './search.ts';

export interface LinkQuery {
  readonly search: string;
  readonly productId: string | null;
  readonly sync: 'all' | 'waiting' | 'attention';
  readonly useOnce: boolean | null;
  readonly sold: boolean;
  /** `from` is inclusive, `to` exclusive, in ms since 1970; null for no bound. */
  readonly created?: { readonly from: number | null; readonly to: number | null } | null | undefined;
  /** Default: newest first. */
  readonly order?: Order | undefined;
}

/** The number of links behind each filter. */
export type LinkCounts = Readonly<Record<'all' | 'waiting' | 'attention' | 'useOnce' | 'sold', number>>;

/** Ids of links with changes in the outbox. `attention`: one of them needs the seller; `waiting`: none does. */
export interface OpenLinks {
  readonly waiting: readonly string[];
  readonly attention: readonly string[];
}

export const NONE_OPEN: OpenLinks = { waiting: [], attention: [] };

const ID = { sql: 'r.id' } as const;
const NOT_ONCE: Condition = { sql: 'r.use_once = 0', values: [] };

const filtersOf = ({ waiting, attention }: OpenLinks) => {
  const inQueue = amongIds('r.id', waiting);
  return {
    // A change in the outbox or in a batch.
    waiting: { sql: `(${inQueue.sql} OR r.id IN (SELECT link_id FROM staged))`, values: inQueue.values },
    attention: amongIds('r.id', attention),
    useOnce: { sql: 'r.use_once = 1', values: [] },
    sold: { sql: 'r.sold > 0', values: [] },
  } satisfies Record<string, Condition>;
};

/** The order by state: needs attention, waiting, all others. */
function keysOf({ attention, waiting }: ReturnType<typeof filtersOf>): ListQuery['keys'] {
  const state = `CASE WHEN ${attention.sql} THEN 0 WHEN ${waiting.sql} THEN 1 ELSE 2 END`;
  return {
    created: [ID],
    title: [{ sql: 'p.title_order' }, { sql: 'p.rowid' }, { ...ID, alwaysDown: true }],
    price: [{ sql: 'r.price_order' }, ID],
    state: [
      { sql: state, values: [...attention.values, ...waiting.values] },
      { ...ID, reversed: true },
    ],
  };
}

/** `list` lacks the conditions of the `chosen` filters, so that the count of every filter covers the whole search. */
function queryOf({ search, productId, created, sync, useOnce, sold, order }: LinkQuery, open: OpenLinks) {
  const filters = filtersOf(open);
  const { from = null, to = null } = created ?? {};
  // An id begins with the time at which the seller created the link.
  const firstId = (time: number | null) => (time === null ? null : firstIdAt(time));
  const list: ListQuery = {
    // A pasted checkout address finds its link by uuid, whatever its other parameters are.
    terms: termsOf(linkUuid(search.trim()) ?? search),
    filters: conditions(['r.product_id = ?', productId], ['r.id >= ?', firstId(from)], ['r.id < ?', firstId(to)]),
    keys: keysOf(filters),
    order,
  };
  const chosen: Condition[] = [
    ...(sync === 'all' ? [] : [filters[sync]]),
    ...(useOnce === null ? [] : [useOnce ? filters.useOnce : NOT_ONCE]),
    ...(sold ? [filters.sold] : []),
  ];
  return { list, chosen, filters };
}

export function listQueryOf(query: LinkQuery, openLinks: () => OpenLinks): ListQuery {
  // Only a filter or an order by state needs the outbox.
  const isByState = query.sync !== 'all' || query.order?.by === 'state';
  const { list, chosen } = queryOf(query, isByState ? openLinks() : NONE_OPEN);
  return { ...list, filters: [...list.filters, ...chosen], isNarrow: query.sync !== 'all' };
}

/** Columns that count the rows of the list (`total`), and the rows of the search behind each filter. */
export function countsOf(query: LinkQuery, open: OpenLinks) {
  const { list, chosen, filters } = queryOf(query, open);
  const counted: Record<string, Condition> = { total: and(chosen), all: and([]), ...filters };
  const columns = Object.entries(counted).map(([name, { sql, values }]) => ({
    sql: `count(*) FILTER (WHERE ${sql}) AS "${name}"`,
    values,
  }));
  return { list, columns };
}
