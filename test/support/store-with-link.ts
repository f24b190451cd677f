// Fixtures for sales: a store with a product and a link on the service, and deliveries about that link.
import type { NewDelivery } from '../../src/main/catalog/deliveries.ts';
import { type Computer, unwrap } from './computer.ts';
import { startComputers } from './computer-fixtures.ts';
import { deliveryOf } from './sale.ts';

const ALL = { search: '', productId: null as string | null, linkId: null, sold: null };
const queryOf = (productId: string | null) => ({ ...ALL, productId });

export async function startStoreWithLink() {
  const fixtures = await startComputers();
  const computer = await fixtures.newComputer();
  await computer.signIn(fixtures.service);
  const productId = await computer.product('Logo design');
  const linkId = await computer.link(productId, '1042');
  await computer.settled();
  const url = computer.store.catalog.links.get(linkId)?.paymentLink ?? '';
  const serverId = computer.store.catalog.products.get(productId)?.serverId ?? 0;

  /** An event about the link. */
  const event = (sale_id: string, more: object = {}) => ({
    event: 'after_sell',
    sale_id,
    product: { product_title: 'Logo design, as sold' },
    payment_link: url,
    price: { currency_id: 2, price: 100.55, is_discount_price: false },
    metadata: { order: '1042', customer: 'Ana' },
    ...more,
  });
  return {
    ...fixtures,
    ...{ computer, productId, serverId, linkId, url, event, delivery: deliveryOf },
    note: (...deliveries: NewDelivery[]) => noteAt(computer, ...deliveries),
    countOf: (id: string) => computer.store.catalog.links.sold(id)?.count ?? 0,
  };
}

/** Stores deliveries for the shown store, as the inbox does. */
export async function noteAt({ app, store }: Computer, ...deliveries: NewDelivery[]): Promise<void> {
  app.salesCame(store.id, await store.sales.store(deliveries));
}

export const salesOf = async (computer: Computer, productId: string | null = null) =>
  (await unwrap(computer.call['sales.list']({ ...queryOf(productId), offset: 0, limit: 100 }))).rows;

export const totalsOf = (computer: Computer, productId: string | null = null) =>
  unwrap(computer.call['sales.totals'](queryOf(productId)));
