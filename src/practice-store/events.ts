// After-sell events: their bodies, and their delivery to the seller's webhook by a real HTTP POST (section 6).
// Practice only: the document shows neither the fields of the event's body (section 6.5) nor when the service retries
// (section 6.6). This store tries once, and again on request.
import { Agent, request } from 'undici';
import { checkoutPath, type Store } from './store.ts';
import type { PaymentLink, Product, Sale } from './store-data.ts';

export const PRACTICE_ONLY =
  "Practice only: the service document does not show the fields of an after-sell event. These are the practice store's own.";

/** `off`: the webhook is switched off or was never set up (section 6.1). `body`: the first part of the answer. */
export type Delivery =
  | { readonly kind: 'answered'; readonly status: number; readonly body: string }
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'off' };

const KEPT_ANSWER = 2_048;

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

/** Describes the latest delivery of a sale's event. */
export function deliveryText({ deliveries }: Sale): string {
  const last = deliveries.at(-1);
  if (!last) return 'The event was not delivered yet';
  if (last.kind === 'off') return 'No event was sent: the after-sell webhook is off';
  if (last.kind === 'unreachable') return `The event did not arrive: ${last.reason}`;
  return `The event ${last.status === 200 ? 'arrived' : 'failed'}: the receiver answered ${last.status}`;
}

/** Delivers a sale's event to the current webhook and records the outcome. */
export async function deliverSale(store: Store, sale: Sale): Promise<void> {
  const delivery = await sendEvent(store, sale.event_body ?? '{}');
  const { kind } = delivery;
  sale.deliveries.push({
    at: new Date().toISOString(),
    kind,
    status: kind === 'answered' ? delivery.status : null,
    reason: kind === 'unreachable' ? delivery.reason : '',
  });
  await store.records.save();
}

/** A sale has arrived once a receiver has answered 200, as in the webhook test (section 4.7). */
export const hasArrived = ({ deliveries }: Sale): boolean => deliveries.some(({ status }) => status === 200);

/** POSTs an event, with the header `Webhook-Key` if there is a key. Follows no redirect; never throws. */
export async function sendEvent({ records, webhookTimeoutMs, closing }: Store, event: string): Promise<Delivery> {
  const { after_sell_webhook_url: url, after_sell_webhook_key: key, is_after_sell_webhook_on } = records.storeSettings;
  if (!is_after_sell_webhook_on || url === null) return { kind: 'off' };
  // Not the global dispatcher, which belongs to the program that runs this store.
  const dispatcher = new Agent({ pipelining: 0 });
  try {
    const answer = await request(url, {
      method: 'POST',
      dispatcher,
      signal: AbortSignal.any([closing, AbortSignal.timeout(webhookTimeoutMs)]),
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Storefront-Practice-Store',
        ...(key === null ? {} : { 'Webhook-Key': key }),
      },
      body: event,
    });
    // An answer cut off after its status still counts.
    const body = await answer.body.text().catch(() => '');
    return { kind: 'answered', status: answer.statusCode, body: body.slice(0, KEPT_ANSWER) };
  } catch (error) {
    const { name, message, code } = error as NodeJS.ErrnoException;
    const isLate = name === 'TimeoutError';
    return {
      kind: 'unreachable',
      reason: isLate ? `no answer within ${webhookTimeoutMs / 1_000} s` : message || code || name,
    };
  } finally {
    await dispatcher.destroy();
  }
}
