// The view models of sales, from their records and their links.
import { linkUuid } from '../../shared/checkout-url.ts';
import { indentIfJson } from '../../shared/indent-json.ts';
import type { Sale, SaleRow } from '../../shared/sale.ts';
import { saleState } from '../catalog/merge-sale.ts';
import { SALE_TIMES, type SaleRecord } from '../catalog/records.ts';
import { amountOf } from '../catalog/sale-text.ts';
import type { StoreContext } from '../store-context.ts';
import { titleOfProduct } from '../sync/views.ts';

export function saleRow(store: StoreContext, sale: SaleRecord): SaleRow {
  const { id, at, linkId, event, times } = sale;
  const link = linkId === null ? undefined : store.catalog.links.get(linkId);
  const amount = amountOf(sale, link);
  return {
    id,
    at,
    state: saleState(sale),
    product: event.product ?? (link ? titleOfProduct(store, link.productId) : null),
    productId: store.catalog.sales.productOf(sale),
    linkId: link?.deletedAt === null ? link.id : null,
    linkUuid: link?.paymentLink ? linkUuid(link.paymentLink) : null,
    amount,
    isPriceOfLink: amount !== null && !event.amount,
    metadata: event.metadata,
    deliveries: { count: times.length, isLeast: times.length === SALE_TIMES, lastAt: times.at(-1) ?? at },
  };
}

export function getSale(store: StoreContext, id: string): Sale | null {
  const sale = store.catalog.sales.get(id);
  if (!sale) return null;
  const row = saleRow(store, sale);
  const { event, foundBy, linkId } = sale;
  return {
    ...row,
    link: row.linkId !== null ? 'known' : linkId !== null ? 'deleted' : linkNamedBy(store, sale),
    foundBy,
    eventId: event.eventId,
    body: indentIfJson(event.body),
    isCut: event.isCut,
  };
}

/** Why a sale has no link. */
function linkNamedBy({ catalog }: StoreContext, { event: { names } }: SaleRecord): 'unknown' | 'several' | 'none' {
  if (names.uuids.length === 0 && names.metadata === null) return 'none';
  return catalog.sales.match(names).kind === 'ambiguous' ? 'several' : 'unknown';
}
