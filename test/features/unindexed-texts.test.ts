// Search texts of many links that came at once: found right away, indexed in the background, also after a restart.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Catalog } from '../../src/main/catalog/catalog.ts';
import type { LinkQuery } from '../../src/main/catalog/link-query.ts';
import { prepareLinks } from '../../src/main/catalog/new-links.ts';
import type { LinkRecord, ProductRecord } from '../../src/main/catalog/records.ts';
import { newFolder, removeFolder } from '../support/folder.ts';
import { openCatalogIn } from '../support/open-old-catalog.ts';

const ALL: LinkQuery = { search: '', productId: null, sync: 'all', useOnce: null, sold: false };
const COUNT = 300;

let folder: string;
let catalog: Catalog;
let product: ProductRecord;
let links: LinkRecord[];

beforeEach(async () => {
  folder = newFolder();
  catalog = await openCatalogIn(folder);
  product = {
    ...catalog.newRecord(),
    fields: { productTitle: 'Tea', buttonTitle: '', productDescription: '' },
    ...{ origin: 'desk', serverId: 1, state: 'published', defaultPrices: [], checkout: null, answer: null },
  };
  catalog.addProduct(product);
  links = Array.from({ length: COUNT }, (_, at) => ({
    ...catalog.newRecord(),
    ...{ productId: product.id, prices: [], useOnce: false, metadata: [{ key: 'order', value: `A-${1_000 + at}` }] },
    ...{ origin: 'desk', paymentLink: `https://store.example/pay/${at}`, answer: null },
  }));
  catalog.expectMany(true);
  catalog.transaction(() => catalog.addNewLinks(prepareLinks(links)));
});

afterEach(async () => {
  await catalog.close();
  removeFolder(folder);
});

const found = async (search: string): Promise<string[]> =>
  (await catalog.links.page({ ...ALL, search }, 0, COUNT)).map(({ id }) => id);

/** Texts in the index, and texts that are not. */
function texts(): readonly [number | undefined, number | undefined] {
  const reader = catalog.snapshot();
  const rows = (table: string) => reader.get<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`)?.rows;
  const counts = [rows('link_search'), rows('unindexed_links')] as const;
  reader.end();
  return counts;
}

const areIndexed = (rows: number) => vi.waitFor(() => expect(texts()).toEqual([rows, 0]), { timeout: 20_000 });

it('are found before they are indexed, and indexed once no more come', async () => {
  const [first] = links;
  expect(texts()).toEqual([0, COUNT]);
  expect(await found('A-1000')).toEqual([first?.id]);
  expect(await found('tea')).toHaveLength(COUNT);
  catalog.expectMany(false);
  await areIndexed(COUNT);
  expect(await found('A-1000')).toEqual([first?.id]);
  expect(await found('tea')).toHaveLength(COUNT);
});

it('are indexed after the next start', async () => {
  await catalog.close();
  catalog = await openCatalogIn(folder);
  await areIndexed(COUNT);
  expect(await found('A-1299')).toEqual([links.at(-1)?.id]);
});

it('are those of the links as they are now', async () => {
  const [first, second, third] = links;
  if (!first || !second || !third) throw new Error('There are links');
  catalog.transaction(() => {
    catalog.links.put({ ...first, metadata: [{ key: 'order', value: 'changed' }] });
    catalog.links.put({ ...second, deletedAt: 1 });
    catalog.products.put({ ...product, fields: { ...product.fields, productTitle: 'Coffee' } });
  });
  const expectFound = async () => {
    expect(await found('changed')).toEqual([first.id]);
    expect(await found('A-1000')).toEqual([]);
    expect(await found('A-1001')).toEqual([]);
    expect(await found('A-1002')).toEqual([third.id]);
  };
  await expectFound();
  catalog.expectMany(false);
  await areIndexed(COUNT - 1);
  await expectFound();
  await vi.waitFor(async () => expect(await found('coffee')).toHaveLength(COUNT - 1), { timeout: 20_000 });
});
