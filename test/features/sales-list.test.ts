// The list of sales: pages, search, filters, orders and totals equal a plain loop over all records.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Catalog } from '../../src/main/catalog/catalog.ts';
import type { LinkRecord, SaleRecord } from '../../src/main/catalog/records.ts';
import { daysOf, type SaleQuery } from '../../src/main/catalog/sale-list.ts';
import { Sales } from '../../src/main/sales/sales.ts';
import { newFolder, removeFolder } from '../support/folder.ts';
import { catalogOf, openTables } from '../support/open-catalog.ts';
import { deliveryOf } from '../support/sale.ts';

const SALES = 700;
const LINKS = 40;
const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1);
/** Three sales at the very same time, ten sales a day. */
const timeOf = (index: number): number => START + Math.floor(index / 3) * 3 * (DAY / 30);
const ALL: SaleQuery = { search: '', productId: null, linkId: null, sold: null };

const localDayOf = (at: number): string => new Date(at).toLocaleDateString('sv');

const folder = newFolder();
let catalog: Catalog;
let sales: Sales;
const links: LinkRecord[] = [];
let all: readonly number[] = [];

const linkOf = (index: number): LinkRecord | undefined => (index % 10 === 9 ? undefined : links[index % LINKS]);
const isVerified = (index: number): boolean => index % 50 !== 7;
const bodyOf = (index: number): string =>
  JSON.stringify({
    event: 'after_sell',
    sale_id: `s-${index}`,
    product: { product_title: index % 2 === 0 ? 'Logo design' : 'Coaching hour' },
    payment_link: linkOf(index)?.paymentLink ?? 'https://elsewhere.example/1?uuid=unknown',
    ...(index % 4 === 0 ? { price: { currency_id: 3, price: 7.5, is_discount_price: false } } : {}),
    metadata: { order: `order-${index}` },
    fields: { name: index === 621 ? 'Ana García' : 'Pat' },
  });

beforeAll(async () => {
  catalog = catalogOf(openTables(join(folder, 'catalog.db')));
  sales = new Sales(catalog);
  const products = ['Logo design', 'Coaching hour'].map((productTitle) => ({
    ...catalog.newRecord(),
    fields: { productTitle, buttonTitle: '', productDescription: '' },
    origin: 'added' as const,
    serverId: null,
    state: 'published' as const,
    defaultPrices: [] as [],
    checkout: null,
    answer: null,
  }));
  for (const product of products) catalog.addProduct(product);
  for (let index = 0; index < LINKS; index += 1) {
    const link: LinkRecord = {
      ...catalog.newRecord(),
      productId: products[index % 2]?.id ?? '',
      prices: [{ currencyId: 2, priceCents: 1_000 + index, discountCents: null }],
      useOnce: false,
      metadata: [],
      origin: 'desk',
      paymentLink: `https://pay.example/mara/1?uuid=u-${index}`,
      answer: null,
    };
    links.push(link);
    catalog.addLink(link);
  }
  const indexes = Array.from({ length: SALES }, (_, index) => (index * 7_919) % SALES);
  await sales.store(
    indexes.map((index) => deliveryOf(bodyOf(index), { at: timeOf(index), isVerified: isVerified(index) })),
  );
  // Without the key a sale is stored only if it names a link.
  all = [...indexes.keys()].filter((index) => isVerified(index) || linkOf(index) !== undefined);
});
afterAll(async () => {
  await catalog.close();
  removeFolder(folder);
});

const numberOf = ({ event }: SaleRecord) => Number(event?.eventId?.slice(2));
const page = async (query: SaleQuery, offset = 0, limit = 100) =>
  (await catalog.sales.list.page(query, offset, limit)).map(numberOf);
const total = (query: SaleQuery): Promise<number> => catalog.sales.list.total(query);
async function sums(query: SaleQuery) {
  const days = await daysOf(catalog.sales.list, query);
  const sum = (of: (day: (typeof days)[number]) => number) => days.reduce((so, each) => so + of(each), 0);
  return {
    sales: sum((each) => each.sales),
    questions: sum((each) => each.questions),
    cents: [2, 3].map((id) => sum((each) => (each.currencyId === id ? each.cents : 0))),
    days: new Set(days.filter((day) => day.sales > 0).map(({ day }) => day)),
  };
}
function summed(indexes: readonly number[]) {
  const verified = indexes.filter(isVerified);
  const inUsd = verified.filter((index) => index % 4 !== 0);
  return {
    sales: verified.length,
    questions: indexes.length - verified.length,
    cents: [
      inUsd.reduce((sum, index) => sum + (linkOf(index)?.prices[0]?.priceCents ?? 0), 0),
      (verified.length - inUsd.length) * 750,
    ],
    days: new Set(verified.map((index) => localDayOf(timeOf(index)))),
  };
}

it('pages through all sales, newest first, each once, and reads a body only for one of them', async () => {
  const seen: number[] = [];
  for (let offset = 0; offset < all.length; offset += 100) seen.push(...(await page(ALL, offset)));
  expect(seen.map(timeOf)).toEqual(seen.map(timeOf).sort((a, b) => b - a));
  expect([...seen].sort((a, b) => a - b)).toEqual(all);
  const [first] = await catalog.sales.list.page(ALL, 0, 1);
  expect(first?.event?.body).toBeUndefined();
  expect(catalog.sales.get(first?.id ?? '')?.event?.body).toBe(bodyOf(seen[0] ?? 0));
});

it('filters by product, link, time and search, and sums what it lists', async () => {
  const productId = links[1]?.productId ?? '';
  const linkId = links[5]?.id ?? '';
  const sold = { from: START + 10 * DAY, to: START + 40 * DAY };
  const isIn = (index: number) => timeOf(index) >= sold.from && timeOf(index) < sold.to;
  // Includes sales with an unknown link: only one product has the title that they name.
  const isOfProduct = (index: number) => index % 2 === 1;
  const cases: [SaleQuery, (index: number) => boolean][] = [
    [ALL, () => true],
    [{ ...ALL, productId }, isOfProduct],
    [{ ...ALL, linkId }, (index) => linkOf(index)?.id === linkId],
    [{ ...ALL, sold: { from: null, to: sold.from } }, (index) => timeOf(index) < sold.from],
    [{ ...ALL, productId, sold }, (index) => isIn(index) && isOfProduct(index)],
    [{ ...ALL, linkId, sold, search: 'coaching' }, (index) => isIn(index) && linkOf(index)?.id === linkId],
    [{ ...ALL, search: 'coaching' }, isOfProduct],
  ];
  for (const [query, isListed] of cases) {
    const expected = all.filter(isListed);
    const which = JSON.stringify(query);
    expect(expected.length, which).toBeGreaterThan(0);
    expect(await total(query), which).toBe(expected.length);
    expect(await sums(query), which).toEqual(summed(expected));
    const newest = [...expected].sort((a, b) => b - a).slice(0, 9);
    expect((await page(query, 0, 9)).map(timeOf), which).toEqual(newest.map(timeOf));
    expect(await page(query, expected.length - 5, 100), which).toHaveLength(5);
  }
});

it('sorts by time, product and amount in both directions, with pages at any offset', async () => {
  const amountOf = (index: number) => {
    if (index % 4 === 0) return 3e9 + 750;
    const price = linkOf(index)?.prices[0]?.priceCents;
    return price === undefined ? Number.MAX_SAFE_INTEGER : 2e9 + price;
  };
  /** Sales of the same product or amount are listed newest first. */
  const keysOf = {
    created: (index: number) => [timeOf(index)],
    title: (index: number) => [index % 2 === 0 ? 'logo design' : 'coaching hour', -timeOf(index)],
    price: (index: number) => [amountOf(index), -timeOf(index)],
  } as const;
  const compare = (one: readonly (string | number)[], other: readonly (string | number)[]): number => {
    const at = one.findIndex((key, index) => key !== other[index]);
    return at < 0 ? 0 : (one[at] ?? 0) < (other[at] ?? 0) ? -1 : 1;
  };
  const filters: SaleQuery[] = [ALL, { ...ALL, linkId: links[5]?.id ?? '' }, { ...ALL, search: 'coaching' }];
  for (const filter of filters) {
    for (const by of ['created', 'title', 'price'] as const) {
      for (const descending of [false, true]) {
        const query: SaleQuery = { ...filter, order: { by, descending } };
        const which = JSON.stringify(query);
        const listed: number[] = [];
        for await (const some of catalog.sales.list.each(query)) listed.push(...some.map(numberOf));
        expect(new Set(listed).size, which).toBe(await total(filter));
        const keys = listed.map(keysOf[by]);
        expect(keys, which).toEqual([...keys].sort((a, b) => (descending ? compare(b, a) : compare(a, b))));
        for (const offset of [0, Math.floor(listed.length / 2), Math.max(0, listed.length - 5)]) {
          expect(await page(query, offset, 50), which).toEqual(listed.slice(offset, offset + 50));
        }
      }
    }
  }
});

it('searches product, metadata, amount and body', async () => {
  expect(await page({ ...ALL, search: 'order-621' })).toEqual([621]);
  expect(await page({ ...ALL, search: 'garcia' })).toEqual([621]);
  expect(await page({ ...ALL, search: 'order 99999' })).toEqual([]);
  expect(await page({ ...ALL, search: 's-620 7,50' })).toEqual([620]);
  expect(await total({ ...ALL, search: '$10.05' })).toBe(
    all.filter((index) => index % 4 !== 0 && linkOf(index)?.prices[0]?.priceCents === 1_005).length,
  );
  expect(await total({ ...ALL, search: 'product_title' })).toBe(0);
});
