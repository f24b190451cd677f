// Events that say of themselves that they are not a sale: listed, and not counted until the seller marks them. "Sales" and the inbox agree.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Delivery } from '../../src/main/sales/inbox-sales.ts';
import { type Computer, unwrap } from '../support/computer.ts';
import { startComputers } from '../support/computer-fixtures.ts';

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
const states = async () => (await list()).map(({ state }) => state);
const totals = () => unwrap(computer.call['sales.totals'](ALL));
const note = (...deliveries: Delivery[]) => computer.app.sales.note(deliveries);

const MORNING = Date.UTC(2026, 0, 1, 6);
const sale = (more: object = {}) => ({
  sale_id: 's-1',
  payment_link: url,
  price: { currency_id: 2, price: 100, is_discount_price: false },
  metadata: { order: '1042' },
  ...more,
});
const delivery = (body: unknown, at = MORNING, storeIds = [computer.store.id]): Delivery => ({
  record: { at, storeIds, verification: storeIds.length > 0 ? 'verified' : 'missing' },
  body: JSON.stringify(body),
});
const inInbox = ({ record, body }: Delivery) => {
  const seen = { at: record.at, storeIds: record.storeIds, body };
  return { kind: computer.app.sales.eventIn(seen)?.kind, words: computer.app.sales.saleIn(seen)?.words };
};

it.each([
  [{ event: 'refund' }, 'refund'],
  [{ event: 'sale.refunded' }, 'sale.refunded'],
  [{ type: 'payment.failed' }, 'payment.failed'],
  [{ event: 'after_sell', status: 'cancelled' }, 'cancelled'],
])('a verified event with %j is listed, and counts once the seller marks it', async (more, said) => {
  const refund = delivery(sale(more));
  await note(refund);
  const [row, ...others] = await list();
  expect(others).toEqual([]);
  expect(row).toMatchObject({ state: 'dismissed', isClaimed: true, linkId });
  expect(await totals()).toMatchObject({ sales: 0, unverified: 0, sums: [] });
  expect(computer.store.catalog.links.sold(linkId)).toBeNull();
  const id = row?.id ?? '';
  expect(await unwrap(computer.call['sales.get']({ id }))).toMatchObject({ claim: said });
  expect(inInbox(refund)).toEqual({
    kind: 'notSale',
    words: `The event says “${said}”. It counts once you mark it as sold.`,
  });
  expect(computer.sold).toEqual([]);

  await unwrap(computer.call['sales.mark']({ id, isSale: true }));
  await note(refund);
  expect(await list()).toMatchObject([{ state: 'verified', isClaimed: false }]);
  expect(await totals()).toMatchObject({ sales: 1 });
  expect(await unwrap(computer.call['sales.get']({ id }))).toMatchObject({ claim: null });
  expect(inInbox(refund).kind).toBe('sale');
  expect(inInbox(refund).words).toContain('A sale of a payment link of “Logo design”');

  await unwrap(computer.call['sales.mark']({ id, isSale: false }));
  expect(await list()).toMatchObject([{ state: 'dismissed', isClaimed: false }]);
  expect(inInbox(refund)).toMatchObject({ kind: 'notSale' });
  expect(inInbox(refund).words).toContain('You marked it as not a sale');
});

it('a plain verified event without a link is a sale on both screens', async () => {
  const plain = delivery({ hello: 'there' });
  expect(inInbox(delivery({ hello: 'there' }, MORNING, [])).kind).toBe('unknown');
  await note(plain);
  expect(await states()).toEqual(['verified']);
  expect(inInbox(plain).kind).toBe('sale');
});

it("an event inside the document's shape is read alike", async () => {
  const body = (inner: unknown) => ({ headers: {}, content_length: 9, body: inner, method: 'POST' });
  const [refund, test] = [delivery(body(sale({ event: 'refund' }))), delivery(body(sale({ is_test: true })))];
  await note(refund, test);
  expect(await states()).toEqual(['dismissed']);
  expect([refund, test].map((one) => inInbox(one).kind)).toEqual(['notSale', 'test']);
});

describe('a refund of a known sale', () => {
  it.each([
    ['with the same details', {}],
    ['without metadata', { metadata: undefined }],
    ['without metadata and link', { metadata: undefined, payment_link: undefined }],
  ])('adds no sale and takes none away, %s', async (_, more) => {
    const refund = delivery(sale({ event: 'sale.refunded', ...more }), MORNING + 1_000);
    await note(delivery(sale()), refund, refund);
    expect((await states()).sort()).toEqual(['dismissed', 'verified']);
    expect(await totals()).toMatchObject({ sales: 1, sums: [{ cents: 10_000 }] });
    expect(computer.store.catalog.links.sold(linkId)?.count).toBe(1);
  });

  it('asks first when it is marked, because its sale counts already', async () => {
    const refund = delivery(sale({ event: 'refund', metadata: {} }), MORNING + 9 * 60 * 60_000);
    await note(delivery(sale()), refund);
    const id = (await list()).find(({ isClaimed }) => isClaimed)?.id ?? '';
    expect(await unwrap(computer.call['sales.alike']({ id }))).toEqual({ at: MORNING });
  });
});

describe('without the key', () => {
  it('an event that says so is not verified, says why, and cannot take out a sale', async () => {
    const forged = delivery(sale({ event: 'refund' }), MORNING + 1, []);
    await note(delivery(sale()), forged);
    expect((await states()).sort()).toEqual(['unverified', 'verified']);
    expect(inInbox(forged)).toEqual({
      kind: 'notSale',
      words: 'The event says “refund”. It counts once you mark it as sold.',
    });
  });

  it('one that the seller marked stays marked when it is delivered with the key', async () => {
    const refund = sale({ event: 'refund' });
    await note(delivery(refund, MORNING, []));
    const [row] = await list();
    await unwrap(computer.call['sales.mark']({ id: row?.id ?? '', isSale: true }));
    await note(delivery(refund, MORNING + 1));
    expect(await states()).toEqual(['verified']);
    expect(await totals()).toMatchObject({ sales: 1 });
  });
});
