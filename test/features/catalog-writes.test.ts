// Properties of the catalog's tables, however rows are written: indexes, and the write-ahead log.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Catalog } from '../../src/main/catalog/catalog.ts';
import { openCatalogDatabase } from '../../src/main/catalog/open-catalog.ts';
import { Reader } from '../../src/main/catalog/reader.ts';
import type { LinkRecord, ProductRecord } from '../../src/main/catalog/records.ts';
import type { Database } from '../../src/main/storage/database.ts';
import { createStamper } from '../../src/main/storage/stamp.ts';
import { temporaryFolder } from '../support/folder.ts';
import { openCatalogIn } from '../support/open-catalog.ts';
import { queryPlan } from '../support/query-plan.ts';

const PRODUCTS = ['product 1', 'product 2'] as const;

let folder: string;
let database: Database;
let catalog: Catalog;

beforeEach(async () => {
  folder = temporaryFolder();
  database = openCatalogDatabase(join(folder, 'catalog.db'), 'The catalog');
  const stamper = createStamper(Date.now, 'test');
  catalog = new Catalog(database, { stamper, now: Date.now, historyText: () => ({ words: '', address: '' }) });
});
afterEach(async () => {
  await catalog.close();
});

const newLink = (order: number, productId: string): LinkRecord => ({
  ...catalog.newRecord(),
  productId,
  prices: [{ currencyId: 2, priceCents: 100 + order, discountCents: null }],
  useOnce: order % 3 === 0,
  metadata: [{ key: 'order', value: String(order) }],
  origin: 'desk',
  paymentLink: null,
  answer: null,
});

const newProduct = (productTitle: string): ProductRecord => ({
  ...catalog.newRecord(),
  fields: { productTitle, buttonTitle: '', productDescription: '' },
  origin: 'added',
  serverId: null,
  state: 'published',
  defaultPrices: [],
  checkout: null,
  answer: null,
});

it('reads no table of many rows as a whole while records are created, changed, sold and deleted', () => {
  const product = { ...newProduct('Coaching hour'), id: PRODUCTS[0] };
  catalog.addProduct(product);
  const links = Array.from({ length: 3 }, (_, at) => newLink(at, PRODUCTS[0]));
  for (const link of links) catalog.transaction(() => catalog.links.put(link));
  const statements = recordStatements(() => {
    catalog.addProduct(newProduct('Another hour'));
    catalog.transaction(() => catalog.products.put({ ...product, fields: { ...product.fields, productTitle: 'New' } }));
    const [first, second] = links as [LinkRecord, LinkRecord];
    catalog.transaction(() => {
      catalog.links.put(newLink(4, PRODUCTS[0]));
      catalog.links.put({ ...first, useOnce: true });
      catalog.links.put({ ...second, deletedAt: 1 });
    });
    catalog.links.count(PRODUCTS[0]);
  });
  expect(statements.length).toBeGreaterThan(8);
  const plans = statements.flatMap((sql) => queryPlan(database, sql).map((step) => `${step}: ${sql}`));
  expect(plans.filter((step) => /^SCAN (links|products|history|sales|import_rows)\b/.test(step))).toEqual([]);
});

/** The distinct statements that `act` runs and that have a plan. */
function recordStatements(act: () => void): string[] {
  const statements = new Set<string>();
  const spies = (['all', 'get', 'run'] as const).map((name) => vi.spyOn(database, name));
  act();
  for (const spy of spies) {
    for (const [sql] of spy.mock.calls) if (/^\s*(SELECT|INSERT|UPDATE|DELETE)/.test(sql)) statements.add(sql);
    spy.mockRestore();
  }
  return [...statements];
}

it('finds links by the new title of their product, and no longer by the old one', async () => {
  await catalog.close();
  catalog = await openCatalogIn(folder);
  const product = newProduct('Tea');
  catalog.addProduct(product);
  catalog.transaction(() => {
    for (let order = 0; order < 60; order += 1) catalog.links.put(newLink(order, product.id));
  });
  const found = async (search: string) => {
    const query = { search, productId: null, sync: 'all', useOnce: null, sold: false } as const;
    return (await catalog.links.ids(query)).length;
  };
  expect(await found('tea')).toBe(60);
  catalog.transaction(() =>
    catalog.products.put({ ...product, fields: { ...product.fields, productTitle: 'Café noir' } }),
  );
  await expect.poll(() => found('cafe noir order')).toBe(60);
  expect([await found('tea'), await found('order: 59')]).toEqual([0, 1]);
});

describe('the write-ahead log', () => {
  const logBytes = (): number => statSync(join(folder, 'catalog.db-wal')).size;
  const write = (from: number) => {
    const links = Array.from({ length: 200 }, (_, at) => newLink(from + at, PRODUCTS[0]));
    return catalog.writeInBatches(links, (link) => catalog.links.put(link));
  };

  it('is restarted under continuous writes', async () => {
    let before = 0;
    for (let isCut = false, order = 0; !isCut; order += 200) {
      await write(order);
      isCut = logBytes() < before;
      before = logBytes();
    }
    expect(database.get('PRAGMA integrity_check')).toMatchObject({ integrity_check: 'ok' });
  });

  it('stays while a reader uses an earlier snapshot, and shrinks afterwards', async () => {
    const reader = new Reader({ path: join(folder, 'catalog.db'), what: 'The catalog' });
    const earlier = catalog.snapshot();
    await write(0);
    const before = logBytes();
    await reader.truncateLog();
    expect(logBytes()).toBeGreaterThanOrEqual(before);
    expect(earlier.links.count(null)).toBe(0);
    earlier.end();
    await reader.truncateLog();
    expect(logBytes()).toBe(0);
    expect(catalog.links.count(null)).toBe(200);
    await reader.close();
  });
});
