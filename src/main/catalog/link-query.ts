// Which links a list shows and in which order, as a query on the table `links`.
import { linkUuid } from '../../shared/checkout-url.ts';
import type { Output, ParsedInput } from '../../shared/contract.ts';
import { firstIdAt } from '../storage/stamp.ts';
import { amongIds, conditions, directionOf, type ListQuery, NEWEST_FIRST } from './list.ts';
import { and, type Condition, plain, termsOf } from './search.ts';

export type LinkQuery = ParsedInput<'links.count'>;
/** The number of links behind each filter. */
export type LinkCounts = Output<'links.count'>['counts'];

/** Ids of links with changes in the outbox or a held creation. `attention`: one of these needs the seller; `waiting`: none. */
export interface OpenLinks {
  readonly waiting: readonly string[];
  readonly attention: readonly string[];
}

export const NONE_OPEN: OpenLinks = { waiting: [], attention: [] };

/** A batch is accepted as a whole, so until then its links are not listed. */
export const ACCEPTED = plain(`r.id NOT IN (SELECT link_id FROM staged WHERE kind = 'create'
  AND batch_id IN (SELECT id FROM batches WHERE state = 'loading'))`);

/** `list` lacks the `chosen` filters, so that the count of every filter covers the whole search. */
export function linkQueryOf(query: LinkQuery, open: OpenLinks, own: readonly string[]) {
  const { search, productId, created, sync, useOnce, sold, order = NEWEST_FIRST } = query;
  const queued = amongIds('r.id', open.waiting);
  const filters: Readonly<Record<keyof LinkCounts, Condition>> = {
    all: and([]),
    // A change in the outbox or in a batch.
    waiting: { sql: `(${queued.sql} OR r.id IN (SELECT link_id FROM staged))`, values: queued.values },
    attention: amongIds('r.id', open.attention),
    useOnce: plain('r.use_once = 1'),
    sold: plain("r.id IN (SELECT link_id FROM sales WHERE state = 'counted')"),
  };
  const chosen = and([
    filters[sync],
    ...conditions(['r.use_once = ?', useOnce === null ? null : Number(useOnce)]),
    ...(sold ? [filters.sold] : []),
  ]);
  // A pasted checkout address finds its link by the uuid alone, so other parameters do not matter.
  const terms = termsOf(linkUuid(search.trim()) ?? search, own);
  const { from = null, to = null } = created ?? {};
  // An id begins with the time at which the seller created the link.
  const firstId = (time: number | null) => (time === null ? null : firstIdAt(time));
  const way = directionOf(order);
  const orders: Readonly<Record<typeof order.by, string>> = {
    // The full-text index returns rows in the order of insertion, so a search need not sort them.
    created: `${terms.length > 0 ? 'link_search.rowid' : 'r.id'} ${way}`,
    title: `p.title_order ${way}, p.rowid ${way}, r.id DESC`,
    price: `r.price_order ${way}, r.id ${way}`,
  };
  const list: ListQuery = {
    terms,
    filters: [
      ACCEPTED,
      ...conditions(['r.product_id = ?', productId], ['r.id >= ?', firstId(from)], ['r.id < ?', firstId(to)]),
    ],
    order: orders[order.by],
    isByProduct: order.by === 'title',
  };
  return { list, chosen, filters };
}
