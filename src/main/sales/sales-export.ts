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

export const exportSales = (store: StoreContext, query: SaleQuery, askWhereToSave: AskWhereToSave) =>
  saveTable({ title: t.title, name: 'sales.csv' }, saleTable(store, query), askWhereToSave);

/** Reads the sales twice, so that they are never all in memory. */
async function* saleTable(store: StoreContext, query: SaleQuery): Table {
  const sales = () => store.catalog.sales.list.each(query);
  const keys = new Set<string>();
  for await (const part of sales()) {
    for (const { key } of part.flatMap(({ event }) => event.metadata)) keys.add(key);
  }
  yield [[...Object.values(t.columns), ...[...keys].map((key) => t.metadata({ key }))]];
  for await (const part of sales()) yield part.map((sale) => cellsOf(store, sale, keys));
}

function cellsOf(store: StoreContext, sale: SaleRecord, keys: ReadonlySet<string>): CsvCell[] {
  const { at, product, amount, isPriceOfLink, state, metadata, deliveries } = saleRow(store, sale);
  const link = sale.linkId === null ? undefined : store.catalog.links.get(sale.linkId);
  const values = new Map(metadata.map(({ key, value }) => [key, value]));
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
  ];
}
