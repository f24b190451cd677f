// Properties of the catalog's tables, however rows are written: counts, the segments of the search index, yielding.
import { readFileSync, statSync } from 'node:fs';
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

it('has the correct count for each filter, product and import after any change to links', () => {
  const chance = createChance(11);
  const links: LinkRecord[] = [];
  for (let step = 0; step < 600; step += 1) {
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
          if (link) catalog.sales.take({ id: `sale ${step}`, linkId: link.id, at: step, foundBy: 'uuid' });
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
    const { all: listed, ...counts } = catalog.links.counts(productId);
    const expected = productId === null ? scanned('1') : scanned('product_id = ?', productId);
    expect(expected).toMatchObject({ listed, ...counts });
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

it('keeps the search index in few segments, also after many small writes', () => {
  for (let order = 0; order < 3_000; order += 1) {
    const link = newLink(order, PRODUCTS[0]);
    catalog.transaction(() => catalog.links.put(link), false);
  }
  const parts = database.get<{ parts: number }>('SELECT count(DISTINCT segid) AS parts FROM link_search_idx')?.parts;
  expect(parts).toBeLessThan(100);
});

it('yields while many rows are written', async () => {
  const links = Array.from({ length: 4_000 }, (_, order) => newLink(order, PRODUCTS[0]));
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await catalog.writeInBatches(links, (link) => catalog.links.put(link), false);
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(4_000 / 200);
  expect(catalog.links.counts(null).all).toBe(4_000);
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
    catalog.links.counts(PRODUCTS[0]);
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
  const LOG_HEADER = 32;
  /** The size of the log with one commit of one page, in bytes. */
  const ONE_PAGE = LOG_HEADER + 24 + 4096;
  const logBytes = (): number => statSync(join(folder, 'catalog.db-wal')).size;

  /** Writes continuously until `isOver`; returns the size of the log. */
  async function writeUntil(isOver: () => boolean): Promise<number> {
    let longest = 0;
    for (let order = 0; !isOver(); order += 200) {
      const links = Array.from({ length: 200 }, (_, at) => newLink(order + at, PRODUCTS[0]));
      await catalog.writeInBatches(links, (link) => catalog.links.put(link), false);
      longest = Math.max(longest, logBytes());
    }
    return longest;
  }

  it('is restarted under continuous writes', async () => {
    let before = 0;
    const longest = await writeUntil(() => {
      const isCut = logBytes() < before;
      before = logBytes();
      return isCut;
    });
    expect(longest).toBeGreaterThan(0);
    const { integrity_check: integrity } = database.get<{ integrity_check: string }>('PRAGMA integrity_check') ?? {};
    expect(integrity).toBe('ok');
  });

  it('stays while a reader uses an earlier snapshot, and shrinks afterwards', async () => {
    const reader = new Reader({ path: join(folder, 'catalog.db'), what: 'The catalog' });
    const earlier = catalog.snapshot();
    const links = Array.from({ length: 400 }, (_, order) => newLink(order, PRODUCTS[0]));
    await catalog.writeInBatches(links, (link) => catalog.links.put(link), false);
    const before = logBytes();
    await reader.truncateLog();
    expect(logBytes()).toBeGreaterThanOrEqual(before);
    expect(earlier.get('SELECT count(*) AS links FROM links')).toMatchObject({ links: 0 });
    await earlier.close();
    await reader.truncateLog();
    expect(logBytes()).toBe(ONE_PAGE);
    expect(catalog.links.counts(null).all).toBe(400);
    await reader.close();
  });

  it('stays while records are held for longer than it waits, and others can be written afterwards', async () => {
    const reader = new Reader({ path: join(folder, 'catalog.db'), what: 'The catalog' });
    const put = (order: number) => catalog.links.put(newLink(order, PRODUCTS[0]));
    catalog.hold(() => put(0));
    await reader.truncateLog();
    catalog.release();
    await reader.truncateLog();
    expect(logBytes()).toBe(ONE_PAGE);
    database.exec('PRAGMA busy_timeout = 1');
    catalog.transaction(() => put(1));
    await reader.truncateLog();
    expect(logBytes()).toBe(ONE_PAGE);
    expect(catalog.links.counts(null).all).toBe(2);
    await reader.close();
  });

  it('is restarted by the thread that checkpoints it, because the first commit flushes the disk', async () => {
    const reader = new Reader({ path: join(folder, 'catalog.db'), what: 'The catalog' });
    // SQLite writes a new header, with new salts, when it restarts the log.
    const header = () => readFileSync(join(folder, 'catalog.db-wal')).subarray(0, LOG_HEADER).toString('hex');
    const write = (order: number) => catalog.transaction(() => catalog.links.put(newLink(order, PRODUCTS[0])), false);
    write(0);
    const first = header();
    await reader.truncateLog();
    const begun = header();
    expect(begun).not.toBe(first);
    write(1);
    expect(header()).toBe(begun);
    await reader.close();
  });
});
