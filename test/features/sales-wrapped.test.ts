// Deliveries in the document's shape {headers, content_length, body, method}: the event inside it is the sale, however often it comes.
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SaleRecord } from '../../src/main/catalog/records.ts';
import type { Delivery } from '../../src/main/sales/inbox-sales.ts';
import { takeShared } from '../../src/main/team/shared-records.ts';
import { type Computer, unwrap } from '../support/computer.ts';
import { startComputers } from '../support/computer-fixtures.ts';
import { storeAsBefore } from '../support/sales-as-before.ts';

let computer: Computer;
let url: string;
let linkId: string;
beforeEach(async () => {
  const fixtures = await startComputers();
  computer = await fixtures.newComputer();
  await computer.signIn(fixtures.service);
  linkId = await computer.link(await computer.product('Logo design'), '1042');
  await computer.settled();
  url = computer.store.catalog.links.get(linkId)?.paymentLink ?? '';
});

const ALL = { search: '', productId: null, linkId: null, sold: null };
const list = async () => (await unwrap(computer.call['sales.list']({ ...ALL, offset: 0, limit: 100 }))).rows;
const totals = () => unwrap(computer.call['sales.totals'](ALL));
const note = (...deliveries: Delivery[]) => computer.app.sales.note(deliveries);

const MORNING = Date.UTC(2026, 0, 1, 6);
const event = (more: object = {}) => ({
  event: 'after_sell',
  sale_id: 's-1',
  product: { product_title: 'Logo design' },
  payment_link: url,
  price: { currency_id: 2, price: 100, is_discount_price: false },
  metadata: { order: '1042' },
  ...more,
});
const wrapped = (date: string, inner: unknown = event()) =>
  JSON.stringify({
    headers: { 'Content-Type': ['application/json'], Date: [date], 'Webhook-Key': ['hidden'] },
    content_length: 200,
    body: inner,
    method: 'POST',
  });
const delivery = (body: string, at = MORNING): Delivery => ({
  record: { at, storeIds: [computer.store.id], verification: 'verified' },
  body,
});

/** As the version before stored a wrapped delivery: its id was that of the whole body, the event's id was not found. */
const storedBefore = (body: string, at: number, more: Partial<SaleRecord> = {}): SaleRecord => ({
  ...{ linkId, at, foundBy: 'uuid', verified: true, times: [at] },
  id: createHash('sha256')
    .update(JSON.stringify(['body', body]))
    .digest('hex'),
  event: {
    ...{ at, isVerified: true, eventId: null, product: 'Logo design', body, isCut: false },
    amount: { currencyId: 2, cents: 10_000 },
    metadata: [{ key: 'order', value: '1042' }],
    names: { uuids: [], texts: [], metadata: null },
  },
  ...more,
});
const store = (...sales: SaleRecord[]) => storeAsBefore(computer, ...sales);

it.each([
  ['an object', (inner: object) => inner],
  ['JSON text', (inner: object) => JSON.stringify(inner)],
])('a wrapped delivery that comes twice is one sale, where its body is %s', async (_, as) => {
  await note(delivery(wrapped('Mon', as(event()))));
  await note(delivery(wrapped('Tue', as(event())), MORNING + 1_000));
  expect(await list()).toMatchObject([{ linkId, amount: { cents: 10_000 }, deliveries: { count: 2 } }]);
  expect(await totals()).toMatchObject({ sales: 1, sums: [{ cents: 10_000 }] });
  const seen = { at: MORNING + 1_000, body: wrapped('Tue', as(event())), storeIds: [computer.store.id] };
  expect(computer.app.sales.saleIn(seen)?.words).toContain('It repeats an earlier delivery');
  // Also where the relay passes the event on alone.
  await note(delivery(JSON.stringify(event()), MORNING + 2_000));
  expect(await totals()).toMatchObject({ sales: 1 });
});

it('two wrapped deliveries with different sales are two', async () => {
  await note(delivery(wrapped('Mon')), delivery(wrapped('Mon', event({ sale_id: 's-2' }))));
  expect(await totals()).toMatchObject({ sales: 2 });
});

describe('wrapped deliveries that an earlier version stored as sales', () => {
  const [MON, TUE] = [MORNING, MORNING + 1_000];

  it('become one sale when the kept deliveries are read again, whatever their order', async () => {
    store(storedBefore(wrapped('Mon'), MON), storedBefore(wrapped('Tue'), TUE));
    expect(await totals()).toMatchObject({ sales: 2 });
    await note(delivery(wrapped('Tue'), TUE), delivery(wrapped('Mon'), MON));
    expect(await list()).toMatchObject([{ at: MON, state: 'verified', deliveries: { count: 2 } }]);
    expect(computer.store.catalog.links.sold(linkId)?.count).toBe(1);
    await note(delivery(wrapped('Mon'), MON), delivery(wrapped('Tue'), TUE));
    expect(await list()).toMatchObject([{ deliveries: { count: 2 } }]);
  });

  it('are found by a new delivery of the same event, also where their own is no longer kept', async () => {
    store(storedBefore(wrapped('Mon'), MON));
    await note(delivery(wrapped('Tue'), TUE));
    expect(await list()).toMatchObject([{ at: MON, deliveries: { count: 2 } }]);
  });

  it('stay a sale where the seller took out only the second one, and out where both were', async () => {
    const dismissal = { isDismissed: true, at: 5 };
    store(storedBefore(wrapped('Mon'), MON), storedBefore(wrapped('Tue'), TUE, { dismissal }));
    await note(delivery(wrapped('Tue'), TUE), delivery(wrapped('Mon'), MON));
    expect(await list()).toMatchObject([{ state: 'verified' }]);

    const other = (date: string) => wrapped(date, event({ sale_id: 's-2' }));
    store(storedBefore(other('Mon'), MON, { dismissal }), storedBefore(other('Tue'), TUE, { dismissal }));
    await note(delivery(other('Mon'), MON), delivery(other('Tue'), TUE));
    expect((await list()).map(({ state }) => state).sort()).toEqual(['dismissed', 'verified']);
  });

  it('are the same sale when a computer with that version shares them, or a backup has them', async () => {
    await note(delivery(wrapped('Mon'), MON));
    const { catalog } = computer.store;
    const record = storedBefore(wrapped('Tue'), TUE);
    expect(catalog.sales.preview(record)).toBe('completed');
    catalog.transaction(() => takeShared(catalog, 'other', { kind: 'sale', record }));
    expect(await list()).toMatchObject([{ at: MON, deliveries: { count: 2 } }]);
    catalog.transaction(() => catalog.sales.take(record));
    expect(catalog.sales.preview(record)).toBe('same');
    expect(await totals()).toMatchObject({ sales: 1 });
  });
});
