// The list of sales at 12,000 rows: pages, search, filters and totals are those of a plain loop over all records.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Catalog, openCatalogDatabase } from '../../src/main/catalog/catalog.ts';
import { localDayOf } from '../../src/main/catalog/local-days.ts';
import { placeSelect, rowsInOrder } from '../../src/main/catalog/order.ts';
import type { LinkRecord } from '../../src/main/catalog/records.ts';
import type { SaleQuery } from '../../src/main/catalog/sale-list.ts';
import { Sales } from '../../src/main/sales/sales.ts';
import type { Database } from '../../src/main/storage/database.ts';
import { createStamper } from '../../src/main/storage/stamp.ts';
import { newFolder, removeFolder } from '../support/folder.ts';
import { queryPlan } from '../support/query-plan.ts';

const SALES = 12_000;
const LINKS = 40;
const START = Date.UTC(2026, 0, 1);
/** 4 to an hour, some at the very same time. */
const timeOf = (index: number): number => START + Math.floor(index / 3) * 3 * 15 * 60_000;
const ALL: SaleQuery = { search: '', productId: null, linkId: null, sold: null };

let folder: string;
let database: Database;
let catalog: Catalog;
let sales: Sales;
const links: LinkRecord[] = [];

function open(): void {
  database = openCatalogDatabase(join(folder, 'catalog.db'), 'The catalog');
  const historyText = () => ({ words: '', address: '' });
  catalog = new Catalog(database, { stamper: createStamper(Date.now, 'here'), now: Date.now, historyText });
  sales = new Sales(catalog);
}
async function close(): Promise<void> {
  await sales.stop();
  await catalog.close();
}

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
    fields: { name: index === 4_321 ? 'Ana García' : 'Pat' },
  });

beforeAll(async () => {
  folder = newFolder();
  open();
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
  await catalog.writeInBatches(
    indexes,
    (index) => void sales.take({ at: timeOf(index), body: bodyOf(index) }, isVerified(index)),
    false,
  );
  all = Array.from({ length: SALES }, (_, index) => index).filter(isStored);
}, 400_000);
afterAll(async () => {
  await close();
  removeFolder(folder);
});

const page = async (query: SaleQuery, offset = 0, limit = 100) =>
  (await catalog.sales.list.page(query, offset, limit)).map(({ event }) => Number(event?.eventId?.slice(2)));
/** A long count is not ready at first. */
async function total(query: SaleQuery): Promise<number> {
  const counted = () => catalog.sales.list.total(query, 0, () => undefined);
  await expect.poll(async () => (await counted()).isExact).toBe(true);
  return (await counted()).rows;
}
/** Whether a sale is stored: without the key it has to name a link. */
const isStored = (index: number): boolean => isVerified(index) || linkOf(index) !== undefined;
let all: readonly number[] = [];

async function sums(query: SaleQuery) {
  const found = await catalog.sales.list.days(query);
  const sum = (of: (day: (typeof found)[number]) => number) => found.reduce((so, each) => so + of(each), 0);
  return {
    sales: sum((each) => each.sales),
    unverified: sum((each) => each.unverified),
    cents: new Map([2, 3].map((id) => [id, sum((each) => (each.currencyId === id ? each.cents : 0))])),
    days: found.filter(({ sales }) => sales > 0).map(({ day }) => day),
    pricesOfLinks: await catalog.sales.list.atPriceOfLink(query),
  };
}
function summed(indexes: readonly number[]) {
  const verified = indexes.filter(isVerified);
  const inEur = verified.filter((index) => index % 4 === 0);
  const inUsd = verified.filter((index) => index % 4 !== 0);
  const price = (index: number) => linkOf(index)?.prices[0]?.priceCents ?? 0;
  return {
    sales: verified.length,
    unverified: indexes.length - verified.length,
    cents: new Map([
      [2, inUsd.reduce((sum, index) => sum + price(index), 0)],
      [3, inEur.length * 750],
    ]),
    pricesOfLinks: inUsd.filter((index) => linkOf(index) !== undefined).length,
  };
}

it('pages through all sales, newest first, each once, without their bodies', async () => {
  const seen: number[] = [];
  for (let offset = 0; offset < all.length; offset += 100) seen.push(...(await page(ALL, offset)));
  expect(seen.map(timeOf)).toEqual(seen.map(timeOf).sort((a, b) => b - a));
  expect([...seen].sort((a, b) => a - b)).toEqual(all);
  expect(await total(ALL)).toBe(all.length);
  const [first] = await catalog.sales.list.page(ALL, 0, 1);
  expect(first?.event?.body).toBeUndefined();
  expect(catalog.sales.get(first?.id ?? '')?.event?.body).toBe(bodyOf(seen[0] ?? 0));
  expect(await catalog.sales.list.locate(ALL, [first?.id ?? ''])).toEqual({ id: first?.id, index: 0 });
});

it('filters by product, by link and by time, and sums what it lists', async () => {
  const productId = links[1]?.productId ?? '';
  const linkId = links[5]?.id ?? '';
  const sold = { from: START + 10 * 86_400_000, to: START + 40 * 86_400_000 };
  const isIn = (index: number) => timeOf(index) >= sold.from && timeOf(index) < sold.to;
  // Also those whose link is unknown: only one product has the title that they name.
  const isOfProduct = (index: number) => index % 2 === 1;
  const cases: [SaleQuery, (index: number) => boolean][] = [
    [ALL, () => true],
    [{ ...ALL, productId }, isOfProduct],
    [{ ...ALL, linkId }, (index) => linkOf(index)?.id === linkId],
    [{ ...ALL, sold }, isIn],
    [{ ...ALL, sold: { from: null, to: sold.from } }, (index) => timeOf(index) < sold.from],
    [{ ...ALL, productId, sold }, (index) => isIn(index) && isOfProduct(index)],
    [{ ...ALL, linkId, sold, search: 'coaching' }, (index) => isIn(index) && linkOf(index)?.id === linkId],
    [{ ...ALL, search: 'coaching' }, (index) => index % 2 === 1],
    [{ ...ALL, search: 'coaching', productId, sold }, (index) => isIn(index) && isOfProduct(index)],
  ];
  for (const [query, isListed] of cases) {
    const expected = all.filter(isListed);
    expect(expected.length, JSON.stringify(query)).toBeGreaterThan(0);
    expect(await total(query), JSON.stringify(query)).toBe(expected.length);
    const { days, ...found } = await sums(query);
    expect(found, JSON.stringify(query)).toEqual(summed(expected));
    expect(new Set(days)).toEqual(new Set(expected.filter(isVerified).map((index) => localDayOf(timeOf(index)))));
    const newest = [...expected].sort((a, b) => b - a).slice(0, 9);
    expect((await page(query, 0, 9)).map(timeOf)).toEqual(newest.map(timeOf));
    const last = await page(query, expected.length - 5, 100);
    expect(last).toHaveLength(5);
  }
});

describe.each([
  ['all sales', () => ALL],
  ['those of a product', () => ({ ...ALL, productId: links[1]?.productId ?? '' })],
  ['those of a link', () => ({ ...ALL, linkId: links[5]?.id ?? '' })],
  ['those that a search finds', () => ({ ...ALL, search: 'coaching' })],
  ['those of some days', () => ({ ...ALL, sold: { from: START + 10 * 86_400_000, to: START + 30 * 86_400_000 } })],
])('%s can be sorted', (_, filter) => {
  const titleOf = (index: number) => (index % 2 === 0 ? 'logo design' : 'coaching hour');
  const amountOf = (index: number) => {
    if (index % 4 === 0) return 3e9 + 750;
    const price = linkOf(index)?.prices[0]?.priceCents;
    return price === undefined ? Number.MAX_SAFE_INTEGER : 2e9 + price;
  };
  /** Of the same product or amount the newest come first; descending, the oldest. */
  const keysOf = {
    created: (index: number) => [timeOf(index)],
    title: (index: number) => [titleOf(index), -timeOf(index)],
    price: (index: number) => [amountOf(index), -timeOf(index)],
  } as const;
  const compare = (one: readonly (string | number)[], other: readonly (string | number)[]): number => {
    const at = one.findIndex((key, index) => key !== other[index]);
    return at < 0 ? 0 : (one[at] ?? 0) < (other[at] ?? 0) ? -1 : 1;
  };

  it.each(
    (['created', 'title', 'price'] as const).flatMap((by) => [
      { by, descending: false },
      { by, descending: true },
    ]),
  )('by $by, descending: $descending', async (order) => {
    const query: SaleQuery = { ...filter(), order };
    const listed: number[] = [];
    const ids: string[] = [];
    for await (const some of catalog.sales.list.each(query)) {
      listed.push(...some.map(({ event }) => Number(event?.eventId?.slice(2))));
      ids.push(...some.map(({ id }) => id));
    }
    const { order: _, ...unsorted } = query;
    expect(listed).toHaveLength(await total(unsorted));
    expect(new Set(listed).size).toBe(listed.length);
    const keys = listed.map(keysOf[order.by]);
    expect(keys).toEqual([...keys].sort((a, b) => (order.descending ? compare(b, a) : compare(a, b))));
    const middle = Math.floor(listed.length / 2);
    for (const offset of [0, 50, middle, middle + 7, Math.max(0, listed.length - 5), 20]) {
      expect(await page(query, offset, 50)).toEqual(listed.slice(offset, offset + 50));
    }
    expect(await catalog.sales.list.locate(query, ['none', ids[middle] ?? ''])).toEqual({
      id: ids[middle],
      index: middle,
    });
  });
});

it.each(['title', 'price'] as const)('reads many sales by %s from any position by index, without a sort', (by) => {
  const table = { rows: 'sales', text: 'sale_search' } as const;
  const select = { from: 'sales r', key: 'r.position', where: { sql: 'r.is_deleted = 0', values: [] } };
  const asked = { table, select, isSorted: false, value: 'record', skip: 0, limit: 50 } as const;
  const after = { position: 1, rank: 1, value: '' };
  for (const descending of [false, true]) {
    const order = { by, descending };
    for (const [sql, ...values] of [
      rowsInOrder({ ...asked, order, after: null }),
      rowsInOrder({ ...asked, order, after }),
      placeSelect(table, select, order, after, false),
    ]) {
      const plan = queryPlan(database, sql, ...values);
      expect(plan.join()).not.toContain('TEMP B-TREE');
      const reads = plan.filter((detail) => detail.includes(' r '));
      expect(reads.filter((detail) => detail.includes(`sales_by_${by === 'title' ? 'product' : 'amount'}`))).toEqual(
        reads,
      );
      if (values.length > 2) for (const detail of reads) expect(detail).toMatch(/^SEARCH/);
    }
  }
});

it('searches product, metadata, amount and body', async () => {
  expect(await page({ ...ALL, search: 'order-4321' })).toEqual([4_321]);
  expect(await page({ ...ALL, search: 'garcia' })).toEqual([4_321]);
  expect(await page({ ...ALL, search: 'order 99999' })).toHaveLength(0);
  expect(await page({ ...ALL, search: 's-4320 7,50' })).toEqual([4_320]);
  expect(await total({ ...ALL, search: '$10.05' })).toBe(
    all.filter((index) => index % 4 !== 0 && linkOf(index)?.prices[0]?.priceCents === 1_005).length,
  );
  expect(await total({ ...ALL, search: 'product_title' })).toBe(0);
});

it('keeps totals right when sales are verified, marked and given their link', async () => {
  const [unverified] = all.filter((index) => !isVerified(index));
  const linkless = all.findLast((index) => linkOf(index) === undefined) ?? 0;
  const before = await sums(ALL);
  const at = timeOf(unverified ?? 0) - 5 * 86_400_000;
  catalog.transaction(() => sales.take({ at, body: bodyOf(unverified ?? 0) }, true));
  const after = await sums(ALL);
  expect([after.sales - before.sales, after.unverified - before.unverified]).toEqual([1, -1]);
  // On the day of its first delivery.
  expect(after.days).toContain(localDayOf(at));

  const link = { ...catalog.newRecord(), ...links[0], id: '', paymentLink: 'https://elsewhere.example/1?uuid=unknown' };
  const known = { ...link, id: catalog.newRecord().id } as LinkRecord;
  catalog.addLink(known);
  await expect.poll(() => catalog.links.sold(known.id)?.count).toBe(all.filter((i) => linkOf(i) === undefined).length);
  expect(await total({ ...ALL, linkId: known.id, search: `order-${linkless}` })).toBe(1);
  const [attached] = await catalog.sales.list.page({ ...ALL, search: `order-${linkless}` }, 0, 1);
  expect(attached).toMatchObject({ linkId: known.id, foundBy: 'uuid' });
  expect((await sums(ALL)).sales).toBe(after.sales);
  expect(database.all('SELECT * FROM sale_names')).toEqual([]);
  expect(database.all('SELECT * FROM sales_to_attach')).toEqual([]);
});
