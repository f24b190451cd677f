// Which links a list shows, as a query on the table `links`.
import { linkUuid } from '../../shared/checkout-url.ts';
import { firstIdAt } from '../storage/stamp.ts';
import { amongIds, type ListQuery, type ListTable, type Order } from './list-query.ts';
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
export interface LinkCounts {
  readonly all: number;
  readonly waiting: number;
  readonly attention: number;
  readonly useOnce: number;
  readonly sold: number;
}

/** Ids of the links with changes in the outbox: those with one that needs the seller, and the others. */
export interface OpenLinks {
  readonly waiting: readonly string[];
  readonly attention: readonly string[];
}
/** With a change that waits: in the outbox, or in a batch. */
const isWaiting = ({ waiting }: OpenLinks): Condition => {
  const { sql, values } = amongIds('r.id', waiting);
  return { sql: `(${sql} OR r.id IN (SELECT link_id FROM staged))`, values };
};

export const NONE_OPEN: OpenLinks = { waiting: [], attention: [] };

const ID = { sql: 'r.id' } as const;

/** `open` for the order by state: needs attention, waiting, then the rest. */
export const linkTable = (open: OpenLinks): ListTable => {
  const [needs, waits] = [amongIds('r.id', open.attention), isWaiting(open)];
  return {
    rows: 'links',
    text: 'link_search',
    keepsDeleted: true,
    byArrival: true,
    titleOfProduct: true,
    keys: {
      created: [ID],
      title: [{ sql: 'p.title_order' }, { sql: 'p.rowid' }, { ...ID, alwaysDown: true }],
      price: [{ sql: 'r.price_order' }, ID],
      state: [
        {
          sql: `CASE WHEN ${needs.sql} THEN 0 WHEN ${waits.sql} THEN 1 ELSE 2 END`,
          values: [...needs.values, ...waits.values],
        },
        { ...ID, reversed: true },
      ],
    },
  };
};

const ONCE: Condition = { sql: 'r.use_once = 1', values: [] };
const NOT_ONCE: Condition = { sql: 'r.use_once = 0', values: [] };
const SOLD: Condition = { sql: 'r.sold > 0', values: [] };

/** The filters of the buttons above the list, which show a count each. */
function countedFilters({ sync, useOnce, sold }: LinkQuery, open: OpenLinks): Condition[] {
  return [
    ...(sync === 'waiting' ? [isWaiting(open)] : []),
    ...(sync === 'attention' ? [amongIds('r.id', open.attention)] : []),
    ...(useOnce === null ? [] : [useOnce ? ONCE : NOT_ONCE]),
    ...(sold ? [SOLD] : []),
  ];
}

/** What is searched, before the counted filters. */
function searched({ search, productId, created }: LinkQuery): ListQuery {
  const { from = null, to = null } = created ?? {};
  return {
    // A pasted checkout address finds its link by uuid, whatever other parameters it carries.
    terms: termsOf(linkUuid(search.trim()) ?? search),
    filters: [
      ...(productId === null ? [] : [{ sql: 'r.product_id = ?', values: [productId] }]),
      // The id begins with the time at which the seller created the link.
      ...(from === null ? [] : [{ sql: 'r.id >= ?', values: [firstIdAt(from)] }]),
      ...(to === null ? [] : [{ sql: 'r.id < ?', values: [firstIdAt(to)] }]),
    ],
  };
}

export function listQueryOf(query: LinkQuery, open: OpenLinks): ListQuery {
  const { terms, filters } = searched(query);
  const all = [...filters, ...countedFilters(query, open)];
  return { terms, filters: all, isNarrow: query.sync !== 'all', order: query.order };
}

/** Counts the rows of the list (`total`), and how many of what is searched each filter would show. */
export const countsOf = (query: LinkQuery, open: OpenLinks) => ({
  query: searched(query),
  conditions: {
    total: and(countedFilters(query, open)),
    waiting: isWaiting(open),
    attention: amongIds('r.id', open.attention),
    useOnce: ONCE,
    sold: SOLD,
  },
});
