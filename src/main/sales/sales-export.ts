// Exports sales as CSV, in batches.
import { setImmediate } from 'node:timers/promises';
import { centsToNumber } from '../../shared/money.ts';
import { texts } from '../../shared/texts/main.ts';
import type { SaleRecord } from '../catalog/records.ts';
import { BYTE_ORDER_MARK, type CsvCell, csvRows } from '../csv/csv.ts';
import type { StoreContext } from '../store-context.ts';
import { saleRow } from './view.ts';

const t = texts.sales.export;
/** Further keys share one column, because sales with unique keys would make the table as wide as it is long. */
const MOST_METADATA_COLUMNS = 200;

/** Sales in batches. The export reads them twice, so that they are never all in memory. */
type SaleParts = () => AsyncIterable<readonly SaleRecord[]>;

/** `onRows` is called with the number of rows of each part. */
export async function* salesAsCsv(
  store: StoreContext,
  sales: SaleParts,
  onRows: (rows: number) => void,
): AsyncGenerator<string> {
  const uses = new Map<string, number>();
  for await (const part of sales()) {
    for (const sale of part)
      for (const { key } of saleRow(store, sale).metadata) uses.set(key, (uses.get(key) ?? 0) + 1);
    await setImmediate();
  }
  const byUse = [...uses].sort(([, a], [, b]) => b - a).map(([key]) => key);
  const keys = byUse.slice(0, MOST_METADATA_COLUMNS);
  const hasOthers = byUse.length > keys.length;
  const heads = [
    ...Object.values(t.columns),
    ...keys.map((key) => t.metadata({ key })),
    ...(hasOthers ? [t.otherMetadata] : []),
  ];
  yield BYTE_ORDER_MARK + csvRows([heads]);
  for await (const part of sales()) {
    yield csvRows(part.map((sale) => cellsOf(store, sale, keys, hasOthers)));
    onRows(part.length);
    await setImmediate();
  }
}

function cellsOf(store: StoreContext, sale: SaleRecord, keys: readonly string[], hasOthers: boolean): CsvCell[] {
  const { at, product, amount, isPriceOfLink, state, metadata, deliveries } = saleRow(store, sale);
  const link = sale.linkId === null ? undefined : store.catalog.links.get(sale.linkId);
  const values = new Map(metadata.map(({ key, value }) => [key, value]));
  const nameOf = (id: number) => store.deps.settings().currencies.find((currency) => currency.id === id)?.name;
  const cells: CsvCell[] = [
    new Date(at).toISOString(),
    product ?? '',
    amount === null ? '' : centsToNumber(amount.cents),
    amount === null ? '' : (nameOf(amount.currencyId) ?? t.currency({ id: amount.currencyId })),
    t.states[state],
    link?.paymentLink ?? '',
    sale.event.eventId ?? '',
    deliveries,
    amount === null ? '' : isPriceOfLink ? t.amountFrom.link : t.amountFrom.event,
  ];
  for (const key of keys) {
    cells.push(values.get(key) ?? '');
    values.delete(key);
  }
  if (hasOthers) cells.push(values.size > 0 ? JSON.stringify(Object.fromEntries(values)) : '');
  return cells;
}
