// Handlers of the `sales.*` channels.
import type { Output, ParsedInput } from '../../shared/contract.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import { saveFile } from '../csv/save-file.ts';
import type { HandlersOf, StoreCalls } from '../handlers.ts';
import type { AskWhereToSave, Platform } from '../platform.ts';
import type { StoreContext } from '../store-context.ts';
import { salesAsCsv } from './sales-export.ts';
import { getSale, saleRow, saleTotals } from './view.ts';

const t = texts.sales;

export function salesHandlers({ withShown }: StoreCalls, platform: Platform): HandlersOf<'sales'> {
  return {
    'sales.list': withShown(async (store, query) => ok(await listSales(store, query))),
    'sales.count': withShown(async (store, query) => ok({ total: await store.catalog.sales.list.total(query) })),
    'sales.totals': withShown(async (store, query) => ok(await saleTotals(store, query))),
    'sales.get': withShown((store, { id }) => ok(getSale(store, id))),
    'sales.seen': withShown((store) => ok(store.sales.seen())),
    'sales.mark': withShown((store, { id, isSale }) => {
      return store.sales.mark(id, isSale) ? ok(undefined) : refuse('conflict', t.notMarkedStored);
    }),
    'sales.exportCsv': withShown((store, query) => exportSales(store, query, platform.askWhereToSave)),
  };
}

async function listSales(store: StoreContext, query: ParsedInput<'sales.list'>): Promise<Output<'sales.list'>> {
  const rows = await store.catalog.sales.list.page(query, query.offset, query.limit);
  return { rows: rows.map((sale) => saleRow(store, sale)) };
}

async function exportSales(
  store: StoreContext,
  query: ParsedInput<'sales.exportCsv'>,
  askWhereToSave: AskWhereToSave,
): Promise<Result<{ file: string; rows: number } | null>> {
  let rows = 0;
  const parts = salesAsCsv(
    store,
    () => store.catalog.sales.list.each(query),
    (count) => {
      rows += count;
    },
  );
  const saved = await saveFile({ title: t.export.title, name: 'sales.csv', parts }, askWhereToSave);
  if (!saved.ok) return saved;
  return ok(saved.value === null ? null : { file: saved.value, rows });
}
