// What the app reads from the body of a delivery; ambiguous values are ignored.
import { describe, expect, it } from 'vitest';
import { fingerprintOf, readSaleEvent, saleIdOf } from '../../src/main/catalog/sale-event.ts';

const readText = (body: string) => {
  const event = readSaleEvent(body);
  return event && { ...event, ...event.facts };
};
const read = (event: unknown) => readText(JSON.stringify(event));
const idOf = (body: string) => {
  const event = readSaleEvent(body);
  return event && saleIdOf(event, null, 0);
};
const price = { currency_id: 2, price: 100.55, is_discount_price: false };

describe('an after-sell event', () => {
  it('has its product, price and metadata wherever they are', () => {
    expect(
      read({
        data: { sale: { product: { product_title: 'Logo design' }, price, metadata: { order: '1042', count: 3 } } },
      }),
    ).toMatchObject({
      product: 'Logo design',
      amount: { currencyId: 2, cents: 10_055 },
      metadata: [
        { key: 'order', value: '1042' },
        { key: 'count', value: '3' },
      ],
    });
  });

  it.each([
    [{ price: { ...price, price: '100.55' } }, 10_055],
    [{ price: { ...price, is_discount_price: true, discount_price: '80.1' } }, 8_010],
    [{ price: { ...price, price: '1.15' } }, 115],
    [{ currency_id: 2, amount: '45.50' }, 4_550],
    [{ currency_id: 2, price: 40, amount: 3 }, 4_000],
  ])('has the amount of %j, even as decimal text', (event, cents) => {
    expect(read(event)?.amount).toEqual({ currencyId: 2, cents });
  });

  it.each([
    ['a number without its currency', { price: 100.55 }],
    ['prices in two currencies', { prices: [price, { ...price, currency_id: 3 }] }],
    ['more than two decimals', { price: { ...price, price: 1.005 } }],
    ['a discount without its price', { price: { ...price, is_discount_price: true } }],
    ['a price in the metadata, which anyone may have put there', { metadata: { price } }],
    ['an amount without the id of its currency', { amount: '45.50', currency: 'USD' }],
    ['an implausibly high price', { price: { ...price, price: 1e300 } }],
  ])('has no amount if it has %s', (_, event) => {
    expect(read(event)?.amount).toBeNull();
  });

  it('is a test, a sale or neither, as its fields say', () => {
    expect(read({ event: 'test' })).toMatchObject({ isTest: true, isSale: false });
    expect(read({ event: 'after_sell' })).toMatchObject({ isTest: false, isSale: true });
    expect(read({ type: 'after-sell' })).toMatchObject({ isTest: false, isSale: true });
    expect(read({ order: '1042' })).toMatchObject({ isTest: false, isSale: false });
    expect(read({ payment_link_id: '55', payment_link: '' })).toMatchObject({ isSale: false });
  });

  it.each([
    [{ event_id: '', sale_id: 7, id: 'x' }, '7', true],
    [{ event_id: 'e', id: 'x' }, 'e', true],
    // The value may be the id of the product or the link.
    [{ event_id: '', id: 7 }, '7', false],
    [{ event_id: '' }, null, false],
  ])('has the first id of %j that is not empty, and knows whether it is its own', (event, eventId, isOwnId) => {
    expect(read(event)).toMatchObject({ eventId, isOwnId });
  });

  it('may begin with a byte order mark', () => {
    expect(readSaleEvent('\uFEFF{"event":"after_sell"}')?.isSale).toBe(true);
  });

  it('is read alike alone and inside the shape that the document shows', () => {
    const inner = {
      event_id: 'e-1',
      payment_link: 'https://checkout.test/ana/7?uuid=0aa1',
      price,
      metadata: { order: '1042' },
    };
    const wrapped = (body: unknown, date = 'Fri, 27 Nov 2026 05:00:00 GMT') =>
      JSON.stringify({
        headers: { 'Content-Type': ['application/json'], Date: [date], 'Webhook-Key': ['k'.repeat(64)] },
        content_length: 210,
        body,
        method: 'POST',
      });
    const alone = readSaleEvent(JSON.stringify(inner));
    for (const body of [inner, JSON.stringify(inner)]) {
      expect(readSaleEvent(wrapped(body))).toEqual(alone);
      expect(idOf(wrapped(body, 'another day'))).toBe(idOf(JSON.stringify(inner)));
    }
    // Events without their own ids are the same only if their inner bodies are equal.
    const first = idOf(wrapped({ id: 7, order: 1 }));
    expect(idOf(wrapped({ id: 7, order: 1 }, 'later'))).toBe(first);
    expect(idOf(wrapped({ id: 7, order: 2 }))).not.toBe(first);
  });
});

describe('a body', () => {
  const sale = { event: 'after_sell', metadata: { order: '1042' }, price: { currency_id: 2, price: '12.50' } };
  it.each([
    ['JSON text inside a string', JSON.stringify(JSON.stringify(sale))],
    ['a form', 'event=after_sell&metadata[order]=1042&currency_id=2&price=12.50'],
    ['a form with JSON in its only field', new URLSearchParams({ payload: JSON.stringify(sale) }).toString()],
  ])('is read as %s', (_, body) => {
    expect(readText(body)).toMatchObject({
      isSale: true,
      amount: { currencyId: 2, cents: 1_250 },
      metadata: [{ key: 'order', value: '1042' }],
    });
  });

  const tooDeep = `{"metadata":{"a":${'['.repeat(9_000)}${']'.repeat(9_000)}}}`;
  const wrapped = (body: string) => JSON.stringify({ headers: {}, method: 'POST', body });
  it.each(['', '1', '[]', '[{}]', 'null', 'thank you', 'a = b', '<a href="x=y">', '"text"', tooDeep, wrapped(tooDeep)])(
    'is not read: %.40j',
    (body) => {
      expect(readSaleEvent(body)).toBeNull();
    },
  );
});

describe('two deliveries of one event', () => {
  const AT = Date.UTC(2026, 10, 28, 12);
  const of = (more: object, at = AT) => {
    const event = read({ event: 'after_sell', id: 7_001, metadata: { order: 'A-1' }, price, ...more });
    return event && fingerprintOf(event, at);
  };
  const first = of({ sent_at: '2026-11-28T12:01:00Z', attempt: 1 });

  it.each([
    ['a later time and attempt', { sent_at: '2026-11-28T12:03:00Z', attempt: 3 }],
    ['times as numbers', { sent_at: AT / 1_000, created: AT + 5_000 }],
    ['another id of the delivery', { delivery_id: 'b', webhookId: 9, nested: undefined }],
    ['a time in another form', { sent_at: 'Sat, 28 Nov 2026 12:01:00 GMT' }],
    ['a time as digits', { sent_at: String(AT / 1_000) }],
    ['other ids and tries of the delivery', { message_id: 'b', tries: 2, webhook: { id: 9 } }],
    ['another order of its fields', { attempt: 1, sent_at: '2026-11-28 12:01' }],
  ])('may differ in %s', (_, more) => {
    expect(of({ sent_at: null, ...more })).toBe(
      of({ sent_at: null, ...(Object.hasOwn(more, 'created') && { created: AT }) }),
    );
    expect(first).toBe(of({ sent_at: '2026-11-28T12:02:00Z', attempt: 2 }));
  });

  it.each([
    ['another id', { id: 7_002 }],
    ['other metadata', { metadata: { order: 'A-2' } }],
    ['another time in the metadata', { metadata: { order: 'A-1', slot: '2026-05-02 10:00' } }],
    ['another price', { price: { ...price, price: 1 } }],
    ['another buyer', { buyer: 'Ana' }],
  ])('never differ in %s', (_, more) => {
    expect(of(more)).not.toBe(of({}));
  });

  it('have the same id only if both the delivery id and the content are the same', () => {
    const [one, other] = [read({ order: 1, attempt: 1 }), read({ order: 2, attempt: 1 })];
    const again = read({ order: 1, attempt: 2 });
    if (!one || !other || !again) throw new Error('not read');
    const ids = [one, again, other].map((event) => saleIdOf(event, 'msg_1', AT));
    expect(new Set(ids).size).toBe(2);
    const later = read({ order: 1, created: AT / 1_000 });
    expect(later && saleIdOf(later, 'msg_1', AT + 3 * 24 * 3_600_000)).toBe(later && saleIdOf(later, 'msg_1', AT));
    expect(ids[0]).toBe(ids[1]);
  });
});
