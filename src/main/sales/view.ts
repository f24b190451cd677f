// The view models of sales, from their records and their links, and their totals.
import { indentIfJson } from '../../shared/indent-json.ts';
import type { Sale, SaleRow, SaleTotals } from '../../shared/sale.ts';
import type { SaleRecord } from '../catalog/records.ts';
import { type DayTotal, daysOf, type SaleQuery } from '../catalog/sale-list.ts';
import { amountOf } from '../catalog/sale-text.ts';
import type { StoreContext } from '../store-context.ts';
import { titleOfProduct } from '../sync/change-title.ts';

export function saleRow(store: StoreContext, sale: SaleRecord): SaleRow {
  const { id, at, linkId, event, times } = sale;
  const link = linkId === null ? undefined : store.catalog.links.get(linkId);
  const shown = store.catalog.sales.shown(id);
  const amount = amountOf(sale, link);
  return {
    id,
    at,
    state: shown?.state ?? 'ignored',
    product: event.product ?? (link ? titleOfProduct(store, link.productId) : null),
    productId: shown?.productId ?? null,
    linkId: link?.deletedAt === null ? link.id : null,
    amount,
    isPriceOfLink: amount !== null && !event.amount,
    metadata: event.metadata,
    deliveries: times.length,
  };
}

export function getSale(store: StoreContext, id: string): Sale | null {
  const sale = store.catalog.sales.get(id);
  if (!sale) return null;
  const row = saleRow(store, sale);
  const { event, linkId } = sale;
  return {
    ...row,
    link: row.linkId !== null ? 'known' : linkId !== null ? 'deleted' : linkNamedBy(store, sale),
    body: indentIfJson(event.body),
    isCut: event.isCut,
  };
}

/** Why a sale has no link. */
function linkNamedBy({ catalog }: StoreContext, { event: { names } }: SaleRecord): 'unknown' | 'several' | 'none' {
  if (names.uuids.length === 0 && names.metadata === null) return 'none';
  return catalog.sales.match(names) === 'ambiguous' ? 'several' : 'unknown';
}

/** A list without a first day shows at least this many days. */
const FEWEST_DAYS = 7;
/** Of more days, only the newest are listed. */
export const MOST_DAYS = 366;

export const saleTotals = async (store: StoreContext, query: SaleQuery): Promise<SaleTotals> =>
  sumUp(await daysOf(store.catalog.sales.list, query), query.sold, store.deps.now());

/** `sold`: the period of the days; it ends at the newest sale or `now` if it has no end. */
export function sumUp(totals: readonly DayTotal[], sold: SaleQuery['sold'], now: number): SaleTotals {
  const sums = new Map<number | null, { sales: number; cents: number }>();
  const byDay = new Map<number, number>();
  const today = dayOf(now);
  for (const { day, currencyId, sales, cents } of totals) {
    if (sales === 0) continue;
    const sum = sums.get(currencyId) ?? { sales: 0, cents: 0 };
    sums.set(currencyId, { sales: sum.sales + sales, cents: sum.cents + cents });
    const at = dayOf(Date.parse(`${day}T00:00`));
    byDay.set(at, (byDay.get(at) ?? 0) + sales);
  }
  const last = Math.max(today, ...byDay.keys());
  const first = Math.min(today, ...byDay.keys());
  const end = sold?.to == null ? last : Math.min(dayOf(sold.to - 1), last);
  const start = sold?.from == null ? Math.min(first, dayOf(end, FEWEST_DAYS - 1)) : dayOf(sold.from);
  const days: SaleTotals['days'] = [];
  for (let at = end; at >= start && days.length < MOST_DAYS; at = dayOf(at, 1)) {
    days.unshift({ at, sales: byDay.get(at) ?? 0 });
  }
  const known = [...sums].flatMap(([currencyId, sum]) => (currencyId === null ? [] : { currencyId, ...sum }));
  return {
    sales: [...sums.values()].reduce((all, { sales }) => all + sales, 0),
    questions: totals.reduce((all, { questions }) => all + questions, 0),
    sums: known.sort((a, b) => b.sales - a.sales || a.currencyId - b.currencyId),
    withoutAmount: sums.get(null)?.sales ?? 0,
    days,
  };
}

/** When a day starts in this computer's time zone, in ms since 1970; `before`: so many days earlier by the calendar. */
function dayOf(at: number, before = 0): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - before).getTime();
}
