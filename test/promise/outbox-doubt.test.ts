// Uncertain results: discarded changes that may have run, answers that name another record, records created elsewhere.

import { describe, expect, test } from 'vitest';
import { deleteLinks } from '../../src/main/links/deletions.ts';
import { getLink } from '../../src/main/links/links.ts';
import { replaceLink } from '../../src/main/links/replace-link.ts';
import { getProduct, setDefaultPrice } from '../../src/main/products/products.ts';
import { getChange } from '../../src/main/sync/sync.ts';
import { webhookView } from '../../src/main/webhook/webhook.ts';
import { unwrap } from '../support/computer.ts';
import { startSignedIn } from '../support/computer-fixtures.ts';
import { arrived, begin, beginWithLink, decided, hold, isMarked, LOST } from '../support/outbox-fixtures.ts';
import { createdId, linkDraft, type Seller } from '../support/outbox-seller.ts';
import { answerWith, startRawService } from '../support/raw-service.ts';
import { until } from '../support/until.ts';

describe('a change that was lost and discarded', () => {
  /** A stopped clock, so that a retry waits until it is discarded. */
  const still = { now: () => Date.UTC(2025, 0, 1), random: () => 0.99 };
  async function discardLost(seller: Seller): Promise<void> {
    await seller.reach('retrying');
    await decided(seller.store, 'discard', seller.queue.all()[0]?.id ?? '');
  }
  /** A webhook on the service with key `a`, and a newer one with key `b` that was lost and discarded. */
  async function lostWebhook() {
    const { service, seller } = await begin(still);
    await seller.saveWebhook('a', 'a');
    await seller.settled();
    service.plan('settings.update', LOST);
    await seller.saveWebhook('b', 'b');
    await discardLost(seller);
    return { service, seller };
  }

  test('leaves the webhook uncertain, even across a restart, until it is saved again with its key', async () => {
    const { service, seller } = await lostWebhook();
    const uncertain = {
      current: { url: 'https://receiver.example/a', sync: 'uncertain', savedAt: null },
      uncertain: expect.any(String),
      keyUncertain: true,
    };
    expect(webhookView(seller.store)).toMatchObject(uncertain);
    await seller.restart();
    expect(webhookView(seller.store)).toMatchObject(uncertain);
    await seller.saveWebhook('a');
    await seller.settled();
    expect(service.record.bodies('settings.update').at(-1)).toMatchObject({ after_sell_webhook_key: 'a'.repeat(64) });
    expect(webhookView(seller.store)).toMatchObject({
      current: { sync: 'synced', key: 'here' },
      uncertain: null,
      keyUncertain: false,
    });
  });

  test('leaves a default price and a deleted link uncertain until the next change is sent', async () => {
    const { service, seller, product, link } = await beginWithLink(still);
    const setPrice = (priceCents: number) =>
      setDefaultPrice(seller.store, product, [{ currencyId: 2, priceCents, discountCents: null }]);
    service.plan('product.update', LOST);
    service.plan('link.delete', LOST);
    await setPrice(2_000);
    await discardLost(seller);
    await deleteLinks(seller.store, [link]);
    await discardLost(seller);
    await seller.restart();
    expect(getProduct(seller.store, product)?.priceUncertain).toEqual(expect.any(String));
    expect(getLink(seller.store, link)).toMatchObject({ sync: 'uncertain', uncertain: expect.any(String) });
    await setPrice(1_000);
    await deleteLinks(seller.store, [link]);
    // No attempt of this second deletion was lost, so its 404 alone does not prove that the link is gone.
    await seller.reach('needs-review');
    await isMarked(seller.store, seller.changeOn(link).id, '');
    await seller.settled();
    expect(getProduct(seller.store, product)?.priceUncertain).toBeNull();
    expect(getLink(seller.store, link)).toBeNull();
  });
});

describe('an answer that names a record of another change', () => {
  const ADDRESS = 'https://checkout.example/seller/7?uuid=same-uuid';
  const answer = (body: unknown) => ({ kind: 'answer', status: 201, body: JSON.stringify(body), acts: false }) as const;

  test('creates one of two links that get the same address at once; the other is in doubt', async () => {
    const { service, seller, product } = await beginWithLink();
    const releases = [1, 2].map(() => hold(service, 'link.create', answer({ payment_link: ADDRESS })));
    const links = [await seller.link(product, '1'), await seller.link(product, '2')];
    await arrived(service, 2);
    for (const release of releases) release();
    await seller.reach('needs-review');
    const { id, subject } = seller.queue.all()[0] ?? expect.fail();
    const address = (link = '') => seller.store.catalog.links.get(link)?.paymentLink;
    expect([address(links.find((link) => link !== subject)), address(subject)]).toEqual([ADDRESS, null]);
    expect(getChange(seller.store, id)?.answer).toContain('same-uuid');
    expect(await isMarked(seller.store, id, ADDRESS)).toBe(false);
  });

  test('is not followed by another one if a gateway repeats an answer on its connection', async () => {
    const { seller, product } = await beginWithLink({ parallel: 1 });
    const last = new Map<number, string>();
    const gateway = await startRawService((socket, { body, connection }) => {
      const { order } = JSON.parse(body).metadata;
      const own = answerWith(201, JSON.stringify({ payment_link: `${ADDRESS}-${order}` }));
      socket.write(last.get(connection) ?? own);
      last.set(connection, own);
    });
    await seller.moveTo(gateway.url);
    await seller.signIn();
    const links: string[] = [];
    for (const order of ['1', '2', '3']) links.push(await seller.link(product, order));
    await seller.reach('needs-review');
    const addresses = links.map((link) => seller.store.catalog.links.get(link)?.paymentLink);
    expect(addresses).toEqual([`${ADDRESS}-1`, null, `${ADDRESS}-3`]);
  });

  test('leaves a product that gets the id of another one in doubt, even after a restart', async () => {
    const { service, seller } = await begin();
    const first = await seller.product('First');
    await seller.settled();
    const serverId = seller.store.catalog.products.get(first)?.serverId;
    await seller.restart();
    service.plan('product.create', answer({ id: serverId }));
    const second = await seller.product('Second');
    await seller.reach('needs-review');
    expect(seller.store.catalog.products.get(second)?.serverId).toBeNull();
  });

  test('keeps the old link if the new one gets an address without a uuid, or the address of the old link', async () => {
    const { service, seller, link: old } = await beginWithLink();
    const oldAddress = getLink(seller.store, old)?.checkoutUrl ?? '';
    const inUpperCase = oldAddress.replace(/[^=]+$/, (uuid) => uuid.toUpperCase());
    for (const address of ['https://checkout.example/seller/7', inUpperCase]) {
      service.plan('link.create', answer({ payment_link: address }));
      const id = await createdId(replaceLink(seller.store, old, linkDraft('new')));
      await seller.reach('needs-review', 'waiting');
      expect(service.record.count('link.delete')).toBe(0);
      await decided(seller.store, 'discard', seller.changeOn(id).id);
      await until('it is settled', () => getLink(seller.store, old)?.sync === 'synced');
    }
  });
});

const address = 'https://checkout.example/s/mara/77?uuid=5f0c8d1e-9a4b-4c6d-8e2f-1234567890ab';

test('a record created elsewhere is added once, found by its address, and deleted by its uuid', async () => {
  const { service, computer } = await startSignedIn();
  const addProduct = () =>
    computer.call['products.addExisting']({ serverId: 900, title: 'Made elsewhere', checkoutAddress: '' });
  expect((await Promise.all([addProduct(), addProduct()])).map(({ ok }) => ok)).toEqual([true, false]);
  const productId = await computer.product('Coaching hour');
  await computer.settled();
  const add = (paymentLink: string, to = productId) =>
    computer.call['links.addExisting']({
      ...{ productId: to, paymentLink, prices: [], useOnce: false, metadata: [] },
    });
  const { id } = await unwrap(add(address));
  const query = { offset: 0, limit: 9, productId: null, sync: 'all', useOnce: null, sold: false } as const;
  const found = await unwrap(computer.call['links.list']({ ...query, search: `${address}&name=Ann` }));
  expect(found.rows).toMatchObject([{ id, origin: 'added', checkoutUrl: address, sync: 'synced' }]);
  expect(service.changes).toHaveLength(1);

  await computer.link(productId, '1');
  const other = await computer.product('Logo design');
  await computer.settled();
  const own = await unwrap(computer.call['links.list']({ ...query, search: 'order 1' }));
  for (const [paymentLink, to, field] of [
    ['checkout.example/s/mara/77?uuid=1', productId, 'paymentLink'],
    ['https://checkout.example/s/mara/77', productId, 'paymentLink'],
    ['https://evil.example/s/mara/1189?uuid=1', productId, 'paymentLink'],
    ['https://checkout.example/s/mara/77?uuid=2', other, 'paymentLink'],
    [own.rows[0]?.checkoutUrl ?? '', productId, 'paymentLink'],
  ] as const) {
    const refused = await add(paymentLink, to);
    expect(refused.ok ? 'accepted' : Object.keys(refused.problem.fields ?? {}), paymentLink).toEqual([field]);
  }

  await unwrap(computer.call['links.delete']({ ids: [id] }));
  await computer.settled();
  expect(service.changes.at(-1)?.path).toBe('/api/shop/118/payment-links/5f0c8d1e-9a4b-4c6d-8e2f-1234567890ab');
  expect(await add(address)).toMatchObject({ ok: false });
});
