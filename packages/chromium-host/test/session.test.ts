// Where the stand-in refuses rather than pretends, and how a test sets the system's proxy.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NotCovered } from '../src/not-covered.ts';
import { proxySwitches, readProxyConfig, resolve } from '../src/proxy-rules.ts';
import { registerSchemesAsPrivileged } from '../src/scheme-privileges.ts';
import { defaultSession } from '../src/session.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the session of the stand-in', () => {
  it('uses the proxy of the system by default', () => {
    const system = readProxyConfig({});
    expect(resolve(system, 'https://shop.example/')).toBe('DIRECT');
    expect(proxySwitches(system)).toEqual(['--no-proxy-server']);
    vi.stubEnv('STOREFRONT_STAND_IN_SYSTEM_PROXY', 'PROXY 127.0.0.1:3128;SOCKS5 127.0.0.1:1080;DIRECT');
    expect(resolve(system, 'https://shop.example/')).toBe('PROXY 127.0.0.1:3128;SOCKS5 127.0.0.1:1080;DIRECT');
    expect(proxySwitches(system)).toEqual([
      '--proxy-server=http://127.0.0.1:3128,socks5://127.0.0.1:1080,direct://',
      '--proxy-bypass-list=<-loopback>',
    ]);
    expect(resolve(readProxyConfig({ mode: 'direct' }), 'https://shop.example/')).toBe('DIRECT');
  });

  it('starts Chromium with the rules that it resolves by', () => {
    const proxy = readProxyConfig({ proxyRules: 'socks5://127.0.0.1:9', proxyBypassRules: '<-loopback>' });
    expect(resolve(proxy, 'http://127.0.0.1/')).toBe('SOCKS5 127.0.0.1:9');
    expect(proxySwitches(proxy)).toEqual(['--proxy-server=socks5://127.0.0.1:9', '--proxy-bypass-list=<-loopback>']);
  });

  it('refuses a proxy that it cannot resolve', () => {
    for (const config of [{ pacScript: 'http://shop.example/proxy.pac' }, { mode: 'auto_detect' as const }]) {
      expect(() => readProxyConfig(config), JSON.stringify(config)).toThrow(NotCovered);
    }
  });

  it('rejects another proxy while Chromium runs, and accepts it after Chromium has ended', async () => {
    await defaultSession.setProxy({ proxyRules: 'one:80' });
    expect(defaultSession.launch()).toEqual(['--proxy-server=one:80']);
    await defaultSession.setProxy({ proxyRules: 'one:80' });
    await expect(defaultSession.setProxy({ proxyRules: 'two:80' })).rejects.toThrow(NotCovered);
    defaultSession.ended();
    await defaultSession.setProxy({ proxyRules: 'two:80' });
    expect(await defaultSession.resolveProxy('http://shop.example/')).toBe('PROXY two:80');
  });

  it('rejects request listeners that it could not serve', () => {
    const { webRequest } = defaultSession;
    expect(() => webRequest.onBeforeRequest({ urls: ['https://shop.example/*'] }, () => undefined)).toThrow(NotCovered);
    for (const name of ['onHeadersReceived', 'onBeforeSendHeaders', 'onBeforeRedirect']) {
      expect(() => Reflect.get(webRequest, name)).toThrow(NotCovered);
    }
  });
});

it('a scheme is registered in one call, from a list, without privileges that the stand-in lacks', async () => {
  expect(() => registerSchemesAsPrivileged({ scheme: 'own' })).toThrow('must be an array');
  registerSchemesAsPrivileged([{ scheme: 'own', privileges: { standard: true } }]);
  expect(() => registerSchemesAsPrivileged([])).toThrow(NotCovered);
  for (const privilege of ['bypassCSP', 'allowServiceWorkers', 'stream']) {
    // Electron allows one call per process.
    vi.resetModules();
    const { registerSchemesAsPrivileged: register } = await import('../src/scheme-privileges.ts');
    expect(() => register([{ scheme: 'own', privileges: { [privilege]: true } }])).toThrow(/privilege/);
  }
});
