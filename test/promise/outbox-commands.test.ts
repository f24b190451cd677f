// The seller's commands on a change, and changes that meet in the queue.
import { expect, test } from 'vitest';
import { createLink, deleteLink, editLink } from '../../src/main/links/links.ts';
import { createProduct, editProduct, setDefaultPrice } from '../../src/main/products/products.ts';
import { markAsSent } from '../../src/main/sync/mark-as-sent.ts';
import { discard, sendAgain, undo } from '../../src/main/sync/sync.ts';
import { knownKeys, saveWebhook } from '../../src/main/webhook/webhook.ts';
import { allHistory } from '../support/catalog-rows.ts';
import type { MisbehavingService } from '../support/misbehaving-service.ts';
import { startSeller, startService } from '../support/outbox-fixtures.ts';
import { linkDraft, ordersIn, productFields, type Seller } from '../support/outbox-seller.ts';
import { until } from '../support/until.ts';

const emptied = (seller: Seller) => () => seller.outbox.unfinished().length === 0 && seller.allKept();
const LOST = { kind: 'reset', when: 'after-acting' } as const;

function idOf(made: Awaited<ReturnType<typeof createProduct>>): string {
  if (!made.ok) throw new Error(made.problem.message);
  return made.value.id;
}

/** A product in doubt, with two links that wait for it. */
async function doubtfulProduct(service: MisbehavingService, seller: Seller) {
  service.plan('product.create', LOST);
  const product = idOf(await createProduct(seller.store, productFields('Doubtful')));
  const links = [];
  for (const order of ['1', '2']) links.push(idOf(await createLink(seller.store, product, linkDraft(order))));
  await until('it is in doubt', () => seller.states()[0] === 'needs-review');
  return { product, links, action: seller.actionOn(product) };
}

test('"Mark as sent" takes the id that the seller found, and dependents go to that product', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const { product, action } = await doubtfulProduct(service, seller);
  const [serverId] = [...service.record.products.keys()];
  expect(await markAsSent(seller.store, action.id, 'twelve')).toMatchObject({ ok: false });
  expect(await markAsSent(seller.store, action.id, '0')).toMatchObject({ ok: false });
  expect(await markAsSent(seller.store, action.id, String(serverId))).toMatchObject({ ok: true });
  await until('the links are sent', emptied(seller));
  expect(service.record.count('product.create')).toBe(1);
  expect(seller.store.catalog.products.get(product)?.serverId).toBe(serverId);
  expect(service.record.applied.slice(1).map(({ path }) => path)).toEqual(
    Array.from({ length: 2 }, () => `/api/shop/products/${serverId}/payment-links`),
  );
});

test('"Send again" sends it again, and only that', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const { action } = await doubtfulProduct(service, seller);
  expect(await sendAgain(seller.store, action.id)).toMatchObject({ ok: true });
  await until('all are sent', emptied(seller));
  expect(service.record.count('product.create')).toBe(2);
  expect(service.record.count('link.create')).toBe(2);
  expect(seller.action(action.id).attempts).toHaveLength(2);
});

test('"Send again" pressed twice sends it once', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const { action } = await doubtfulProduct(service, seller);
  const presses = await Promise.allSettled([sendAgain(seller.store, action.id), sendAgain(seller.store, action.id)]);
  expect(presses.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  await until('all are sent', emptied(seller));
  expect(service.record.count('product.create')).toBe(2);
});

test('"Discard" asks about the dependents of a change, and includes them', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const { product, links, action } = await doubtfulProduct(service, seller);
  expect(await discard(seller.store, action.id, false)).toMatchObject({ ok: false, problem: { code: 'conflict' } });
  expect(seller.states()).toEqual(['needs-review', 'waiting', 'waiting']);
  expect(await discard(seller.store, action.id, true)).toMatchObject({ ok: true });
  await until('it is settled', () => seller.store.catalog.history.size === 3);
  expect(seller.states()).toEqual([]);
  expect(allHistory(seller.store).map(({ ending }) => ending)).toEqual(Array(3).fill('discarded'));
  expect(seller.store.catalog.products.get(product)?.deletedAt).not.toBeNull();
  for (const link of links) expect(seller.store.catalog.links.get(link)?.deletedAt).not.toBeNull();
  seller.outbox.wake();
  await seller.restart();
  expect(service.seen).toHaveLength(1);
});

test('a rejected change is edited and sent again with the new values, once', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  service.plan('product.create', { kind: 'answer', status: 422, body: '{"message":"Too bland"}' });
  const product = idOf(await createProduct(seller.store, productFields('Bland')));
  await createLink(seller.store, product, linkDraft('1'));
  await until('it is refused', () => seller.states()[0] === 'rejected');
  expect(await editProduct(seller.store, product, productFields('Spicy'))).toMatchObject({ ok: true });
  await until('all are sent', emptied(seller));
  expect(service.record.bodies('product.create').map((body) => body.product_title)).toEqual(['Spicy']);
  expect(seller.store.catalog.products.get(product)?.fields.productTitle).toBe('Spicy');
  expect(service.record.count('link.create')).toBe(1);
});

test('editing an unsent product and link changes the request, and adds none', async () => {
  const service = await startService();
  const seller = await startSeller(service, { token: null });
  const product = idOf(await createProduct(seller.store, productFields('First')));
  const link = idOf(await createLink(seller.store, product, linkDraft('1')));
  await editProduct(seller.store, product, productFields('Second'));
  await editLink(seller.store, link, linkDraft('2'));
  await seller.restart();
  expect(seller.states()).toHaveLength(2);
  await seller.store.signIn(service.record.issue('seller'), null);
  await until('all are sent', emptied(seller));
  expect(service.record.bodies('product.create').map((body) => body.product_title)).toEqual(['Second']);
  expect(ordersIn(service.record.bodies('link.create'))).toEqual(['2']);
  expect(seller.store.catalog.links.get(link)?.metadata).toEqual([{ key: 'order', value: '2' }]);
});

test('a change that is being sent cannot be edited, discarded or sent again', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  let answer = () => {};
  service.plan('product.create', { kind: 'hold', until: new Promise<void>((resolve) => (answer = resolve)) });
  const product = idOf(await createProduct(seller.store, productFields('Leaving')));
  await until('it is under way', () => service.seen.length === 1);
  const { id } = seller.actionOn(product);
  expect(await editProduct(seller.store, product, productFields('Late'))).toMatchObject({ ok: false });
  await expect(discard(seller.store, id, true)).rejects.toThrow('It is being sent right now.');
  await expect(sendAgain(seller.store, id)).rejects.toThrow();
  answer();
  await until('it is sent', emptied(seller));
  expect(service.record.bodies('product.create').map((body) => body.product_title)).toEqual(['Leaving']);
});

test('deleting an unsent link removes both, and sends nothing', async () => {
  const service = await startService();
  const seller = await startSeller(service, { token: null });
  const product = await seller.addProduct(service.record.addProduct('Existing'));
  const link = idOf(await createLink(seller.store, product, linkDraft('1')));
  expect(await deleteLink(seller.store, link)).toMatchObject({ ok: true, value: { how: 'withdrawn' } });
  await until('it is settled', () => seller.store.catalog.history.size === 1);
  await seller.store.signIn(service.record.issue('seller'), null);
  seller.outbox.wake();
  await seller.restart();
  expect(service.seen).toEqual([]);
  expect(allHistory(seller.store).map(({ ending }) => ending)).toEqual(['withdrawn']);
  expect(seller.store.catalog.links.get(link)?.deletedAt).not.toBeNull();
});

test('deleting a link that is being created sends the deletion after the creation', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const product = await seller.addProduct(service.record.addProduct('Existing'));
  let answer = () => {};
  service.plan('link.create', { kind: 'hold', until: new Promise<void>((resolve) => (answer = resolve)) });
  const link = idOf(await createLink(seller.store, product, linkDraft('1')));
  await until('it is under way', () => service.seen.length === 1);
  expect(await deleteLink(seller.store, link)).toMatchObject({ ok: true, value: { how: 'queued' } });
  expect(seller.states()).toEqual(['sending', 'waiting']);
  answer();
  await until('both are sent', emptied(seller));
  expect(service.record.applied.map(({ kind }) => kind)).toEqual(['link.create', 'link.delete']);
  expect(service.record.links.size).toBe(0);
  expect(seller.store.catalog.links.get(link)?.deletedAt).not.toBeNull();
  expect(service.violations).toEqual([]);
});

test('deleting a link whose creation is in doubt waits until the seller settles it', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const product = await seller.addProduct(service.record.addProduct('Existing'));
  service.plan('link.create', LOST);
  const link = idOf(await createLink(seller.store, product, linkDraft('1')));
  await until('it is in doubt', () => seller.states()[0] === 'needs-review');
  expect(await deleteLink(seller.store, link)).toMatchObject({ ok: true, value: { how: 'queued' } });
  seller.outbox.wake();
  expect(seller.states()).toEqual(['needs-review', 'waiting']);
  const [address] = [...service.record.links.values()];
  expect(await markAsSent(seller.store, seller.outbox.unfinished()[0]?.id ?? '', address ?? '')).toMatchObject({
    ok: true,
  });
  await until('the deletion is sent', emptied(seller));
  expect(service.record.links.size).toBe(0);
});

test('a newer webhook change merges with an unsent one field by field, into one request', async () => {
  const service = await startService();
  const seller = await startSeller(service, { token: null });
  await saveWebhook(seller.store, { url: 'https://receiver.example/1', isOn: false, key: 'k'.repeat(64) });
  await saveWebhook(seller.store, { url: 'https://receiver.example/2', isOn: true, key: null });
  expect(seller.states()).toHaveLength(1);
  await seller.restart();
  await seller.store.signIn(service.record.issue('seller'), null);
  await until('it is sent', emptied(seller));
  expect(service.record.bodies('settings.update')).toEqual([
    {
      after_sell_webhook_url: 'https://receiver.example/2',
      after_sell_webhook_key: 'k'.repeat(64),
      is_after_sell_webhook_on: true,
    },
  ]);
});

test('a newer webhook change is sent after the one in flight', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  let answer = () => {};
  service.plan('settings.update', { kind: 'hold', until: new Promise<void>((resolve) => (answer = resolve)) });
  await saveWebhook(seller.store, { url: 'https://receiver.example/1', isOn: true, key: null });
  await until('it is under way', () => service.seen.length === 1);
  await saveWebhook(seller.store, { url: 'https://receiver.example/2', isOn: true, key: null });
  await saveWebhook(seller.store, { url: 'https://receiver.example/3', isOn: false, key: null });
  expect(seller.states()).toHaveLength(2);
  answer();
  await until('both are sent', emptied(seller));
  expect(service.record.bodies('settings.update').map((body) => body.after_sell_webhook_url)).toEqual([
    'https://receiver.example/1',
    'https://receiver.example/3',
  ]);
  expect(seller.store.webhook.value.saved).toMatchObject({ url: 'https://receiver.example/3', isOn: false });
});

test('a newer price replaces an unsent one', async () => {
  const service = await startService();
  const seller = await startSeller(service, { token: null });
  const product = await seller.addProduct(service.record.addProduct('Existing'));
  for (const priceCents of [1_000, 2_000]) {
    await setDefaultPrice(seller.store, product, [{ currencyId: 2, priceCents, discountCents: null }]);
  }
  await seller.store.signIn(service.record.issue('seller'), null);
  await until('it is sent', emptied(seller));
  expect(service.record.bodies('product.update')).toEqual([
    { prices: [{ currency_id: 2, price: 20, is_discount_price: false }] },
  ]);
  expect(seller.store.catalog.products.get(product)?.defaultPrices[0]?.priceCents).toBe(2_000);
});

test('a newer price replaces the newest waiting one, also if an older one is being retried', async () => {
  const service = await startService();
  const seller = await startSeller(service);
  const product = await seller.addProduct(service.record.addProduct('Existing'));
  const setPrice = (priceCents: number) =>
    setDefaultPrice(seller.store, product, [{ currencyId: 2, priceCents, discountCents: null }]);
  let drop = () => {};
  const held = new Promise<void>((resolve) => (drop = resolve));
  service.plan('product.update', { kind: 'hold', until: held, instead: { kind: 'reset', when: 'before-acting' } });
  await setPrice(1_000);
  await until('it is under way', () => service.seen.length === 1);
  await setPrice(2_000);
  await seller.store.signOut();
  drop();
  await until('its answer is lost', () => seller.states().join() === 'retrying,waiting');
  await setPrice(3_000);
  await seller.store.signIn(service.record.issue('seller'), null);
  await until('both are sent', emptied(seller));
  const sent = service.record.bodies('product.update').map(({ prices }) => (prices as { price: number }[])[0]?.price);
  expect(sent).toEqual([10, 30]);
  expect(seller.store.catalog.products.get(product)?.defaultPrices[0]?.priceCents).toBe(3_000);
});

/** A product with a default price in flight, and one entered after it. `answer` ends the first as planned. */
async function twoPrices(instead: NonNullable<Parameters<MisbehavingService['plan']>[1]>) {
  const service = await startService();
  const seller = await startSeller(service);
  const product = await seller.addProduct(service.record.addProduct('Existing'));
  const setPrice = (priceCents: number) =>
    setDefaultPrice(seller.store, product, [{ currencyId: 2, priceCents, discountCents: null }]);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  service.plan('product.update', { kind: 'hold', until: held, instead });
  await setPrice(1_000);
  await until('it is under way', () => service.seen.length === 1);
  await setPrice(2_000);
  const sent = () =>
    service.record.bodies('product.update').map(({ prices }) => (prices as { price: number }[])[0]?.price);
  return { service, seller, product, setPrice, answer, sent };
}

test('a newer price replaces a rejected one and the one waiting for it, so that neither blocks it', async () => {
  const { seller, product, setPrice, answer, sent } = await twoPrices({ kind: 'answer', status: 422, body: '{}' });
  answer();
  await until('it is refused', () => seller.states().join() === 'rejected,waiting');
  await setPrice(3_000);
  await until('all are sent', emptied(seller));
  expect(new Set(sent())).toEqual(new Set([30]));
  expect(seller.store.catalog.products.get(product)?.defaultPrices[0]?.priceCents).toBe(3_000);
});

test('a discarded price does not replace a newer one that an older change has taken over', async () => {
  const { service, seller, product, setPrice, answer, sent } = await twoPrices({
    kind: 'reset',
    when: 'before-acting',
  });
  const discarded = await discard(seller.store, seller.outbox.unfinished()[1]?.id ?? '', true);
  await seller.store.signOut();
  answer();
  await until('its answer is lost', () => seller.states().join() === 'retrying');
  await setPrice(3_000);
  await seller.store.signIn(service.record.issue('seller'), null);
  await until('it is sent', emptied(seller));
  expect(sent()).toEqual([30]);
  await expect(undo(seller.store, discarded.ok ? discarded.value.undo : [])).rejects.toThrow('can no longer be undone');
  expect(seller.states()).toEqual([]);
  expect(seller.store.catalog.products.get(product)?.defaultPrices[0]?.priceCents).toBe(3_000);
});

test('a discarded price returns after an older one was sent unchanged', async () => {
  const { seller, answer, sent } = await twoPrices({ kind: 'answer', status: 200, body: '{}' });
  const discarded = await discard(seller.store, seller.outbox.unfinished()[1]?.id ?? '', true);
  answer();
  await until('it is sent', emptied(seller));
  expect(await undo(seller.store, discarded.ok ? discarded.value.undo : [])).toMatchObject({ ok: true });
  await until('both are sent', emptied(seller));
  expect(sent()).toEqual([10, 20]);
});

test('a deletion without an address is marked as such, and not sent', async () => {
  const service = await startService();
  const seller = await startSeller(service, { token: null });
  const product = await seller.addProduct(service.record.addProduct('Existing'));
  const link = await seller.addLink(product, 'https://checkout.example/seller/7?uuid=known');
  await deleteLink(seller.store, link);
  const { catalog } = seller.store;
  const record = catalog.links.get(link);
  if (!record) throw new Error('It has no record');
  // As it came from an earlier version.
  catalog.transaction(() => catalog.links.put({ ...record, paymentLink: 'https://checkout.example/seller/7' }));
  await seller.store.signIn(service.record.issue('seller'), null);
  await until('the deletion is settled', () => seller.states()[0] === 'rejected');
  expect(seller.outbox.unfinished()[0]).toMatchObject({ reason: 'no-address', attempts: [] });
  expect(service.seen).toHaveLength(0);
});

test('a replaced webhook key still verifies earlier deliveries for as long as a relay keeps them', async () => {
  const clock = { at: Date.UTC(2026, 0, 1) };
  const seller = await startSeller(await startService(), { now: () => clock.at });
  const days = (count: number) => {
    clock.at += count * 24 * 60 * 60_000;
  };
  const save = async (letter: string) => {
    await saveWebhook(seller.store, { url: 'https://receiver.example/a', isOn: true, key: letter.repeat(64) });
    await until('all is settled', () => seller.outbox.unfinished().length === 0 && seller.allKept());
  };
  const known = () => knownKeys(seller.store).map(({ key, until }) => [key[0], until]);
  await save('a');
  days(10);
  await save('b');
  const first = clock.at;
  expect(known()).toEqual([
    ['b', undefined],
    ['a', first],
  ]);
  days(29);
  await save('c');
  expect(known()).toEqual([
    ['c', undefined],
    ['b', clock.at],
    ['a', first],
  ]);
  days(29);
  await save('d');
  expect(known().map(([letter]) => letter)).toEqual(['d', 'c', 'b']);
  await until('the first key is gone', () => !seller.store.secrets().includes('a'.repeat(64)));
});
