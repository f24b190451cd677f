// Catalogs of earlier versions: what their migrations change in rows that are there already.
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openCatalogDatabase } from '../../src/main/catalog/catalog.ts';
import { History } from '../../src/main/catalog/history.ts';
import { CATALOG_MIGRATIONS } from '../../src/main/catalog/schema.ts';
import { searchText } from '../../src/main/catalog/search.ts';
import type { Action, ActionResult } from '../../src/main/outbox/action.ts';
import type { Database } from '../../src/main/storage/database.ts';
import { newFolder } from '../support/notes.ts';
import { openCatalogIn } from '../support/open-old-catalog.ts';

let folder: string;
let remove: () => void;
let database: Database;
beforeEach(() => {
  ({ folder, remove } = newFolder());
});
afterEach(async () => {
  await database.close();
  remove();
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

it('a link is found by the new title of its product, also when the app ended before its text was written', async () => {
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

it('search finds by "recorded" what an earlier version wrote as sent, and nothing that was sent', async () => {
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
