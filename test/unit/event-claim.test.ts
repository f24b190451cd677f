// What an event says of itself where it is not a sale: whole words in few fields; everything else stays a sale.
import { describe, expect, it } from 'vitest';
import { claimOf } from '../../src/main/catalog/event-claim.ts';

describe('an event says that it is not a sale', () => {
  it.each([
    [{ event: 'refund' }, 'refund'],
    [{ event: ' sale.refunded ' }, 'sale.refunded'],
    [{ event: 'payment.failed' }, 'payment.failed'],
    [{ event: 'order.cancelled' }, 'order.cancelled'],
    [{ event_type: 'charge.refund.updated' }, 'charge.refund.updated'],
    [{ type: 'orderCanceled' }, 'orderCanceled'],
    [{ type: 'failed_payment' }, 'failed_payment'],
    [{ type: 'CHARGEBACK' }, 'CHARGEBACK'],
    [{ event: 'after_sell', status: 'refunded' }, 'refunded'],
    [{ status: 'Partially refunded' }, 'Partially refunded'],
    [{ status: 'failed' }, 'failed'],
    [{ status: 'cancelled' }, 'cancelled'],
    [{ event: 'webhook.test' }, 'webhook.test'],
    [{ event: 'after_sell', is_test: true }, 'is_test'],
    [{ event: 'after_sell', test: true }, 'test'],
    [{ event: 'after_sell', livemode: false }, 'livemode=false'],
  ])('%j', (event, said) => {
    expect(claimOf(event)).toBe(said);
  });
});

describe('an event stays a sale', () => {
  it.each([
    [{}],
    [{ event: 'after_sell' }],
    [{ event: 'sale' }],
    [{ event: 'payment.succeeded', status: 'paid' }],
    [{ status: 'pending' }],
    [{ event: 'after_sell', refundable: false, refunded: false, is_test: false, test: false, livemode: true }],
    [{ status: 'non-refundable' }],
    [{ status: 'not_refunded' }],
    [{ status: 'not refunded' }],
    [{ type: 'Refund guide' }],
    [{ type: 'refund-guide' }],
    [{ event: 'Refund guide webinar' }],
    [{ type: 'CustomService', product: { product_title: 'Refund guide', status: 'cancelled' } }],
    [{ metadata: { event: 'refund', status: 'failed' } }],
    [{ event: { type: 'refund' } }],
    [{ event: 'latest' }],
    [{ type: 'contest' }],
    [{ status: 1 }],
    [{ event: `${'x'.repeat(100)}.refund` }],
    [{ is_test: 'true' }],
    [{ test: 'A/B' }],
  ])('%j', (event) => {
    expect(claimOf(event)).toBeNull();
  });
});
