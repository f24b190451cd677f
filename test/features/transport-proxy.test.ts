// The proxy of the environment: used for a service on the network only, and tried a few times if it refuses or breaks tunnels.
import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { namedProxy } from '../../src/main/service/proxy.ts';
import { createTransport, type Timeouts } from '../../src/main/service/transport.ts';
import { DIRECT_NETWORK } from '../support/direct-network.ts';
import { answerWith, type RawAnswer, type RawService, startRawService } from '../support/raw-service.ts';
import { LONG_TIMEOUTS, REQUEST, SERVICE, withoutProxyVariables } from '../support/transport-fixtures.ts';

withoutProxyVariables();

async function listener(answer: RawAnswer): Promise<RawService> {
  const raw = await startRawService(answer);
  onTestFinished(() => raw.close());
  return raw;
}

function open(address: string, timeouts: Partial<Timeouts> = {}) {
  const transport = createTransport(address, DIRECT_NETWORK, { ...LONG_TIMEOUTS, ...timeouts });
  onTestFinished(() => transport.close());
  return transport;
}

async function send(address: string, timeouts: Partial<Timeouts> = {}) {
  const transport = open(address, timeouts);
  const onLeft = vi.fn();
  return { outcome: await transport.send({ ...REQUEST, onLeft }), left: onLeft.mock.calls.length };
}

async function startProxy(answer: RawAnswer): Promise<RawService> {
  const proxy = await listener(answer);
  vi.stubEnv('HTTP_PROXY', proxy.url);
  return proxy;
}

const ESTABLISHED = 'HTTP/1.1 200 Connection established\r\n\r\n';
const PLAIN_SERVICE = 'http://storefront.invalid';
/** More CONNECTs than this for one request are a loop. */
const A_FEW = 3;

/** A tunnel to a server that does not use TLS. */
const tunnelToNowhere = (socket: Socket) => {
  socket.removeAllListeners('data');
  socket.once('data', () => socket.end('this is no TLS'));
  socket.write(ESTABLISHED);
};

describe('a service on the network', () => {
  it('is reached with the name and password of the proxy, which is named with or without "http://"', async () => {
    for (const [written, password] of [
      ['http://mira:p%40ss@', 'p@ss'],
      ['mira:100%@', '100%'],
    ]) {
      const proxy = await listener(tunnelToNowhere);
      vi.stubEnv('HTTPS_PROXY', `${written}127.0.0.1:${proxy.port}`);
      await send(SERVICE);
      expect(proxy.requests[0]?.headers['proxy-authorization']).toBe(`Basic ${btoa(`mira:${password}`)}`);
    }
  });

  it('is unreachable if the proxy is missing or unusable: it is not bypassed, and its password is not disclosed', async () => {
    const gone = await startRawService(() => undefined);
    await gone.close();
    for (const address of [gone.url, 'ftp://mira:p4ss@127.0.0.1:21']) {
      vi.stubEnv('HTTPS_PROXY', address);
      const { outcome, left } = await send(SERVICE);
      expect(outcome, address).toMatchObject({ kind: 'never-left', cause: 'proxy-refused' });
      expect(JSON.stringify(outcome)).not.toContain('p4ss');
      expect(left, address).toBe(0);
    }
  });

  // 0.0.0.0 does not count as this computer by its name, yet it leads there without a name lookup.
  it.skipIf(process.platform === 'win32')(
    'is asked directly if NO_PROXY names it, or is on this computer',
    async () => {
      const proxy = await startProxy(tunnelToNowhere);
      const service = await listener((socket) => socket.write(answerWith(200)));
      for (const [host, excepted] of [
        ['0.0.0.0', '0.0.0.0'],
        ['0.0.0.0', '*'],
        ['0.0.0.0', 'other.example,0.0.0.0'],
        ['127.0.0.1', undefined],
        ['localhost', undefined],
      ]) {
        vi.stubEnv('NO_PROXY', excepted);
        const { outcome } = await send(`http://${host}:${service.port}`);
        expect(outcome, `${host}, ${excepted}`).toMatchObject({ kind: 'answered', status: 200 });
      }
      expect(proxy.connections).toBe(0);
    },
  );
});

it('reads the proxy of the environment as other programs do', () => {
  const rows: readonly [string, NodeJS.ProcessEnv, ReturnType<typeof namedProxy>][] = [
    ['https:', {}, 'none'],
    ['https:', { HTTPS_PROXY: '' }, 'none'],
    ['https:', { HTTPS_PROXY: '  ' }, 'none'],
    ['https:', { HTTPS_PROXY: 'http://a:1', HTTP_PROXY: 'http://b:2' }, { url: 'http://a:1' }],
    ['http:', { HTTPS_PROXY: 'http://a:1', HTTP_PROXY: 'http://b:2' }, { url: 'http://b:2' }],
    ['http:', { HTTPS_PROXY: 'http://a:1' }, 'none'],
    ['https:', { HTTP_PROXY: 'http://b:2' }, { url: 'http://b:2' }],
    ['https:', { HTTPS_PROXY: 'http://a:1', https_proxy: 'http://c:3' }, { url: 'http://c:3' }],
    ['https:', { HTTPS_PROXY: 'proxy.example:3128' }, { url: 'http://proxy.example:3128' }],
    ['https:', { HTTPS_PROXY: 'mira:pass@10.0.0.1:3128' }, { url: 'http://mira:pass@10.0.0.1:3128' }],
    ['https:', { HTTPS_PROXY: 'socks5://10.0.0.1:1080' }, { url: 'socks5://10.0.0.1:1080' }],
    ['https:', { HTTPS_PROXY: 'ftp://10.0.0.1' }, 'unusable'],
    ['https:', { HTTPS_PROXY: 'http://' }, 'unusable'],
    ['https:', { HTTPS_PROXY: 'a b' }, 'unusable'],
  ];
  for (const [protocol, environment, proxy] of rows) {
    expect(namedProxy(protocol, environment), JSON.stringify([protocol, environment])).toEqual(proxy);
  }
});

describe('a proxy that does not open a tunnel', () => {
  it('is tried a few times, and the request was never sent', async () => {
    const ways: readonly [string, (socket: Socket) => unknown][] = [
      ['closes the connection', (socket) => socket.end()],
      ['resets the connection', (socket) => socket.resetAndDestroy()],
      ['closes in the middle of its answer', (socket) => socket.end('HTTP/1.1 2')],
      ['answers something that is not HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n\r\n')],
      ['answers 403', (socket) => socket.end(answerWith(403))],
      ['answers 407', (socket) => socket.end(answerWith(407))],
      ['answers 502', (socket) => socket.end(answerWith(502))],
    ];
    for (const [what, act] of ways) {
      for (const address of [SERVICE, PLAIN_SERVICE]) {
        const proxy = await startProxy((socket) => act(socket));
        const { outcome, left } = await send(address, { total: 1_500 });
        expect(outcome, what).toMatchObject({ kind: 'never-left', cause: 'proxy-refused' });
        expect(left, what).toBe(0);
        expect(proxy.requests.length, what).toBeLessThanOrEqual(A_FEW);
        expect(
          proxy.requests.every(({ method }) => method === 'CONNECT'),
          what,
        ).toBe(true);
      }
    }
  });
});

it('a proxy that breaks its open tunnel is tried a few times, and only requests that left count as lost', async () => {
  const ways: readonly [string, string, (socket: Socket) => unknown][] = [
    ['closes', SERVICE, (socket) => socket.end(ESTABLISHED)],
    ['closes', PLAIN_SERVICE, (socket) => socket.end(ESTABLISHED)],
    [
      'resets',
      PLAIN_SERVICE,
      (socket) => {
        socket.write(ESTABLISHED);
        socket.resetAndDestroy();
      },
    ],
  ];
  for (const [what, address, act] of ways) {
    const proxy = await startProxy((socket) => act(socket));
    const { outcome, left } = await send(address, { total: 1_500 });
    expect(outcome.kind, `${what} ${address}`).toBe(left > 0 ? 'lost' : 'never-left');
    if (address === SERVICE) expect(left).toBe(0);
    expect(proxy.requests.length, `${what} ${address}`).toBeLessThanOrEqual(A_FEW);
  }
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
});
