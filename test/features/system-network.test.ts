// Office networks: the system's routes to the service, over real sockets on loopback.
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readTrust } from '../../src/main/electron/system-network.ts';
import type { Network } from '../../src/main/service/proxy.ts';
import { createTransport, type Timeouts } from '../../src/main/service/transport.ts';
import { texts } from '../../src/shared/texts/main.ts';
import { OFFICE, OFFICE_CA, type OfficeProxy, startOfficeProxy, startSocksProxy } from '../support/office-proxy.ts';
import {
  answerWith,
  type RawAnswer,
  type RawOptions,
  type RawService,
  startRawService,
} from '../support/raw-service.ts';
import { LONG_TIMEOUTS, REQUEST, SERVICE, withoutProxyVariables } from '../support/transport-fixtures.ts';

const TARGET = 'storefront.invalid:443';

const t = texts.service;
withoutProxyVariables();

async function startService(options: RawOptions = { certificate: OFFICE }, answer?: RawAnswer): Promise<RawService> {
  const raw = await startRawService(answer ?? ((socket) => socket.write(answerWith(201, '{"id":1}'))), options);
  onTestFinished(() => raw.close());
  return raw;
}

async function keep(starting: Promise<OfficeProxy>): Promise<OfficeProxy> {
  const proxy = await starting;
  onTestFinished(() => proxy.close());
  return proxy;
}

/** An address where nothing listens. */
async function gone(): Promise<string> {
  const proxy = await startOfficeProxy(0);
  await proxy.close();
  return proxy.address;
}

const officeTrust = () => readTrust({ system: async () => [OFFICE_CA], extraFile: undefined });

/** A system that returns these results in order, then repeats the last one. */
function system(...answers: readonly string[]) {
  let asked = 0;
  const systemProxy = vi.fn(async (_url: string) => {
    asked += 1;
    return answers[Math.min(asked, answers.length) - 1] ?? '';
  });
  return { systemProxy, trust: officeTrust };
}

function open(network: Network, address = SERVICE, timeouts: Partial<Timeouts> = {}) {
  const transport = createTransport(address, network, { ...LONG_TIMEOUTS, ...timeouts });
  onTestFinished(() => transport.close());
  return transport;
}

/** Sends one request. However it ends, `onLeft` must agree with the outcome. */
async function send(network: Network, address = SERVICE, timeouts: Partial<Timeouts> = {}) {
  const onLeft = vi.fn();
  const outcome = await open(network, address, timeouts).send({ ...REQUEST, onLeft });
  expect(onLeft).toHaveBeenCalledTimes(outcome.kind === 'never-left' ? 0 : 1);
  return outcome;
}

const created = { kind: 'answered', status: 201 };
const refused = (detail: string) => ({ kind: 'never-left', cause: 'proxy-refused', detail });

describe('the system proxy', () => {
  it('is used for a service on the network', async () => {
    const service = await startService();
    const proxy = await keep(startOfficeProxy(service.port));
    const office = system(`PROXY ${proxy.address}`);
    expect(await send(office)).toMatchObject(created);
    expect(office.systemProxy.mock.calls).toEqual([['https://storefront.invalid/']]);
    expect(proxy.targets).toEqual([TARGET]);
    // The token is for the service only.
    expect(proxy.headers[0]).not.toHaveProperty('authorization');
    expect(service.requests[0]?.headers).toMatchObject({ authorization: 'Bearer secret', host: 'storefront.invalid' });
  });

  it.skipIf(process.platform === 'win32')(
    'is not queried for an excluded service, or one on this computer',
    async () => {
      const service = await startService({});
      const office = system('PROXY 127.0.0.1:9');
      expect(await send(office, service.url)).toMatchObject(created);
      vi.stubEnv('NO_PROXY', `0.0.0.0:${service.port}`);
      for (const named of [undefined, `http://${await gone()}`]) {
        vi.stubEnv('HTTP_PROXY', named);
        expect(await send(office, `http://0.0.0.0:${service.port}`)).toMatchObject(created);
      }
      expect(office.systemProxy).not.toHaveBeenCalled();
    },
  );

  it('may use TLS itself, if its certificate is trusted', async () => {
    const service = await startService();
    const proxy = await keep(startOfficeProxy(service.port, { isSecure: true }));
    const office = system(`HTTPS ${proxy.address}`);
    expect(await send(office)).toMatchObject(created);
    expect(await send({ ...office, trust: async () => undefined })).toMatchObject({
      kind: 'never-left',
      cause: 'proxy-refused',
      detail: expect.stringContaining('certificate'),
    });
    expect(proxy.targets).toEqual([TARGET]);
  });

  it('may be SOCKS 5, also from the environment', async () => {
    const service = await startService();
    const proxy = await keep(startSocksProxy(service.port));
    expect(await send(system(`SOCKS5 ${proxy.address}`))).toMatchObject(created);
    vi.stubEnv('HTTPS_PROXY', `socks5://${proxy.address}`);
    expect(await send(system())).toMatchObject(created);
    expect(proxy.targets).toEqual([TARGET, TARGET]);
  });

  it('reports that it needs a name and a password', async () => {
    const proxy = await keep(startOfficeProxy(0, { status: 407 }));
    expect(await send(system(`PROXY ${proxy.address}`))).toEqual(refused(t.proxyWantsSignIn));
    const socks = await keep(startSocksProxy(0, { method: 0xff }));
    expect(await send(system(`SOCKS5 ${socks.address}`))).toEqual(refused(t.proxyWantsSignIn));
  });
});

describe('several routes of the system', () => {
  it('are tried in order until one works', async () => {
    const service = await startService();
    const [http, socks] = [await keep(startOfficeProxy(service.port)), await keep(startSocksProxy(service.port))];
    const none = await gone();
    expect(await send(system(`PROXY ${none};SOCKS5 ${none}; HTTPS ${none} ;PROXY ${http.address}`))).toMatchObject(
      created,
    );
    expect(await send(system(`PROXY ${none};SOCKS5 ${socks.address};DIRECT`))).toMatchObject(created);
    expect([http.targets, socks.targets]).toEqual([[TARGET], [TARGET]]);
  });

  it.skipIf(process.platform === 'win32')('may end without a proxy', async () => {
    const service = await startService({});
    for (const answer of ['DIRECT', 'PROXY 127.0.0.1:9;DIRECT']) {
      expect(await send(system(answer), `http://0.0.0.0:${service.port}`), answer).toMatchObject(created);
    }
  });

  it('end at a proxy that refuses: it is not bypassed', async () => {
    const service = await startService({});
    const yes = await keep(startOfficeProxy(service.port));
    const no = await Promise.all([
      ...[403, 407, 502].map(async (status) => `PROXY ${(await keep(startOfficeProxy(0, { status }))).address}`),
      `SOCKS5 ${(await keep(startSocksProxy(0, { reply: 2 }))).address}`,
    ]);
    for (const first of no) {
      const outcome = await send(system(`${first};PROXY ${yes.address};DIRECT`), 'http://0.0.0.0:1');
      expect(outcome, first).toMatchObject({ kind: 'never-left', cause: 'proxy-refused' });
    }
    expect(yes.targets).toEqual([]);
  });

  it('are not bypassed if one cannot be used, and the seller reads why', async () => {
    const service = await startService({});
    const direct = `http://0.0.0.0:${service.port}`;
    for (const answer of ['SOCKS 127.0.0.1:9', 'SOCKS 127.0.0.1:9;DIRECT', 'SOCKS4 127.0.0.1:9; DIRECT']) {
      const [kind = ''] = answer.split(' ');
      expect(await send(system(answer), direct)).toEqual(refused(t.unusableSystemProxy({ kind })));
    }
    expect(await send(system('PROXY ;DIRECT'), direct)).toEqual(refused(t.unusableSystemProxy({ kind: 'PROXY' })));
    // Nor if the system does not answer.
    expect(await send(system(''), direct)).toEqual(refused(t.noSystemProxy));
    const broken = { ...system(), systemProxy: () => Promise.reject(new Error('no')) };
    expect(await send(broken, direct)).toEqual(refused(t.noSystemProxy));
    expect(service.connections).toBe(0);
    const usable = await keep(startOfficeProxy(service.port));
    expect(await send(system(`SOCKS 127.0.0.1:9;PROXY ${usable.address};DIRECT`), direct)).toMatchObject(created);
    expect(usable.targets).toHaveLength(1);
  });
});

describe('an aborted request', () => {
  it('is never sent, also if the system answers afterwards', async () => {
    const service = await startService();
    const proxy = await keep(startOfficeProxy(service.port));
    let answer: (routes: string) => void = () => undefined;
    const answered = new Promise<string>((resolve) => {
      answer = resolve;
    });
    const office = { ...system(), systemProxy: () => answered };
    expect(await send(office, SERVICE, { total: 300 })).toMatchObject({ kind: 'never-left', cause: 'connect-timeout' });
    answer(`PROXY ${proxy.address}`);
    // Any effect of the late answer has come before this one.
    expect(await send(office)).toMatchObject(created);
    expect(proxy.targets).toEqual([TARGET]);
  });
});
