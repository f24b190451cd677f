// A proxy that refuses or breaks its tunnels is tried a few times, not thousands of times a second.
import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTransport, type Timeouts, type Transport } from '../../src/main/service/transport.ts';
import { DIRECT_NETWORK } from '../support/direct-network.ts';
import { answerWith, type RawAnswer, type RawService, startRawService } from '../support/raw-service.ts';
import { LONG_TIMEOUTS, REQUEST, SERVICE, withoutProxyVariables } from '../support/transport-fixtures.ts';

const ESTABLISHED = 'HTTP/1.1 200 Connection established\r\n\r\n';
/** More CONNECTs than this for one request are a loop. */
const A_FEW = 3;

withoutProxyVariables();

async function startProxy(answer: RawAnswer): Promise<RawService> {
  const proxy = await startRawService(answer);
  onTestFinished(() => proxy.close());
  vi.stubEnv('HTTP_PROXY', proxy.url);
  return proxy;
}

function open(address: string, timeouts: Partial<Timeouts> = {}): Transport {
  const transport = createTransport(address, DIRECT_NETWORK, { ...LONG_TIMEOUTS, ...timeouts });
  onTestFinished(() => transport.close());
  return transport;
}

const PLAIN_SERVICE = 'http://storefront.invalid';

describe('a proxy that does not open a tunnel', () => {
  it.each<[string, (socket: Socket) => unknown]>([
    ['closes the connection', (socket) => socket.end()],
    ['resets the connection', (socket) => socket.resetAndDestroy()],
    ['closes in the middle of its answer', (socket) => socket.end('HTTP/1.1 2')],
    ['answers something that is not HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n\r\n')],
    ['answers 407', (socket) => socket.end(answerWith(407))],
    ['answers 502', (socket) => socket.end(answerWith(502))],
  ])('is tried a few times if it %s, and the request was never sent', async (_, act) => {
    for (const address of [SERVICE, PLAIN_SERVICE]) {
      const proxy = await startProxy((socket) => act(socket));
      const onLeft = vi.fn();
      const transport = open(address, { total: 1_500 });
      const outcome = await transport.send({ ...REQUEST, onLeft });
      expect(outcome).toMatchObject({ kind: 'never-left', cause: 'proxy-refused' });
      expect(onLeft).not.toHaveBeenCalled();
      await transport.close();
      expect(proxy.requests.length).toBeLessThanOrEqual(A_FEW);
      expect(proxy.requests.every(({ method }) => method === 'CONNECT')).toBe(true);
    }
  });

  it('is tried once per request if many are sent at once', async () => {
    const proxy = await startProxy((socket) => socket.end());
    const transport = open(SERVICE, { total: 2_000 });
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => transport.send(REQUEST)));
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['never-left']));
    expect(proxy.requests.length).toBeLessThanOrEqual(40 * A_FEW);
  });

  it('is left alone after the request was aborted, if it accepts and never answers', async () => {
    const gone: Promise<unknown>[] = [];
    const proxy = await startProxy((socket) => gone.push(new Promise((end) => socket.once('close', end))));
    const outcome = await open(SERVICE, { connect: 600_000, total: 300 }).send(REQUEST);
    expect(outcome).toMatchObject({ kind: 'never-left', cause: 'connect-timeout' });
    // Only the client can close this connection: the test ends when it does.
    await Promise.all(gone);
    expect(proxy.requests).toHaveLength(1);
  });

  it('is given up after the connect timeout if it accepts and never answers', async () => {
    const proxy = await startProxy(() => undefined);
    const outcome = await open(SERVICE, { connect: 300 }).send(REQUEST);
    expect(outcome).toMatchObject({
      kind: 'never-left',
      cause: 'connect-timeout',
      detail: expect.stringContaining('UND_ERR_HEADERS_TIMEOUT'),
    });
    expect(proxy.requests).toHaveLength(1);
  });
});

describe('a proxy that breaks its open tunnel', () => {
  it('is tried a few times if it closes the tunnel to a TLS service, and the request was never sent', async () => {
    const proxy = await startProxy((socket) => socket.end(ESTABLISHED));
    const outcome = await open(SERVICE, { total: 1_500 }).send(REQUEST);
    expect(outcome.kind).toBe('never-left');
    expect(proxy.requests.length).toBeLessThanOrEqual(A_FEW);
  });

  it.each<[string, (socket: Socket) => unknown]>([
    ['closes', (socket) => socket.end(ESTABLISHED)],
    [
      'resets',
      (socket) => {
        socket.write(ESTABLISHED);
        socket.resetAndDestroy();
      },
    ],
  ])('is tried a few times if it %s the tunnel to a plain service, and sent requests are lost', async (_, act) => {
    const proxy = await startProxy((socket) => act(socket));
    const onLeft = vi.fn();
    const outcome = await open(PLAIN_SERVICE, { total: 1_500 }).send({ ...REQUEST, onLeft });
    expect(outcome.kind).toBe(onLeft.mock.calls.length > 0 ? 'lost' : 'never-left');
    expect(proxy.requests.length).toBeLessThanOrEqual(A_FEW);
  });
});

describe('an unsent request that is aborted', () => {
  it('leaves the one in flight to its response, and the next one gets a new connection', async () => {
    const tunnels: Socket[] = [];
    // A proxy that is the service too. It never opens the first tunnel, and opens all others.
    const proxy = await startProxy((socket, { method }) => {
      if (method !== 'CONNECT') tunnels.push(socket);
      else if (proxy.requests.length > 1) socket.write(ESTABLISHED);
    });
    const transport = open(PLAIN_SERVICE, { total: 8_000 });
    const givenUp = transport.send(REQUEST);
    await expect.poll(() => proxy.requests).toHaveLength(1);
    // Half of its time passes, so that the second one has time left when the first one is aborted.
    const silent = await startRawService(() => undefined);
    onTestFinished(() => silent.close());
    await open(silent.url, { total: 4_000 }).send(REQUEST);

    const underWay = transport.send(REQUEST);
    await expect.poll(() => tunnels).toHaveLength(1);
    expect(await givenUp).toMatchObject({ kind: 'never-left', cause: 'connect-timeout' });
    const next = transport.send(REQUEST);
    await expect.poll(() => tunnels).toHaveLength(2);
    for (const socket of tunnels) socket.write(answerWith(201, '{"id":1}'));
    expect(await underWay).toMatchObject({ kind: 'answered', status: 201 });
    expect(await next).toMatchObject({ kind: 'answered', status: 201 });
  });
});

describe('a closed transport', () => {
  it('ends sent requests as lost and others as never sent, and nothing is sent afterwards', async () => {
    const raw = await startRawService(() => undefined);
    onTestFinished(() => raw.close());
    const transport = open(raw.url);
    const lefts: number[] = [];
    const sends = Array.from({ length: 15 }, (_, nth) => transport.send({ ...REQUEST, onLeft: () => lefts.push(nth) }));
    await expect.poll(() => raw.requests).toHaveLength(12);
    await transport.close();
    const outcomes = await Promise.all(sends);
    expect(outcomes.map(({ kind }) => kind)).toEqual(
      sends.map((_, nth) => (lefts.includes(nth) ? 'lost' : 'never-left')),
    );
    expect(lefts).toHaveLength(12);
    expect(await transport.send(REQUEST)).toMatchObject({ kind: 'never-left', cause: 'not-connected' });
    expect(raw.requests).toHaveLength(12);
  });

  it('ends requests at once that wait for a proxy which never answers', async () => {
    const proxy = await startProxy(() => undefined);
    const transport = open(SERVICE);
    const sends = [transport.send(REQUEST), transport.send(REQUEST)];
    await expect.poll(() => proxy.requests).toHaveLength(2);
    await transport.close();
    expect((await Promise.all(sends)).map(({ kind }) => kind)).toEqual(['never-left', 'never-left']);
    expect(await transport.send(REQUEST)).toMatchObject({ kind: 'never-left' });
    expect(proxy.requests).toHaveLength(2);
  });
});
