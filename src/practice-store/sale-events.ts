// Sales and their after-sell events: the body of an event, its delivery, and its redelivery after a failure.
//
// Practice only: the document shows neither the fields of the event's body (section 6.5) nor when the service retries
// (section 6.6). This store tries once, and again on request.

import { checkoutPath, type Store, sendEvent } from './store.ts';
import type { PaymentLink, Product, Sale } from './store-data.ts';

export const PRACTICE_ONLY =
  "Practice only: the service document does not show the fields of an after-sell event. These are the practice store's own.";

/** The body of a sale's event, as JSON. It is kept with the sale, so that a later delivery is the same to the byte. */
export function saleEvent(store: Store, sale: Sale, product: Product, link: PaymentLink | undefined): string {
  return JSON.stringify({
    event: 'after_sell',
    practice_only: PRACTICE_ONLY,
    created_at: sale.created_at,
    sale_id: sale.id,
    product: { id: product.id, product_number: product.product_number, product_title: product.product_title },
    payment_link: link ? store.baseUrl() + checkoutPath(product, link) : null,
    price: sale.price,
    // Section 6.3: the metadata given at the creation of the link.
    metadata: Object.fromEntries(link?.metadata ?? []),
    fields: Object.fromEntries(sale.fields),
  });
}

/** Delivers a sale's event to the webhook as it is set up now, and records the outcome. */
export async function deliverSale(store: Store, sale: Sale): Promise<Awaited<ReturnType<typeof sendEvent>>> {
  const delivery = await sendEvent(store, sale.event_body ?? '{}');
  const at = new Date().toISOString();
  store.records.addDelivery(
    sale.id,
    delivery.kind === 'answered'
      ? { at, kind: 'answered', status: delivery.status, reason: '' }
      : { at, kind: delivery.kind, status: null, reason: delivery.kind === 'unreachable' ? delivery.reason : '' },
  );
  await store.records.save();
  return delivery;
}

/** A sale has arrived once a receiver answered 200, as the webhook test counts it (section 4.7). */
export const hasArrived = ({ deliveries }: Sale): boolean => deliveries.some(({ status }) => status === 200);
