// Counts what has a price in a currency: links, products with a default price, and sales.
import { INTEGER } from './order.ts';
import type { Reader } from './reader.ts';

export interface CurrencyUse {
  readonly links: number;
  readonly products: number;
  readonly sales: number;
}

/** Rows in a slice, so that a page of a list never waits for long. */
const SLICE = 10_000;

/** Active links and products only. */
export async function currencyUse(reader: Reader, currencyId: number): Promise<CurrencyUse> {
  const [sold] = await reader.all<{ sales: number }>(
    'SELECT COALESCE(SUM(sales + unverified), 0) AS sales FROM sale_totals WHERE currency_id = ?',
    currencyId,
  );
  return {
    links: await withPrices(reader, 'links', 'prices', currencyId),
    products: await withPrices(reader, 'products', 'defaultPrices', currencyId),
    sales: sold?.sales ?? 0,
  };
}

/** However many rows there are, each slice is one query of the reading thread. */
async function withPrices(
  reader: Reader,
  table: 'links' | 'products',
  field: 'prices' | 'defaultPrices',
  currencyId: number,
): Promise<number> {
  const sql = `SELECT max(position) AS last, sum(has) AS rows FROM (
      SELECT position, EXISTS (
        SELECT 1 FROM json_each(record, '$.${field}') WHERE json_extract(value, '$.currencyId') = ?
      ) AS has
      FROM ${table} WHERE is_deleted = 0 AND position > ${INTEGER} ORDER BY position LIMIT ?)`;
  let found = 0;
  for (let above = 0; ; ) {
    const [slice] = await reader.all<{ last: number | null; rows: number }>(sql, currencyId, above, SLICE);
    if (!slice || slice.last === null) return found;
    found += slice.rows;
    above = slice.last;
  }
}
