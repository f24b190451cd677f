// Lists of links and products in every order, with search, filters and dates: equal to sorting all records directly.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Catalog } from '../../src/main/catalog/catalog.ts';
import { ACCEPTED, type LinkQuery } from '../../src/main/catalog/link-query.ts';
import { titleOrder } from '../../src/main/catalog/list.ts';
import type { LinkRecord, ProductRecord } from '../../src/main/catalog/records.ts';
import type { Database } from '../../src/main/storage/database.ts';
import { createStamper } from '../../src/main/storage/stamp.ts';
import type { ListOrder } from '../../src/shared/contract/parts.ts';
import { createChance } from '../kill/chance.ts';
import { newLink, newProduct } from '../support/catalog-rows.ts';
import { newFolder, removeFolder } from '../support/folder.ts';
import { catalogOf, openTables } from '../support/open-catalog.ts';

const LINKS = 2_000;
const DAY = 24 * 60 * 60_000;
const START = Date.UTC(2026, 0, 1);
const TITLES = ['Tea 10', 'tea 9', 'Ärzte', 'apple', 'Zebra', 'Logo', 'logo', 'Coaching hour', 'x', 'Sold out'];
const ALL: LinkQuery = { search: '', productId: null, sync: 'all', useOnce: null, sold: false };
const ORDERS: readonly ListOrder[] = (['created', 'title', 'price'] as const).flatMap((by) =>
  [true, false].map((descending) => ({ by, descending })),
);

let folder: string;
let database: Database;
let catalog: Catalog;
let products: ProductRecord[];
let links: LinkRecord[];
let waiting: readonly string[] = [];

beforeAll(async () => {
  folder = newFolder();
  let now = START;
  const stamper = createStamper(() => now, 'here');
  database = openTables(join(folder, 'catalog.db'));
  database.exec('PRAGMA synchronous = OFF');
  catalog = catalogOf(database, { stamper, now: () => now, openLinks: () => ({ waiting, attention: [] }) });
  const chance = createChance(16);
  products = TITLES.map((productTitle) => {
    now += 1_000;
    return newProduct(catalog, productTitle);
  });
  for (const product of products) catalog.transaction(() => catalog.products.put(product));
  const made = Array.from({ length: LINKS }, (_, index) => {
    // Spread evenly over ten days.
    now = START + DAY + Math.floor((index / LINKS) * 10 * DAY);
    return newLink(catalog, chance.pick(products)?.id ?? '', {
      deletedAt: chance.between(0, 19) === 0 ? 1 : null,
      prices: pricesAt(index),
      useOnce: chance.between(0, 3) === 0,
      metadata: [{ key: 'order', value: `A${index % 70}` }],
      paymentLink: `https://checkout.example/s/${index}`,
    });
  });
  database.transaction(() => {
    for (const link of made) catalog.links.put(link);
  });
  waiting = made.flatMap(({ id }, index) => (index % 45 === 0 ? id : []));
  links = made.filter(({ deletedAt }) => deletedAt === null);
  const titles = new Map(products.map(({ id, fields }) => [id, fields.productTitle]));
  for (const { id, productId, metadata } of links) {
    texts.set(id, `${titles.get(productId)}\norder: ${metadata[0]?.value}`.toLowerCase());
  }
});

afterAll(async () => {
  await catalog.close();
  removeFolder(folder);
});

/** Prices in two currencies; some have a discount, some a second price, and some are unknown. */
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

/** The search text of each link, in lower case. */
const texts = new Map<string, string>();

/** The expected list, computed from all links. */
function plain({ search, sync, useOnce, created, order }: LinkQuery): string[] {
  const words = search.toLowerCase().split(' ').filter(Boolean);
  const open = new Set(waiting);
  const matches = links.filter(
    (link) =>
      words.every((word) => texts.get(link.id)?.includes(word)) &&
      (sync === 'all' || open.has(link.id)) &&
      (useOnce === null || link.useOnce === useOnce) &&
      link.createdAt >= (created?.from ?? 0) &&
      link.createdAt < (created?.to ?? Number.POSITIVE_INFINITY),
  );
  const newest = (a: LinkRecord, b: LinkRecord) => (a.id < b.id ? 1 : -1);
  if (!order || order.by === 'created')
    return matches
      .sort(newest)
      .map(({ id }) => id)
      [order?.descending === false ? 'reverse' : 'slice']();
  const sign = order.descending ? -1 : 1;
  // Links with equal titles: by product, then newest first. With equal prices: oldest first, or newest if descending.
  const newestFirst = matches.sort(newest);
  if (order.by === 'title') {
    const owners = products.map(({ id, fields }) => ({ id, key: titleOrder(fields.productTitle) }));
    owners.sort((a, b) => sign * (a.key === b.key ? (a.id < b.id ? -1 : 1) : a.key < b.key ? -1 : 1));
    return owners.flatMap((owner) => newestFirst.filter((link) => link.productId === owner.id)).map(({ id }) => id);
  }
  const up = newestFirst.reverse().map((link) => ({ link, rank: rankOf(link) }));
  up.sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0));
  return (order.descending ? up.reverse() : up).map(({ link }) => link.id);
}

const QUERIES: readonly (readonly [string, Partial<LinkQuery>])[] = [
  ['all', {}],
  ['a filter of few', { sync: 'waiting' }],
  ['a filter of many', { useOnce: true }],
  ['a search that finds few', { search: 'A69' }],
  ['a search that finds many', { search: 'order' }],
  ['a short search', { search: 'te' }],
  ['two words and a filter', { search: 'order logo', useOnce: false }],
  ['a filter in a time', { sync: 'waiting', created: { from: null, to: START + 4 * DAY } }],
];

it('shows links in every order, whatever is searched and filtered', async () => {
  for (const [what, part] of QUERIES) {
    for (const order of ORDERS) {
      const query = { ...ALL, ...part, order };
      const about = `${what} by ${order.by}, ${order.descending ? 'down' : 'up'}`;
      const expected = plain(query);
      expect(expected.length, about).toBeGreaterThan(10);
      expect(await catalog.links.list.ids(query), about).toEqual(expected);
      const middle = Math.floor(expected.length / 2);
      for (const offset of [0, middle + 7, Math.max(0, expected.length - 5)]) {
        const page = (await catalog.links.list.page(query, offset, 50)).map(({ id }) => id);
        expect(page, `${about}, at ${offset}`).toEqual(expected.slice(offset, offset + 50));
      }
    }
  }
});

it('counts the links of each filter', async () => {
  for (const [what, part] of QUERIES) {
    const query = { ...ALL, ...part };
    const of = (filter: Partial<LinkQuery>) =>
      plain({ ...ALL, search: query.search, created: query.created, ...filter }).length;
    const [all, waits, once] = [of({}), of({ sync: 'waiting' }), of({ useOnce: true })];
    const counts = { all, waiting: waits, attention: 0, useOnce: once, sold: 0 };
    expect(await catalog.links.counts(query), what).toEqual({ total: plain(query).length, counts });
  }
});

it('shows products in every order, even in search results', async () => {
  const sorted = (search: string, { by, descending }: ListOrder) => {
    const matches = products.filter(({ fields }) => fields.productTitle.toLowerCase().includes(search));
    const key = ({ id, fields }: ProductRecord) => (by === 'title' ? `${titleOrder(fields.productTitle)}\n${id}` : id);
    const up = matches.sort((a, b) => (key(a) < key(b) ? -1 : 1));
    return (descending ? up.reverse() : up).map(({ id }) => id);
  };
  for (const order of ORDERS) {
    for (const search of ['', 'o', 'logo']) {
      const expected = sorted(search, order);
      const query = { search, isHidden: null, order };
      const rows = await catalog.products.list.page(query, 0, 50);
      const total = await catalog.products.list.total(query);
      const about = `${search} by ${order.by}, ${order.descending ? 'down' : 'up'}`;
      expect({ total, ids: rows.map(({ id }) => id) }, about).toEqual({ total: expected.length, ids: expected });
    }
  }
});

it('omits the links of a batch that is not accepted yet', async () => {
  const { staged } = catalog;
  const [link] = links as [LinkRecord];
  staged.begin({ id: 'a', kind: 'import', name: '', acceptedAt: START, total: 1, state: 'loading' });
  staged.stage('a', [link]);
  expect(await catalog.links.list.total(ALL)).toBe(links.length - 1);
  // A backup omits them too.
  expect([...catalog.links.batches(ACCEPTED.sql)].flat().some(({ id }) => id === link.id)).toBe(false);
  expect(staged.changes).toBe(0);
  staged.setState('a', 'accepted');
  expect(await catalog.links.list.total(ALL)).toBe(links.length);
  staged.removeBatch('a');
});
