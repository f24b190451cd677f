// The list of sales: filters, search, orders and totals. `list-order.test.ts` proves pages for all lists.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Catalog } from '../../src/main/catalog/catalog.ts';
import type { LinkRecord } from '../../src/main/catalog/records.ts';
import { daysOf, type SaleQuery } from '../../src/main/catalog/sale-list.ts';
import { Sales } from '../../src/main/sales/sales.ts';
import { newLink, newProduct } from '../support/catalog-rows.ts';
import { newFolder, removeFolder } from '../support/folder.ts';
import { ALONE } from '../support/inbox.ts';
import { catalogOf, openTables } from '../support/open-catalog.ts';
import { deliveryOf } from '../support/sale.ts';

const DAY = 86_400_000;
const ALL: SaleQuery = { search: '', productId: null, linkId: null, sold: null };
/** Noon in local time. */
const at = (day: number): number => new Date(2026, 0, 1 + day, 12).getTime();

interface Row {
  readonly title: string;
  /** The index of its link; null for an unknown link. */
  readonly link: number | null;
  readonly day: number;
  /** In the currency with id 3. Without it, the link's price counts. */
  readonly paid?: number;
  readonly isVerified?: false;
}

/** By the id of the event. The ids follow the times of the sales, but the deliveries arrive in the order below. */
const ROWS: Readonly<Record<string, Row>> = {
  c: { title: 'Logo design', link: 0, day: 2 },
  a: { title: 'Logo design', link: 0, day: 0, paid: 7.5 },
  e: { title: 'Coaching hour', link: 1, day: 4 },
  b: { title: 'Coaching hour', link: null, day: 1 },
  d: { title: 'Logo design', link: 2, day: 2, isVerified: false },
  f: { title: 'Coaching hour', link: 1, day: 4, paid: 9 },
};

const folder = newFolder();
let catalog: Catalog;
const links: LinkRecord[] = [];

beforeAll(async () => {
  catalog = catalogOf(openTables(join(folder, 'catalog.db')));
  const products = ['Logo design', 'Coaching hour'].map((title) => newProduct(catalog, title));
  for (const product of products) catalog.transaction(() => catalog.products.put(product));
  for (const [index, product] of [0, 1, 0].entries()) {
    const link = newLink(catalog, products[product]?.id ?? '', {
      prices: [{ currencyId: 2, priceCents: 1_000 + index, discountCents: null }],
      paymentLink: `https://pay.example/mara/1?uuid=u-${index}`,
    });
    links.push(link);
    catalog.addLink(link);
  }
  const deliveries = Object.entries(ROWS).map(([id, { title, link, day, paid, isVerified = true }]) => {
    const event = {
      event: 'after_sell',
      sale_id: id,
      product: { product_title: title },
      payment_link: links[link ?? -1]?.paymentLink ?? 'https://elsewhere.example/1?uuid=unknown',
      ...(paid === undefined ? {} : { price: { currency_id: 3, price: paid, is_discount_price: false } }),
      metadata: { order: `order-${id}` },
      fields: { name: id === 'e' ? 'Ana García' : 'Pat' },
    };
    return deliveryOf(event, { at: at(day), isVerified });
  });
  await new Sales(catalog, ALONE).store(deliveries);
});
afterAll(async () => {
  await catalog.close();
  removeFolder(folder);
});

/** The ids of the events in the order of the list. */
async function listed(query: Partial<SaleQuery>, offset = 0, limit = 100): Promise<string> {
  const sales = await catalog.sales.list.page({ ...ALL, ...query }, offset, limit);
  return sales.map(({ event }) => event.eventId).join('');
}

const sorted = (ids: string) => [...ids].sort().join('');

it('lists each sale once, newest first, in pages, without its body', async () => {
  const all = await listed({});
  expect(sorted(all)).toBe('abcdef');
  expect(all).toMatch(/^(ef|fe)(cd|dc)ba$/);
  expect((await listed({}, 0, 3)) + (await listed({}, 3, 3))).toBe(all);
  const [first] = await catalog.sales.list.page(ALL, 0, 1);
  expect(first?.event.body).toBeUndefined();
  expect(catalog.sales.get(first?.id ?? '')?.event.body).toContain('after_sell');
});

/** `cents`: in the currencies 2 and 3. "d" is a question because it is not verified; "b" has no known amount. */
it.each<[string, () => Partial<SaleQuery>, string, { sales: number; cents: [number, number]; days: number[] }]>([
  ['nothing', () => ({}), 'abcdef', { sales: 5, cents: [2_001, 1_650], days: [0, 1, 2, 4] }],
  // Only one product has the title that "b" names.
  ['product', () => ({ productId: links[1]?.productId }), 'bef', { sales: 3, cents: [1_001, 900], days: [1, 4] }],
  ['link', () => ({ linkId: links[0]?.id }), 'ac', { sales: 2, cents: [1_000, 750], days: [0, 2] }],
  ['time', () => ({ sold: { from: at(1), to: at(4) } }), 'bcd', { sales: 2, cents: [1_000, 0], days: [1, 2] }],
  [
    'time without a start',
    () => ({ sold: { from: null, to: at(0) + DAY } }),
    'a',
    { sales: 1, cents: [0, 750], days: [0] },
  ],
  ['search', () => ({ search: 'coaching' }), 'bef', { sales: 3, cents: [1_001, 900], days: [1, 4] }],
  [
    'link, time and search',
    () => ({ linkId: links[1]?.id, sold: { from: at(4), to: null }, search: 'order-f' }),
    'f',
    { sales: 1, cents: [0, 900], days: [4] },
  ],
])('filters by %s, and sums what it lists', async (_, query, ids, { sales, cents, days }) => {
  const whole = { ...ALL, ...query() };
  expect(sorted(await listed(whole))).toBe(ids);
  expect(await catalog.sales.list.total(whole)).toBe(ids.length);
  const totals = await daysOf(catalog.sales.list, whole);
  const sum = (of: (day: (typeof totals)[number]) => number) => totals.reduce((all, each) => all + of(each), 0);
  expect({
    sales: sum((each) => each.sales),
    questions: sum((each) => each.questions),
    cents: [2, 3].map((id) => sum((each) => (each.currencyId === id ? each.cents : 0))),
    days: [...new Set(totals.filter((day) => day.sales > 0).map(({ day }) => day))].sort(),
  }).toEqual({
    ...{ sales, cents, questions: ids.includes('d') ? 1 : 0 },
    days: days.map((day) => new Date(at(day)).toLocaleDateString('sv')),
  });
});

it('lists oldest first on request, even in searches and exports', async () => {
  const order = { by: 'created', descending: false } as const;
  const ids = await listed({ order });
  expect(ids).toMatch(/^ab(cd|dc)(ef|fe)$/);
  expect(await listed({ order, search: 'order' })).toBe(ids);
  const exported: (string | null)[] = [];
  for await (const some of catalog.sales.list.each({ ...ALL, order })) {
    exported.push(...some.map(({ event }) => event.eventId));
  }
  expect(exported.join('')).toBe(ids);
});

it.each([
  ['order-e', 'e'],
  ['garcia', 'e'],
  ['order 99999', ''],
  ['order-a 7,50', 'a'],
  ['$10.00', 'c'],
  ['product_title', ''],
])('searches the product, the metadata, the amount and the values in the body: %s', async (search, ids) => {
  expect(await listed({ search })).toBe(ids);
});
