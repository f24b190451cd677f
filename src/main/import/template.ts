// A CSV file to start from: the columns that an import knows by their names, and two rows of this store.

import type { ColumnRole } from '../../shared/link-import.ts';
import { USD_CURRENCY_ID } from '../../shared/money.ts';
import { ok, type Result } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import { BYTE_ORDER_MARK, csvRows } from '../csv/csv.ts';
import { saveCsv } from '../csv/save-csv.ts';
import type { AskWhereToSave } from '../platform.ts';
import { listProducts } from '../products/products.ts';
import type { StoreContext } from '../store-context.ts';
import { nameOfRole } from './file/columns.ts';

const t = texts.linkImport.template;

/** How many products are searched for two with unique titles. */
const LOOKED_AT = 50;
const COLUMNS: readonly ColumnRole[] = [
  { kind: 'product' },
  { kind: 'price', currencyId: null },
  { kind: 'discount', currencyId: null },
  { kind: 'currency' },
  { kind: 'singleUse' },
  { kind: 'metadata', key: 'order' },
];

/** Returns the name of the written file; null when the seller cancels. */
export async function saveTemplate(
  store: StoreContext,
  askWhereToSave: AskWhereToSave,
): Promise<Result<{ file: string } | null>> {
  const [first, second] = await exampleProducts(store);
  const currency = store.deps.settings().currencies.find(({ id }) => id === USD_CURRENCY_ID)?.name ?? '';
  const header = COLUMNS.map((role) => nameOfRole(role, []) ?? '');
  const rows = [
    [first, '100.55', '80.10', currency, 'yes', '1001'],
    [second, '60.00', '', currency, 'no', '1002'],
  ];
  const saved = await saveCsv(
    {
      title: t.save,
      name: 'payment-links-template.csv',
      parts: [BYTE_ORDER_MARK + csvRows([header, ...rows])],
      notWritten: (reason) => t.notWritten({ reason }),
    },
    askWhereToSave,
  );
  return saved.ok ? ok(saved.value === null ? null : { file: saved.value }) : saved;
}

/** Two titles of this store, or one twice; a placeholder without products. */
async function exampleProducts(store: StoreContext): Promise<readonly [string, string]> {
  const { rows } = await listProducts(store, { offset: 0, limit: LOOKED_AT, search: '', state: null });
  const { products } = store.catalog;
  const titles = rows
    .map(({ fields }) => fields.productTitle)
    .filter((title) => products.titled(title).length === 1 && !/^\d+$/.test(title));
  const [first = t.product, second = first] = titles;
  return [first, second];
}
