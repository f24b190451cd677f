// The proxies of the environment and the system, over real sockets on loopback: used only for a service on the network,
// tried a few times if they refuse or break, and never bypassed.
import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readTrust } from '../../src/main/electron/system-network.ts';
import { type Network, namedProxy } from '../../src/main/service/network.ts';
import { createTransport } from '../../src/main/service/transport.ts';
import { texts } from '../../src/shared/texts/main.ts';
import { DIRECT_NETWORK } from '../support/direct-network.ts';
import { OFFICE, OFFICE_CA, startOfficeProxy, startSocksProxy } from '../support/office-proxy.ts';
import { answerWith, startRawService } from '../support/raw-service.ts';
import { keep, LONG_TIMEOUTS, REQUEST, SERVICE, withoutProxyVariables } from '../support/transport-fixtures.ts';

const TARGET = 'storefront.invalid:443';
const PLAIN_SERVICE = 'http://storefront.invalid';
const ESTABLISHED = 'HTTP/1.1 200 Connection established\r\n\r\n';
/** More CONNECTs than this for one request are a loop. */
const A_FEW = 3;
/** For tests that reach this computer by 0.0.0.0, which does not look local. Windows refuses that. */
const itDirect = it.skipIf(process.platform === 'win32');

const t = texts.service;
withoutProxyVariables();

const startService = (options: object = { certificate: OFFICE }) =>
  startRawService((socket) => socket.write(answerWith(201, '{"id":1}')), options);

/** An address on which nothing listens any more. */
async function gone(): Promise<string> {
  const proxy = await startOfficeProxy(0);
  await proxy.close();
  return proxy.address;
}

const system = (answer: string) => ({
  systemProxy: vi.fn(async (_url: string) => answer),
  trust: () => readTrust(async () => [OFFICE_CA]),
});

/** Sends one request, and expects `onLeft` to be called once unless the request never left. */
async function send(network: Network, address = SERVICE, timeouts = {}) {
  const transport = createTransport(address, network, { ...LONG_TIMEOUTS, ...timeouts });
  onTestFinished(() => transport.close());
  const onLeft = vi.fn();
  const outcome = await transport.send({ ...REQUEST, onLeft });
  expect(onLeft).toHaveBeenCalledTimes(outcome.kind === 'never-left' ? 0 : 1);
  return outcome;
}

const created = { kind: 'answered', status: 201 };
const refused = (detail?: string) => ({ kind: 'never-left', cause: 'proxy-refused', ...(detail && { detail }) });

it('reads the proxy of the environment as other programs do', () => {
  const rows: readonly [string, NodeJS.ProcessEnv, string][] = [
    ['https:', {}, 'none'],
    ['https:', { HTTPS_PROXY: '' }, 'none'],
    ['https:', { HTTPS_PROXY: '  ' }, 'none'],
    ['https:', { HTTPS_PROXY: 'http://a:1', HTTP_PROXY: 'http://b:2' }, 'http://a:1/'],
    ['http:', { HTTPS_PROXY: 'http://a:1', HTTP_PROXY: 'http://b:2' }, 'http://b:2/'],
    ['http:', { HTTPS_PROXY: 'http://a:1' }, 'none'],
    ['https:', { HTTP_PROXY: 'http://b:2' }, 'http://b:2/'],
    ['https:', { HTTPS_PROXY: 'http://a:1', https_proxy: 'http://c:3' }, 'http://c:3/'],
    ['https:', { HTTPS_PROXY: 'proxy.example:3128' }, 'http://proxy.example:3128/'],
    ['https:', { HTTPS_PROXY: 'mira:pass@10.0.0.1:3128' }, 'http://mira:pass@10.0.0.1:3128/'],
    ['https:', { HTTPS_PROXY: 'socks5://10.0.0.1:1080' }, 'socks5://10.0.0.1:1080'],
    ['https:', { HTTPS_PROXY: 'ftp://10.0.0.1' }, 'unusable'],
    ['https:', { HTTPS_PROXY: 'http://' }, 'unusable'],
    ['https:', { HTTPS_PROXY: 'a b' }, 'unusable'],
  ];
  for (const [protocol, environment, proxy] of rows) {
    expect(String(namedProxy(protocol, environment)), JSON.stringify([protocol, environment])).toBe(proxy);
  }
});

describe('a proxy', () => {
  it('of the environment gets its name and password, written with or without "http://"', async () => {
    for (const [written, password] of [
      ['http://mira:p%40ss@', 'p@ss'],
      ['mira:100%@', '100%'],
    ]) {
      const proxy = await startRawService((socket) => socket.end());
      vi.stubEnv('HTTPS_PROXY', `${written}127.0.0.1:${proxy.port}`);
      await send(DIRECT_NETWORK);
      expect(proxy.requests[0]?.headers['proxy-authorization']).toBe(`Basic ${btoa(`mira:${password}`)}`);
    }
  });

  it('of the system may be HTTP, HTTPS with a trusted certificate, or SOCKS 5, and never gets the token', async () => {
    const service = await startService();
    const http = await keep(startOfficeProxy(service.port));
    const secure = await keep(startOfficeProxy(service.port, { isSecure: true }));
    const socks = await keep(startSocksProxy(service.port));
    for (const [kind, proxy] of [
      ['PROXY', http],
      ['HTTPS', secure],
      ['SOCKS5', socks],
    ] as const) {
      const office = system(`${kind} ${proxy.address}`);
      expect(await send(office), kind).toMatchObject(created);
      expect(office.systemProxy.mock.calls).toEqual([['https://storefront.invalid/']]);
      expect(proxy.targets, kind).toEqual([TARGET]);
    }
    expect(http.headers[0]).not.toHaveProperty('authorization');
    expect(service.requests[0]?.headers).toMatchObject({ authorization: 'Bearer secret', host: 'storefront.invalid' });
    const untrusting = { ...system(`HTTPS ${secure.address}`), trust: async () => undefined };
    expect(await send(untrusting)).toMatchObject({ ...refused(), detail: expect.stringContaining('certificate') });
  });

  it('of SOCKS 5 gets the name and password of the environment if it asks for them', async () => {
    const service = await startService();
    const socks = await keep(startSocksProxy(service.port, { password: 'p@ss' }));
    for (const address of [socks.address, socks.address.replace('127.0.0.1', '[::ffff:127.0.0.1]')]) {
      vi.stubEnv('HTTPS_PROXY', `socks5://mira:p%40ss@${address}`);
      expect(await send(system('')), address).toMatchObject(created);
    }
    for (const wrong of ['wrong', 'x'.repeat(256)]) {
      vi.stubEnv('HTTPS_PROXY', `socks5://mira:${wrong}@${socks.address}`);
      expect(await send(system(''))).toMatchObject(refused(t.proxyWantsSignIn));
    }
  });

  it('that asks for a name and a password is reported as such', async () => {
    const http = await keep(startOfficeProxy(0, { status: 407 }));
    const socks = await keep(startSocksProxy(0, { password: 'p@ss' }));
    for (const answer of [`PROXY ${http.address}`, `SOCKS5 ${socks.address}`]) {
      expect(await send(system(answer)), answer).toEqual(refused(t.proxyWantsSignIn));
    }
  });

  it('that is missing or unusable is not bypassed, and its password is not disclosed', async () => {
    for (const address of [`http://mira:p4ss@${await gone()}`, 'ftp://mira:p4ss@127.0.0.1:21']) {
      vi.stubEnv('HTTPS_PROXY', address);
      const outcome = await send(DIRECT_NETWORK);
      expect(outcome, address).toMatchObject(refused());
      expect(JSON.stringify(outcome)).not.toContain('p4ss');
    }
  });

  itDirect('is not used for an excepted service, or one on this computer', async () => {
    const service = await startService({});
    const office = system(`PROXY ${await gone()}`);
    for (const named of [undefined, `http://${await gone()}`]) {
      vi.stubEnv('HTTP_PROXY', named);
      for (const [host, excepted] of [
        ['0.0.0.0', '0.0.0.0'],
        ['0.0.0.0', `0.0.0.0:${service.port}`],
        ['0.0.0.0', '*'],
        ['0.0.0.0', 'other.example,0.0.0.0'],
        ['127.0.0.1', undefined],
        ['localhost', undefined],
      ]) {
        vi.stubEnv('NO_PROXY', excepted);
        expect(await send(office, `http://${host}:${service.port}`), `${host}, ${excepted}`).toMatchObject(created);
      }
    }
    expect(office.systemProxy).not.toHaveBeenCalled();
  });
});

describe('a proxy that does not open a tunnel, or breaks it, is tried a few times', () => {
  /** `tunnels`: without TLS, the request may have left through the tunnel. */
  const ways: readonly [string, (socket: Socket) => unknown, 'tunnels'?][] = [
    ['closes the connection', (socket) => socket.end()],
    ['resets the connection', (socket) => socket.resetAndDestroy()],
    ['closes in the middle of its answer', (socket) => socket.end('HTTP/1.1 2')],
    ['answers something that is not HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n\r\n')],
    ['answers 403', (socket) => socket.end(answerWith(403))],
    ['answers 407', (socket) => socket.end(answerWith(407))],
    ['answers 502', (socket) => socket.end(answerWith(502))],
    ['opens a tunnel and closes it', (socket) => socket.end(ESTABLISHED), 'tunnels'],
    ['opens a tunnel and resets it', (socket) => socket.write(ESTABLISHED) && socket.resetAndDestroy(), 'tunnels'],
  ];
  for (const address of [SERVICE, PLAIN_SERVICE]) {
    it.each(ways)(`on the way to ${address}, if it %s`, async (_, act, tunnels) => {
      const proxy = await startRawService((socket) => act(socket));
      vi.stubEnv('HTTP_PROXY', proxy.url);
      const outcome = await send(DIRECT_NETWORK, address, { total: 1_500 });
      if (outcome.kind !== 'lost' || address === SERVICE || !tunnels) {
        expect(outcome).toMatchObject({ kind: 'never-left', cause: 'proxy-refused' });
      }
      expect(proxy.requests.filter(({ method }) => method === 'CONNECT').length).toBeLessThanOrEqual(A_FEW);
    });
  }
});

describe('several routes of the system', () => {
  it('are tried in order until one works', async () => {
    const service = await startService();
    const [http, socks] = [await keep(startOfficeProxy(service.port)), await keep(startSocksProxy(service.port))];
    const none = await gone();
    const many = `PROXY ${none};SOCKS5 ${none}; HTTPS ${none} ;PROXY ${http.address}`;
    expect(await send(system(many))).toMatchObject(created);
    expect(await send(system(`PROXY ${none};SOCKS5 ${socks.address};DIRECT`))).toMatchObject(created);
    expect([http.targets, socks.targets]).toEqual([[TARGET], [TARGET]]);
  });

  itDirect('may end with a direct connection', async () => {
    const service = await startService({});
    for (const answer of ['DIRECT', `PROXY ${await gone()};DIRECT`]) {
      expect(await send(system(answer), `http://0.0.0.0:${service.port}`), answer).toMatchObject(created);
    }
  });

  it('end at a proxy that refuses, which is not bypassed', async () => {
    const service = await startService({});
    const yes = await keep(startOfficeProxy(service.port));
    const no = await Promise.all([
      ...[403, 407, 502].map(async (status) => `PROXY ${(await keep(startOfficeProxy(0, { status }))).address}`),
      `SOCKS5 ${(await keep(startSocksProxy(0, { reply: 2 }))).address}`,
    ]);
    for (const first of no) {
      const outcome = await send(system(`${first};PROXY ${yes.address};DIRECT`), `http://0.0.0.0:${service.port}`);
      expect(outcome, first).toMatchObject(refused());
    }
    expect([yes.targets, service.connections]).toEqual([[], 0]);
  });

  it('are not bypassed if one cannot be used or the system does not answer, and the seller reads why', async () => {
    const service = await startService({});
    const direct = `http://0.0.0.0:${service.port}`;
    for (const answer of ['SOCKS 127.0.0.1:9', 'SOCKS4 127.0.0.1:9; DIRECT', 'PROXY ;DIRECT']) {
      const [kind = ''] = answer.split(' ');
      expect(await send(system(answer), direct)).toEqual(refused(t.unusableSystemProxy({ kind })));
    }
    const silent = { ...system(''), systemProxy: () => new Promise<string>(() => undefined) };
    const broken = { ...system(''), systemProxy: () => Promise.reject(new Error('no')) };
    for (const network of [system(''), broken, silent]) {
      expect(await send(network, direct, { connect: 200 })).toEqual(refused(t.noSystemProxy));
    }
    expect(service.connections).toBe(0);
    const usable = await keep(startOfficeProxy(service.port));
    expect(await send(system(`SOCKS 127.0.0.1:9;PROXY ${usable.address};DIRECT`), direct)).toMatchObject(created);
    expect(usable.targets).toHaveLength(1);
  });
});

it('a request that was given up is never sent, even if the system answers later', async () => {
  const service = await startService();
  const proxy = await keep(startOfficeProxy(service.port));
  let answer: (routes: string) => void = () => undefined;
  const answered = new Promise<string>((resolve) => {
    answer = resolve;
  });
  const office = { ...system(''), systemProxy: () => answered };
  expect(await send(office, SERVICE, { total: 300 })).toMatchObject({ kind: 'never-left', cause: 'connect-timeout' });
  answer(`PROXY ${proxy.address}`);
  // By the end of this request, the late answer would have had its effect.
  expect(await send(office)).toMatchObject(created);
  expect(service.requests).toHaveLength(1);
});
