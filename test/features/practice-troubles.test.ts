// The misbehaving practice store over real sockets and with the app's outbox; and its list of sales.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, fetch, type Response, setGlobalDispatcher } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PRACTICE_SELLER, type PracticeStore, startPracticeStore } from '../../src/practice-store/server.ts';
import { NO_TROUBLES, type Troubles } from '../../src/shared/practice.ts';

// A connection per request: the next one must not use one that the store has cut.
setGlobalDispatcher(new Agent({ pipelining: 0 }));

let store: PracticeStore;
let folder: string;
let receiver: Server | null = null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'practice-troubles-'));
  store = await startPracticeStore({ dataFolder: folder });
});
afterEach(async () => {
  receiver?.closeAllConnections();
  receiver?.close();
  receiver = null;
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const trouble = (part: Partial<Troubles>) => store.setTroubles({ ...NO_TROUBLES, ...part });
const json = { 'content-type': 'application/json' };

async function token(): Promise<string> {
  const answer = await fetch(`${store.url}/api/shop/auth/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(PRACTICE_SELLER),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

const PRODUCT = { product_type: 'CustomService', button_title: 'a', product_title: 'b', product_description: 'c' };
async function post(path: string, body?: unknown, bearer?: string): Promise<Response> {
  const headers = { ...(body === undefined ? {} : json), authorization: `Bearer ${bearer ?? (await token())}` };
  return fetch(store.url + path, {
    method: path.endsWith('settings') ? 'PATCH' : 'POST',
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
const newProduct = (bearer?: string) => post('/api/shop/products', PRODUCT, bearer);

describe('a practice store in trouble', () => {
  it('refuses connections, cuts open ones, and returns on the same port', async () => {
    const open = connect(store.port, '127.0.0.1');
    await once(open, 'connect');
    const cut = once(open, 'close');
    await trouble({ unreachable: true });
    await cut;
    await expect(newProduct('any')).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    await trouble({});
    expect((await newProduct()).status).toBe(201);
    await Promise.all([trouble({ unreachable: true }), trouble({}), trouble({ unreachable: true }), trouble({})]);
    expect((await newProduct()).status).toBe(201);
    await trouble({ unreachable: true });
    await store.close();
  });

  it('carries out every nth call and drops its response', async () => {
    const bearer = await token();
    await trouble({ loseOneIn: 3 });
    const results = [];
    for (let call = 0; call < 6; call += 1)
      results.push(
        await newProduct(bearer).then(
          ({ status }) => status,
          () => 'lost',
        ),
      );
    expect(results).toEqual([201, 201, 'lost', 201, 201, 'lost']);
    expect(store.counts().products).toBe(6);
  });

  it('answers every call except the login with the chosen status, and does nothing', async () => {
    for (const status of [401, 429, 500] as const) {
      await trouble({ answer: status });
      const answer = await newProduct();
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, status === 429 ? '3' : null]);
    }
    expect(store.counts().products).toBe(0);
  });

  it('deletes everything on a reset, also over a restart, and never reuses an id', async () => {
    const { id } = (await (await newProduct()).json()) as { id: number };
    await post(`/api/shop/products/${id}/payment-links`, {
      prices: [{ currency_id: 2, price: 1, is_discount_price: false }],
    });
    await post('/api/shop/store-settings', {
      after_sell_webhook_url: 'https://a.example',
      is_after_sell_webhook_on: true,
    });
    await store.reset();
    const { port } = store;
    await store.close();
    store = await startPracticeStore({ dataFolder: folder, port });
    expect(store.counts()).toEqual({ products: 0, links: 0, sales: 0, undelivered: 0 });
    expect(store.snapshot().store_settings.after_sell_webhook_url).toBeNull();
    expect(((await (await newProduct()).json()) as { id: number }).id).toBeGreaterThan(id);
  });
});

describe('the list of sales', () => {
  const bodies: string[] = [];
  let status = 500;
  beforeEach(async () => {
    bodies.length = 0;
    status = 500;
    receiver = createServer(async (incoming, outgoing) => {
      let body = '';
      for await (const chunk of incoming) body += chunk;
      bodies.push(body);
      outgoing.writeHead(status).end();
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
  });

  const receiverPort = () => (receiver?.address() as AddressInfo | undefined)?.port;
  const form = { origin: '', 'content-type': 'application/x-www-form-urlencoded' };
  const submit = (url: string, body = '') =>
    fetch(url, { method: 'POST', headers: { ...form, origin: store.url }, body, redirect: 'follow' });

  it('shows failed events and delivers them again, byte for byte, also after a restart and the deletion of the link', async () => {
    const url = `http://127.0.0.1:${receiverPort()}/`;
    await post('/api/shop/store-settings', { after_sell_webhook_url: url, is_after_sell_webhook_on: true });
    const { id } = (await (await newProduct()).json()) as { id: number };
    const made = await post(`/api/shop/products/${id}/payment-links`, {
      prices: [{ currency_id: 2, price: 100.55, is_discount_price: false }],
      use_once: true,
      metadata: { order: '1042' },
    });
    const { payment_link } = (await made.json()) as { payment_link: string };
    const page = await (await submit(payment_link, 'currency_id=2&field.name=Ada')).text();
    expect(page).toContain('answered 500');
    expect(store.counts()).toMatchObject({ sales: 1, undelivered: 1 });
    const { port } = store;
    await store.close();
    store = await startPracticeStore({ dataFolder: folder, port });
    expect(await (await fetch(store.salesUrl)).text()).toContain('The event failed: the receiver answered 500');
    status = 200;
    const again = await submit(`${store.url}/practice/deliver-failed`);
    expect(await again.text()).toContain('The event arrived: the receiver answered 200 (2 tries)');
    expect(bodies[1]).toBe(bodies[0]);
    expect(JSON.parse(bodies[1] ?? '')).toMatchObject({
      practice_only: expect.stringContaining('Practice only'),
      payment_link,
      metadata: { order: '1042' },
      price: { currency_id: 2, price: 100.55 },
      fields: { name: 'Ada' },
    });
    const [sale] = store.snapshot().sales;
    await submit(`${store.url}/practice/sales/${sale?.id}/deliver`);
    expect(bodies).toHaveLength(3);
    expect(store.counts()).toMatchObject({ sales: 1, undelivered: 0 });
  });
});
