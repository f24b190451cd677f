// Deliveries in the document's shape {headers, content_length, body, method}: the event inside it is the sale, however often it comes.
import { beforeEach, expect, it } from 'vitest';
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
