// Sales through the basic checkout of a product: their events name the product and no payment link.
import { beforeEach, expect, it } from 'vitest';
import type { Delivery } from '../../src/main/sales/inbox-sales.ts';
import { type Computer, unwrap } from '../support/computer.ts';
import { startComputers } from '../support/computer-fixtures.ts';
import { until } from '../support/until.ts';

let computer: Computer;
let productId: string;
let serverId: number;
beforeEach(async () => {
  const fixtures = await startComputers();
  computer = await fixtures.newComputer();
  await computer.signIn(fixtures.service);
  productId = await computer.product('Logo design');
  await computer.settled();
  serverId = computer.store.catalog.products.get(productId)?.serverId ?? 0;
});

const query = (of: string | null) => ({ search: '', productId: of, linkId: null, sold: null });
const list = async (of: string | null = null) =>
  (await unwrap(computer.call['sales.list']({ ...query(of), offset: 0, limit: 100 }))).rows;
const totals = (of: string | null = null) => unwrap(computer.call['sales.totals'](query(of)));
const note = (...deliveries: Delivery[]) => computer.app.sales.note(deliveries);

const sale = (product: object | null, id = 's-1') => ({
  event: 'after_sell',
  sale_id: id,
  product,
  payment_link: null,
  price: { currency_id: 2, price: 33, is_discount_price: false },
  metadata: {},
});
const delivery = (body: unknown, storeIds = [computer.store.id]): Delivery => ({
  record: { at: Date.UTC(2026, 0, 1, 6), storeIds, verification: storeIds.length > 0 ? 'verified' : 'missing' },
  body: JSON.stringify(body),
});
const logo = () => ({ id: serverId, product_number: '7', product_title: 'Logo design' });
const seen = ({ record, body }: Delivery) => ({ at: record.at, storeIds: record.storeIds, body });

it('are among the sales of their product, with their amounts', async () => {
  await note(delivery(sale(logo())), delivery(sale({ id: serverId + 1, product_title: 'Something else' }, 's-2')));
  expect(await list(productId)).toMatchObject([{ product: 'Logo design', productId, linkId: null, state: 'verified' }]);
  expect(await totals(productId)).toMatchObject({ sales: 1, sums: [{ currencyId: 2, cents: 3_300 }] });
  expect(await totals()).toMatchObject({ sales: 2 });
  const [row] = await list(productId);
  expect(await unwrap(computer.call['sales.get']({ id: row?.id ?? '' }))).toMatchObject({ link: 'none', productId });
  expect(computer.app.sales.saleIn(seen(delivery(sale(logo()))))).toMatchObject({ marked: null });
});

it('are found by the title where the event has no id, unless several products have it', async () => {
  const titled = (id: string) => delivery(sale({ product_title: 'Logo design' }, id));
  await note(titled('s-1'));
  expect(await list(productId)).toHaveLength(1);
  await computer.product('Logo design');
  await note(titled('s-2'));
  expect(await list(productId)).toHaveLength(1);
  expect(await list()).toHaveLength(2);
});

it('find their product once it is added, also after a restart', async () => {
  await note(delivery(sale({ id: 4_711, product_title: 'Coaching hour' })));
  const add = (id: number, title: string) =>
    unwrap(computer.call['products.addExisting']({ serverId: id, title, checkoutAddress: '' }));
  const { id } = await add(4_711, 'Coaching');
  await until('it has its product', () => computer.store.catalog.sales.version > 1);
  expect(await list(id)).toMatchObject([{ product: 'Coaching hour' }]);
  expect(await totals(id)).toMatchObject({ sales: 1 });
  expect(await totals()).toMatchObject({ sales: 1 });
  await computer.stop();
  await computer.start();
  await computer.store.ready;
  expect(await totals(id)).toMatchObject({ sales: 1 });
});

it('without the key are listed as not verified, and count once they are marked', async () => {
  const unverified = delivery(sale(logo()), []);
  await note(unverified);
  expect(await list()).toMatchObject([{ state: 'unverified', product: 'Logo design' }]);
  expect(await totals(productId)).toMatchObject({ sales: 0, unverified: 1 });
  expect(computer.app.sales.saleIn(seen(unverified))).toMatchObject({ marked: false });
  const [row] = await list();
  await unwrap(computer.call['sales.mark']({ id: row?.id ?? '', isSale: true }));
  expect(await totals(productId)).toMatchObject({ sales: 1, unverified: 0 });
  expect(computer.app.sales.saleIn(seen(unverified))).toMatchObject({ marked: true });
});

it.each([
  ['another product', () => ({ id: serverId + 1, product_title: 'Logo design' })],
  ['another title', () => ({ id: serverId, product_title: 'Brand book' })],
  ['no product', () => null],
])('without the key and with %s are no sales of this store', async (_, product) => {
  await note(delivery(sale(product()), []));
  expect(await list()).toEqual([]);
});

it('of a test event are none', async () => {
  await note(delivery({ ...sale(logo()), event: 'test' }, []), delivery({ ...sale(logo()), is_test: true }));
  expect(await list()).toEqual([]);
});
