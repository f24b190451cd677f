// The list of sales, and their number and amount by day.
import { conditions, type List, type ListQuery, type ListTable, type Order, titleOrder } from './list.ts';
import type { SaleRecord } from './records.ts';
import { termsOf } from './search.ts';

export interface SaleQuery {
  readonly search: string;
  readonly productId: string | null;
  readonly linkId: string | null;
  /** `from` is inclusive, `to` exclusive, in ms since 1970; null for no bound. */
  readonly sold: { readonly from: number | null; readonly to: number | null } | null;
  /** Default: newest first. `title`: by the product's title; `price`: by currency and amount. */
  readonly order?: Order | undefined;
}

/** The sales of a day of this computer's time zone, in one currency. */
export interface DayTotal {
  /** As YYYY-MM-DD. */
  readonly day: string;
  /** Null if the amount is unknown. */
  readonly currencyId: number | null;
  readonly sales: number;
  /** Sales that the seller has to decide about; `sales` and `cents` do not include them. */
  readonly questions: number;
  readonly cents: number;
}

const BY_AGE = [{ sql: 'r.sold_at' }, { sql: 'r.id' }] as const;
const NEWEST_FIRST = BY_AGE.map((key) => ({ ...key, reversed: true as const }));

const KEYS: ListQuery['keys'] = {
  created: BY_AGE,
  title: [{ sql: 'r.product_order' }, ...NEWEST_FIRST],
  price: [{ sql: 'r.amount_order' }, ...NEWEST_FIRST],
  state: BY_AGE,
};

export const SALE_TABLE: ListTable<SaleQuery> = {
  rows: 'sales',
  text: 'sale_search',
  keepsDeleted: false,
  // Sales from other computers and backups arrive late.
  byArrival: false,
  queryOf: ({ search, productId, linkId, sold, order }) => ({
    terms: termsOf(search),
    filters: conditions(
      ['r.product_id = ?', productId],
      ['r.link_id = ?', linkId],
      ['r.sold_at >= ?', sold?.from ?? null],
      ['r.sold_at < ?', sold?.to ?? null],
    ),
    isNarrow: linkId !== null,
    keys: KEYS,
    order,
  }),
};

const DAY_COLUMNS = `date(r.sold_at / 1000, 'unixepoch', 'localtime') AS day, r.currency_id AS currencyId, SUM(r.counts) AS sales,
  SUM(r.state NOT IN ('counted', 'ignored')) AS questions, COALESCE(SUM(r.cents * r.counts), 0) AS cents`;

/** The sort key of a sale's product. An unknown product sorts after every title. */
export const productOrder = (title: string | null): string => (title === null ? '\u{10ffff}' : titleOrder(title));

/** In no particular order. */
export const daysOf = (list: List<SaleRecord, SaleQuery>, query: SaleQuery): Promise<DayTotal[]> =>
  list.sums(SALE_TABLE.queryOf(query), [{ sql: DAY_COLUMNS, values: [] }], 'GROUP BY 1, 2');
