// The practice store follows the service document: what each call does, and what it rejects.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type KeySeal, openRecords } from '../../src/practice-store/records.ts';
import { PRACTICE_SELLER, type PracticeStore, startPracticeStore } from '../../src/practice-store/server.ts';
import { NO_TROUBLES } from '../../src/practice-store/store.ts';
import { temporaryFolder } from '../support/folder.ts';
import { answerWith, startRawService } from '../support/raw-service.ts';

const KEY = 'k'.repeat(64);
const PRODUCT = {
  product_type: 'CustomService',
  button_title: 'Order now',
  product_title: 'Logo design',
  product_description: 'Three drafts.\nTwo rounds.',
};
const PRICE = { currency_id: 2, price: 100.55, is_discount_price: false };
const DISCOUNTED = { currency_id: 2, price: 100.55, is_discount_price: true, discount_price: 80.1 };
const LOGIN = '/api/shop/auth/login';
const PRODUCTS = '/api/shop/products';
const SETTINGS = '/api/shop/store-settings';

let store: PracticeStore;
let token: string;

beforeEach(async () => {
  store = await startPracticeStore({ webhookTimeoutMs: 200 });
  token = await logIn();
});
afterEach(() => store.close());

/** Otherwise `fetch` would reuse an idle connection to a closed store for the next store on its port. */
const UNSHARED = { connection: 'close' };

/** Sends a text unchanged and any other body as JSON. */
async function call(method: string, path: string, body?: unknown, authorization = `Bearer ${token}`) {
  const answer = await fetch(store.url + path, {
    method,
    headers: { authorization, ...UNSHARED, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, json: () => JSON.parse(text) };
}

const logIn = async (): Promise<string> => (await call('POST', LOGIN, PRACTICE_SELLER)).json().access_token;
const createProduct = async (fields: Partial<typeof PRODUCT> = {}): Promise<{ id: number; product_number: string }> =>
  (await call('POST', PRODUCTS, { ...PRODUCT, ...fields })).json();
const linksOf = (productId: number) => `${PRODUCTS}/${productId}/payment-links`;
const createLink = async (productId: number, fields: object = { prices: [PRICE] }): Promise<URL> =>
  new URL((await call('POST', linksOf(productId), fields)).json().payment_link);
const uuidOf = (link: URL) => link.searchParams.get('uuid') ?? '';
const open = (path: string | URL) => fetch(new URL(path, store.url), { headers: UNSHARED });
/** Submits a form of a page like a browser. */
const submit = (url: string | URL, body = '', origin = store.url) =>
  fetch(url, { method: 'POST', headers: { origin, 'content-type': 'application/x-www-form-urlencoded' }, body });

/** A webhook receiver on this computer. */
const startReceiver = (status = 200) => startRawService((socket) => socket.write(answerWith(status)));

const saveWebhook = (url: string, isOn = true, key: string | null = KEY) =>
  call('PATCH', SETTINGS, {
    after_sell_webhook_url: url,
    ...(key === null ? {} : { after_sell_webhook_key: key }),
    is_after_sell_webhook_on: isOn,
  });

/** Expects that each body is rejected because of one field. */
async function rejects(
  method: string,
  path: string,
  rows: readonly (readonly [what: string, body: unknown, field: string])[],
) {
  for (const [what, body, field] of rows) {
    const answer = await call(method, path, body);
    expect(answer.status, what).toBe(422);
    expect(answer.json(), what).toEqual({ message: expect.any(String), errors: { [field]: [expect.any(String)] } });
  }
}

it('every call needs an issued token that is not revoked', async () => {
  const calls = [
    ['POST', PRODUCTS],
    ['PATCH', `${PRODUCTS}/1001`],
    ['POST', linksOf(1001)],
    ['DELETE', '/api/shop/1001/payment-links/x'],
    ['PATCH', SETTINGS],
    ['POST', `${SETTINGS}/test-sell-webhook`],
  ] as const;
  for (const [method, path] of calls) {
    const answer = await call(method, path, undefined, `Bearer ${token}x`);
    expect([answer.status, answer.json()], path).toEqual([401, { message: expect.any(String) }]);
  }
  store.revokeTokens();
  expect((await call('POST', PRODUCTS, PRODUCT)).status).toBe(401);
});

it('a login returns a token for the right password, and 401 for another one', async () => {
  const answer = await call('POST', LOGIN, PRACTICE_SELLER);
  expect([answer.status, answer.json()]).toMatchObject([200, { token_type: 'Bearer', expires_in: expect.any(Number) }]);
  expect(answer.json().access_token).not.toBe(token);
  expect((await call('POST', LOGIN, { ...PRACTICE_SELLER, password: 'wrong' })).status).toBe(401);
  await rejects('POST', LOGIN, [['no password', { email: 'a@b.example' }, 'password']]);
});

it('a product is created as a draft with a new id, unless a field is wrong', async () => {
  const answer = await call('POST', PRODUCTS, PRODUCT);
  expect([answer.status, answer.json()]).toMatchObject([201, { ...PRODUCT, id: expect.any(Number), state: 'draft' }]);
  expect((await createProduct()).id).toBeGreaterThan(answer.json().id);
  await rejects('POST', PRODUCTS, [
    ['another product_type', { ...PRODUCT, product_type: 'Course' }, 'product_type'],
    ['a blank product_title', { ...PRODUCT, product_title: ' \n' }, 'product_title'],
    ['a field that is not documented', { ...PRODUCT, price: 5 }, 'price'],
  ]);
  expect(store.counts().products).toBe(2);
});

const BAD_PRICES: [string, unknown, string][] = [
  ['an empty list', [], 'prices'],
  ['a price with three decimals', [{ ...PRICE, price: 1.005 }], 'prices.0.price'],
  ['a discount without its price', [{ ...PRICE, is_discount_price: true }], 'prices.0.discount_price'],
  ['a discount_price equal to price', [{ ...DISCOUNTED, discount_price: 100.55 }], 'prices.0.discount_price'],
  ['two prices in one currency', [PRICE, { ...PRICE, price: 5 }], 'prices.1.currency_id'],
];

describe('a payment link', () => {
  it('is created with its own address, and publishes the product', async () => {
    const product = await createProduct();
    const body = { prices: [DISCOUNTED, { ...PRICE, currency_id: 7 }], use_once: true, metadata: { order: '1042' } };
    const answer = await call('POST', linksOf(product.id), body);
    expect(answer.status).toBe(201);
    expect(answer.json().payment_link).toMatch(
      new RegExp(`^${store.url}/checkout/[a-z-]+/${product.product_number}\\?uuid=[0-9a-f-]{36}$`),
    );
    expect(answer.json()).toMatchObject({ product_id: product.id, use_once: true, metadata: { order: '1042' } });
    expect(store.snapshot().products[0]?.state).toBe('published');
  });

  it('is not created with a wrong field, or for an unknown product', async () => {
    const { id } = await createProduct();
    await rejects('POST', linksOf(id), [
      ...BAD_PRICES.map(([what, prices, field]) => [what, { prices }, field] as const),
      ['metadata that is a list', { prices: [PRICE], metadata: [] }, 'metadata'],
      ['a field that is not documented', { prices: [PRICE], currency_id: 2 }, 'currency_id'],
    ]);
    expect(store.snapshot()).toMatchObject({ payment_links: [], products: [{ state: 'draft' }] });
    expect((await call('POST', linksOf(999), { prices: [PRICE] })).status).toBe(404);
  });

  it('is deleted under its own product, without a body, once', async () => {
    const [mine, other] = [await createProduct(), await createProduct()];
    const link = await createLink(mine.id);
    const path = (productId: number) => `/api/shop/${productId}/payment-links/${uuidOf(link)}`;
    expect((await call('DELETE', path(other.id))).status).toBe(404);
    expect((await call('DELETE', path(mine.id), {})).status).toBe(422);
    expect((await open(link)).status).toBe(200);
    const answer = await call('DELETE', path(mine.id));
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect([(await open(link)).status, (await call('DELETE', path(mine.id))).status]).toEqual([404, 404]);
  });
});

it('a default price in USD publishes a product (undocumented)', async () => {
  const path = `${PRODUCTS}/${(await createProduct()).id}`;
  const priced = async (currency_id: number) =>
    (await call('PATCH', path, { prices: [{ ...PRICE, currency_id }] })).json();
  expect([(await priced(7)).state, (await priced(2)).state]).toEqual(['draft', 'published']);
  await rejects('PATCH', path, [['no prices', {}, 'prices']]);
  expect((await call('PATCH', `${PRODUCTS}/999`, { prices: [PRICE] })).status).toBe(404);
});

it('the webhook keeps the key if a change has none, and wrong settings are rejected', async () => {
  await saveWebhook('https://seller.example/a');
  await saveWebhook('http://seller.example/b', false, null);
  expect(store.snapshot().store_settings).toEqual({
    after_sell_webhook_url: 'http://seller.example/b',
    after_sell_webhook_key: KEY,
    is_after_sell_webhook_on: false,
  });
  const wrong = { after_sell_webhook_url: 'a.example', is_after_sell_webhook_on: true };
  await rejects('PATCH', SETTINGS, [['a URL that is none', wrong, 'after_sell_webhook_url']]);
});

describe('the checkout page', () => {
  it('shows the prices, other query parameters as read-only fields, and all texts escaped, without scripts', async () => {
    const product = await createProduct({ product_title: '<script>alert(1)</script>' });
    const prices = [
      { ...DISCOUNTED, price: 1100.5 },
      { ...PRICE, currency_id: 7, price: 90 },
    ];
    const link = await createLink(product.id, { prices, use_once: true });
    link.searchParams.set('name"><script>', '"><script>alert(2)</script>');
    link.searchParams.set('phone_number', '+1 555 0100');
    link.searchParams.set('__proto__', 'x');
    const page = await open(link);
    const text = await page.text();
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/);
    expect(page.headers.get('content-security-policy')).not.toContain('script');
    expect(text).toMatch(/<s>.*\$1,100\.50<\/s> <strong>.*\$80\.10<\/strong>/);
    expect(text).toContain('90.00 currency 7');
    expect(text).toMatch(/>Phone number<\/label>\s*<input [^>]* value="\+1 555 0100" readonly>/);
    expect(text.match(/readonly/g)).toHaveLength(3);
    expect(text).not.toMatch(/<script|<img|src=/i);
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('sells only in a currency of the link, only from its own form, and once for a single-use link', async () => {
    const link = await createLink((await createProduct()).id, { prices: [PRICE], use_once: true });
    expect((await submit(link, 'currency_id=7')).status).toBe(422);
    expect((await submit(link, 'currency_id=2', 'https://evil.example')).status).toBe(403);
    expect(store.snapshot().sales).toEqual([]);
    const form = 'currency_id=2&field.name=Zo%C3%AB+B';
    const [first, second] = await Promise.all([submit(link, form), submit(link, form)]);
    expect([first.status, second.status].sort()).toEqual([200, 410]);
    expect((await open(link)).status).toBe(410);
  });
});

it.each<[string, KeySeal, string | null]>([
  ['encrypted', { seal: async (key) => `x${key}`, open: async (sealed) => sealed.slice(1) }, `x${KEY}`],
  ['omitted if it cannot be encrypted', { seal: async () => null, open: async () => null }, null],
])('the webhook key on disk is %s', async (_how, seal, stored) => {
  const folder = temporaryFolder();
  const records = await openRecords(folder, seal);
  const change = { after_sell_webhook_url: 'https://hooks.example/1', is_after_sell_webhook_on: true };
  records.changeStoreSettings({ ...change, after_sell_webhook_key: KEY });
  await records.save();
  expect(records.storeSettings.after_sell_webhook_key).toBe(KEY);
  const onDisk = JSON.parse(await readFile(join(folder, 'practice-store.json'), 'utf8'));
  expect(onDisk.store_settings.after_sell_webhook_key).toBe(stored);
  expect((await openRecords(folder, seal)).storeSettings.after_sell_webhook_key).toBe(stored && KEY);
});

it('on the command line it says how to sign in, and exits with 0 when it is stopped', async () => {
  const command = ['--import', 'tsx', 'src/practice-store/cli.ts', '--port', '0', '--data-dir', temporaryFolder()];
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  await expect.poll(() => output, { timeout: 20_000 }).toContain('Ctrl+C');
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
  const headers = { 'content-type': 'application/json' };
  const login = await fetch(url + LOGIN, { method: 'POST', headers, body: JSON.stringify(PRACTICE_SELLER) });
  expect(login.status).toBe(200);
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
});

describe('on disk', () => {
  async function restart(dataFolder: string) {
    const { port } = store;
    await store.close();
    store = await startPracticeStore({ dataFolder, port });
    token = await logIn();
  }

  it('everything is kept after a restart, and a damaged file is set aside', async () => {
    const dataFolder = temporaryFolder();
    await restart(dataFolder);
    const { id } = await createProduct();
    const metadata = '{"__proto__":{"__proto__":"deep"},"order":"7"}';
    const raw = `{"prices":[${JSON.stringify(DISCOUNTED)}],"use_once":true,"metadata":${metadata}}`;
    const answer = await call('POST', linksOf(id), raw);
    expect(answer.text).toContain('"__proto__":{"__proto__":"deep"}');
    await saveWebhook('https://seller.example/hook');
    const previous = store.snapshot();
    await restart(dataFolder);
    expect(store.snapshot()).toEqual(previous);
    expect((await open(answer.json().payment_link)).status).toBe(200);
    expect((await createProduct()).id).toBeGreaterThan(id);
    expect(await readdir(dataFolder)).toEqual(['practice-store.json']);
    await writeFile(join(dataFolder, 'practice-store.json'), '{"version":1,"products":"x"}');
    await restart(dataFolder);
    expect(store.snapshot().products).toEqual([]);
  });

  it('a failed event is kept, and delivered again unchanged', async () => {
    const dataFolder = temporaryFolder();
    await restart(dataFolder);
    const failing = await startReceiver(500);
    await saveWebhook(failing.url);
    const link = await createLink((await createProduct()).id, { prices: [PRICE], metadata: { order: '1042' } });
    expect(await (await submit(link, 'currency_id=2')).text()).toContain('answered 500');
    await restart(dataFolder);
    expect(store.counts()).toMatchObject({ sales: 1, undelivered: 1 });
    expect(await (await fetch(store.salesUrl)).text()).toContain('The event failed: the receiver answered 500');
    const working = await startReceiver();
    await saveWebhook(working.url);
    await submit(`${store.salesUrl}/${store.snapshot().sales[0]?.id}/deliver`);
    expect(working.requests[0]?.body).toBe(failing.requests[0]?.body);
    expect(working.requests[0]?.headers['webhook-key']).toBe(KEY);
    expect(JSON.parse(working.requests[0]?.body ?? '')).toMatchObject({
      metadata: { order: '1042' },
      payment_link: link.href,
    });
    expect(store.counts()).toMatchObject({ sales: 1, undelivered: 0 });
  });
});

it('every nth call is carried out but not answered, and ids are not used again after a reset', async () => {
  const { id } = await createProduct();
  await store.setTroubles({ ...NO_TROUBLES, loseOneIn: 2 });
  const statuses = [];
  for (let each = 0; each < 4; each += 1) {
    const answer = await call('POST', PRODUCTS, PRODUCT).catch(() => null);
    statuses.push(answer?.status ?? 'lost');
  }
  expect(statuses).toEqual([201, 'lost', 201, 'lost']);
  expect(store.counts().products).toBe(5);
  await store.setTroubles({ ...NO_TROUBLES, answer: 429 });
  expect((await call('POST', PRODUCTS, PRODUCT)).headers.get('retry-after')).toBe('3');
  await store.setTroubles(NO_TROUBLES);
  await store.reset();
  expect(store.counts()).toEqual({ products: 0, links: 0, sales: 0, undelivered: 0 });
  token = await logIn();
  expect((await createProduct()).id).toBeGreaterThan(id + 4);
});

it('says if its port is taken', async () => {
  await expect(startPracticeStore({ port: store.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

// Only Linux answers on the rest of 127.0.0.0/8 without configuration.
it.runIf(process.platform === 'linux')('listens on 127.0.0.1 only', async () => {
  await expect(once(connect(store.port, '127.0.0.2'), 'connect')).rejects.toThrow('ECONNREFUSED');
});
