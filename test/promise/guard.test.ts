// The security rules for every page: permissions, requests, navigation, new windows, outside addresses, calls, files.
import { EventEmitter } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { guardContents, guardSession, isExternalAllowed, resolverRules } from '../../src/main/electron/guard.ts';
import { APP_URL, answerPageRequest, META_POLICY, PAGE_HEADERS } from '../../src/main/electron/page-files.ts';
import { contract } from '../../src/shared/contract.ts';
import { mailAddress } from '../../src/shared/message.ts';
import { newFolder, removeFolder, temporaryFolder } from '../support/folder.ts';
import { handled } from '../support/ipc-electron.ts';

vi.mock('electron', () => import('../support/ipc-electron.ts'));

/** An Electron session that records the handlers it gets. */
function recordingSession(devServer?: string) {
  // biome-ignore lint/suspicious/noExplicitAny: the handlers of Electron's session have many shapes
  const handlers: Record<string, (...args: any[]) => any> = {};
  guardSession(
    {
      setPermissionRequestHandler: (handler) => Object.assign(handlers, { request: handler }),
      setPermissionCheckHandler: (handler) => Object.assign(handlers, { check: handler }),
      setDevicePermissionHandler: (handler) => Object.assign(handlers, { device: handler }),
      setProxy: async (config) => void Object.assign(handlers, { proxy: () => config }),
      on: ((event: string, handler: () => void) => Object.assign(handlers, { [event]: handler })) as never,
      webRequest: { onBeforeRequest: ((handler: () => void) => Object.assign(handlers, { before: handler })) as never },
    },
    devServer,
  );
  return handlers;
}

describe('a page', () => {
  it('is refused every permission, requested or checked, and every device', () => {
    const session = recordingSession();
    for (const permission of [
      ...['notifications', 'geolocation', 'media', 'clipboard-read', 'display-capture', 'openExternal', 'fileSystem'],
    ]) {
      const answer = vi.fn();
      session.request?.(null, permission, answer, {});
      expect(answer.mock.calls, permission).toEqual([[false]]);
      expect(session.check?.(null, permission, 'app://desk', {}), permission).toBe(false);
    }
    for (const deviceType of ['hid', 'serial', 'usb']) expect(session.device?.({ deviceType })).toBe(false);
  });

  it('loads its own files and inline pictures, and nothing else', () => {
    const isStopped = (url: string, devServer?: string) => {
      const answer = vi.fn();
      recordingSession(devServer).before?.({ url }, answer);
      return answer.mock.calls[0]?.[0].cancel;
    };
    for (const url of ['app://desk/index.html', 'data:image/png;base64,AA==', 'blob:app://desk/1'])
      expect(isStopped(url), url).toBe(false);
    for (const url of [
      ...['https://shop.example/picture.png', 'http://127.0.0.1:4010/', 'ws://127.0.0.1:4010/'],
      ...['file:///etc/hostname', 'no address'],
    ])
      expect(isStopped(url), url).toBe(true);
    // In development the page may reach the development server, and nothing else.
    const inDevelopment = (url: string) => isStopped(url, 'http://localhost:5173');
    expect(inDevelopment('http://localhost:5173/main.tsx')).toBe(false);
    expect(inDevelopment('ws://localhost:5173/')).toBe(false);
    expect(inDevelopment('http://localhost:5174/')).toBe(true);
  });

  it('downloads nothing, and cannot bypass the rules for requests', () => {
    const preventDefault = vi.fn();
    recordingSession()['will-download']?.({ preventDefault });
    expect(preventDefault).toHaveBeenCalledOnce();
    expect(recordingSession().proxy?.()).toEqual({
      proxyRules: 'socks5://127.0.0.1:9',
      proxyBypassRules: '<-loopback>',
    });
    expect(recordingSession('http://localhost:5173').proxy?.()).toEqual({});
  });

  it('resolves only the host names that the app needs', () => {
    expect(resolverRules([])).toBe('MAP * ~NOTFOUND');
    expect(resolverRules(['localhost', '[::1]'])).toBe('MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE [::1]');
  });

  it('cannot navigate, open windows, or attach a webview', () => {
    let onOpen: ((details: { url: string }) => { change: string }) | undefined;
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
    expect(isStopped('will-prevent-unload', 'app://desk/index.html')).toBe(true);
    for (const url of [
      ...['https://shop.example/help', 'http://shop.example/', 'file:///etc/hostname'],
      ...['app://desk/index.html'],
    ]) {
      expect(onOpen?.({ url })).toEqual({ action: 'deny' });
    }
    expect(setWebRTCIPHandlingPolicy).toHaveBeenCalledExactlyOnceWith('disable_non_proxied_udp');
  });
});

it('opens outside the app only encrypted or local pages, and messages to at most one address', () => {
  for (const url of [
    ...['https://shop.example/a?b#c', 'http://localhost:4010/', 'http://127.0.0.1:4010/x'],
    ...['http://[::1]:4010/', 'https://wa.me/?text=Hello'],
    ...['mailto:?subject=Logo%20design&body=Hello%2C%0D%0Ahttps%3A%2F%2Fshop.example'],
    ...["ana.o'neil+shop@mail.shop.example", 'jörg@müller.example'].map((to) => mailAddress(to, 'Logo', 'Hello')),
  ]) {
    expect(isExternalAllowed(url), url).toBe(true);
  }
  for (const url of [
    ...['http://shop.example/', 'http://127.0.0.1.evil.example/'],
    ...['http://localhost.evil.example/', 'https://mara:secret@shop.example/'],
    ...['file:///etc/passwd', 'javascript:alert(1)', 'data:text/html,x', 'smb://server/share'],
    ...['ms-msdt:/id', 'storefront-desk://open', 'mailto:'],
    ...['mailto:eve@evil.example?subject=a&body=b', mailAddress('a@b.example,eve@evil.example', 'a', 'b')],
    ...['mailto:?to=eve@evil.example&subject=a&body=b'],
    ...['mailto:?subject=a&body=b&attach=/etc/passwd', 'mailto:?subject=a&body=b c'],
    ...['mailto:?subject=a&body=%22 --exec', ' ', ''],
  ]) {
    expect(isExternalAllowed(url), url).toBe(false);
  }
});

describe('a call to the main process', () => {
  it('is accepted only on the channels of the contract, even after electron-store opens a file', async () => {
    const { ipcMain } = await import('electron');
    const { registerHandlers } = await import('../../src/main/electron/ipc.ts');
    const { StoredFile } = await import('../../src/main/storage/document.ts');
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'before.json'), '{"version":1}');
    writeFileSync(join(folder, 'after.json'), '{"version":1}');
    const read = (name: string) => new StoredFile(join(folder, name)).read(({ version }) => version, vi.fn());
    expect(read('before.json')).toBe(1);
    // Until the app removes electron-store's listener, any frame can get the path of the data folder.
    const asked: { returnValue?: unknown } = {};
    ipcMain.emit('electron-store-get-data', asked);
    expect(asked.returnValue).toMatchObject({ defaultCwd: '/home/mara/data' });
    registerHandlers({} as never, () => true);
    expect(read('after.json')).toBe(1);
    expect(ipcMain.eventNames()).toEqual([]);
    expect([...handled.keys()]).toEqual(Object.keys(contract).map((channel) => `desk:${channel}`));
  });

  it('is rejected on every channel from anything but the app’s own top frame', async () => {
    const { registerHandlers } = await import('../../src/main/electron/ipc.ts');
    const { isOwnFrame } = await import('../../src/main/electron/window.ts');
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

describe('the app’s protocol', () => {
  const root = newFolder();
  const folder = join(root, 'renderer');
  const get = (url: string, method = 'GET') => answerPageRequest({ url, method }, folder);

  beforeAll(() => {
    mkdirSync(join(folder, 'assets'), { recursive: true });
    writeFileSync(join(folder, 'index.html'), '<!doctype html>');
    writeFileSync(join(folder, 'assets/index-1.js'), 'run()');
    writeFileSync(join(folder, 'assets/index-1.css'), 'a{}');
    writeFileSync(join(folder, 'assets/notes.sqlite'), 'not of the page');
    writeFileSync(join(root, 'secret.json'), '{"secret":1}');
    mkdirSync(join(root, 'renderer-other'));
    writeFileSync(join(root, 'renderer-other/index.html'), 'another folder with a longer name');
  });
  afterAll(() => removeFolder(root));

  it('answers with the built files, their types and the policy', async () => {
    for (const [url, type, body] of [
      [APP_URL, 'text/html', '<!doctype html>'],
      ['app://desk/', 'text/html', '<!doctype html>'],
      ['app://desk/index.html?x=1#/products', 'text/html', '<!doctype html>'],
      ['app://desk/assets/index-1.js', 'text/javascript', 'run()'],
      ['app://desk/assets/index-1.css', 'text/css', 'a{}'],
    ] as const) {
      const answer = await get(url);
      expect([answer.status, await answer.text()], url).toEqual([200, body]);
      expect(Object.fromEntries(answer.headers), url).toMatchObject({
        'content-type': `${type}; charset=utf-8`,
        'content-security-policy': PAGE_HEADERS['Content-Security-Policy'],
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it('serves nothing else', async () => {
    for (const url of [
      ...['app://desk/../secret.json', 'app://desk/%2e%2e/secret.json'],
      ...['app://desk/..%2fsecret.json', 'app://desk/assets/..%2f..%2fsecret.json'],
      ...['app://desk/..%5csecret.json', 'app://desk/assets/..\\..\\secret.json'],
      ...['app://desk/%2e%2e%2frenderer-other/index.html', 'app://desk//etc/hostname.json'],
      ...[`app://desk/${encodeURIComponent(join(root, 'secret.json'))}`],
      ...['app://desk/C:/secret.json', 'app://desk/index.html%00.json', 'app://desk/%zz.html'],
      ...['app://desk/assets', 'app://desk/assets/missing.js', 'app://desk/assets/notes.sqlite'],
      ...['app://other/index.html', 'file:///etc/hostname', 'https://desk/index.html'],
      ...['no address'],
    ]) {
      const answer = await get(url);
      expect([url, answer.status, await answer.text()]).toEqual([url, 404, '']);
    }
  });

  it('answers no method but GET', async () => {
    for (const method of ['HEAD', 'POST', 'PUT', 'DELETE']) expect((await get(APP_URL, method)).status).toBe(405);
  });

  it('has a policy without eval, inline scripts or remote sources', () => {
    for (const policy of [META_POLICY, PAGE_HEADERS['Content-Security-Policy']]) {
      const directives = ["default-src 'none'", "script-src 'self'", "connect-src 'none'"];
      expect(policy.split('; ')).toEqual(expect.arrayContaining(directives));
      expect(policy).not.toMatch(/unsafe-eval|https?:|\*|wss?:/);
    }
  });
});
