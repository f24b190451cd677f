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

/** Ids of the links with changes in the outbox: those with one that needs the seller, and the others. */
export interface OpenLinks {
  readonly waiting: readonly string[];
  readonly attention: readonly string[];
}

export const NONE_OPEN: OpenLinks = { waiting: [], attention: [] };

const ID = { sql: 'r.id' } as const;
const NOT_ONCE: Condition = { sql: 'r.use_once = 0', values: [] };

/** The filters that the list shows a count for. */
const filtersOf = ({ waiting, attention }: OpenLinks) => {
  const inQueue = amongIds('r.id', waiting);
  return {
    // With a change in the outbox or in a batch.
    waiting: { sql: `(${inQueue.sql} OR r.id IN (SELECT link_id FROM staged))`, values: inQueue.values },
    attention: amongIds('r.id', attention),
    useOnce: { sql: 'r.use_once = 1', values: [] },
    sold: { sql: 'r.sold > 0', values: [] },
  } satisfies Record<string, Condition>;
};

/** By state: needs attention, waiting, then the rest. */
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

/** The list, without the conditions of `chosen`: the filters that the list shows a count for. */
function queryOf({ search, productId, created, sync, useOnce, sold, order }: LinkQuery, open: OpenLinks) {
  const filters = filtersOf(open);
  const { from = null, to = null } = created ?? {};
  // The id begins with the time at which the seller created the link.
  const firstId = (time: number | null) => (time === null ? null : firstIdAt(time));
  const list: ListQuery = {
    // A pasted checkout address finds its link by uuid, whatever other parameters it carries.
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
  // The outbox is asked only by what shows its state.
  const isByState = query.sync !== 'all' || query.order?.by === 'state';
  const { list, chosen } = queryOf(query, isByState ? openLinks() : NONE_OPEN);
  return { ...list, filters: [...list.filters, ...chosen], isNarrow: query.sync !== 'all' };
}

/** Sums of what is searched: the rows of the list (`total`), and how many each filter would show. */
export function countsOf(query: LinkQuery, open: OpenLinks) {
  const { list, chosen, filters } = queryOf(query, open);
  const counted: Record<string, Condition> = { total: and(chosen), all: and([]), ...filters };
  const columns = Object.entries(counted).map(([name, { sql, values }]) => ({
    sql: `count(*) FILTER (WHERE ${sql}) AS "${name}"`,
    values,
  }));
  return { list, columns };
}
