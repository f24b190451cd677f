// Merges two records of the same sale: pure, commutative, associative and idempotent.
import type { SaleState } from '../../shared/sale.ts';
import { least as leastOf } from './merge-record.ts';
import { SALE_TIMES, type SaleRecord, type SoldEvent } from './records.ts';

/** `isRepeat`: it may be another delivery of an earlier sale. */
export function saleState({ verified, override, event }: SaleRecord, isRepeat = false): SaleState {
  if (override?.isSale) return 'counted';
  // The seller's "not a sale" holds only while the sale is as verified as it was then.
  if (override?.isSale === false && override.wasVerified === verified) return 'ignored';
  if (!verified) return 'unverified';
  if (!event.isReadable) return 'unreadable';
  return isRepeat ? 'repeat' : 'counted';
}

/**
 * A verified sale stays verified, and the seller's later word counts. What is shown is taken from a verified delivery before any other,
 * and from the earliest.
 */
export function mergeSale(a: SaleRecord, b: SaleRecord): SaleRecord {
  const times = timesOf(a.times, b.times);
  const override = least([a.override, b.override], ({ at, ...said }) => [-at, JSON.stringify(said)]);
  return {
    id: a.id,
    linkId: least([a.linkId ?? undefined, b.linkId ?? undefined], (id) => [id]) ?? null,
    at: Math.min(a.at, b.at),
    verified: a.verified || b.verified,
    ...(override && { override }),
    times,
    event: least([a.event, b.event], eventRank) ?? a.event,
  };
}

/** The first and the newest times, each once. */
function timesOf(some: readonly number[], others: readonly number[]): number[] {
  const times = [...new Set([...some, ...others])].sort((a, b) => a - b);
  return times.length <= SALE_TIMES ? times : [...times.slice(0, 1), ...times.slice(1 - SALE_TIMES)];
}

type Rank = readonly (number | string)[];

/** The text settles what is left, so that both computers choose the same one. */
const eventRank = (event: SoldEvent): Rank => [event.isVerified ? 0 : 1, event.at, JSON.stringify(event)];

function least<T>([a, b]: readonly [T | undefined, T | undefined], rankOf: (value: T) => Rank): T | undefined {
  return a === undefined || b === undefined ? (a ?? b) : leastOf([a, b], rankOf);
}
