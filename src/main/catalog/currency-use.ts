// Counts the links that have a price in a currency.
import { INTEGER } from './order.ts';
import type { Reader } from './reader.ts';

/** Links in a slice, so that a page of a list never waits for long. */
const SLICE = 10_000;

/** Active links only. However many there are, each slice is one query of the reading thread. */
export async function linksWithCurrency(reader: Reader, currencyId: number): Promise<number> {
  const sql = `SELECT max(position) AS last, sum(has) AS links FROM (
      SELECT position, EXISTS (
        SELECT 1 FROM json_each(record, '$.prices') WHERE json_extract(value, '$.currencyId') = ?
      ) AS has
      FROM links WHERE is_deleted = 0 AND position > ${INTEGER} ORDER BY position LIMIT ?)`;
  let found = 0;
  for (let above = 0; ; ) {
    const [slice] = await reader.all<{ last: number | null; links: number }>(sql, currencyId, above, SLICE);
    if (!slice || slice.last === null) return found;
    found += slice.links;
    above = slice.last;
  }
}
