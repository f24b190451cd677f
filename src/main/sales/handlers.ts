// Handlers of the `sales.*` channels.
import { ok, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { HandlersOf, StoreCalls } from '../handlers.ts';
import type { Platform } from '../platform.ts';
import { exportSales } from './sales-export.ts';
import { getSale, saleRow, saleTotals } from './view.ts';

export function salesHandlers({ withShown }: StoreCalls, platform: Platform): HandlersOf<'sales'> {
  return {
    'sales.list': withShown(async (store, query) => {
      const rows = await store.catalog.sales.list.page(query, query.offset, query.limit);
      return ok({ rows: rows.map((sale) => saleRow(store, sale)) });
    }),
    'sales.count': withShown(async (store, query) => ok({ total: await store.catalog.sales.list.total(query) })),
    'sales.totals': withShown(async (store, query) => ok(await saleTotals(store, query))),
    'sales.get': withShown((store, { id }) => ok(getSale(store, id))),
    'sales.seen': withShown((store) => ok(store.sales.seen())),
    'sales.mark': withShown((store, { id, isSale }) => {
      return store.sales.mark(id, isSale) ? ok(undefined) : refuse('conflict', texts.sales.notMarkedStored);
    }),
    'sales.exportCsv': withShown((store, query) => exportSales(store, query, platform.askWhereToSave)),
  };
}
