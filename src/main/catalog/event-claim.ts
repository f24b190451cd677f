// What an event says of itself where it is not a sale: refunds, failed payments, tests. The document shows no field of an event (section
// 6.5), so only whole words in few fields count, and everything else stays a sale.
import type { EventBody } from './event-body.ts';

/** Longer values are texts about something, not names of events. */
const MOST_CHARACTERS = 60;

const NO_SALE = new Set(
  [
    ['refund', 'refunds', 'refunded', 'chargeback', 'dispute', 'disputed', 'reversed', 'reversal'],
    ['failed', 'failure', 'declined', 'denied', 'rejected', 'expired', 'abandoned'],
    ['cancel', 'cancelled', 'canceled', 'cancellation', 'void', 'voided', 'test'],
  ].flat(),
);

/** They may follow such a word: "refund.created", "failed_payment". */
const AFTERWARDS = new Set(
  [
    [
      'created',
      'updated',
      'completed',
      'succeeded',
      'success',
      'failed',
      'pending',
      'processed',
      'issued',
      'requested',
    ],
    ['opened', 'closed', 'won', 'lost', 'approved', 'accepted', 'received', 'partial', 'partially', 'full', 'fully'],
    [
      'sale',
      'order',
      'payment',
      'charge',
      'transaction',
      'purchase',
      'checkout',
      'subscription',
      'event',
      'webhook',
      'mode',
    ],
  ].flat(),
);

const NEGATION = new Set(['no', 'not', 'non', 'never', 'without']);

/** The word with which the event says that it is not a sale, as it has it; null where it does not say so. */
export function claimOf(event: EventBody): string | null {
  for (const name of ['event', 'event_type', 'type']) {
    const value = event[name];
    // A text with blanks may be the title of what was sold.
    if (typeof value === 'string' && !/\s/.test(value.trim()) && saysNoSale(value)) return value.trim();
  }
  if (typeof event.status === 'string' && saysNoSale(event.status)) return event.status.trim();
  for (const name of ['is_test', 'test']) if (event[name] === true) return name;
  return event.livemode === false ? `livemode=${event.livemode}` : null;
}

/** Of a claim: it may be the service's test event. */
export const isTestClaim = (claim: string): boolean => /test|livemode/i.test(claim);

function saysNoSale(value: string): boolean {
  if (value.length > MOST_CHARACTERS) return false;
  const words = value
    .trim()
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  const at = words.findIndex((word) => NO_SALE.has(word));
  if (at < 0 || words.some((word) => NEGATION.has(word))) return false;
  return words.slice(at + 1).every((word) => word === '' || NO_SALE.has(word) || AFTERWARDS.has(word));
}
