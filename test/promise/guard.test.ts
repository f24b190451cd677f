// The rules for every page: permissions, requests, navigation, new windows, webviews, outgoing addresses, senders.
import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { guardContents, guardSession, isExternalAllowed, resolverRules } from '../../src/main/electron/guard.ts';
import { contract } from '../../src/shared/contract.ts';

const { handled } = vi.hoisted(() => ({
  handled: new Map<string, (event: unknown, input: unknown) => unknown>(),
}));
vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  const ipcMain = Object.assign(new Emitter(), {
    handle: (channel: string, handler: (event: unknown, input: unknown) => unknown) => handled.set(channel, handler),
  });
  const app = { isPackaged: true, getPath: () => '/home/mara/data', getVersion: () => '0.1.0' };
  return { default: { app, ipcMain, shell: {} }, app, ipcMain, protocol: {} };
});

/** A session that records its configuration. */
function keptSession(devServer?: string) {
  // biome-ignore lint/suspicious/noExplicitAny: the handlers of Electron's session have many shapes
  const kept: Record<string, (...args: any[]) => any> = {};
  guardSession(
    {
      setPermissionRequestHandler: (handler) => Object.assign(kept, { request: handler }),
      setPermissionCheckHandler: (handler) => Object.assign(kept, { check: handler }),
      setDevicePermissionHandler: (handler) => Object.assign(kept, { device: handler }),
      setProxy: async (config) => void Object.assign(kept, { proxy: () => config }),
      on: ((event: string, handler: () => void) => Object.assign(kept, { [event]: handler })) as never,
      webRequest: { onBeforeRequest: ((handler: () => void) => Object.assign(kept, { before: handler })) as never },
    },
    devServer,
  );
  return kept;
}

describe('a page', () => {
  it.each(['notifications', 'geolocation', 'media', 'clipboard-read', 'display-capture', 'openExternal', 'fileSystem'])(
    'is refused the permission %s, asked for or looked up',
    (permission) => {
      const session = keptSession();
      const answer = vi.fn();
      session.request?.(null, permission, answer, {});
      expect(answer.mock.calls).toEqual([[false]]);
      expect(session.check?.(null, permission, 'app://desk', {})).toBe(false);
    },
  );

  it('is denied every device', () => {
    for (const deviceType of ['hid', 'serial', 'usb']) expect(keptSession().device?.({ deviceType })).toBe(false);
  });

  it.each([
    ['app://desk/index.html', false],
    ['data:image/png;base64,AA==', false],
    ['blob:app://desk/1', false],
    ['https://shop.example/picture.png', true],
    ['http://127.0.0.1:4010/', true],
    ['ws://127.0.0.1:4010/', true],
    ['file:///etc/hostname', true],
    ['no address', true],
  ])('asks for %s (stopped: %s)', (url, cancel) => {
    const answer = vi.fn();
    keptSession().before?.({ url }, answer);
    expect(answer.mock.calls).toEqual([[{ cancel }]]);
  });

  it('downloads nothing, and cannot bypass the rules for requests', () => {
    const preventDefault = vi.fn();
    keptSession()['will-download']?.({ preventDefault });
    expect(preventDefault).toHaveBeenCalledOnce();
    expect(keptSession().proxy?.()).toEqual({ proxyRules: 'socks5://127.0.0.1:9', proxyBypassRules: '<-loopback>' });
    expect(keptSession('http://localhost:5173').proxy?.()).toEqual({});
  });

  it('resolves no names except those that the app needs', () => {
    expect(resolverRules([])).toBe('MAP * ~NOTFOUND');
    expect(resolverRules(['localhost', '[::1]'])).toBe('MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE [::1]');
  });

  it('may reach the development server if there is one, and only that', () => {
    const session = keptSession('http://localhost:5173');
    const answer = vi.fn();
    for (const url of ['http://localhost:5173/main.tsx', 'ws://localhost:5173/', 'http://localhost:5174/']) {
      session.before?.({ url }, answer);
    }
    expect(answer.mock.calls).toEqual([[{ cancel: false }], [{ cancel: false }], [{ cancel: true }]]);
  });

  it('cannot navigate, open windows, or attach a webview', () => {
    let onOpen: ((details: { url: string }) => { action: string }) | undefined;
    const setWebRTCIPHandlingPolicy = vi.fn();
    const contents = Object.assign(new EventEmitter(), {
      setWebRTCIPHandlingPolicy,
      setWindowOpenHandler: (handler: typeof onOpen) => {
        onOpen = handler;
      },
    });
    guardContents(contents as never, (url) => url === 'app://desk/index.html');
    const isStopped = (event: string, url: string): boolean => {
      const preventDefault = vi.fn();
      contents.emit(event, { url, preventDefault });
      return preventDefault.mock.calls.length > 0;
    };
    for (const event of ['will-navigate', 'will-frame-navigate', 'will-redirect']) {
      expect(isStopped(event, 'https://shop.example/')).toBe(true);
      expect(isStopped(event, 'file:///etc/hostname')).toBe(true);
      expect(isStopped(event, 'app://desk/index.html')).toBe(false);
    }
    expect(isStopped('will-attach-webview', 'app://desk/index.html')).toBe(true);
    for (const url of [
      'https://shop.example/help',
      'http://shop.example/',
      'file:///etc/hostname',
      'app://desk/index.html',
    ]) {
      expect(onOpen?.({ url })).toEqual({ action: 'deny' });
    }
    expect(setWebRTCIPHandlingPolicy).toHaveBeenCalledExactlyOnceWith('disable_non_proxied_udp');
  });
});

describe('an address opened outside the app', () => {
  it.each([
    'https://shop.example/a?b#c',
    'http://localhost:4010/',
    'http://127.0.0.1:4010/x',
    'http://[::1]:4010/',
    'https://wa.me/?text=Hello',
    'mailto:?subject=Logo%20design&body=Hello%2C%0D%0Ahttps%3A%2F%2Fshop.example',
  ])('may be %s', (url) => expect(isExternalAllowed(url)).toBe(true));
  it.each([
    'http://shop.example/',
    'http://127.0.0.1.evil.example/',
    'http://localhost.evil.example/',
    'https://mara:secret@shop.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'smb://server/share',
    'ms-msdt:/id',
    'storefront-desk://open',
    'mailto:',
    'mailto:eve@evil.example?subject=a&body=b',
    'mailto:?to=eve@evil.example&subject=a&body=b',
    'mailto:?subject=a&body=b&attach=/etc/passwd',
    'mailto:?subject=a&body=b c',
    'mailto:?subject=a&body=%22 --exec',
    ' ',
    '',
  ])('may not be "%s"', (url) => expect(isExternalAllowed(url)).toBe(false));
});

describe('a call to the main process', () => {
  it('is accepted on the channels of the contract only, whatever files are opened later', async () => {
    const { ipcMain } = await import('electron');
    const { registerHandlers } = await import('../../src/main/electron/ipc.ts');
    const { byElectronStore } = await import('../../src/main/storage/stored-file.ts');
    const folder = mkdtempSync(join(tmpdir(), 'storefront-guard-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'before.json'), '{"version":1}');
    writeFileSync(join(folder, 'after.json'), '{"version":1}');
    expect(byElectronStore(join(folder, 'before.json'))).toEqual({ version: 1 });
    // Without the app's own check, any frame gets the path of the data folder.
    const asked: { returnValue?: unknown } = {};
    ipcMain.emit('electron-store-get-data', asked);
    expect(asked.returnValue).toMatchObject({ defaultCwd: '/home/mara/data' });
    registerHandlers({} as never, () => true);
    expect(byElectronStore(join(folder, 'after.json'))).toEqual({ version: 1 });
    expect(ipcMain.eventNames()).toEqual([]);
    expect([...handled.keys()]).toEqual(Object.keys(contract).map((channel) => `desk:${channel}`));
  });

  it('is rejected on every channel from anything but the app’s own top frame', async () => {
    const { registerHandlers } = await import('../../src/main/electron/ipc.ts');
    const { isOwnFrame } = await import('../../src/main/electron/own-page.ts');
    const run = vi.fn(() => ({ ok: true, value: undefined }));
    const channels = Object.keys(contract);
    registerHandlers(Object.fromEntries(channels.map((channel) => [channel, run])) as never, isOwnFrame);
    const top = { url: 'app://desk/index.html', parent: null };
    const senders = [
      null,
      { url: 'https://shop.example/', parent: null },
      { url: 'file:///tmp/index.html', parent: null },
      { url: 'app://other/index.html', parent: null },
      { url: 'app://desk/other.html', parent: null },
      { url: '', parent: null },
      { url: 'app://desk/index.html', parent: top },
    ];
    expect([...handled.keys()]).toEqual(channels.map((channel) => `desk:${channel}`));
    for (const handler of handled.values()) {
      for (const senderFrame of senders) {
        expect(await handler({ senderFrame }, {})).toMatchObject({ ok: false, problem: { code: 'forbidden' } });
      }
    }
    expect(run).not.toHaveBeenCalled();
    for (const url of ['app://desk/index.html', 'app://desk/index.html#/products']) {
      await handled.get('desk:clipboard.pass')?.({ senderFrame: { url, parent: null } }, undefined);
    }
    expect(run).toHaveBeenCalledTimes(2);
  });
});
