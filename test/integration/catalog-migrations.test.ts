// Catalogs of earlier versions: how migrations change existing rows.
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Catalog, openCatalogDatabase } from '../../src/main/catalog/catalog.ts';
import { History } from '../../src/main/catalog/history.ts';
import { CATALOG_MIGRATIONS } from '../../src/main/catalog/schema.ts';
import { searchText } from '../../src/main/catalog/search.ts';
import type { Database } from '../../src/main/storage/database.ts';
import { createStamper } from '../../src/main/storage/stamp.ts';
import type { Action, ActionResult } from '../../src/main/sync/outbox/action.ts';
import { backToEarlierSales } from '../support/earlier-sales.ts';
import { temporaryFolder } from '../support/folder.ts';
import { openCatalogIn } from '../support/open-old-catalog.ts';

let folder: string;
let database: Database;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  await database.close();
});

const open = (version?: number) =>
  openCatalogDatabase(join(folder, 'catalog.db'), 'The catalog', CATALOG_MIGRATIONS.slice(0, version));

const ALL = { productId: null, sync: 'all', useOnce: null, sold: false } as const;
const product = (productTitle: string) => ({
  fields: { productTitle, buttonTitle: '', productDescription: '' },
  origin: 'added' as const,
  serverId: 1,
  state: 'published' as const,
  defaultPrices: [] as [],
  checkout: null,
  answer: null,
});
const link = (productId: string, customer: string) => ({
  productId,
  prices: [{ currencyId: 2, priceCents: 980, discountCents: null }],
  useOnce: false,
  metadata: [{ key: 'customer', value: customer }],
  origin: 'desk' as const,
  paymentLink: 'https://pay.example/1',
  answer: null,
});

it('search finds rows of an earlier version without accents, and other rows are not rewritten', async () => {
  database = open();
  const old = new Catalog(database, {
    stamper: createStamper(Date.now, 'here'),
    now: Date.now,
    historyText: () => searchText([], ''),
  });
  const coffee = { ...old.newRecord(), ...product('Café') };
  const tea = { ...old.newRecord(), ...product('Tea') };
  for (const one of [coffee, tea]) old.addProduct(one);
  const customers = ['Ana García', 'Pat O’Brien', ...Array.from({ length: 120 }, (_, at) => `Zoë ${at}`), 'Plain'];
  for (const customer of customers) old.addLink({ ...old.newRecord(), ...link(tea.id, customer) });
  old.history.put(
    { id: '1', subject: '1', payload: { kind: 'product.create' }, ending: 'sent', endedAt: 1 } as Action,
    searchText([], ''),
  );
  // As that version stored them.
  database.run("UPDATE product_search SET words = '\ncafé\n' WHERE words LIKE '%cafe%'");
  database.run("UPDATE history SET words = '\ncreate product “café”\nsent\n'");
  for (const [position, customer] of customers.entries()) {
    const words = customer === 'Plain' ? 'as it was' : `tea\n${customer.toLowerCase()}`;
    database.run(
      'UPDATE link_search SET words = ? WHERE rowid = (SELECT position FROM links ORDER BY position LIMIT 1 OFFSET ?)',
      `\n${words}\n`,
      position,
    );
  }
  database.run("UPDATE products SET title_order = 'as it was'");
  backToEarlierSales(database, 4);
  await old.close();

  const onProgress = vi.fn();
  const catalog = await openCatalogIn(folder, { onProgress });
  expect(onProgress).toHaveBeenCalledWith(0);
  const links = async (search: string) => (await catalog.links.page({ ...ALL, search }, 0, 500)).length;
  expect((await catalog.products.page({ search: 'cafe', state: null }, 0, 10)).total).toBe(1);
  expect(catalog.history.page('"cafe"', 0, 10).total).toBe(1);
  await vi.waitFor(async () => expect(await links('zoe')).toBe(120), { timeout: 20_000 });
  // The last slice is noted as done after its texts.
  const reader = open();
  await vi.waitFor(() => expect(reader.all('SELECT * FROM renamed_products')).toEqual([]), { timeout: 20_000 });
  await reader.close();
  expect([await links('garcia'), await links("o'brien"), await links('9,80 garcía')]).toEqual([1, 1, 1]);
  expect([await links('as it was'), await links('plain')]).toEqual([1, 0]);
  await catalog.close();
  onProgress.mockClear();
  await (await openCatalogIn(folder, { onProgress })).close();
  expect(onProgress).not.toHaveBeenCalled();

  database = open();
  expect(database.all('SELECT * FROM renamed_products')).toEqual([]);
  const orders = database.all<{ title_order: string }>('SELECT title_order FROM products ORDER BY position');
  expect(orders.map(({ title_order }) => title_order)).toEqual(['cafe', 'as it was']);
});

it('a link is found by the new title of its product, also if the app ended before its text was written', async () => {
  const catalog = await openCatalogIn(folder);
  const tea = { ...catalog.newRecord(), ...product('Tea') };
  catalog.addProduct(tea);
  for (let at = 0; at < 120; at += 1) catalog.addLink({ ...catalog.newRecord(), ...link(tea.id, `${at}`) });
  const rename = (productTitle: string) => catalog.addProduct({ ...tea, fields: { ...tea.fields, productTitle } });
  const found = async (search: string, of = catalog) => (await of.links.page({ ...ALL, search }, 0, 500)).length;
  rename('Matcha');
  await vi.waitFor(async () => expect(await found('matcha')).toBe(120), { timeout: 20_000 });
  expect(await found('tea')).toBe(0);
  rename('Sencha');
  await catalog.close();

  const again = await openCatalogIn(folder);
  await vi.waitFor(async () => expect(await found('sencha', again)).toBe(120), { timeout: 20_000 });
  await again.close();
  database = open();
});

it('search finds rows by "recorded" that an earlier version wrote as sent, and no sent ones', async () => {
  database = open(2);
  const history = new History(database, 100);
  const put = (id: string, title: string, result: ActionResult, ending: Action['ending'] = 'sent') =>
    history.put(
      { id, subject: id, payload: { kind: 'product.create' }, result, ending, endedAt: 1, reason: null } as Action,
      searchText([title, ending ?? ''], ''),
    );
  put('1', 'Create product "Present\nsent"', { kind: 'product', serverId: 4711, answer: '' });
  put('2', 'Create product "Tea"', { kind: 'product', serverId: 4712, answer: '{"id":4712}' });
  put('3', 'Create payment link', { kind: 'link', paymentLink: 'https://pay.example/1', answer: '' });
  await database.close();

  database = open();
  const found = (search: string) =>
    new History(database, 100)
      .page(search, 0, 10)
      .rows.map(({ id }) => id)
      .sort();
  expect(found('recorded by you')).toEqual(['1', '3']);
  expect(found('present 4711 recorded')).toEqual(['1']);
  expect(found('tea sent')).toEqual(['2']);
  expect(found('payment sent')).toEqual([]);
});

it('sorts sales of an earlier version by their product and amount', async () => {
  database = open(7);
  const sale = (position: number, product: string | null, cents: number | null) =>
    database.run(
      `INSERT INTO sales(position, id, sold_at, counts, currency_id, cents, record) VALUES (?, ?, ?, 1, ?, ?, ?)`,
      ...[position, `sale-${position}`, position, cents === null ? null : 2, cents],
      JSON.stringify({ id: `sale-${position}`, event: { product } }),
    );
  sale(1, 'Zoë’s tea', 500);
  sale(2, 'ärzte', null);
  sale(3, null, 100);
  sale(4, 'Zoë’s tea', 900);
  await database.close();
  database = open();
  const sorted = (column: string, index: string) =>
    database
      .all<{ position: number }>(`SELECT position FROM sales INDEXED BY ${index} ORDER BY ${column}, position DESC`)
      .map(({ position }) => position);
  expect(sorted('product_order', 'sales_by_product')).toEqual([2, 4, 1, 3]);
  expect(sorted('amount_order', 'sales_by_amount')).toEqual([3, 1, 4, 2]);
  expect(database.all('SELECT sales FROM sale_totals')).toEqual([{ sales: 1 }, { sales: 3 }]);
});

it('links are counted as before: of all, of their product and of their import', async () => {
  // The version before the triggers that count were replaced.
  database = open(9);
  database.exec('CREATE TABLE unindexed_links (position INTEGER, words TEXT, address TEXT)');
  const old = new Catalog(database, {
    stamper: createStamper(Date.now, 'here'),
    now: Date.now,
    historyText: () => searchText([], ''),
  });
  const [tea, coffee] = ['Tea', 'Coffee'].map((title) => ({ ...old.newRecord(), ...product(title) }));
  if (!tea || !coffee) throw new Error('There are two products');
  for (const one of [tea, coffee]) old.addProduct(one);
  const links = Array.from({ length: 6 }, (_, at) => ({ ...old.newRecord(), ...link(tea.id, `${at}`) }));
  for (const [row, one] of links.entries()) {
    database.run("INSERT INTO import_rows VALUES ('import', ?, 1, 0, ?, '{}')", row, row < 4 ? one.id : null);
    if (row < 5) old.addLink(one);
  }
  database.exec('DROP TABLE unindexed_links');
  await old.close();

  const catalog = await openCatalogIn(folder);
  const [first, second, third] = links;
  if (!first || !second || !third) throw new Error('There are links');
  catalog.transaction(() => {
    catalog.links.put({ ...first, deletedAt: 1 });
    catalog.links.put({ ...second, productId: coffee.id });
    catalog.links.put({ ...third, useOnce: true });
    catalog.links.setSync(third.id, 'attention');
  });
  for (const one of links.slice(5)) catalog.addLink(one);
  const ofAll = { all: 5, waiting: 0, attention: 1, useOnce: 1, sold: 0 };
  expect(catalog.links.counts(null)).toEqual(ofAll);
  expect(catalog.links.counts(tea.id)).toEqual({ ...ofAll, all: 4 });
  expect(catalog.links.counts(coffee.id)).toEqual({ ...ofAll, all: 1, attention: 0, useOnce: 0 });
  await catalog.close();
  database = open();
  const ofImport = database.all(
    "SELECT listed, attention, single_use, deleted FROM link_counts WHERE owner_id = 'import'",
  );
  expect(ofImport).toEqual([{ listed: 3, attention: 1, single_use: 1, deleted: 1 }]);
  const recounted = database.all<{ listed: number }>('SELECT count(*) AS listed FROM links WHERE is_deleted = 0');
  expect(recounted).toEqual([{ listed: ofAll.all }]);
});
