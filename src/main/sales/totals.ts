// The number of sales and their totals: in all, by currency, and by day of this computer's time zone.
import type { SaleTotals } from '../../shared/sale.ts';
import { localDayOf, startOfLocalDay } from '../catalog/local-days.ts';
import type { DayTotal, SaleQuery } from '../catalog/sale-list.ts';
import type { StoreContext } from '../store-context.ts';

/** The days of a list without a first day reach back so far at least. */
const FEWEST_DAYS = 7;
/** The most days; older ones are left out. */
export const MOST_DAYS = 366;

export async function saleTotals(store: StoreContext, query: SaleQuery): Promise<SaleTotals> {
  const { list } = store.catalog.sales;
  const [days, pricesOfLinks, dismissed] = await Promise.all([
    list.days(query),
    list.atPriceOfLink(query),
    list.dismissed(query),
  ]);
  const { unverified, ...totals } = sumUp(days, query.sold, store.deps.now());
  return { ...totals, unverified: unverified - dismissed, pricesOfLinks };
}

/** `sold`: the period of the days; up to `now` where it has no end. */
export function sumUp(
  totals: readonly DayTotal[],
  sold: SaleQuery['sold'],
  now: number,
): Omit<SaleTotals, 'pricesOfLinks'> {
  const sums = new Map<number | null, { sales: number; cents: number }>();
  const byDay = new Map<number, number>();
  const today = localDayOf(now);
  let unverified = 0;
  let [first, last] = [today, today];
  for (const { day, currencyId, sales, cents, ...total } of totals) {
    unverified += total.unverified;
    if (sales === 0) continue;
    const sum = sums.get(currencyId) ?? { sales: 0, cents: 0 };
    sums.set(currencyId, { sales: sum.sales + sales, cents: sum.cents + cents });
    byDay.set(day, (byDay.get(day) ?? 0) + sales);
    [first, last] = [Math.min(first, day), Math.max(last, day)];
  }
  const end = sold?.to == null ? last : Math.min(localDayOf(sold.to - 1), last);
  const start = sold?.from == null ? Math.min(first, end + 1 - FEWEST_DAYS) : localDayOf(sold.from);
  const oldest = end + 1 - MOST_DAYS;
  const days: SaleTotals['days'] = [];
  for (let day = Math.max(start, oldest); day <= end; day += 1) {
    days.push({ at: startOfLocalDay(day), sales: byDay.get(day) ?? 0 });
  }
  const known = [...sums].flatMap(([currencyId, sum]) => (currencyId === null ? [] : { currencyId, ...sum }));
  return {
    sales: [...sums.values()].reduce((all, { sales }) => all + sales, 0),
    unverified,
    sums: known.sort((a, b) => b.sales - a.sales || a.currencyId - b.currencyId),
    withoutAmount: sums.get(null)?.sales ?? 0,
    days,
    isCut: first < oldest,
  };
}
