// Merges two records of the same sale: pure, commutative, associative and idempotent.
import { SALE_TIMES, type SaleRecord, type SoldEvent } from './records.ts';

/** `dismissed`: verified, but no sale as the seller says. Only verified and marked sales count as sold. */
export type SaleState = 'dismissed' | 'verified' | 'marked' | 'unverified';

export function saleState({ verified, mark, dismissal }: SaleRecord): SaleState {
  if (verified) return dismissal?.isDismissed ? 'dismissed' : 'verified';
  return mark?.isSale ? 'marked' : 'unverified';
}

/** Whether it counts as sold. */
export const countOf = (sale: SaleRecord): 0 | 1 => (['verified', 'marked'].includes(saleState(sale)) ? 1 : 0);

/**
 * A verified sale stays verified. Of two marks the later one counts, and of two dismissals. What is shown is taken from a verified delivery before
 * any other, and from the earliest.
 */
export function mergeSale(a: SaleRecord, b: SaleRecord): SaleRecord {
  const times = timesOf(a.times, b.times);
  const mark = least([a.mark, b.mark], ({ at, isSale }) => [-at, isSale ? 0 : 1]);
  const dismissal = least([a.dismissal, b.dismissal], ({ at, isDismissed }) => [-at, isDismissed ? 0 : 1]);
  const link = least([a, b], ({ linkId, foundBy }) => [
    linkId === null ? 1 : 0,
    foundBy === 'uuid' ? 0 : 1,
    linkId ?? '',
  ]);
  return {
    id: a.id,
    linkId: link?.linkId ?? null,
    at: Math.min(a.at, b.at),
    foundBy: link?.foundBy ?? null,
    verified: a.verified || b.verified,
    ...(mark && { mark }),
    ...(dismissal && { dismissal }),
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
  if (a === undefined || b === undefined) return a ?? b;
  const [first, second] = [rankOf(a), rankOf(b)];
  const differs = first.findIndex((value, at) => value !== second[at]);
  if (differs < 0) return a;
  return (first[differs] ?? 0) < (second[differs] ?? 0) ? a : b;
}
