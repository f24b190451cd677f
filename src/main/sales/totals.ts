// How many sales there are and what they come to: in all, by currency, and by day of this computer's time zone.
import type { SaleTotals } from '../../shared/sale.ts';
import type { Quarter, SaleQuery } from '../catalog/sale-list.ts';
import type { StoreContext } from '../store-context.ts';

/** The days of a list without a first day reach back so far at least. */
const FEWEST_DAYS = 7;
/** The most days; older ones are left out. */
export const MOST_DAYS = 366;

export async function saleTotals(store: StoreContext, query: SaleQuery): Promise<SaleTotals> {
  return sumUp(await store.catalog.sales.list.quarters(query), query.sold, store.deps.now());
}

/** `sold`: the period of the days; up to `now` where it has no end. */
export function sumUp(quarters: readonly Quarter[], sold: SaleQuery['sold'], now: number): SaleTotals {
  const sums = new Map<number | null, { sales: number; cents: number }>();
  const byDay = new Map<number, number>();
  let unverified = 0;
  let [first, last] = [now, now];
  for (const { at, currencyId, sales, cents, ...quarter } of quarters) {
    unverified += quarter.unverified;
    if (sales === 0) continue;
    const sum = sums.get(currencyId) ?? { sales: 0, cents: 0 };
    sums.set(currencyId, { sales: sum.sales + sales, cents: sum.cents + cents });
    const day = dayOf(at, 0);
    byDay.set(day, (byDay.get(day) ?? 0) + sales);
    [first, last] = [Math.min(first, at), Math.max(last, at)];
  }
  const known = [...sums].flatMap(([currencyId, sum]) => (currencyId === null ? [] : { currencyId, ...sum }));
  const end = sold?.to == null ? last : Math.min(sold.to - 1, last);
  const oldest = dayOf(end, 1 - MOST_DAYS);
  const start = sold?.from == null ? Math.min(dayOf(first, 0), dayOf(end, 1 - FEWEST_DAYS)) : dayOf(sold.from, 0);
  const days: SaleTotals['days'] = [];
  for (let at = Math.max(start, oldest); at <= end; at = dayOf(at, 1)) {
    days.push({ at, sales: byDay.get(at) ?? 0 });
  }
  return {
    sales: [...sums.values()].reduce((all, { sales }) => all + sales, 0),
    unverified,
    sums: known.sort((a, b) => b.sales - a.sales || a.currencyId - b.currencyId),
    withoutAmount: sums.get(null)?.sales ?? 0,
    days,
    isCut: first < oldest,
  };
}

/** The start of a local calendar day, `later` days after that of `at`. */
function dayOf(at: number, later: number): number {
  const day = new Date(at);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + later).getTime();
}
