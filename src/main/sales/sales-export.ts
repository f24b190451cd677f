// Exports sales as CSV.
import { centsToNumber } from '../../shared/money.ts';
import { texts } from '../../shared/texts/main.ts';
import type { SaleRecord } from '../catalog/records.ts';
import type { SaleQuery } from '../catalog/sale-list.ts';
import type { CsvCell } from '../csv/csv.ts';
import { saveTable, type Table } from '../csv/save-file.ts';
import type { AskWhereToSave } from '../platform.ts';
import type { StoreContext } from '../store-context.ts';
import { saleRow } from './view.ts';

const t = texts.sales.export;
/** Further keys share one column, because sales with unique keys would make the table as wide as it is long. */
const MOST_METADATA_COLUMNS = 200;

export const exportSales = (store: StoreContext, query: SaleQuery, askWhereToSave: AskWhereToSave) =>
  saveTable({ title: t.title, name: 'sales.csv' }, saleTable(store, query), askWhereToSave);

/** Reads the sales twice, so that they are never all in memory. */
async function* saleTable(store: StoreContext, query: SaleQuery): Table {
  const sales = () => store.catalog.sales.list.each(query);
  const all = new Set<string>();
  for await (const part of sales()) {
    for (const { key } of part.flatMap(({ event }) => event.metadata)) all.add(key);
  }
  const keys = new Set([...all].slice(0, MOST_METADATA_COLUMNS));
  const hasOthers = all.size > keys.size;
  const ofMetadata = [...keys].map((key) => t.metadata({ key }));
  yield [[...Object.values(t.columns), ...ofMetadata, ...(hasOthers ? [t.otherMetadata] : [])]];
  for await (const part of sales()) yield part.map((sale) => cellsOf(store, sale, keys, hasOthers));
}

function cellsOf(store: StoreContext, sale: SaleRecord, keys: ReadonlySet<string>, hasOthers: boolean): CsvCell[] {
  const { at, product, amount, isPriceOfLink, state, metadata, deliveries } = saleRow(store, sale);
  const link = sale.linkId === null ? undefined : store.catalog.links.get(sale.linkId);
  const values = new Map(metadata.map(({ key, value }) => [key, value]));
  const others = Object.fromEntries([...values].filter(([key]) => !keys.has(key)));
  const nameOf = (id: number) => store.deps.settings().currencies.find((currency) => currency.id === id)?.name;
  return [
    new Date(at).toISOString(),
    product ?? '',
    amount === null ? '' : centsToNumber(amount.cents),
    amount === null ? '' : (nameOf(amount.currencyId) ?? t.currency({ id: amount.currencyId })),
    t.states[state],
    link?.paymentLink ?? '',
    sale.event.eventId ?? '',
    deliveries,
    amount === null ? '' : isPriceOfLink ? t.amountFrom.link : t.amountFrom.event,
    ...[...keys].map((key) => values.get(key) ?? ''),
    ...(hasOthers ? [Object.keys(others).length > 0 ? JSON.stringify(others) : ''] : []),
  ];
}
