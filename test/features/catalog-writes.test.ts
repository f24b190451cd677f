// Properties of the catalog's tables, however rows are written: counts, indexes, search texts, and the write-ahead log.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Catalog, openCatalogDatabase } from '../../src/main/catalog/catalog.ts';
import { Reader } from '../../src/main/catalog/reader.ts';
import type { ImportRowRecord, LinkRecord, ProductRecord } from '../../src/main/catalog/records.ts';
import type { Database } from '../../src/main/storage/database.ts';
import { createStamper } from '../../src/main/storage/stamp.ts';
import { createChance } from '../kill/chance.ts';
import { temporaryFolder } from '../support/folder.ts';
import { queryPlan } from '../support/query-plan.ts';
import { saleOf } from '../support/sale.ts';

const PRODUCTS = ['product 1', 'product 2'] as const;
const IMPORTS = ['import 1', 'import 2'] as const;

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

const rowOf = ({ id, productId, prices, useOnce, metadata }: LinkRecord): ImportRowRecord => ({
  line: 1,
  cells: [],
  errors: [],
  warnings: [],
  chosen: true,
  link: { id, productId, draft: { prices: [...prices], useOnce, metadata } },
});

/** Counted row by row. */
function scanned(where: string, ...values: string[]): object {
  const listed = (condition: string) => `count(*) FILTER (WHERE is_deleted = 0 AND ${condition})`;
  const row = database.get<Record<string, number>>(
    `SELECT ${listed('1')} AS listed, ${listed('sync = 1')} AS waiting, ${listed('sync = 2')} AS attention,
      ${listed('use_once = 1')} AS useOnce, ${listed('sold > 0')} AS sold, count(*) FILTER (WHERE is_deleted = 1) AS deleted
      FROM links WHERE ${where}`,
    ...values,
  );
  return { ...row, _metadata: undefined };
}

it('has the correct count for each filter, product and import after any change to links', async () => {
  const chance = createChance(11);
  const links: LinkRecord[] = [];
  for (let step = 0; step < 300; step += 1) {
    catalog.transaction(() => {
      const link = chance.pick(links);
      switch (link ? chance.between(0, 5) : 0) {
        case 0: {
          const made = newLink(step, chance.pick(PRODUCTS) ?? PRODUCTS[0]);
          if (chance.next() < 0.5) catalog.imports.addRow(chance.pick(IMPORTS) ?? IMPORTS[0], step, rowOf(made));
          catalog.links.put(made);
          links.push(made);
          break;
        }
        case 1:
          if (link) catalog.links.put(Object.assign(link, { deletedAt: link.deletedAt === null ? 1 : null }));
          break;
        case 2:
          if (link) catalog.links.put(Object.assign(link, { paymentLink: `https://shop.example/p?uuid=${step}` }));
          break;
        case 3:
          if (link) catalog.sales.take(saleOf({ id: `sale ${step}`, linkId: link.id, at: step }));
          break;
        case 4:
          if (link) catalog.links.put(Object.assign(link, { productId: chance.pick(PRODUCTS) ?? PRODUCTS[0] }));
          break;
        default:
          if (link) catalog.links.setSync(link.id, chance.pick(['none', 'waiting', 'attention'] as const) ?? 'none');
      }
    });
  }
  for (const productId of [null, ...PRODUCTS]) {
    const query = { search: '', productId, sync: 'all', useOnce: null, sold: false } as const;
    const { total, counts } = await catalog.links.counts(query);
    const expected = productId === null ? scanned('1') : scanned('product_id = ?', productId);
    expect(expected).toMatchObject({ listed: total, useOnce: counts.useOnce, sold: counts.sold });
    expect(catalog.links.count(productId)).toBe(total);
  }
  for (const id of IMPORTS) {
    const { created, synced, waiting, attention, deleted, replaced, unsent } = catalog.imports.counts(id);
    const removed = deleted + replaced + unsent;
    expect(scanned('import_id = ?', id)).toMatchObject({
      listed: synced + waiting + attention,
      waiting,
      attention,
      deleted: removed,
    });
    expect(created).toBe(synced + waiting + attention + removed);
    expect(removed).toBeGreaterThan(0);
  }
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
    catalog.setSync(new Map([[first.id, 'waiting']]));
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
    expect(earlier.get('SELECT count(*) AS links FROM links')).toMatchObject({ links: 0 });
    await earlier.close();
    await reader.truncateLog();
    expect(logBytes()).toBe(0);
    expect(catalog.links.count(null)).toBe(200);
    await reader.close();
  });
});
