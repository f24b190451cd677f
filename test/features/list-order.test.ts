// Lists of links and products in every order, with search, filters and dates: equal to sorting all records directly.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Catalog, openCatalogDatabase } from '../../src/main/catalog/catalog.ts';
import type { LinkCounts, LinkQuery } from '../../src/main/catalog/link-query.ts';
import { type Order, placeSelect, rowsInOrder, titleOrder } from '../../src/main/catalog/order.ts';
import type { LinkRecord, ProductRecord } from '../../src/main/catalog/records.ts';
import type { Database } from '../../src/main/storage/database.ts';
import { createStamper } from '../../src/main/storage/stamp.ts';
import { createChance } from '../kill/chance.ts';
import { newFolder, removeFolder } from '../support/folder.ts';
import { queryPlan } from '../support/query-plan.ts';
import { leaveUnindexed } from '../support/unindexed.ts';

const LINKS = 14_000;
const DAY = 24 * 60 * 60_000;
const START = Date.UTC(2026, 0, 1);
const TITLES = ['Tea 10', 'tea 9', 'Ärzte', 'apple', 'Zebra', 'Logo', 'logo', 'Coaching hour', 'x', 'Sold out'];
const ALL: LinkQuery = { search: '', productId: null, sync: 'all', useOnce: null, sold: false };
const ORDERS: readonly Order[] = [
  { by: 'created', descending: true },
  { by: 'created', descending: false },
  { by: 'title', descending: false },
  { by: 'title', descending: true },
  { by: 'price', descending: false },
  { by: 'price', descending: true },
  { by: 'state', descending: false },
  { by: 'state', descending: true },
];

let folder: string;
let database: Database;
let catalog: Catalog;
let products: ProductRecord[];
let links: LinkRecord[];

beforeAll(async () => {
  folder = newFolder();
  let now = START;
  const stamper = createStamper(() => now, 'here');
  database = openCatalogDatabase(join(folder, 'catalog.db'), 'The catalog');
  database.exec('PRAGMA synchronous = OFF');
  catalog = new Catalog(database, { stamper, now: () => now, historyText: () => ({ words: '', address: '' }) });
  const chance = createChance(16);
  products = TITLES.map((productTitle, index) => {
    now += 1_000;
    return {
      ...catalog.newRecord(),
      fields: { productTitle, buttonTitle: '', productDescription: '' },
      origin: 'added',
      serverId: null,
      state: index % 3 === 0 ? 'draft' : 'published',
      defaultPrices: [],
      checkout: null,
      answer: null,
    };
  });
  for (const product of products) catalog.addProduct(product);
  const made = Array.from({ length: LINKS }, (_, index): LinkRecord => {
    // Ten days; several per millisecond, like an import.
    now = START + DAY + Math.floor((index / LINKS) * 10 * DAY);
    return {
      ...catalog.newRecord(),
      deletedAt: chance.between(0, 19) === 0 ? 1 : null,
      productId: chance.pick(products)?.id ?? '',
      prices: pricesAt(index),
      useOnce: chance.between(0, 3) === 0,
      metadata: [{ key: 'order', value: `A${index % 700}` }],
      origin: 'desk',
      paymentLink: `https://checkout.example/s/${index}`,
      answer: null,
    };
  });
  database.transaction(() => {
    for (const link of made) catalog.links.put(link);
    for (const [index, { id }] of made.entries()) if (index % 90 === 0) catalog.links.setSync(id, 'waiting');
  });
  links = made.filter(({ deletedAt }) => deletedAt === null);
}, 400_000);

afterAll(async () => {
  await catalog.close();
  removeFolder(folder);
});

/** In two currencies, some with a discount, some with a second price, some unknown. */
function pricesAt(index: number): LinkRecord['prices'] {
  if (index % 50 === 0) return [];
  const priceCents = 100 + (index % 400);
  const discountCents = index % 3 === 0 ? priceCents - 90 : null;
  const first = { currencyId: index % 7 === 0 ? 3 : 2, priceCents, discountCents };
  return index % 5 === 0 ? [first, { currencyId: 9, priceCents: 1, discountCents: null }] : [first];
}

/** The sort key of a link's prices: by currency, then by what a buyer pays. */
function rankOf({ prices: [price] }: LinkRecord): number {
  return price ? price.currencyId * 1e6 + (price.discountCents ?? price.priceCents) : Number.POSITIVE_INFINITY;
}

const titleOf = (link: LinkRecord) => products.find(({ id }) => id === link.productId)?.fields.productTitle ?? '';

/** The expected list, computed from all links. */
function plain({ search, sync, useOnce, created, order }: LinkQuery): string[] {
  const words = search.toLowerCase().split(' ').filter(Boolean);
  const open = new Set(catalog.links.open().map(({ id }) => id));
  const found = links.filter(
    (link) =>
      words.every((word) => `${titleOf(link)}\norder: ${link.metadata[0]?.value}`.toLowerCase().includes(word)) &&
      (sync === 'all' || open.has(link.id)) &&
      (useOnce === null || link.useOnce === useOnce) &&
      link.createdAt >= (created?.from ?? 0) &&
      link.createdAt < (created?.to ?? Number.POSITIVE_INFINITY),
  );
  const newest = (a: LinkRecord, b: LinkRecord) => (a.id < b.id ? 1 : -1);
  if (!order || order.by === 'created')
    return found
      .sort(newest)
      .map(({ id }) => id)
      [order?.descending === false ? 'reverse' : 'slice']();
  const sign = order.descending ? -1 : 1;
  if (order.by === 'price' || order.by === 'state') {
    const rank = (link: LinkRecord) => (order.by === 'price' ? rankOf(link) : open.has(link.id) ? 0 : 1);
    // Within the same state newest first, within the same price oldest first.
    const sameRank = (a: LinkRecord, b: LinkRecord) => (order.by === 'price' ? -newest(a, b) : newest(a, b));
    const byRank = (a: LinkRecord, b: LinkRecord) =>
      rank(a) === rank(b) ? sameRank(a, b) : rank(a) < rank(b) ? -1 : 1;
    return found.sort((a, b) => sign * byRank(a, b)).map(({ id }) => id);
  }
  const byTitle = (a: LinkRecord, b: LinkRecord) => {
    const [one, other] = [titleOrder(titleOf(a)), titleOrder(titleOf(b))];
    const [owner, otherOwner] = [a.productId, b.productId];
    if (owner === otherOwner) return newest(a, b);
    if (one !== other) return one < other ? -sign : sign;
    return owner < otherOwner ? -sign : sign;
  };
  return found.sort(byTitle).map(({ id }) => id);
}

const QUERIES: readonly [string, Partial<LinkQuery>][] = [
  ['all', {}],
  ['a filter of few', { sync: 'waiting' }],
  ['a filter of many', { useOnce: true }],
  ['a search that finds few', { search: 'A699' }],
  ['a search that finds many', { search: 'order' }],
  ['a short search', { search: 'te' }],
  ['two words and a filter', { search: 'order logo', useOnce: false }],
  ['three days', { created: { from: START + 3 * DAY, to: START + 6 * DAY } }],
  ['a search in a time', { search: 'coach', created: { from: START + 8 * DAY, to: null } }],
  ['a filter in a time', { sync: 'waiting', created: { from: null, to: START + 4 * DAY } }],
];

it('reports when a slow count is ready', async () => {
  const query = { ...ALL, search: 'orde' };
  await new Promise<void>((resolve) => {
    void catalog.links.countsOf(query, resolve).then((counts) => counts && resolve());
  });
  expect(await catalog.links.countsOf(query, () => {})).toMatchObject({ all: links.length });
});

it('reads many links by index, without a sort', () => {
  const plan = (sql: string) => queryPlan(database, sql, ...Array(9).fill(1));
  for (const direction of ['ASC', 'DESC']) {
    const sql = `SELECT r.record FROM products p CROSS JOIN links r CROSS JOIN link_search ON link_search.rowid = r.position
      WHERE r.product_id = p.id AND r.is_deleted = 0 AND instr(link_search.words, 'x') > 0
        AND (p.title_order, p.position) > ('m', 1)
      ORDER BY p.title_order ${direction}, p.position ${direction}, r.position DESC LIMIT 50`;
    expect(plan(sql).join('\n')).not.toContain('TEMP B-TREE');
    expect(plan(sql).join('\n')).toContain('products_by_title_order');
  }
});

it.each(['price', 'state'] as const)('reads many links by %s from any position by index, without a sort', (by) => {
  const table = { rows: 'links', text: 'link_search' } as const;
  const select = {
    from: 'links r',
    key: 'r.position',
    where: { sql: 'r.is_deleted = 0 AND r.use_once = 1', values: [] },
  };
  const after = { position: 1, rank: 1, value: '' };
  const asked = { table, select, isSorted: false, value: 'record', skip: 0, limit: 50 } as const;
  for (const descending of [false, true]) {
    const order = { by, descending };
    for (const [sql, ...values] of [
      rowsInOrder({ ...asked, order, after: null }),
      rowsInOrder({ ...asked, order, after }),
      placeSelect(table, select, order, after, false),
    ]) {
      const steps = queryPlan(database, sql, ...values);
      expect(steps.join()).not.toContain('TEMP B-TREE');
      const plan = steps.filter((detail) => detail.includes(' r '));
      const isFrom = values.length > 2;
      expect(plan).toHaveLength(isFrom ? 2 : 1);
      const [first = '', second = ''] = plan;
      const index = `links_by_${by === 'price' ? 'price' : 'sync'}`;
      expect(first).toMatch(
        isFrom ? new RegExp(`^SEARCH r USING .*INDEX ${index} \\(\\w+=\\? AND position[<>]\\?`) : index,
      );
      if (isFrom) expect(second).toMatch(new RegExp(`^SEARCH r USING .*INDEX ${index} \\(\\w+[<>]\\?`));
    }
  }
});

it('shows products by title and by age, also in search results, and locates rows', async () => {
  const sorted = (search: string, { by, descending }: Order) => {
    const found = products.filter(({ fields }) => fields.productTitle.toLowerCase().includes(search));
    if (by === 'state') {
      const rank = ({ state }: ProductRecord) => (state === 'published' ? 0 : 1);
      const publishedFirst = found.sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? 1 : -1)).map(({ id }) => id);
      return descending ? publishedFirst.reverse() : publishedFirst;
    }
    const key = ({ id, fields }: ProductRecord) =>
      by === 'created' || by === 'price' ? id : `${titleOrder(fields.productTitle)}\n${id}`;
    const up = found.sort((a, b) => (key(a) < key(b) ? -1 : 1)).map(({ id }) => id);
    return descending ? up.reverse() : up;
  };
  for (const order of ORDERS) {
    for (const search of ['', 'o', 'logo']) {
      const query = { search, state: null, order };
      const expected = sorted(search, order);
      const { rows, total } = await catalog.products.page(query, 0, 50);
      expect(total).toBe(expected.length);
      if (search === '' || order.by === 'title' || !order.descending)
        expect(rows.map(({ id }) => id)).toEqual(expected);
      const second = await catalog.products.page(query, 1, 1, [rows[1]?.id ?? '']);
      expect(second.located).toEqual({ id: rows[1]?.id, index: 1 });
      expect(second.rows.map(({ id }) => id)).toEqual(rows.slice(1, 2).map(({ id }) => id));
    }
  }
});

describe.each([
  ['indexed', () => {}],
  ['of which every third is not indexed yet', () => leaveUnindexed(database, catalog)],
] as const)('links with search texts %s', (_, prepare) => {
  beforeAll(prepare);

  it.each(QUERIES)('shows %s in every order', async (_, part) => {
    for (const order of ORDERS) {
      const query = { ...ALL, ...part, order };
      const expected = plain(query);
      expect(expected.length).toBeGreaterThan(10);
      const ids: string[] = [];
      for await (const some of catalog.links.ids(query)) ids.push(...some);
      expect(ids.length).toBe(expected.length);
      expect(ids).toEqual(expected);
      const page = async (offset: number) => (await catalog.links.page(query, offset, 50)).map(({ id }) => id);
      const middle = Math.floor(expected.length / 2);
      for (const offset of [0, 50, 100, middle, middle + 7, expected.length - 5, 20]) {
        if (offset >= 0) expect(await page(offset)).toEqual(expected.slice(offset, offset + 50));
      }
      const wanted = expected[middle] ?? '';
      expect(await catalog.links.locate(query, ['none', wanted, expected.at(-1) ?? ''])).toEqual({
        id: wanted,
        index: middle,
      });
      await expect
        .poll(() => catalog.links.total(query, 0, () => {}))
        .toEqual({ rows: expected.length, isExact: true });
    }
  });

  it.each(QUERIES)('counts the results of each filter of %s', async (_, part) => {
    const query = { ...ALL, ...part };
    const of = (filter: Partial<LinkQuery>) =>
      plain({ ...ALL, search: query.search, created: query.created, ...filter }).length;
    const expected: LinkCounts = {
      all: of({}),
      waiting: of({ sync: 'waiting' }),
      attention: 0,
      useOnce: of({ useOnce: true }),
      sold: 0,
    };
    await expect.poll(() => catalog.links.countsOf(query, () => {})).toEqual(expected);
  });
});
