// From deliveries to stored sales: durably, once, with what they said, also after a crash, a restore and on a full disk.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Catalog } from '../../src/main/catalog/catalog.ts';
import { SALE_BODY, type SaleRecord } from '../../src/main/catalog/records.ts';
import { UNVERIFIED_KEPT } from '../../src/main/catalog/sales.ts';
import { recordSales } from '../../src/main/sales/deliveries.ts';
import type { Delivery } from '../../src/main/sales/inbox-sales.ts';
import { Database } from '../../src/main/storage/database.ts';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import { takeShared } from '../../src/main/team/shared-records.ts';
import { type Computer, unwrap } from '../support/computer.ts';
import { type ComputerFixtures, startComputers } from '../support/computer-fixtures.ts';

let fixtures: ComputerFixtures;
let computer: Computer;
let url: string;
let linkId: string;
beforeEach(async () => {
  fixtures = await startComputers();
  computer = await fixtures.newComputer();
  await computer.signIn(fixtures.service);
  linkId = await computer.link(await computer.product('Logo design'), '1042');
  await computer.settled();
  url = computer.store.catalog.links.get(linkId)?.paymentLink ?? '';
});
afterEach(() => {
  vi.restoreAllMocks();
});

const ALL = { search: '', productId: null, linkId: null, sold: null };
const list = async (on: Computer, search = '') =>
  (await unwrap(on.call['sales.list']({ ...ALL, search, offset: 0, limit: 100 }))).rows;
const totals = (on: Computer) => unwrap(on.call['sales.totals'](ALL));

interface Said {
  readonly at?: number;
  readonly storeIds?: readonly string[];
}
const delivery = (body: unknown, { at = Date.now(), storeIds = [computer.store.id] }: Said = {}): Delivery => ({
  record: { at, storeIds, verification: storeIds.length > 0 ? 'verified' : 'missing' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const event = (sale_id: string, more: object = {}) => ({
  event: 'after_sell',
  sale_id,
  product: { product_title: 'Logo design, as sold' },
  payment_link: url,
  price: { currency_id: 2, price: 100.55, is_discount_price: false },
  metadata: { order: '1042', customer: 'Ana' },
  ...more,
});
const note = (...deliveries: Delivery[]) => computer.app.sales.note(deliveries);

describe('a verified delivery', () => {
  it('is stored once with its values, however often it arrives', async () => {
    expect(await note(delivery(event('s-1'), { at: 2_000 }))).toBe(true);
    expect(await note(delivery(event('s-1'), { at: 1_000 }), delivery(event('s-1'), { at: 3_000 }))).toBe(true);
    const [sale, ...others] = await list(computer);
    expect(others).toEqual([]);
    expect(sale).toMatchObject({
      ...{ at: 1_000, state: 'verified', product: 'Logo design, as sold', linkId, isPriceOfLink: false },
      amount: { currencyId: 2, cents: 10_055 },
      metadata: [
        { key: 'order', value: '1042' },
        { key: 'customer', value: 'Ana' },
      ],
      deliveries: { count: 3, isLeast: false, lastAt: 3_000 },
    });
    const whole = await unwrap(computer.call['sales.get']({ id: sale?.id ?? '' }));
    expect(whole).toMatchObject({ eventId: 's-1', link: 'known', foundBy: 'uuid', isCut: false });
    expect(JSON.parse(whole?.body ?? '')).toEqual(event('s-1'));
    expect(computer.store.catalog.links.sold(linkId)).toEqual({ count: 1, lastAt: 1_000 });
  });

  it('is a sale without a known link too, and is linked when the link is added', async () => {
    const elsewhere = url.replace(/uuid=.*$/, 'uuid=elsewhere');
    await note(delivery(event('s-1', { payment_link: elsewhere })));
    const [sale] = await list(computer);
    expect(sale).toMatchObject({ linkId: null, state: 'verified' });
    expect(await unwrap(computer.call['sales.get']({ id: sale?.id ?? '' }))).toMatchObject({ link: 'unknown' });
    const productId = computer.store.catalog.products.titled('Logo design')[0] ?? '';
    const { id } = await unwrap(
      computer.call['links.addExisting']({
        ...{ productId, paymentLink: elsewhere, prices: [], useOnce: false, metadata: [] },
      }),
    );
    await expect.poll(async () => (await list(computer))[0]?.linkId).toBe(id);
    expect(computer.store.catalog.links.sold(id)?.count).toBe(1);
    expect((await totals(computer)).sales).toBe(1);
  });

  it('is no sale if it is a test, or may be one', async () => {
    fixtures.service.intercept = ({ path }) =>
      path.endsWith('test-sell-webhook') ? { status: 200, body: '1' } : undefined;
    const { store } = computer;
    const at = Date.now();
    const tested = { id: 't', at: at - 50, tookMs: 100, status: 200, body: '1', delivered: true, explanation: '' };
    await store.webhook.save({ saved: null, tests: [tested] });
    await note(delivery({ event: 'test', payment_link: url }), delivery({ hello: 'there' }, { at }));
    expect(await list(computer)).toEqual([]);
    await note(delivery({ hello: 'there' }, { at: at + 60_000 }), delivery(event('s-1'), { at }));
    expect(await list(computer)).toHaveLength(2);
  });

  it('keeps the start of a very long body, and is found by it', async () => {
    const long = JSON.stringify({ ...event('s-1'), first: 'Zanzibar', filler: '😀'.repeat(SALE_BODY) });
    await note(delivery(long));
    const [sale] = await list(computer, 'zanzibar');
    const whole = await unwrap(computer.call['sales.get']({ id: sale?.id ?? '' }));
    expect(whole?.isCut).toBe(true);
    expect(whole?.body?.length).toBeGreaterThan(SALE_BODY - 2);
    expect(long.startsWith(whole?.body ?? '-')).toBe(true);
  });
});

describe('a verified sale that the seller dismissed', () => {
  const MORNING = Date.UTC(2026, 0, 1, 6);
  const dismissed = async () => {
    await note(delivery(event('s-1'), { at: MORNING }), delivery(event('s-2'), { at: MORNING + 1_000 }));
    const [, sale] = await list(computer);
    const id = sale?.id ?? '';
    await unwrap(computer.call['sales.mark']({ id, isSale: false }));
    return id;
  };

  it('is listed, but does not count, until it is marked as sold', async () => {
    const id = await dismissed();
    expect((await list(computer)).map(({ state }) => state)).toEqual(['verified', 'dismissed']);
    expect(await totals(computer)).toMatchObject({ sales: 1, unverified: 0, sums: [{ cents: 10_055 }] });
    expect(await unwrap(computer.call['sales.list']({ ...ALL, offset: 0, limit: 9 }))).toMatchObject({ total: 2 });
    expect(computer.store.catalog.links.sold(linkId)?.count).toBe(1);
    expect(computer.store.catalog.sales.hasUnverified(0)).toBe(false);
    const seen = { at: MORNING, body: JSON.stringify(event('s-1')), storeIds: [computer.store.id] };
    expect(computer.app.sales.saleIn(seen)?.words).toContain('You marked it as not a sale');
    await unwrap(computer.call['sales.mark']({ id, isSale: true }));
    expect((await list(computer)).map(({ state }) => state)).toEqual(['verified', 'verified']);
    expect(await totals(computer)).toMatchObject({ sales: 2, unverified: 0 });
    expect(computer.store.catalog.links.sold(linkId)?.count).toBe(2);
  });

  it('stays dismissed when it is delivered, restored or shared again, and is no news when that is undone', async () => {
    await note(delivery(event('s-1'), { at: MORNING }), delivery(event('s-2'), { at: MORNING + 1_000 }));
    const before = await computer.export();
    const other = await fixtures.newComputer();
    await other.restore(before);
    const id = await dismissed();
    const path = await computer.export();
    await computer.restore(before);
    await note(delivery(event('s-1'), { at: MORNING + 2_000 }));
    const shared = other.store.catalog.sales.get(id);
    if (!shared) throw new Error('The sale was not restored');
    const { catalog } = computer.store;
    // The other computer has to send it again.
    expect(catalog.transaction(() => takeShared(catalog, 'other', { kind: 'sale', record: shared }))).toBe(false);
    const [, sale] = await list(computer);
    expect(sale).toMatchObject({ id, state: 'dismissed', deliveries: { count: 2 } });
    await other.restore(path);
    expect((await list(other)).map(({ state }) => state)).toEqual(['verified', 'dismissed']);
    const undone = { ...shared, dismissal: { isDismissed: false, at: Date.now() + 60_000 } };
    const onVerified = vi.fn();
    catalog.transaction(() => takeShared(catalog, 'other', { kind: 'sale', record: undone }, onVerified));
    expect((await list(computer))[1]?.state).toBe('verified');
    expect(onVerified).not.toHaveBeenCalled();
  });
});

describe('a delivery without the key', () => {
  it('is listed if it names a link, and counts once the seller marks it, here or in the inbox', async () => {
    const unverified = delivery(event('s-1'), { storeIds: [] });
    expect(await note(unverified, delivery({ ...event('s-2'), payment_link: 'x' }, { storeIds: [] }))).toBe(true);
    const [sale, ...others] = await list(computer);
    expect(others).toEqual([]);
    expect(sale?.state).toBe('unverified');
    expect(await totals(computer)).toMatchObject({ sales: 0, unverified: 1, sums: [] });
    expect(computer.store.catalog.links.sold(linkId)).toBeNull();

    const seen = { at: unverified.record.at, body: unverified.body, storeIds: [] };
    await unwrap(computer.call['sales.mark']({ id: sale?.id ?? '', isSale: true }));
    expect(computer.app.sales.saleIn(seen)?.marked).toBe(true);
    expect(await totals(computer)).toMatchObject({ sales: 1, unverified: 0, sums: [{ cents: 10_055 }] });
    await unwrap(computer.app.sales.mark(seen, false));
    expect((await list(computer))[0]?.state).toBe('unverified');
    expect(computer.store.catalog.links.sold(linkId)).toBeNull();
    await note(delivery(event('s-1')));
    expect((await list(computer))[0]?.state).toBe('verified');
    expect(await computer.app.sales.mark(seen, false)).toMatchObject({ ok: false });
  });

  it('cannot fill the disk: only the newest unmarked ones are kept', async () => {
    const many = Array.from({ length: UNVERIFIED_KEPT + 20 }, (_, index) =>
      delivery(event(`f-${index}`), { at: 1_000_000 + index, storeIds: [] }),
    );
    await note(delivery(event('f-0'), { at: 1_000_000, storeIds: [] }));
    const [marked] = await list(computer);
    await unwrap(computer.call['sales.mark']({ id: marked?.id ?? '', isSale: true }));
    await note(...many);
    expect(await totals(computer)).toMatchObject({ sales: 1, unverified: UNVERIFIED_KEPT });
  }, 400_000);
});

it('sales marked as "Not a sale" stay, and are not read again with each new delivery', async () => {
  const { catalog } = computer.store;
  const MORNING = Date.UTC(2026, 0, 1, 6);
  const sale = (index: number): SaleRecord => ({
    ...{ id: `s-${index}`, linkId, at: MORNING + index, foundBy: 'uuid', verified: false },
    ...(index < 500 && { mark: { isSale: false, at: 1 } }),
  });
  const add = (from: number, to: number) =>
    catalog.transaction(() => {
      for (let index = from; index < to; index += 1) catalog.sales.take(sale(index));
      catalog.sales.trim();
    });
  add(0, 600 + UNVERIFIED_KEPT);
  const count = () => [...catalog.sales.all()].flat().length;
  expect(count()).toBe(500 + UNVERIFIED_KEPT);
  const read = vi.spyOn(Database.prototype, 'all');
  add(1_600, 1_601);
  expect(count()).toBe(500 + UNVERIFIED_KEPT);
  const ofTrim = read.mock.calls.findIndex(
    ([sql]) => sql.includes('counts = 0 AND position') || sql.includes('OFFSET'),
  );
  expect(read.mock.results[ofTrim]?.value).toHaveLength(1);
  // One that came late is removed too.
  catalog.transaction(() => {
    catalog.sales.take({ ...sale(700), id: 'late', at: MORNING + 100 });
    catalog.sales.trim();
  });
  expect(catalog.sales.get('late')).toBeUndefined();
  expect(count()).toBe(500 + UNVERIFIED_KEPT);
}, 60_000);

describe('a sale that is not stored yet', () => {
  it('is reported, so that the inbox keeps it, and stored by the next call', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const full = new StorageError('The catalog', Object.assign(new Error('full'), { code: 'ENOSPC' }));
    vi.spyOn(Catalog.prototype, 'transaction').mockImplementationOnce(() => {
      throw full;
    });
    expect(await note(delivery(event('s-1')))).toBe(false);
    expect(log).toHaveBeenCalled();
    expect(await list(computer)).toEqual([]);
    expect(await note(delivery(event('s-1')))).toBe(true);
    expect(await list(computer)).toHaveLength(1);
  });

  it('is reported for a store that could not be opened, not for one that was removed', async () => {
    const stores = (isKnown: boolean) => ({ all: () => [], get: () => undefined, isKnown: () => isKnown });
    const seen = { at: 1, storeIds: ['store'], body: JSON.stringify(event('s-1')) };
    expect((await recordSales(stores(true), [seen])).isStored).toBe(false);
    expect((await recordSales(stores(false), [seen])).isStored).toBe(true);
    expect((await recordSales(stores(true), [{ ...seen, storeIds: [] }])).isStored).toBe(true);
  });

  it('is found at the next start after a crash between inbox and catalog, without a message', async () => {
    const kept = [delivery(event('s-1')), delivery(event('s-2'))].map(({ record, body }, index) => ({
      record: { ...record, id: `${index}` },
      body,
    }));
    await computer.stop();
    await computer.start();
    const inbox = {
      page: (before: string | null) => (before === null ? kept : []),
      unnoted: () => [],
      noted: () => Promise.resolve(),
    };
    await computer.app.sales.noteKept(inbox);
    expect(await list(computer)).toHaveLength(2);
    await computer.app.sales.noteKept(inbox);
    expect((await list(computer)).map(({ deliveries }) => deliveries.count)).toEqual([1, 1]);
    await computer.stop();
    expect(computer.sold).toEqual([]);
    await computer.start();
  });
});

describe('new sales', () => {
  it('are announced once, several together; repeats, tests and unverified ones are not', async () => {
    await note(delivery(event('s-1')));
    await expect.poll(() => computer.sold).toHaveLength(1);
    const [sale] = await list(computer);
    const storeId = computer.store.id;
    expect(computer.sold).toEqual([
      {
        storeId,
        title: 'New sale',
        message: 'Logo design, as sold · $100.55 · order: 1042',
        to: `#/sales/${sale?.id}`,
      },
    ]);
    await note(delivery(event('s-1')), delivery({ event: 'test' }), delivery(event('s-2'), { storeIds: [] }));
    await note(...[3, 4, 5, 6, 7].map((id) => delivery(event(`s-${id}`, { price: undefined }))));
    await expect.poll(() => computer.sold).toHaveLength(2);
    expect(computer.sold[1]).toMatchObject({ title: '5 new sales', to: '#/sales' });
    expect(computer.sold[1]?.message.split('\n')).toHaveLength(4);
    expect(computer.sold[1]?.message).toContain('and 2 others');
  });

  it('are those since the start, or since this computer joined its team', async () => {
    const at = Date.now() - 60_000;
    const joined = vi.spyOn(computer.app.team, 'joinedAt', 'get').mockReturnValue(null);
    await note(delivery(event('before the start'), { at }));
    joined.mockReturnValue(at - 1);
    // The relay's clock may be hours behind the one of this computer.
    await note(delivery(event('before it joined'), { at: at - 2 - 2 * 60 * 60_000 }));
    await note(
      delivery(event('after it joined', { metadata: { order: 'by a slow clock' } }), { at: at - 60 * 60_000 }),
    );
    await expect.poll(() => computer.sold).toMatchObject([{ title: 'New sale' }]);
    expect(computer.sold.pop()?.message).toContain('by a slow clock');
    await note(delivery(event('in the night', { metadata: { order: 'the night' } }), { at }));
    await expect.poll(() => computer.sold).toMatchObject([{ title: 'New sale' }]);
    expect(computer.sold[0]?.message).toContain('the night');
  });

  it('are announced when another computer of the team recorded them first, and not again with their delivery', async () => {
    const other = await fixtures.newComputer();
    await other.signIn(fixtures.service);
    await other.app.sales.note([delivery(event('s-1'), { storeIds: [other.store.id] })]);
    const [sale] = [...other.store.catalog.sales.all()].flat();
    if (!sale) throw new Error('not there');
    const { store } = computer;
    const take = (record: SaleRecord) => {
      const verified: SaleRecord[] = [];
      store.catalog.transaction(() =>
        takeShared(store.catalog, computer.name, { kind: 'sale', record }, (one) => verified.push(one)),
      );
      computer.app.sales.verifiedElsewhere(store, verified);
    };
    take({ ...sale, id: 'before-it-joined', at: 1, times: [1] });
    take({ ...sale, id: 'not-verified', verified: false });
    take(sale);
    take(sale);
    await expect.poll(() => computer.sold).toMatchObject([{ title: 'New sale', to: `#/sales/${sale.id}` }]);
    await note(delivery(event('s-1')), delivery(event('s-2')));
    await expect.poll(() => computer.sold).toHaveLength(2);
    expect(computer.sold[1]?.title).toBe('New sale');
  });

  it('are announced when one is verified later, not when the seller marks it', async () => {
    await note(delivery(event('s-1'), { storeIds: [] }));
    const [sale] = await list(computer);
    await unwrap(computer.call['sales.mark']({ id: sale?.id ?? '', isSale: true }));
    await note(delivery(event('s-1')));
    await expect.poll(() => computer.sold).toHaveLength(1);
    expect(computer.sold[0]?.to).toBe(`#/sales/${sale?.id}`);
  });
});

describe('a backup', () => {
  it('carries sales with their bodies to another computer, where the same delivery adds nothing', async () => {
    await note(
      delivery(event('s-1')),
      delivery(event('s-2', { payment_link: null, metadata: {} })),
      delivery(event('s-3'), { storeIds: [] }),
    );
    const path = await computer.export();
    const other = await fixtures.newComputer();
    await other.restore(path);
    const known = await list(other);
    expect(known).toHaveLength(3);
    expect(new Set(known.map((sale) => JSON.stringify(sale)))).toEqual(
      new Set((await list(computer)).map((sale) => JSON.stringify(sale))),
    );
    const linkless = known.find((sale) => sale.linkId === null);
    const whole = await unwrap(other.call['sales.get']({ id: linkless?.id ?? '' }));
    expect(JSON.parse(whole?.body ?? '')).toMatchObject({ sale_id: 's-2' });
    await other.app.sales.note([delivery(event('s-1'), { storeIds: [other.store.id] })]);
    await other.restore(path);
    expect(await list(other)).toHaveLength(3);
    expect((await totals(other)).sales).toBe(2);
    expect(other.sold).toEqual([]);
  });

  it('of an earlier version is one sale with its kept delivery', async () => {
    const at = Date.now() - 60_000;
    const earlier = { id: 'an-earlier-id', linkId, at, foundBy: 'uuid' } as const;
    const { catalog } = computer.store;
    catalog.transaction(() => catalog.sales.take(earlier));
    expect(await list(computer)).toMatchObject([
      { product: 'Logo design', amount: { cents: 1_000 }, isPriceOfLink: true },
    ]);
    await note(delivery(event('s-1'), { at }));
    const [sale, ...others] = await list(computer);
    expect(others).toEqual([]);
    expect(sale).toMatchObject({ product: 'Logo design, as sold', at });
    catalog.transaction(() => catalog.sales.take(earlier));
    expect(await list(computer)).toEqual([sale]);
    expect(catalog.links.sold(linkId)?.count).toBe(1);
    expect(await totals(computer)).toMatchObject({ sales: 1, sums: [{ cents: 10_055 }] });
  });
});

describe('the exported file', () => {
  it('has a row for each sale that is listed, and no formula', async () => {
    const { readFileSync } = await import('node:fs');
    await note(
      delivery(event('s-1'), { at: Date.UTC(2026, 10, 1) }),
      delivery(event('s-2', { metadata: { order: '=1+1', note: 'two, lines' }, price: undefined, payment_link: null })),
      delivery(event('s-3'), { storeIds: [] }),
    );
    computer.answers.save = `${computer.folder}/sales.csv`;
    expect(await unwrap(computer.call['sales.exportCsv'](ALL))).toEqual({ file: 'sales.csv', rows: 3 });
    const lines = readFileSync(computer.answers.save, 'utf8').replace('\uFEFF', '').trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      'Time,Product,Amount,Currency,Verified,Checkout URL,Event id,Deliveries,Amount from,metadata: order,metadata: customer,metadata: note',
    );
    expect(lines.find((line) => line.includes('s-1'))).toBe(
      `2026-11-01T00:00:00.000Z,"Logo design, as sold",100.55,USD,yes,${url},s-1,1,event,1042,Ana,`,
    );
    expect(lines.find((line) => line.includes('s-2'))).toMatch(
      /,"Logo design, as sold",,,yes,,s-2,1,,'=1\+1,,"two, lines"$/,
    );
    expect(lines.find((line) => line.includes('s-3'))).toContain(',no,');
    expect(await unwrap(computer.call['sales.exportCsv']({ ...ALL, search: 's-3' }))).toMatchObject({ rows: 1 });
  });
});
