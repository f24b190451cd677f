// Which links a list shows, as a query on the table `links`.
import { linkUuid } from '../../shared/checkout-url.ts';
import type { ListQuery, PartialIndex } from './list-query.ts';
import type { Order } from './order.ts';
import { positionAt } from './position.ts';
import { type Condition, termsOf } from './search.ts';

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

export type LinkSync = 'none' | 'waiting' | 'attention';
export const SYNC: Readonly<Record<LinkSync, number>> = { none: 0, waiting: 1, attention: 2 };

/** Search and dates leave fewer links than the counted filters do. */
export const isNarrowed = ({ search, created }: LinkQuery): boolean => search !== '' || created != null;

export const COUNTED: Readonly<Record<Exclude<keyof LinkCounts, 'all'>, PartialIndex>> = {
  waiting: { name: 'links_waiting', condition: 'r.sync = 1' },
  attention: { name: 'links_attention', condition: 'r.sync = 2' },
  useOnce: { name: 'links_single_use', condition: 'r.use_once = 1' },
  sold: { name: 'links_sold', condition: 'r.sold > 0' },
};

/** The position of a link is the time in its id, which is when the seller created it. */
const positionsOf = ({ from, to }: NonNullable<LinkQuery['created']>): [number, number] => [
  from === null ? 0 : positionAt(from),
  to === null ? Number.MAX_SAFE_INTEGER : positionAt(to),
];

/** `counts`: of the query's product, or of all. */
export function listQueryOf(query: LinkQuery, counts: LinkCounts): ListQuery {
  const { search, productId, sync, useOnce, sold, created, order } = query;
  const filters: Condition[] = [];
  if (productId !== null) filters.push({ sql: 'r.product_id = ?', values: [productId] });
  // Literals, so that SQLite uses the partial indexes.
  if (sync !== 'all') filters.push({ sql: `r.sync = ${SYNC[sync]}`, values: [] });
  if (useOnce !== null) filters.push({ sql: `r.use_once = ${useOnce ? 1 : 0}`, values: [] });
  if (sold) filters.push({ sql: 'r.sold > 0', values: [] });
  return {
    // A pasted checkout address finds its link by uuid, whatever other parameters it carries.
    terms: termsOf(linkUuid(search.trim()) ?? search),
    filters,
    estimate: estimate(query, counts),
    between: created ? positionsOf(created) : undefined,
    order,
  };
}

/** Exact with one filter at most; null with several. */
function estimate({ sync, useOnce, sold }: LinkQuery, counts: LinkCounts): number | null {
  const found = [
    ...(sync === 'all' ? [] : [counts[sync]]),
    ...(useOnce === null ? [] : [useOnce ? counts.useOnce : counts.all - counts.useOnce]),
    ...(sold ? [counts.sold] : []),
  ];
  return found.length > 1 ? null : (found[0] ?? counts.all);
}
