// Counts what has a price in a currency: links, products with a default price, and sales.
import type { Reader } from './reader.ts';

export interface CurrencyUse {
  readonly links: number;
  readonly products: number;
  readonly sales: number;
}

const withPrices = (table: 'links' | 'products', field: 'prices' | 'defaultPrices'): string =>
  `SELECT count(*) FROM ${table} WHERE is_deleted = 0 AND EXISTS (
    SELECT 1 FROM json_each(record, '$.${field}') WHERE json_extract(value, '$.currencyId') = ?1)`;

/** Active links and products only. */
export async function currencyUse(reader: Reader, currencyId: number): Promise<CurrencyUse> {
  const [use] = await reader.all<CurrencyUse>(
    `SELECT (${withPrices('links', 'prices')}) AS links, (${withPrices('products', 'defaultPrices')}) AS products,
      (SELECT count(*) FROM sales WHERE currency_id = ?1) AS sales`,
    currencyId,
  );
  return use ?? { links: 0, products: 0, sales: 0 };
}
