// Builder of import rows: row n has the price n and the metadata `order` n; every hundredth price is invalid.

const HEADER = 'Product,Price,Single use,metadata: order';

/** Rows 1 to `rows`; row n is on line n + 1. */
export function ordersCsv(rows: number, everyBad = 0): string {
  const lines = Array.from({ length: rows }, (_, at) => {
    const row = at + 1;
    const price = everyBad > 0 && row % everyBad === 0 ? 'ten' : `${row}.50`;
    return `Logo design,${price},${row % 2 ? 'yes' : 'no'},${row}`;
  });
  return `${[HEADER, ...lines].join('\r\n')}\r\n`;
}
