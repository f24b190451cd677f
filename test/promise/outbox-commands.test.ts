// The seller's commands on a change, newer changes that replace waiting ones, and the undo of a discard.
import { describe, expect, test } from 'vitest';
import { deleteLinks } from '../../src/main/links/deletions.ts';
import { editProduct, setDefaultPrice } from '../../src/main/products/products.ts';
import { undo } from '../../src/main/sync/decisions.ts';
import { knownKeys } from '../../src/main/webhook/webhook.ts';
import { arrived, begin, beginWithLink, decided, hold, isMarked, LOST, REFUSED } from '../support/outbox-fixtures.ts';
import { productFields, type Seller } from '../support/outbox-seller.ts';
import type { Fault } from '../support/recording-service.ts';
import { until } from '../support/until.ts';

const OFFLINE = { token: null };
const priceOf = (seller: Seller, product: string) =>
  seller.store.catalog.products.get(product)?.defaultPrices[0]?.priceCents;
/** Discards a change with its dependents, and returns the ids that "Undo" restores. */
const discarded = async (seller: Seller, id = '') => (await decided(seller.store, 'discard', id)).undo;

test('a product in doubt takes the id that the seller found, and the links that wait for it go to that product', async () => {
  const { service, seller } = await begin();
  service.plan('product.create', LOST);
  const product = await seller.product('Doubtful');
  for (const order of ['1', '2']) await seller.link(product, order);
  await seller.reach('needs-review', 'waiting', 'waiting');
  const { id } = seller.changeOn(product);
  const [serverId] = [...service.record.products.keys()];
  for (const typed of ['twelve', '0']) expect(await isMarked(seller.store, id, typed)).toBe(false);
  expect(await isMarked(seller.store, id, String(serverId))).toBe(true);
  await seller.settled();
  expect(service.record.count('product.create')).toBe(1);
  expect(seller.store.catalog.products.get(product)?.serverId).toBe(serverId);
  const paths = service.record.applied.slice(1).map(({ path }) => path);
  expect(paths).toEqual(Array(2).fill(`/api/shop/products/${serverId}/payment-links`));
});

describe('editing', () => {
  test('sends a rejected change again with the new values, once', async () => {
    const { service, seller } = await begin();
    service.plan('product.create', REFUSED);
    const product = await seller.product('Bland');
    await seller.link(product, '1');
    await seller.reach('rejected', 'waiting');
    expect(await editProduct(seller.store, product, productFields('Spicy'))).toMatchObject({ ok: true });
    await seller.settled();
    expect(service.record.bodies('product.create').map((body) => body.product_title)).toEqual(['Spicy']);
    expect(seller.store.catalog.products.get(product)?.fields.productTitle).toBe('Spicy');
    expect(service.record.count('link.create')).toBe(1);
  });

  test('is refused while the change is being sent, like discarding and sending again', async () => {
    const { service, seller } = await begin();
    const answer = hold(service, 'product.create');
    const product = await seller.product('Leaving');
    await arrived(service, 1);
    const { id } = seller.changeOn(product);
    expect(await editProduct(seller.store, product, productFields('Late'))).toMatchObject({ ok: false });
    const decision = { changes: [{ id, tried: 0 }], along: [] };
    expect(await seller.outbox.decide({ ...decision, decision: 'discard' })).toEqual([]);
    expect(await seller.outbox.decide({ ...decision, decision: 'sendAgain' })).toEqual([]);
    answer();
    await seller.settled();
    expect(service.record.bodies('product.create').map((body) => body.product_title)).toEqual(['Leaving']);
  });
});

describe('deleting a link', () => {
  test('that is being created sends the deletion after the creation', async () => {
    const { service, seller, product } = await beginWithLink();
    const answer = hold(service, 'link.create');
    const link = await seller.link(product, '1');
    await arrived(service, 1);
    expect(await deleteLinks(seller.store, [link])).toMatchObject({ value: { deleted: 1 } });
    expect(seller.states()).toEqual(['sending', 'waiting']);
    answer();
    await seller.settled();
    expect(service.record.applied.map(({ kind }) => kind)).toEqual(['link.create', 'link.delete']);
    expect(service.record.links.size).toBe(1);
    expect(seller.store.catalog.links.get(link)?.deletedAt).not.toBeNull();
    expect(service.violations).toEqual([]);
  });

  test('whose address has no uuid is rejected, and not sent', async () => {
    const { service, seller, link } = await beginWithLink(OFFLINE);
    await deleteLinks(seller.store, [link]);
    const { catalog } = seller.store;
    const record = catalog.links.get(link) ?? expect.fail();
    catalog.transaction(() => catalog.links.put({ ...record, paymentLink: 'https://checkout.example/seller/7' }));
    await seller.signIn();
    await seller.reach('rejected');
    expect(seller.queue.all()[0]).toMatchObject({ reason: 'no-address', attempts: [] });
    expect(service.changes).toHaveLength(0);
  });
});

describe('a newer webhook change', () => {
  test('merges with an unsent one field by field, into one request', async () => {
    const { service, seller } = await begin(OFFLINE);
    await seller.saveWebhook('1', 'k', false);
    await seller.saveWebhook('2');
    expect(seller.states()).toHaveLength(1);
    await seller.restart();
    await seller.signIn();
    await seller.settled();
    expect(service.record.bodies('settings.update')).toEqual([
      {
        after_sell_webhook_url: 'https://receiver.example/2',
        after_sell_webhook_key: 'k'.repeat(64),
        is_after_sell_webhook_on: true,
      },
    ]);
  });

  test('forgets the replaced key once the new one is on the service', async () => {
    const { seller } = await begin();
    for (const letter of ['a', 'b']) {
      await seller.saveWebhook('1', letter);
      await seller.settled();
    }
    expect(knownKeys(seller.store).map(({ key }) => key[0])).toEqual(['b']);
    await until('the first key is gone', () => !seller.store.session.secrets().includes('a'.repeat(64)));
  });
});

describe('a newer price', () => {
  /** A product with one price in flight and a later one waiting. `answer` lets the first one end with `instead`. */
  async function twoPrices(instead: Fault) {
    const { service, seller, product } = await beginWithLink();
    const setPrice = (priceCents: number) =>
      setDefaultPrice(seller.store, product, [{ currencyId: 2, priceCents, discountCents: null }]);
    const answer = hold(service, 'product.update', instead);
    await setPrice(1_000);
    await arrived(service, 1);
    await setPrice(2_000);
    const sent = () =>
      service.record.bodies('product.update').map(({ prices }) => (prices as { price: number }[])[0]?.price);
    return { seller, product, setPrice, answer, sent };
  }
  const NEVER_ARRIVED = { kind: 'reset', when: 'before-acting' } as const;

  test('replaces the newest unsent one, even while an older one is being retried', async () => {
    const { seller, product, setPrice, answer, sent } = await twoPrices(NEVER_ARRIVED);
    await seller.store.session.signOut();
    answer();
    await seller.reach('retrying', 'waiting');
    await setPrice(3_000);
    await seller.signIn();
    await seller.settled();
    expect(sent()).toEqual([10, 30]);
    expect(priceOf(seller, product)).toBe(3_000);
  });

  test('replaces a rejected one and the one waiting for it, so that neither blocks it', async () => {
    const { seller, product, setPrice, answer, sent } = await twoPrices(REFUSED);
    answer();
    await seller.reach('rejected', 'waiting');
    await setPrice(3_000);
    await seller.settled();
    expect(new Set(sent())).toEqual(new Set([30]));
    expect(priceOf(seller, product)).toBe(3_000);
  });
});

test('undo is refused during or after the acceptance of a newer change, and a second time', async () => {
  const { seller, product } = await beginWithLink(OFFLINE);
  await seller.link(product, '1');
  await seller.saveWebhook('old');
  const [link, webhook] = seller.queue.all();
  const undoWebhook = await discarded(seller, webhook?.id);
  const [saved, undone] = await Promise.allSettled([seller.saveWebhook('new'), undo(seller.store, undoWebhook)]);
  expect(saved).toMatchObject({ status: 'fulfilled', value: { ok: true } });
  expect(undone.status).toBe('rejected');
  await expect(undo(seller.store, undoWebhook)).rejects.toThrow();
  const undoLink = await discarded(seller, link?.id);
  await undo(seller.store, undoLink);
  await expect(undo(seller.store, undoLink)).rejects.toThrow();
  expect(seller.states()).toHaveLength(2);
});
