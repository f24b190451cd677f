// The rows of a file to import: what is chosen is shown at once, and stays, however late the answers come.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ImportDraftView, ImportRow } from '../../src/shared/link-import.ts';
import { ok } from '../../src/shared/problem.ts';
import { STORE, type WindowBridge } from '../support/window-bridge.ts';
import { button, connect, openWindow } from '../support/window-page.tsx';

const box = (line: number) => page.getByRole('checkbox', { name: `Choose line ${line}` });

const rowAt = (index: number, chosen: boolean, repriced: boolean): ImportRow => ({
  id: `${index}`,
  line: index + 2,
  productTitle: 'Logo design',
  prices: [{ currencyId: 2, priceCents: 1_000, discountCents: null }],
  read: null,
  useOnce: false,
  metadata: [{ key: 'order', value: `Z-${index}` }],
  note: '',
  errors: [],
  warnings: [],
  chosen,
  state: repriced ? 'repriced' : 'new',
  checkoutUrl: null,
  linkId: null,
  changeId: null,
});

const NONE = { rows: 0, chosen: 0 };
const draftOf = (chosen: readonly boolean[]): ImportDraftView => ({
  id: 'file',
  name: 'orders.csv',
  origin: 'file',
  choices: {
    encoding: 'utf-8',
    delimiter: ',',
    headerLine: 1,
    decimal: '.',
    roles: [{ kind: 'product' }],
    productId: null,
    currencyId: 2,
  },
  head: [],
  columns: [{ name: 'Product', samples: ['Logo design'] }],
  notes: [],
  problems: [],
  checked: chosen.length,
  counts: {
    all: chosen.length,
    chosen: chosen.filter(Boolean).length,
    remarks: 0,
    kinds: {
      ...{ existing: NONE, repeated: NONE, skipped: NONE, bad: NONE },
      repriced: { rows: 1, chosen: chosen[0] ? 1 : 0 },
      new: { rows: 1, chosen: chosen[1] ? 1 : 0 },
    },
  },
  staged: null,
  isTouched: false,
});

/** Two rows with choices that take effect when the test says so; the first is left out, because its link has another price. */
async function openFile(chosen = [false, true]) {
  const bridge: WindowBridge = connect();
  const late: (() => void)[] = [];
  const tell = () => {
    const none = { products: false, links: false, webhook: false, inbox: false };
    bridge.emit('records.changed', { storeId: STORE, changes: true, ...none });
  };
  bridge.answers = {
    'imports.draft': () => ok(draftOf(chosen)),
    'imports.rows': () => {
      const rows = chosen.map((one, index) => rowAt(index, one, index === 0));
      return ok({ rows, total: rows.length });
    },
    'imports.choose': ({ rows, among, on }) =>
      new Promise((resolve) => {
        late.push(() => {
          for (const row of rows ?? (among === 'new' ? [1] : [0, 1])) chosen[row] = on;
          tell();
          resolve(ok(undefined));
        });
      }),
  };
  await openWindow('#/links/import', bridge);
  await expect.element(box(3)).toHaveProperty('checked', chosen[1]);
  return { bridge, late };
}

test('a row that was left out stays so while the choice before it takes effect', async () => {
  const { bridge, late } = await openFile();
  await box(2).click();
  await box(3).click();
  await expect.element(box(3)).not.toBeChecked();
  late.shift()?.();
  await expect.element(button('Create 2 links')).toBeEnabled();
  await expect.element(box(2)).toBeChecked();
  await expect.element(box(3)).not.toBeChecked();
  late.shift()?.();
  await expect.element(button('Create 1 link')).toBeEnabled();
  await expect.element(box(3)).not.toBeChecked();
  expect(bridge.inputs('imports.choose')).toHaveLength(2);
});
