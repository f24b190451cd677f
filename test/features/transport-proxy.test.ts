// The proxy variables of the environment: used for a service on the network, never for one on this computer.
import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { namedProxy } from '../../src/main/service/proxy.ts';
import { createTransport } from '../../src/main/service/transport.ts';
import { DIRECT_NETWORK } from '../support/direct-network.ts';
import { answerWith, type RawAnswer, type RawService, startRawService } from '../support/raw-service.ts';
import { LONG_TIMEOUTS, REQUEST, SERVICE, withoutProxyVariables } from '../support/transport-fixtures.ts';

withoutProxyVariables();

async function listener(answer: RawAnswer): Promise<RawService> {
  const raw = await startRawService(answer);
  onTestFinished(() => raw.close());
  return raw;
}

async function send(address: string) {
  const transport = createTransport(address, DIRECT_NETWORK, LONG_TIMEOUTS);
  onTestFinished(() => transport.close());
  const onLeft = vi.fn();
  return { outcome: await transport.send({ ...REQUEST, onLeft }), left: onLeft.mock.calls.length };
}

/** A tunnel to a server that does not use TLS. */
const tunnelToNowhere = (socket: Socket) => {
  socket.removeAllListeners('data');
  socket.once('data', () => socket.end('this is no TLS'));
  socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
};

describe('a service on the network', () => {
  it.each(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'])(
    'is asked through the proxy in %s',
    async (name) => {
      const proxy = await listener(tunnelToNowhere);
      vi.stubEnv(name, proxy.url);
      const { outcome, left } = await send(SERVICE);
      expect(proxy.requests[0]).toMatchObject({ method: 'CONNECT', target: 'storefront.invalid:443' });
      expect(proxy.requests[0]?.headers).not.toHaveProperty('authorization');
      expect(outcome).toMatchObject({ kind: 'never-left', cause: 'tls-refused' });
      expect(left).toBe(0);
    },
  );

  it('is reached through a proxy named without "http://", as in other programs', async () => {
    const proxy = await listener(tunnelToNowhere);
    vi.stubEnv('HTTPS_PROXY', `127.0.0.1:${proxy.port}`);
    await send(SERVICE);
    expect(proxy.requests[0]).toMatchObject({ method: 'CONNECT', target: 'storefront.invalid:443' });
  });

  it.each([
    ['p%40ss', 'p@ss'],
    ['100%', '100%'],
  ])('is reached with the name and password of the proxy (%s)', async (written, password) => {
    const proxy = await listener(tunnelToNowhere);
    vi.stubEnv('HTTPS_PROXY', `http://mira:${written}@127.0.0.1:${proxy.port}`);
    await send(SERVICE);
    expect(proxy.requests[0]?.headers['proxy-authorization']).toBe(`Basic ${btoa(`mira:${password}`)}`);
  });

  it.each([403, 407, 502])('is unreachable if the proxy answers %d', async (status) => {
    const proxy = await listener((socket) => socket.write(answerWith(status)));
    vi.stubEnv('HTTPS_PROXY', proxy.url);
    const { outcome, left } = await send(SERVICE);
    expect(outcome).toMatchObject({ kind: 'never-left', cause: 'proxy-refused' });
    expect(left).toBe(0);
  });

  it('is unreachable if the proxy hangs up', async () => {
    const proxy = await listener((socket) => socket.resetAndDestroy());
    vi.stubEnv('HTTPS_PROXY', proxy.url);
    const { outcome, left } = await send(SERVICE);
    expect(outcome.kind).toBe('never-left');
    expect(left).toBe(0);
    expect(proxy.requests.every(({ method }) => method === 'CONNECT')).toBe(true);
  });

  it('is unreachable if the proxy is missing', async () => {
    const gone = await startRawService(() => undefined);
    await gone.close();
    vi.stubEnv('HTTPS_PROXY', gone.url);
    expect((await send(SERVICE)).outcome).toEqual({
      kind: 'never-left',
      cause: 'proxy-refused',
      detail: 'the proxy could not be reached: ECONNREFUSED',
    });
  });

  it('does not bypass a proxy with an unusable address, and the address is not disclosed', async () => {
    vi.stubEnv('HTTPS_PROXY', 'ftp://mira:p4ss@127.0.0.1:21');
    const { outcome, left } = await send(SERVICE);
    expect(outcome).toMatchObject({ kind: 'never-left', cause: 'proxy-refused' });
    expect(JSON.stringify(outcome)).not.toContain('p4ss');
    expect(left).toBe(0);
  });

  // 0.0.0.0 does not count as this computer by its name, yet it leads there without a name lookup.
  it.skipIf(process.platform === 'win32').each(['0.0.0.0', '*', 'other.example,0.0.0.0'])(
    'is asked directly when NO_PROXY is %s',
    async (excepted) => {
      const proxy = await listener(tunnelToNowhere);
      const service = await listener((socket) => socket.write(answerWith(200)));
      vi.stubEnv('HTTP_PROXY', proxy.url);
      vi.stubEnv('NO_PROXY', excepted);
      const { outcome } = await send(`http://0.0.0.0:${service.port}`);
      expect(outcome).toMatchObject({ kind: 'answered', status: 200 });
      expect(proxy.connections).toBe(0);
    },
  );
});

describe('a service on this computer', () => {
  it.each(['127.0.0.1', 'localhost'])('never uses a proxy (%s)', async (host) => {
    const proxy = await listener(tunnelToNowhere);
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy']) vi.stubEnv(name, proxy.url);
    const service = await listener((socket) => socket.write(answerWith(200)));
    const { outcome } = await send(`http://${host}:${service.port}`);
    expect(outcome).toMatchObject({ kind: 'answered', status: 200 });
    expect(proxy.connections).toBe(0);
  });
});

describe('the proxy of the environment', () => {
  it.each<[string, NodeJS.ProcessEnv, ReturnType<typeof namedProxy>]>([
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
  ])('for %s and %j is %j', (protocol, environment, proxy) => {
    expect(namedProxy(protocol, environment)).toEqual(proxy);
  });
});
