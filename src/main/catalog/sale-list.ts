// The list of sales, and their number and amount by day.
import type { ParsedInput } from '../../shared/contract.ts';
import { conditions, directionOf, type List, type ListQuery, NEWEST_FIRST } from './list.ts';
import type { SaleRecord } from './records.ts';
import { plain, termsOf } from './search.ts';

export type SaleQuery = ParsedInput<'sales.exportCsv'>;

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

export const SALE_TABLE = { rows: 'sales', text: 'sale_search', listed: 'TRUE' } as const;

export function saleQueryOf(
  { search, productId, linkId, sold, order = NEWEST_FIRST }: SaleQuery,
  own: readonly string[],
): ListQuery {
  const way = directionOf(order);
  const filters = conditions(
    ['r.product_id = ?', productId],
    ['r.link_id = ?', linkId],
    ['r.sold_at >= ?', sold?.from ?? null],
    ['r.sold_at < ?', sold?.to ?? null],
  );
  return { terms: termsOf(search, own), filters, order: `r.sold_at ${way}, r.id ${way}` };
}

const DAY_COLUMNS = `date(r.sold_at / 1000, 'unixepoch', 'localtime') AS day, r.currency_id AS currencyId,
  SUM(r.state = 'counted') AS sales, SUM(r.state NOT IN ('counted', 'ignored')) AS questions,
  COALESCE(SUM(r.cents * (r.state = 'counted')), 0) AS cents`;

/** In no particular order. */
export const daysOf = (list: List<SaleRecord, SaleQuery>, query: SaleQuery): Promise<DayTotal[]> =>
  list.sums(list.queryOf(query), [plain(DAY_COLUMNS)], 'GROUP BY 1, 2');
