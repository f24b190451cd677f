// The wire format: the bytes of each request, how connections are shared, and that nothing is ever sent twice.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTransport, type Transport } from '../../src/main/service/transport.ts';
import { requests } from '../../src/main/service/wire.ts';
import { DIRECT_NETWORK } from '../support/direct-network.ts';
import { answerWith, type RawAnswer, type RawService, startRawService } from '../support/raw-service.ts';
import { LONG_TIMEOUTS } from '../support/transport-fixtures.ts';

const PRODUCT = { buttonTitle: 'B', productTitle: 'Ünïcode 🙂', productDescription: 'D' };
const create = requests.createProduct(PRODUCT);

async function open(answer: RawAnswer, basePath = ''): Promise<{ raw: RawService; client: Transport }> {
  const raw = await startRawService(answer);
  const client = createTransport(raw.url + basePath, DIRECT_NETWORK, LONG_TIMEOUTS);
  onTestFinished(() => client.close());
  return { raw, client };
}

const answerFine = (socket: Socket) => socket.write(answerWith(200, '{"id":1}'));
const fine: RawAnswer = (socket) => answerFine(socket);

describe('a request on the wire', () => {
  it('has its JSON in UTF-8 with its length, and the token unless there is none yet', async () => {
    const { raw, client } = await open(fine);
    await client.send({ ...create, token: 'to.ken-1' });
    const [request] = raw.requests;
    expect(request).toMatchObject({
      method: 'POST',
      target: '/api/shop/products',
      headers: { 'content-type': 'application/json', authorization: 'Bearer to.ken-1', host: `127.0.0.1:${raw.port}` },
    });
    expect(JSON.parse(request?.body ?? '')).toEqual(create.body);
    expect(request?.headers['content-length']).toBe(String(Buffer.byteLength(JSON.stringify(create.body))));
    expect(request?.headers['transfer-encoding']).toBeUndefined();
    await client.send({ ...requests.login('mira@example.com', 'pass'), token: null });
    expect(raw.requests[1]?.headers).not.toHaveProperty('authorization');
  });

  it('has neither body nor content type if the document has none', async () => {
    const { raw, client } = await open((socket) => socket.write(answerWith(204)));
    for (const request of [requests.deletePaymentLink(17, 'a b'), requests.testSellWebhook()])
      expect(await client.send({ ...request, token: 't' })).toMatchObject({ kind: 'answered', status: 204 });
    expect(raw.requests).toMatchObject([
      { method: 'DELETE', target: '/api/shop/17/payment-links/a%20b', body: '' },
      { method: 'POST', target: '/api/shop/store-settings/test-sell-webhook', body: '' },
    ]);
    for (const { headers } of raw.requests) {
      expect(headers).not.toHaveProperty('content-type');
      expect(headers).not.toHaveProperty('transfer-encoding');
      expect(headers['content-length'] ?? '0').toBe('0');
      expect(headers.authorization).toBe('Bearer t');
    }
  });

  it('keeps the path of the service address, whatever it is', async () => {
    for (const path of ['', '/', '/base', '/base/path/']) {
      const { raw, client } = await open(fine, path);
      await client.send({ ...create, token: 't' });
      expect(raw.requests[0]?.target).toBe(`${path.replace(/\/$/, '')}/api/shop/products`);
    }
  });
});

describe('a connection', () => {
  it('is reused: sequential requests need two at most', async () => {
    const { raw, client } = await open(fine);
    for (let count = 0; count < 20; count += 1) await client.send({ ...create, token: 't' });
    expect(raw.requests).toHaveLength(20);
    expect(raw.connections).toBeLessThanOrEqual(2);
  });

  it('idles only for a moment, whatever the service offers', async () => {
    const closed: Promise<unknown>[] = [];
    const { raw, client } = await open((socket) => {
      closed.push(once(socket, 'close'));
      socket.write(answerWith(200, '', { connection: 'keep-alive', 'keep-alive': 'timeout=600' }));
    });
    await client.send({ ...create, token: 't' });
    // Only the client can close this connection: the test ends when it does.
    await Promise.all(closed);
    await client.send({ ...create, token: 't' });
    expect(raw.requests.map(({ connection }) => connection)).toEqual([1, 2]);
  });
});

it('opens new connections after sleep, without ending a request that is under way', async () => {
  const slow: Socket[] = [];
  const { raw, client } = await open((socket, { method }) =>
    method === 'DELETE' ? slow.push(socket) : answerFine(socket),
  );
  await client.send({ ...create, token: 't' });
  const underWay = client.send({ ...requests.deletePaymentLink(1, 'u'), token: 't' });
  await expect.poll(() => slow).toHaveLength(1);
  await client.send({ ...create, token: 't' });
  const { connections } = raw;
  client.renew();
  await client.send({ ...create, token: 't' });
  expect(raw.connections).toBe(connections + 1);
  for (const socket of slow) answerFine(socket);
  expect(await underWay).toMatchObject({ kind: 'answered' });
});

describe('nothing is sent twice', () => {
  /** Sends a marker request: a repeated request would have arrived before it, on this or another connection. */
  async function targetsAfter(raw: RawService, client: Transport): Promise<string[]> {
    await client.send({ ...requests.testSellWebhook(), token: 't' });
    return raw.requests.map(({ target }) => target);
  }
  const isMarker = (target: string) => target.endsWith('test-sell-webhook');

  it.each<[string, (socket: Socket) => unknown]>([
    ['the connection is reset', (socket) => socket.resetAndDestroy()],
    ['the connection is closed', (socket) => socket.end()],
    ['the answer breaks off', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n{')],
    ['the service has a fault', (socket) => socket.write(answerWith(500))],
    ['the service asks to come back', (socket) => socket.write(answerWith(503, '', { 'retry-after': '0' }))],
    ['the service sends us elsewhere', (socket) => socket.write(answerWith(307, '', { location: '/elsewhere' }))],
    ['the sign-in is over', (socket) => socket.write(answerWith(401, '', { 'www-authenticate': 'Bearer' }))],
  ])('if %s', async (_, act) => {
    for (const request of [create, requests.deletePaymentLink(1, 'u'), requests.updateProduct(1, [])]) {
      const { raw, client } = await open((socket, { target }) => (isMarker(target) ? answerFine(socket) : act(socket)));
      await client.send({ ...request, token: 't' });
      expect(await targetsAfter(raw, client)).toEqual([request.path, '/api/shop/store-settings/test-sell-webhook']);
    }
  });

  it('if an idle connection turns out to be dead as the next request is sent on it', async () => {
    const used = new Set<Socket>();
    const { raw, client } = await open((socket, { target }) => {
      if (used.has(socket) && !isMarker(target)) socket.resetAndDestroy();
      else answerFine(socket);
      used.add(socket);
    });
    const kinds: string[] = [];
    while (kinds.at(-1) !== 'lost') kinds.push((await client.send({ ...create, token: 't' })).kind);
    expect(await targetsAfter(raw, client)).toHaveLength(kinds.length + 1);
  });

  it('if the service closes an idle connection: the next request is sent once, on a new one', async () => {
    const closed: Promise<unknown>[] = [];
    const { raw, client } = await open((socket) => {
      closed.push(once(socket, 'close'));
      socket.end(answerWith(200, '{"id":1}'));
    });
    for (let count = 1; count <= 5; count += 1) {
      expect(await client.send({ ...create, token: 't' })).toMatchObject({ kind: 'answered', status: 200 });
      // After this event both sides have closed the socket, and the client knows that the connection is gone.
      await closed.at(-1);
      expect(raw.requests.map(({ connection }) => connection)).toEqual(
        Array.from({ length: count }, (_, nth) => nth + 1),
      );
    }
  });

  it('if several requests meet a service that drops every connection', async () => {
    const { raw, client } = await open((socket, { target }) =>
      isMarker(target) ? answerFine(socket) : socket.resetAndDestroy(),
    );
    const ids = Array.from({ length: 30 }, (_, index) => index + 1);
    const outcomes = await Promise.all(ids.map((id) => client.send({ ...requests.updateProduct(id, []), token: 't' })));
    await targetsAfter(raw, client);
    for (const id of ids) {
      const came = raw.requests.filter(({ target }) => target === `/api/shop/products/${id}`).length;
      const { kind } = outcomes[id - 1] ?? expect.fail('no outcome');
      expect([kind, came], `request ${id}`).toEqual(['lost', 1]);
    }
  });
});
