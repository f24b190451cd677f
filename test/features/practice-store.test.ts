// The practice store follows the service document: what each call does, and what it rejects.
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { PRACTICE_SELLER, type PracticeStore, startPracticeStore } from '../../src/practice-store/server.ts';

const KEY = 'k'.repeat(64);
const PRODUCT = {
  product_type: 'CustomService',
  button_title: 'Order now',
  product_title: 'Logo design',
  product_description: 'Three drafts.\nTwo rounds.',
};
const PRICE = { currency_id: 2, price: 100.55, is_discount_price: false };
const DISCOUNTED = { currency_id: 2, price: 100.55, is_discount_price: true, discount_price: 80.1 };

const globals = [globalThis.Request, globalThis.Response];
let store: PracticeStore;
let token: string;

beforeEach(async () => {
  store = await startPracticeStore({ webhookTimeoutMs: 200 });
  token = await logIn();
});

afterEach(() => store.close());

type Answer = { status: number; headers: IncomingHttpHeaders; text: string; json: () => Record<string, never> };
type Sent = { token?: string | null; headers?: Record<string, string>; raw?: string | Buffer };

async function call(method: string, path: string, body?: unknown, sent: Sent = {}): Promise<Answer> {
  const content = sent.raw ?? (body === undefined ? null : JSON.stringify(body));
  const bearer = sent.token === undefined ? token : sent.token;
  const answer = await request(store.url + path, {
    method: method as 'GET',
    headers: {
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      ...(content === null ? {} : { 'content-type': 'application/json' }),
      ...sent.headers,
    },
    body: content,
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, headers: answer.headers, text, json: () => JSON.parse(text) };
}

async function logIn(): Promise<string> {
  const answer = await call('POST', '/api/shop/auth/login', PRACTICE_SELLER, { token: null });
  return answer.json().access_token as unknown as string;
}

async function createProduct(fields: Partial<typeof PRODUCT> = {}): Promise<{ id: number; product_number: string }> {
  return (await call('POST', '/api/shop/products', { ...PRODUCT, ...fields })).json() as never;
}

async function createLink(productId: number, fields: object = { prices: [PRICE] }): Promise<URL> {
  const answer = await call('POST', `/api/shop/products/${productId}/payment-links`, fields);
  return new URL(answer.json().payment_link ?? '');
}

const uuidOf = (link: URL) => link.searchParams.get('uuid') ?? '';

/** Fetches a page of the store like a browser. */
const open = (path: string | URL) => fetch(new URL(path, store.url));

type Received = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

/** A webhook receiver on this computer. With status 0 it never responds. */
async function startReceiver(status = 200, answer = 'ok', headers: Record<string, string> = {}) {
  const received: Received[] = [];
  const server = createServer(async (incoming, outgoing) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    received.push({ method: incoming.method ?? '', url: incoming.url ?? '', headers: incoming.headers, body });
    if (status !== 0) outgoing.writeHead(status, headers).end(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received };
}

async function saveWebhook(url: string, key: string | undefined = KEY, isOn = true): Promise<Answer> {
  return call('PATCH', '/api/shop/store-settings', {
    after_sell_webhook_url: url,
    ...(key === undefined ? {} : { after_sell_webhook_key: key }),
    is_after_sell_webhook_on: isOn,
  });
}

const testWebhook = () => call('POST', '/api/shop/store-settings/test-sell-webhook');

describe('login', () => {
  it('returns a token object for the right email and password', async () => {
    const answer = await call('POST', '/api/shop/auth/login', PRACTICE_SELLER, { token: null });
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: expect.any(Number),
    });
    expect(answer.json().access_token).not.toBe(token);
  });

  it('answers a wrong password with 401 and a message', async () => {
    const answer = await call('POST', '/api/shop/auth/login', { ...PRACTICE_SELLER, password: 'wrong' });
    expect(answer.status).toBe(401);
    expect(answer.json()).toEqual({ message: expect.any(String) });
  });

  it.each([
    ['without a password', { email: 'a@b.example' }, 'password'],
    ['with a number for the email', { email: 1, password: 'x' }, 'email'],
    ['with a field that is not documented', { ...PRACTICE_SELLER, remember: true }, 'remember'],
  ])('rejects a body %s', async (_name, body, field) => {
    const answer = await call('POST', '/api/shop/auth/login', body, { token: null });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.json().errors ?? {})).toEqual([field]);
  });
});

describe('every call', () => {
  const calls: [string, string][] = [
    ['POST', '/api/shop/products'],
    ['PATCH', '/api/shop/products/1001'],
    ['POST', '/api/shop/products/1001/payment-links'],
    ['DELETE', '/api/shop/1001/payment-links/x'],
    ['PATCH', '/api/shop/store-settings'],
    ['POST', '/api/shop/store-settings/test-sell-webhook'],
  ];

  it.each(calls)('%s %s needs an issued token', async (method, path) => {
    for (const bearer of [null, 'made-up', `${token}x`]) {
      const answer = await call(method, path, undefined, { token: bearer });
      expect(answer.status).toBe(401);
      expect(answer.json()).toEqual({ message: expect.any(String) });
    }
    const basic = await call(method, path, undefined, { token: null, headers: { authorization: `Basic ${token}` } });
    expect(basic.status).toBe(401);
  });

  it('no longer accepts a token once tokens are revoked', async () => {
    store.revokeTokens();
    expect((await call('POST', '/api/shop/products', PRODUCT)).status).toBe(401);
  });

  it.each([
    ['GET', '/api/shop/products'],
    ['GET', '/'],
    ['POST', '/api/shop/products/'],
    ['POST', '/api/other/products'],
    ['DELETE', '/api/shop/products/1001/payment-links/x'],
  ])('answers the undocumented %s %s with 404 and a message', async (method, path) => {
    const answer = await call(method, path);
    expect(answer.status).toBe(404);
    expect(answer.json()).toEqual({ message: expect.any(String) });
  });

  it.each([
    ['cut off', '{"product_type":'],
    ['empty', ''],
    ['not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
  ])('answers JSON that is %s with 400 and a message', async (_name, raw) => {
    const answer = await call('POST', '/api/shop/products', undefined, { raw });
    expect(answer.status).toBe(400);
    expect(answer.json()).toEqual({ message: expect.any(String) });
  });

  it.each(['[]', 'null', '"text"'])('rejects %s instead of an object', async (raw) => {
    expect((await call('POST', '/api/shop/products', undefined, { raw })).status).toBe(422);
  });

  it('rejects JSON without a JSON content type', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json5']) {
      const answer = await call('POST', '/api/shop/products', PRODUCT, { headers: { 'content-type': type } });
      expect(answer.status).toBe(415);
    }
  });

  it('rejects a body over its limit, announced or not', async () => {
    const text = 'x'.repeat(1_048_577);
    expect((await call('POST', '/api/shop/products', { text })).status).toBe(413);
    const chunked = await fetch(`${store.url}/api/shop/products`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: new Blob([text]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(chunked.status).toBe(413);
  });

  it('accepts a chunked body', async () => {
    const answer = await fetch(`${store.url}/api/shop/products`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json; charset=utf-8' },
      body: new Blob([JSON.stringify(PRODUCT)]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(201);
  });

  it('answers only under its own host name', async () => {
    const answer = await call('POST', '/api/shop/auth/login', PRACTICE_SELLER, { headers: { host: 'evil.example' } });
    expect(answer.status).toBe(421);
  });

  it('records requests without the token', async () => {
    await call('POST', '/api/shop/products?x=1', { a: 1 });
    await call('POST', '/api/shop/products', undefined, { raw: '{"a":' });
    const [asked, broken] = store.requests().slice(-2);
    expect(asked).toMatchObject({ method: 'POST', path: '/api/shop/products?x=1', body: { a: 1 } });
    expect(asked?.headers).toMatchObject({ authorization: '(withheld)', 'content-type': 'application/json' });
    expect(broken?.body).toBe('{"a":');
    expect(JSON.stringify(store.requests())).not.toContain(token);
  });

  it('records only the last 1,000 requests', async () => {
    await Promise.all(Array.from({ length: 1_005 }, (_, index) => call('GET', `/${index}`)));
    expect(store.requests()).toHaveLength(1_000);
    expect(store.requests().some((asked) => asked.path === '/api/shop/auth/login')).toBe(false);
  });
});

describe('creating a product', () => {
  it('creates a draft and returns a long object with an integer id', async () => {
    const answer = await call('POST', '/api/shop/products', PRODUCT);
    expect(answer.status).toBe(201);
    expect(answer.json()).toMatchObject({ ...PRODUCT, id: expect.any(Number), state: 'draft' });
    expect(Object.keys(answer.json()).length).toBeGreaterThan(6);
  });

  it('counts ids up', async () => {
    const first = await createProduct();
    const second = await createProduct();
    expect(second.id).toBeGreaterThan(first.id);
    expect(second.product_number).not.toBe(first.product_number);
  });

  it.each([
    ['another product_type', { product_type: 'Course' }, 'product_type'],
    ['an empty button_title', { button_title: '' }, 'button_title'],
    ['a blank product_title', { product_title: ' \n' }, 'product_title'],
    ['a product_description that is a number', { product_description: 5 }, 'product_description'],
    ['a missing product_title', { product_title: undefined }, 'product_title'],
    ['a field that is not documented', { price: 5 }, 'price'],
  ])('rejects %s', async (_name, change, field) => {
    const answer = await call('POST', '/api/shop/products', { ...PRODUCT, ...change });
    expect(answer.status).toBe(422);
    expect(answer.json()).toEqual({ message: expect.any(String), errors: { [field]: [expect.any(String)] } });
    expect(store.snapshot().products).toEqual([]);
  });

  it('rejects __proto__ like any other undocumented field', async () => {
    const raw = JSON.stringify(PRODUCT).replace('{', '{"__proto__":{},');
    const answer = await call('POST', '/api/shop/products', undefined, { raw });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('"__proto__":["This field is not known."]');
  });
});

const badPrices: [string, unknown, string][] = [
  ['no prices', undefined, 'prices'],
  ['an empty list of prices', [], 'prices'],
  ['prices that are no list', PRICE, 'prices'],
  ['a currency_id with decimals', [{ ...PRICE, currency_id: 2.5 }], 'prices.0.currency_id'],
  ['a currency_id as text', [{ ...PRICE, currency_id: '2' }], 'prices.0.currency_id'],
  ['no currency_id', [{ price: 1, is_discount_price: false }], 'prices.0.currency_id'],
  ['no price', [{ currency_id: 2, is_discount_price: false }], 'prices.0.price'],
  ['a price as text', [{ ...PRICE, price: '100.55' }], 'prices.0.price'],
  ['a price of 0', [{ ...PRICE, price: 0 }], 'prices.0.price'],
  ['a price below 0', [{ ...PRICE, price: -1 }], 'prices.0.price'],
  ['a price with three decimals', [{ ...PRICE, price: 1.005 }], 'prices.0.price'],
  ['a price with a rounding error', [{ ...PRICE, price: 0.1 + 0.2 }], 'prices.0.price'],
  ['no is_discount_price', [{ currency_id: 2, price: 1 }], 'prices.0.is_discount_price'],
  ['an is_discount_price of 1', [{ ...PRICE, is_discount_price: 1 }], 'prices.0.is_discount_price'],
  ['a discount without its price', [{ ...PRICE, is_discount_price: true }], 'prices.0.discount_price'],
  ['a discount_price equal to price', [{ ...DISCOUNTED, discount_price: 100.55 }], 'prices.0.discount_price'],
  ['a discount_price above price', [{ ...DISCOUNTED, discount_price: 100.56 }], 'prices.0.discount_price'],
  ['a discount_price of 0', [{ ...DISCOUNTED, discount_price: 0 }], 'prices.0.discount_price'],
  ['a discount_price with three decimals', [{ ...DISCOUNTED, discount_price: 1.001 }], 'prices.0.discount_price'],
  ['a discount_price as text', [{ ...DISCOUNTED, discount_price: '80' }], 'prices.0.discount_price'],
  ['a discount_price without a discount', [{ ...PRICE, discount_price: 80 }], 'prices.0.discount_price'],
  ['a null discount_price without a discount', [{ ...PRICE, discount_price: null }], 'prices.0.discount_price'],
  ['a price field that is not documented', [{ ...PRICE, currency: 'USD' }], 'prices.0.currency'],
  ['two prices in one currency', [PRICE, { ...PRICE, price: 5 }], 'prices.1.currency_id'],
];

describe('creating a payment link', () => {
  it('returns the address of the checkout page and publishes the product', async () => {
    const product = await createProduct();
    const answer = await call('POST', `/api/shop/products/${product.id}/payment-links`, {
      prices: [DISCOUNTED, { ...PRICE, currency_id: 7, price: 90 }],
      use_once: true,
      metadata: { order: '1042' },
    });
    expect(answer.status).toBe(201);
    expect(answer.json().payment_link).toMatch(
      new RegExp(`^${store.url}/checkout/[a-z-]+/${product.product_number}\\?uuid=[0-9a-f-]{36}$`),
    );
    expect(answer.json()).toMatchObject({ product_id: product.id, use_once: true, metadata: { order: '1042' } });
    expect(store.snapshot().products[0]?.state).toBe('published');
  });

  it('creates a link without a sales limit unless requested', async () => {
    const product = await createProduct();
    await createLink(product.id);
    expect(store.snapshot().payment_links[0]).toMatchObject({ use_once: false, metadata: [] });
  });

  it('creates any number of links for one product, each with its own address', async () => {
    const product = await createProduct();
    const links = await Promise.all(Array.from({ length: 50 }, () => createLink(product.id)));
    expect(new Set(links.map(uuidOf)).size).toBe(50);
  });

  it('keeps metadata keys such as __proto__ as ordinary keys', async () => {
    const product = await createProduct();
    const metadata = '{"__proto__":{"__proto__":"deep"},"constructor":"c","":"empty","10":"x"}';
    const answer = await call('POST', `/api/shop/products/${product.id}/payment-links`, undefined, {
      raw: `{"prices":[${JSON.stringify(PRICE)}],"metadata":${metadata}}`,
    });
    expect(answer.status).toBe(201);
    expect(answer.text).toContain('"__proto__":{"__proto__":"deep"},"constructor":"c","":"empty"');
    expect(store.snapshot().payment_links[0]?.metadata).toContainEqual([
      '__proto__',
      JSON.parse('{"__proto__":"deep"}'),
    ]);
    expect(({} as Record<string, unknown>).deep).toBeUndefined();
  });

  it.each(badPrices)('rejects the prices %s', async (_name, prices, field) => {
    const product = await createProduct();
    const answer = await call('POST', `/api/shop/products/${product.id}/payment-links`, { prices });
    expect(answer.status).toBe(422);
    expect(answer.json()).toEqual({ message: expect.any(String), errors: { [field]: [expect.any(String)] } });
    expect(store.snapshot()).toMatchObject({ payment_links: [], products: [{ state: 'draft' }] });
  });

  it.each([
    ['a use_once that is no boolean', { use_once: 'true' }, 'use_once'],
    ['a use_once of null', { use_once: null }, 'use_once'],
    ['metadata that is a list', { metadata: [] }, 'metadata'],
    ['metadata that is null', { metadata: null }, 'metadata'],
    ['metadata that is text', { metadata: 'x' }, 'metadata'],
    ['a field that is not documented', { currency_id: 2 }, 'currency_id'],
  ])('rejects %s', async (_name, fields, field) => {
    const product = await createProduct();
    const body = { prices: [PRICE], ...fields };
    const answer = await call('POST', `/api/shop/products/${product.id}/payment-links`, body);
    expect(answer.status).toBe(422);
    expect(answer.json()).toEqual({ message: expect.any(String), errors: { [field]: [expect.any(String)] } });
  });

  it('answers an unknown product with 404 and a message', async () => {
    for (const id of ['999', '0', '-1', '1e3', 'abc', '01001', '1001.0']) {
      await createProduct();
      const answer = await call('POST', `/api/shop/products/${id}/payment-links`, { prices: [PRICE] });
      expect(answer.status).toBe(404);
      expect(answer.json()).toEqual({ message: expect.any(String) });
    }
  });
});

describe('updating a product (undocumented)', () => {
  it('publishes a draft with its default price once a USD price is set', async () => {
    const product = await createProduct();
    const other = await call('PATCH', `/api/shop/products/${product.id}`, { prices: [{ ...PRICE, currency_id: 7 }] });
    expect(other.json()).toMatchObject({ id: product.id, state: 'draft' });
    const answer = await call('PATCH', `/api/shop/products/${product.id}`, { prices: [PRICE] });
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({ id: product.id, state: 'published', prices: [PRICE] });
  });

  it.each(badPrices)('rejects %s', async (_name, prices, field) => {
    const product = await createProduct();
    const answer = await call('PATCH', `/api/shop/products/${product.id}`, { prices });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.json().errors ?? {})).toEqual([field]);
  });

  it('rejects other fields and unknown products', async () => {
    const product = await createProduct();
    const body = { prices: [PRICE], product_title: 'x' };
    expect((await call('PATCH', `/api/shop/products/${product.id}`, body)).status).toBe(422);
    expect((await call('PATCH', '/api/shop/products/999', { prices: [PRICE] })).status).toBe(404);
  });
});

describe('deleting a payment link', () => {
  it('answers 204 without a body, and the link is gone', async () => {
    const product = await createProduct();
    const link = await createLink(product.id);
    const path = `/api/shop/${product.id}/payment-links/${uuidOf(link)}`;
    const answer = await call('DELETE', path);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await open(link)).status).toBe(404);
    expect((await call('DELETE', path)).status).toBe(404);
  });

  it('answers 404 for the link of another product, and keeps it', async () => {
    const [mine, other] = [await createProduct(), await createProduct()];
    const link = await createLink(mine.id);
    const answer = await call('DELETE', `/api/shop/${other.id}/payment-links/${uuidOf(link)}`);
    expect(answer.status).toBe(404);
    expect(answer.json()).toEqual({ message: expect.any(String) });
    expect((await open(link)).status).toBe(200);
  });

  it('rejects a body, and keeps the link', async () => {
    const product = await createProduct();
    const link = await createLink(product.id);
    expect((await call('DELETE', `/api/shop/${product.id}/payment-links/${uuidOf(link)}`, {})).status).toBe(422);
    expect((await open(link)).status).toBe(200);
  });
});

describe('the webhook settings', () => {
  it('keeps the key if a change has none', async () => {
    expect((await saveWebhook('https://seller.example/a')).status).toBe(200);
    await call('PATCH', '/api/shop/store-settings', {
      after_sell_webhook_url: 'http://seller.example/b',
      is_after_sell_webhook_on: false,
    });
    expect(store.snapshot().store_settings).toEqual({
      after_sell_webhook_url: 'http://seller.example/b',
      after_sell_webhook_key: KEY,
      is_after_sell_webhook_on: false,
    });
  });

  const good = { after_sell_webhook_url: 'https://a.example', is_after_sell_webhook_on: true };
  it.each([
    ['no URL', { is_after_sell_webhook_on: true }, 'after_sell_webhook_url'],
    ['a URL that is none', { ...good, after_sell_webhook_url: 'a.example' }, 'after_sell_webhook_url'],
    ['an ftp URL', { ...good, after_sell_webhook_url: 'ftp://a.example' }, 'after_sell_webhook_url'],
    ['a key of 63 characters', { ...good, after_sell_webhook_key: 'k'.repeat(63) }, 'after_sell_webhook_key'],
    ['a key of 65 characters', { ...good, after_sell_webhook_key: 'k'.repeat(65) }, 'after_sell_webhook_key'],
    ['a null key', { ...good, after_sell_webhook_key: null }, 'after_sell_webhook_key'],
    ['a key that no header can carry', { ...good, after_sell_webhook_key: 'é\n'.repeat(32) }, 'after_sell_webhook_key'],
    ['no switch', { after_sell_webhook_url: 'https://a.example' }, 'is_after_sell_webhook_on'],
    ['a switch as text', { ...good, is_after_sell_webhook_on: 'on' }, 'is_after_sell_webhook_on'],
    ['a setting that is not documented', { ...good, store_name: 'x' }, 'store_name'],
  ])('rejects %s', async (_name, body, field) => {
    const answer = await call('PATCH', '/api/shop/store-settings', body);
    expect(answer.status).toBe(422);
    expect(answer.json()).toEqual({ message: expect.any(String), errors: { [field]: [expect.any(String)] } });
  });
});

describe('testing the webhook', () => {
  it('posts JSON with the key to the URL and answers 200 and the body 1', async () => {
    const receiver = await startReceiver();
    await saveWebhook(`${receiver.url}?a=1`);
    const answer = await testWebhook();
    expect([answer.status, answer.text]).toEqual([200, '1']);
    expect(answer.headers['content-type']).toContain('application/json');
    expect(receiver.received).toHaveLength(1);
    const [event] = receiver.received;
    expect(event).toMatchObject({ method: 'POST', url: '/hook?a=1' });
    expect(event?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-key': KEY,
      'content-length': String(event?.body.length),
    });
    expect(JSON.parse(event?.body ?? '')).toBeTypeOf('object');
  });

  it('sends no Webhook-Key when none was ever set', async () => {
    const receiver = await startReceiver();
    const body = { after_sell_webhook_url: receiver.url, is_after_sell_webhook_on: true };
    await call('PATCH', '/api/shop/store-settings', body);
    expect((await testWebhook()).status).toBe(200);
    expect(receiver.received[0]?.headers).not.toHaveProperty('webhook-key');
  });

  it.each([500, 204, 201])('reports a 502 if the receiver answers %i', async (status) => {
    const receiver = await startReceiver(status, status === 204 ? '' : 'database is down');
    await saveWebhook(receiver.url);
    const answer = await testWebhook();
    expect(answer.status).toBe(502);
    expect(answer.json().message).toContain(String(status));
    if (status !== 204) expect(answer.json().message).toContain('database is down');
  });

  it('follows no redirect', async () => {
    const target = await startReceiver();
    const receiver = await startReceiver(307, '', { location: target.url });
    await saveWebhook(receiver.url);
    expect((await testWebhook()).status).toBe(502);
    expect(target.received).toEqual([]);
  });

  it('answers 502 if nobody listens', async () => {
    const port = store.port;
    await store.close();
    store = await startPracticeStore();
    token = await logIn();
    await saveWebhook(`http://127.0.0.1:${port}/`);
    const answer = await testWebhook();
    expect(answer.status).toBe(502);
    expect(answer.json().message).toContain('ECONNREFUSED');
  });

  it('answers 502 if the receiver is too slow', async () => {
    const receiver = await startReceiver(0);
    await saveWebhook(receiver.url);
    const answer = await testWebhook();
    expect(answer.status).toBe(502);
    expect(answer.json().message).toContain('no answer within 0.2 s');
  });

  it('is rejected if the webhook is not set up, off, or a body is sent', async () => {
    expect((await testWebhook()).status).toBe(422);
    const receiver = await startReceiver();
    await saveWebhook(receiver.url, KEY, false);
    expect((await testWebhook()).status).toBe(422);
    await saveWebhook(receiver.url);
    expect((await call('POST', '/api/shop/store-settings/test-sell-webhook', {})).status).toBe(422);
    expect(receiver.received).toEqual([]);
  });
});

describe('the checkout page', () => {
  it('shows the link with its struck-through price, its other currency and that it is for a single sale', async () => {
    const product = await createProduct();
    const prices = [
      { ...DISCOUNTED, price: 1100.5 },
      { ...PRICE, currency_id: 7, price: 90 },
    ];
    const page = await open(await createLink(product.id, { prices, use_once: true }));
    const text = await page.text();
    expect(page.status).toBe(200);
    expect(text).toMatch(/<s>.*\$1,100\.50<\/s> <strong>.*\$80\.10<\/strong>/);
    expect(text).toContain('90.00 currency 7');
    expect(text).toContain('Single use');
    expect(text).toContain('Practice store');
    expect(text).toContain('Three drafts.\nTwo rounds.');
  });

  it('escapes text of the seller and the address', async () => {
    const product = await createProduct({
      product_title: '<script>alert(1)</script>',
      product_description: '"><img src=x onerror=alert(1)>',
    });
    const link = await createLink(product.id);
    link.searchParams.set('name"><script>', '"><script>alert(2)</script>');
    const text = await (await open(link)).text();
    expect(text).not.toMatch(/<script|<img/i);
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;alert(2)&lt;/script&gt;"');
  });

  it('shows other query parameters as labelled, pre-filled, read-only fields', async () => {
    const product = await createProduct();
    const link = await createLink(product.id);
    link.searchParams.set('phone_number', '+1 555 0100');
    link.searchParams.set('name', 'Zoë & Sons');
    link.searchParams.set('__proto__', 'x');
    const text = await (await open(link)).text();
    expect(text).toMatch(
      /<label [^>]*for="field-1">Phone number<\/label>\s*<input [^>]*id="field-1"[^>]* value="\+1 555 0100" readonly>/,
    );
    expect(text).toMatch(/>Name<\/label>\s*<input [^>]* value="Zoë &amp; Sons" readonly>/);
    expect(text.match(/readonly/g)).toHaveLength(3);
    expect(text).not.toContain(`value="${uuidOf(link)}"`);
  });

  it('allows no scripts and no external content', async () => {
    const product = await createProduct();
    const page = await open(await createLink(product.id));
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/);
    expect(page.headers.get('content-security-policy')).not.toContain('script');
    expect(await page.text()).not.toMatch(/https?:|src=/);
  });

  it('is not for sale as a draft, and without uuid shows the default price once there is one', async () => {
    const product = await createProduct();
    const path = `/checkout/practice-store/${product.product_number}`;
    const draft = await open(path);
    expect(draft.status).toBe(404);
    expect(await draft.text()).toContain('Not for sale yet');
    await createLink(product.id, { prices: [{ ...PRICE, price: 5 }] });
    expect(await (await open(path)).text()).toContain('no default price');
    await call('PATCH', `/api/shop/products/${product.id}`, { prices: [PRICE] });
    expect(await (await open(path)).text()).toContain('$100.55');
  });

  it('says that a link no longer works if it is unknown, deleted, or of another product', async () => {
    const [mine, other] = [await createProduct(), await createProduct()];
    const link = await createLink(mine.id);
    await createLink(other.id);
    const path = `/checkout/practice-store/${other.product_number}`;
    for (const uuid of ['', 'unknown', uuidOf(link)]) {
      const page = await open(`${path}?uuid=${uuid}`);
      expect(page.status).toBe(404);
      expect(await page.text()).toContain('no longer works');
    }
    for (const unknown of ['/checkout/practice-store/1', `/checkout/other/${other.product_number}`]) {
      expect((await open(unknown)).status).toBe(404);
    }
  });

  it('sells a single-use link once and delivers the event with its metadata', async () => {
    const receiver = await startReceiver();
    await saveWebhook(receiver.url);
    const product = await createProduct();
    const link = await createLink(product.id, { prices: [PRICE], use_once: true, metadata: { order: '1042' } });
    const buy = () =>
      fetch(link, {
        method: 'POST',
        headers: { origin: store.url, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'currency_id=2&field.name=Zo%C3%AB+B',
      });
    const [first, second] = await Promise.all([buy(), buy()]);
    expect([first.status, second.status].sort()).toEqual([200, 410]);
    expect((await open(link)).status).toBe(410);
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]?.headers['webhook-key']).toBe(KEY);
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
      metadata: { order: '1042' },
      payment_link: link.href,
      fields: { name: 'Zoë B' },
    });
  });

  it('sells nothing at a price that is not offered, nor to a form on another site', async () => {
    const product = await createProduct();
    const link = await createLink(product.id);
    const headers = { origin: store.url, 'content-type': 'application/x-www-form-urlencoded' };
    expect((await fetch(link, { method: 'POST', headers, body: 'currency_id=7' })).status).toBe(422);
    const foreign = { ...headers, origin: 'https://evil.example' };
    expect((await fetch(link, { method: 'POST', headers: foreign, body: 'currency_id=2' })).status).toBe(403);
    expect(store.snapshot().sales).toEqual([]);
  });
});

describe('over a restart', () => {
  let dataFolder: string;

  async function restart(): Promise<void> {
    const { port } = store;
    await store.close();
    store = await startPracticeStore({ dataFolder, port });
  }

  beforeEach(async () => {
    const parent = await mkdtemp(join(tmpdir(), 'practice-store-'));
    onTestFinished(() => rm(parent, { recursive: true }));
    dataFolder = join(parent, 'made', 'when missing');
    await restart();
    token = await logIn();
  });

  it('keeps products, links with any metadata, and settings, and continues its ids', async () => {
    const product = await createProduct();
    const raw = `{"prices":[${JSON.stringify(DISCOUNTED)}],"use_once":true,"metadata":{"__proto__":"kept","order":"7"}}`;
    const answer = await call('POST', `/api/shop/products/${product.id}/payment-links`, undefined, { raw });
    await saveWebhook('https://seller.example/hook');
    const before = store.snapshot();
    await restart();
    expect(store.snapshot()).toEqual(before);
    expect(store.snapshot().payment_links[0]?.metadata).toEqual([
      ['__proto__', 'kept'],
      ['order', '7'],
    ]);
    expect((await open(answer.json().payment_link ?? '')).status).toBe(200);
    expect((await call('POST', '/api/shop/products', PRODUCT)).status).toBe(401);
    token = await logIn();
    expect((await createProduct()).id).toBeGreaterThan(product.id);
  });

  it('has every one of many concurrent changes on disk', async () => {
    const product = await createProduct();
    await Promise.all(Array.from({ length: 100 }, () => createLink(product.id)));
    await restart();
    expect(store.snapshot().payment_links).toHaveLength(100);
    expect(await readdir(dataFolder)).toEqual(['practice-store.json']);
  });

  it.each(['{"version":1', '{"version":1,"products":"x"}'])('sets %s aside and starts empty', async (broken) => {
    await createProduct();
    await writeFile(join(dataFolder, 'practice-store.json'), broken);
    await restart();
    expect(store.snapshot().products).toEqual([]);
    expect(await readdir(dataFolder)).toEqual([expect.stringMatching(/^practice-store\.unreadable-\d+\.json$/)]);
  });
});

describe('opening and closing', () => {
  // Only Linux answers on the rest of 127.0.0.0/8 without configuration.
  it.runIf(process.platform === 'linux')('listens on 127.0.0.1 only, at its reported address', async () => {
    expect(store.url).toBe(`http://127.0.0.1:${store.port}`);
    const socket = connect(store.port, '127.0.0.2');
    await expect(once(socket, 'connect')).rejects.toThrow('ECONNREFUSED');
  });

  it('does not modify the global Request and Response', () => {
    expect([globalThis.Request, globalThis.Response]).toEqual(globals);
  });

  it('rejects with EADDRINUSE if the port is taken', async () => {
    await expect(startPracticeStore({ port: store.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('closes promptly with kept-alive connections, half a request and a hanging delivery open, and twice', async () => {
    const slow = await startPracticeStore({ port: 0, webhookTimeoutMs: 60_000 });
    await store.close();
    store = slow;
    token = await logIn();
    const receiver = await startReceiver(0);
    await saveWebhook(receiver.url);
    const hanging = testWebhook().catch((error: unknown) => error);
    const half = connect(store.port, '127.0.0.1');
    half.on('error', () => {});
    half.write('POST /api/shop/auth/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\n\r\n{');
    await expect.poll(() => receiver.received.length).toBe(1);

    const started = performance.now();
    await Promise.all([store.close(), store.close()]);
    // Without an end of its own it waits for the hanging delivery, which takes 60 s.
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(await hanging).toBeInstanceOf(Error);
    await expect(call('GET', '/')).rejects.toThrow();
  });
});
