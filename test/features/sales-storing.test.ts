// Deliveries become sales and sold links: each sale once, with all its facts, even after a restore or on a full disk.
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { NewDelivery } from '../../src/main/catalog/deliveries.ts';
import { SaleRecords, UNVERIFIED_KEPT } from '../../src/main/catalog/sales.ts';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import { newLink } from '../support/catalog-rows.ts';
import { unwrap } from '../support/computer.ts';
import { saleOf } from '../support/sale.ts';
import { noteAt, salesOf, startStoreWithLink, totalsOf } from '../support/store-with-link.ts';

type Store = Awaited<ReturnType<typeof startStoreWithLink>>;
let store: Store;
beforeEach(async () => {
  store = await startStoreWithLink();
});

const rows = () => salesOf(store.computer);
const states = async () => (await rows()).map(({ state }) => state);
const totals = (productId: string | null = null) => totalsOf(store.computer, productId);
const mark = (id: string, isSale: boolean) => unwrap(store.computer.call['sales.mark']({ id, isSale }));
const UNVERIFIED = { isVerified: false };

describe('a verified delivery', () => {
  it('is stored once with its values, however often it arrives', async () => {
    const { computer, linkId, event, delivery, note } = store;
    await note(delivery(event('s-1'), { at: 2_000 }));
    await note(delivery(event('s-1'), { at: 1_000 }), delivery(event('s-1'), { at: 3_000 }));
    const [sale, ...others] = await rows();
    expect(others).toEqual([]);
    expect(sale).toMatchObject({
      ...{ at: 1_000, state: 'counted', product: 'Logo design, as sold', linkId, isPriceOfLink: false },
      amount: { currencyId: 2, cents: 10_055 },
      metadata: [
        { key: 'order', value: '1042' },
        { key: 'customer', value: 'Ana' },
      ],
      deliveries: 3,
    });
    const whole = await unwrap(computer.call['sales.get']({ id: sale?.id ?? '' }));
    expect(whole).toMatchObject({ link: 'known', isCut: false });
    expect(JSON.parse(whole?.body ?? '')).toEqual(event('s-1'));
    expect(computer.store.catalog.links.sold(linkId)).toEqual({ count: 1, lastAt: 1_000 });
  });

  it('counts even without a known link, and is linked when the link is added', async () => {
    const { computer, url, productId, event, delivery, note } = store;
    const elsewhere = url.replace(/uuid=.*$/, 'uuid=elsewhere');
    await note(delivery(event('s-1', { payment_link: elsewhere })));
    expect(await rows()).toMatchObject([{ linkId: null, state: 'counted' }]);
    const known = { productId, paymentLink: elsewhere, prices: [] as [], useOnce: false, metadata: [] };
    const { id } = await unwrap(computer.call['links.addExisting'](known));
    await expect.poll(async () => (await rows())[0]?.linkId).toBe(id);
    expect([store.countOf(id), (await totals()).sales]).toEqual([1, 1]);
  });

  it('does not count if it is a test, or came while the seller tested the webhook', async () => {
    const { computer, url, event, delivery, note } = store;
    const at = Date.now();
    const tested = { id: 't', at: at - 50, tookMs: 100, status: 200, body: '1', delivered: true, explanation: '' };
    await computer.store.webhook.save({ saved: null, tests: [{ ...tested, madeWith: { url: null, keyRef: null } }] });
    await note(delivery({ event: 'test', payment_link: url }), delivery({ hello: 'there' }, { at }));
    await note(delivery(event('s-0', { is_test: true })));
    expect((await totals()).sales).toBe(0);
    await note(delivery({ hello: 'there' }, { at: at + 60_000 }), delivery(event('s-1'), { at }));
    expect((await totals()).sales).toBe(2);
  });
});

describe('a delivery without the key', () => {
  it('is listed if it names a link, and counts once the seller marks it', async () => {
    const { linkId, event, delivery, note } = store;
    const unverified = delivery(event('s-1'), UNVERIFIED);
    await note(unverified, delivery(event('s-2', { payment_link: 'x' }), UNVERIFIED));
    expect(await states()).toEqual(['unverified']);
    expect(await totals()).toMatchObject({ sales: 0, questions: 1, sums: [] });

    await mark((await rows())[0]?.id ?? '', true);
    expect([await totals(), store.countOf(linkId)]).toMatchObject([{ sales: 1, questions: 0 }, 1]);
    await mark((await rows())[0]?.id ?? '', false);
    expect([await states(), store.countOf(linkId)]).toEqual([['ignored'], 0]);
    await note(delivery(event('s-1')));
    expect(await states()).toEqual(['counted']);
  });

  it('cannot fill the disk: only the newest unmarked ones are kept', () => {
    const { catalog } = store.computer.store;
    catalog.transaction(() => {
      const marked = { override: { isSale: true, wasVerified: false, at: 1 } };
      for (let at = 1; at <= UNVERIFIED_KEPT + 20; at++)
        catalog.sales.merge(saleOf({ id: `s-${at}`, at, verified: false, ...(at === 1 ? marked : {}) }));
      catalog.sales.trim();
    });
    expect(catalog.sales.size).toBe(UNVERIFIED_KEPT + 1);
    expect(catalog.sales.get('s-1')).toBeDefined();
    expect(catalog.sales.get('s-20')).toBeUndefined();
  });

  it('belongs to no store unless its link, or the id and the title of its product, are known there', async () => {
    const { serverId, productId, event, delivery, note } = store;
    const of = (product: object | null) =>
      delivery(event('s-1', { payment_link: null, metadata: {}, product }), UNVERIFIED);
    for (const product of [
      { id: serverId + 1, product_title: 'Logo design' },
      { id: serverId, product_title: 'Brand book' },
      null,
    ]) {
      await note(of(product));
      expect(await rows(), JSON.stringify(product)).toEqual([]);
    }
    await note(of({ id: serverId, product_title: 'Logo design' }));
    expect(await totals(productId)).toMatchObject({ sales: 0, questions: 1 });
    await mark((await rows())[0]?.id ?? '', true);
    expect(await totals(productId)).toMatchObject({ sales: 1, questions: 0 });
  });
});

it('counts a sale through the checkout of a product for that product', async () => {
  const { computer, serverId, productId, event, delivery, note } = store;
  const sale = (id: string, product: object) =>
    delivery(event(id, { payment_link: null, metadata: {}, product, price: { currency_id: 2, price: 33 } }));
  await note(
    sale('s-1', { id: serverId, product_title: 'Logo design' }),
    sale('s-2', { product_title: 'Logo design' }),
    sale('s-3', { id: 4_711, product_title: 'Coaching hour' }),
  );
  expect(await totals(productId)).toMatchObject({ sales: 2, sums: [{ currencyId: 2, cents: 6_600 }] });
  await computer.product('Logo design');
  await note(sale('of either', { product_title: 'Logo design' }));
  expect([(await totals(productId)).sales, (await totals()).sales]).toEqual([2, 4]);
  const later = { serverId: 4_711, title: 'Coaching hour', checkoutAddress: '' };
  const { id } = await unwrap(computer.call['products.addExisting'](later));
  expect((await totals(id)).sales).toBe(1);
});

it('a delivery that the disk refuses is not stored at all, so that the sender tries again', async () => {
  const { computer, event, delivery, note } = store;
  onTestFinished(() => void vi.restoreAllMocks());
  const full = new StorageError('The catalog', Object.assign(new Error('full'), { code: 'ENOSPC' }));
  vi.spyOn(SaleRecords.prototype, 'merge').mockImplementationOnce(() => {
    throw full;
  });
  await expect(note(delivery(event('s-1')))).rejects.toThrow(full);
  expect([await rows(), (await computer.store.catalog.deliveries.list(0, 1)).total]).toEqual([[], 0]);
  await note(delivery(event('s-1')));
  expect(await rows()).toHaveLength(1);
});

describe('a sale that may be a repeat', () => {
  const retry = (minute: number) => ({
    ...{ event: 'after_sell', payment_link: store.url, price: { currency_id: 2, price: 12.5 } },
    ...{ metadata: { order: '1042' }, sent_at: `2026-11-28T12:0${minute}:00Z`, attempt: minute },
  });

  it('is a question if it differs in times and attempts only, whatever the order of arrival', async () => {
    const { delivery, note, linkId } = store;
    const at = Date.UTC(2026, 10, 28, 12);
    await note(delivery(retry(3), { at: at + 3_000 }), delivery(retry(1), { at: at + 1_000 }));
    await note(delivery(retry(2), { at: at + 2_000 }));
    expect(await states()).toEqual(['repeat', 'repeat', 'counted']);
    expect(await totals()).toMatchObject({ sales: 1, questions: 2, sums: [{ cents: 1_250 }] });
    expect(store.countOf(linkId)).toBe(1);
    // The seller decides about each: without the first delivery, the second one is the sale.
    const [third, second, first] = (await rows()).map(({ id }) => id);
    await mark(third ?? '', true);
    await mark(first ?? '', false);
    expect(await states()).toEqual(['counted', 'counted', 'ignored']);
    await mark(second ?? '', false);
    expect([await states(), store.countOf(linkId)]).toEqual([['counted', 'ignored', 'ignored'], 1]);
    // Two days later it is another sale.
    await note(delivery(retry(4), { at: at + 48 * 60 * 60_000 }));
    expect((await states())[0]).toBe('counted');
  });

  it('is a question if a single-use link is sold again', async () => {
    const { computer, productId, event, delivery, note } = store;
    const paymentLink = store.url.replace(/uuid=.*$/, 'uuid=single');
    const known = { productId, paymentLink, prices: [] as [], useOnce: true, metadata: [] };
    const { id } = await unwrap(computer.call['links.addExisting'](known));
    const sale = (sale_id: string) => event(sale_id, { payment_link: paymentLink });
    await note(delivery(sale('s-1'), { at: 1_000 }), delivery(sale('s-2'), { at: 1_000 + 90 * 24 * 60 * 60_000 }));
    expect([await states(), store.countOf(id)]).toEqual([['repeat', 'counted'], 1]);
  });

  it('is not a question if the deliveries have their own ids', async () => {
    const { delivery, note } = store;
    const at = Date.UTC(2026, 10, 28, 12);
    const withId = (minute: number, id: string): NewDelivery => {
      const plain = delivery(retry(minute), { at: at + minute });
      return { ...plain, record: { ...plain.record, headers: [['Webhook-Id', [id]]] } };
    };
    await note(withId(1, 'a'), withId(2, 'b'), withId(3, 'b'));
    expect((await rows()).map(({ state, deliveries }) => [state, deliveries])).toEqual([
      ['counted', 2],
      ['counted', 1],
    ]);
  });
});

it('a verified delivery that cannot be read is listed, and counts only if the seller says so', async () => {
  const { delivery, note } = store;
  await note(delivery('\0half{'), delivery('not json', UNVERIFIED));
  expect([await states(), await totals()]).toMatchObject([['unreadable'], { sales: 0, questions: 1 }]);
  await mark((await rows())[0]?.id ?? '', true);
  expect([await states(), await totals()]).toMatchObject([['counted'], { sales: 1, questions: 0, withoutAmount: 1 }]);
});

it('a backup carries sales with their bodies to another computer, where the same delivery adds nothing', async () => {
  const { computer, event, delivery, note } = store;
  await note(
    delivery(event('s-1')),
    delivery(event('s-2', { payment_link: null, metadata: {} })),
    delivery(event('s-3'), UNVERIFIED),
  );
  const path = await computer.export();
  const other = await store.newComputer();
  await other.restore(path);
  const texts = (found: readonly object[]) => found.map((sale) => JSON.stringify(sale)).sort();
  expect(texts(await salesOf(other))).toEqual(texts(await rows()));
  const linkless = (await salesOf(other)).find((sale) => sale.linkId === null);
  const whole = await unwrap(other.call['sales.get']({ id: linkless?.id ?? '' }));
  expect(JSON.parse(whole?.body ?? '')).toMatchObject({ sale_id: 's-2' });
  await noteAt(other, delivery(event('s-1')));
  await other.restore(path);
  expect(await totalsOf(other)).toMatchObject({ sales: 2, questions: 1 });
  expect(other.sold).toEqual([]);
});

describe('the link that was sold', () => {
  const address = (uuid: string) => `https://checkout.example/mara/118?uuid=${uuid}`;
  function addLink(uuid: string | null, metadata: Record<string, string> = {}, deleted = false): string {
    const { catalog } = store.computer.store;
    const record = newLink(catalog, store.productId, {
      deletedAt: deleted ? 1 : null,
      metadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
      paymentLink: uuid === null ? null : address(uuid),
    });
    catalog.addLink(record);
    return record.id;
  }
  const take = (...events: unknown[]) => store.note(...events.map((event) => store.delivery(event, { at: 5 })));

  it('is the one that a delivery names by address, uuid or its own metadata', async () => {
    const ids = ['u-1', 'u-2', '7f3a-b', '7f3a'].map((uuid) => addLink(uuid));
    const own = addLink('u-5', { order: '1043', shop: 'blue' });
    addLink('u-6', { order: '1043' });
    await take(
      { payment_link: address('u-1') },
      { data: { order: [{ link: address('u-2') }] } },
      { link_uuid: '7F3A-B' },
      { uuid: 'of-the-event', reference: '7f3a' },
      { sale: { metadata: { shop: 'blue', order: '1043' } } },
    );
    expect([...ids, own].map(store.countOf)).toEqual([1, 1, 1, 1, 1]);
  });

  it('is unknown if a delivery is ambiguous, or names a link only in a field of the buyer', async () => {
    addLink('u-1', { order: '1043' });
    addLink('u-2', { shared: 'by two' });
    addLink('u-3', { shared: 'by two' }, true);
    addLink('u-4');
    addLink(null, { order: 'without an address' });
    await take(
      { metadata: { shared: 'by two' } },
      { metadata: { order: '1043', more: '1' } },
      { metadata: { order: '1044' } },
      { metadata: { order: 1043 } },
      { metadata: {} },
      {},
      { payment_link: address('elsewhere'), metadata: { order: '1043' } },
      { payment_links: [address('u-1'), address('u-4')] },
      { payment_link: null, fields: { name: address('u-1') }, metadata: { note: address('u-1') } },
      { event: 'test', payment_link: address('u-1') },
      [address('u-1')],
      JSON.stringify(address('u-1')),
      null,
      { metadata: { order: 'without an address' } },
      '{"payment_link":',
    );
    const sold = store.computer.store.catalog.links.all().filter(({ id }) => store.countOf(id) > 0);
    expect(sold).toEqual([]);
  });

  it('is sold once for each purchase, even if events share an id, or have the id of the product', async () => {
    const [a, b, c] = ['u-1', 'u-2', 'u-3'].map((uuid) => addLink(uuid));
    await take({ event_id: 118, payment_link: address('u-1') }, { event_id: 118, payment_link: address('u-2') });
    const purchase = (buyer: string) => ({ id: 118, payment_link: address('u-3'), customer: { name: buyer } });
    await take(purchase('Ada'), purchase('Ben'), purchase('Ada'));
    expect([a, b, c].map((id) => store.countOf(id ?? ''))).toEqual([1, 1, 2]);
  });
});
