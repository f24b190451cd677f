// What the app relies on in Electron, one fact a case; each name is a sentence about Electron.
//
// Over 300 lines, because it is one table.
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type * as Electron from 'electron';

type Main = typeof Electron;

/** What a case may use. Its windows are hidden, and destroyed after it. */
export interface Tools {
  createWindow(): Electron.BrowserWindow;
  /** A window with the conformance page and its preload. */
  openPage(): Promise<Electron.BrowserWindow>;
  /** Runs code, given as source text, in such a page. */
  inPage(code: string): Promise<unknown>;
  /** Resolves with the arguments of the next event of this name. */
  nextEvent(emitter: NodeJS.EventEmitter, event: string): Promise<unknown[]>;
}

/** Cases that share one process and run after ready. A case throws if Electron behaves differently. */
type CasesWhenReady = Readonly<Record<string, (electron: Main, tools: Tools) => Promise<void>>>;

/** A case with its own process: for what happens before ready, at the end, or on a signal. */
interface CaseOfProcess {
  /** Called while the main script runs, before ready. */
  main(electron: Main, say: (line: string) => void): Promise<void> | void;
  /** The signals to send to the process, by the line of output that triggers them. */
  readonly sends?: Readonly<Record<string, NodeJS.Signals>>;
  /** The exit code; 0 by default. */
  readonly code?: number;
  /** All its lines of output. */
  readonly says: readonly string[];
  /** The systems on which the case runs; all by default. */
  readonly platforms?: readonly NodeJS.Platform[];
}

/** The error of a call, thrown at once or later. */
async function errorOf(call: () => unknown): Promise<string> {
  try {
    await call();
    return 'nothing';
  } catch (error) {
    return (error as Error).message;
  }
}

/** The number of candidates after asking a STUN server on this computer. */
const gather = (port: number): string => `new Promise((resolve) => {
  let count = 0;
  const connection = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] });
  connection.onicecandidate = ({ candidate }) => { if (candidate) count += 1; };
  connection.onicegatheringstatechange = () => connection.iceGatheringState === 'complete' && resolve(count);
  connection.createDataChannel('x');
  connection.createOffer().then((offer) => connection.setLocalDescription(offer));
})`;

const DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=';

export const casesWhenReady: CasesWhenReady = {
  async 'a window closes after the call, unless the app prevents it'(_electron, { openPage, nextEvent }) {
    const window = await openPage();
    window.once('close', (event) => event.preventDefault());
    window.close();
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(await window.webContents.executeJavaScript('document.title'), 'Conformance');
    const closed = nextEvent(window, 'closed');
    window.close();
    assert.equal(window.isDestroyed(), false);
    await closed;
    assert.equal(window.isDestroyed(), true);
  },
  async 'loadURL resolves with did-finish-load, and rejects with the name of Chromium’s error'(
    _electron,
    { createWindow },
  ) {
    const window = createWindow();
    const said: string[] = [];
    for (const event of ['did-navigate', 'dom-ready', 'did-finish-load'])
      window.webContents.on(event as 'dom-ready', () => said.push(event));
    await window.loadURL('data:text/html,<title>Page</title>');
    assert.deepEqual(said, ['did-navigate', 'dom-ready', 'did-finish-load']);
    await assert.rejects(window.loadURL('file:///there/is/no/such.html'), { code: 'ERR_FILE_NOT_FOUND' });
  },
  async 'a navigation of the page asks first, and is given up where the app prevents it'(
    _electron,
    { openPage, nextEvent },
  ) {
    const { webContents } = await openPage();
    const asked: string[] = [];
    webContents.on('will-navigate', (event) => {
      asked.push(event.url);
      event.preventDefault();
    });
    const navigates = nextEvent(webContents, 'will-navigate');
    await webContents.executeJavaScript("void setTimeout(() => location.assign('other.html'))");
    await navigates;
    assert.equal(await webContents.executeJavaScript('document.title'), 'Conformance');
    assert.deepEqual(
      [asked, webContents.getURL()],
      [['conformance://page/other.html'], 'conformance://page/index.html'],
    );
  },
  async 'what the preload exposes cannot be changed, and it can require nothing of Node'(_electron, { inPage }) {
    const code = `
      'use strict';
      const tries = [() => { bridge.invoke = 1; }, () => { window.bridge = {}; }, () => { delete window.bridge; }];
      const errors = tries.map((attempt) => { try { attempt(); return 'done'; } catch (error) { return error.name; } });
      return [...errors, bridge.requires('node:fs')];`;
    assert.deepEqual(await inPage(code), [...Array(3).fill('TypeError'), 'module not found: node:fs']);
  },
  async 'values cross unchanged, and events arrive in order before the answer that follows them'(
    { ipcMain },
    { inPage },
  ) {
    ipcMain.handle('case:echo', (event, value: unknown) => {
      for (let n = 0; n < 50; n += 1) event.sender.send('case:tick', n);
      return value;
    });
    const code = `
      const ticks = [];
      bridge.on('case:tick', (tick) => ticks.push(tick));
      const given = JSON.parse('{"__proto__":{"x":1},"text":"zażółć 千","list":[1.5,null,{"a":[]}]}');
      const back = await bridge.invoke('case:echo', { ...given, gone: undefined, given });
      const nothing = await bridge.invoke('case:echo', undefined);
      return [JSON.stringify(back.given) === JSON.stringify(given), back.gone === undefined, nothing === undefined, ticks.length, ticks[49]];`;
    assert.deepEqual(await inPage(code), [true, true, true, 100, 49]);
    ipcMain.removeHandler('case:echo');
  },
  async 'ipcRenderer.invoke rejects with the words of what failed'({ ipcMain }, { inPage }) {
    ipcMain.handle('case:throws', () => {
      throw new TypeError('no good');
    });
    ipcMain.handle('case:uncloneable', () => () => undefined);
    const code = `return Promise.all(['throws', 'nobody', 'uncloneable'].map((name) =>
      bridge.invoke('case:' + name).then(() => 'done', (error) => error.message)));`;
    assert.deepEqual(await inPage(code), [
      "Error invoking remote method 'case:throws': TypeError: no good",
      "Error invoking remote method 'case:nobody': Error: No handler registered for 'case:nobody'",
      "Error invoking remote method 'case:uncloneable': Error: An object could not be cloned.",
    ]);
    for (const name of ['case:throws', 'case:uncloneable']) ipcMain.removeHandler(name);
  },
  async 'event.senderFrame is the top frame, and null once the page has navigated'({ ipcMain }, { openPage }) {
    const window = await openPage();
    let sent: Electron.IpcMainInvokeEvent | undefined;
    ipcMain.handle('case:frame', (event) => {
      sent = event;
      return [event.senderFrame?.parent === null, event.senderFrame?.url];
    });
    const asked = await window.webContents.executeJavaScript("bridge.invoke('case:frame')");
    assert.deepEqual(asked, [true, 'conformance://page/index.html']);
    // A page of another host, so that the previous document is gone.
    await window.loadURL('conformance://elsewhere/index.html');
    assert.equal(sent?.senderFrame, null);
    ipcMain.removeHandler('case:frame');
  },
  async 'a page of a secure scheme is a secure context, and may not fetch from it'(_electron, { inPage }) {
    const code = "return [isSecureContext, await fetch('data.json').then(() => 'fetched', (error) => error.name)]";
    assert.deepEqual(await inPage(code), [true, 'TypeError']);
  },
  async 'handlers that refuse leave a page without permissions'({ session }, { inPage }) {
    session.defaultSession.setPermissionCheckHandler(() => false);
    session.defaultSession.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
    const code = `return [
      (await navigator.permissions.query({ name: 'geolocation' })).state,
      Notification.permission,
      await Notification.requestPermission(),
      await navigator.clipboard.writeText('x').then(() => 'written', () => 'denied'),
    ];`;
    assert.deepEqual(await inPage(code), Array(4).fill('denied'));
    session.defaultSession.setPermissionCheckHandler(null);
    session.defaultSession.setPermissionRequestHandler(null);
  },
  async 'webRequest.onBeforeRequest stops a request, also when it answers later'({ session }, { inPage }) {
    session.defaultSession.webRequest.onBeforeRequest(({ url }, callback) => {
      setTimeout(() => callback({ cancel: url.endsWith('stopped') }), 10);
    });
    const load = (path: string) => `await new Promise((resolve) => {
      const script = Object.assign(document.createElement('script'), { src: '${path}' });
      script.onerror = script.onload = ({ type }) => resolve(type);
      document.body.append(script);
    })`;
    assert.deepEqual(await inPage(`return [${load('stopped')}, ${load('gone-through')}]`), ['error', 'load']);
    session.defaultSession.webRequest.onBeforeRequest(null);
  },
  async 'will-download is emitted before anything is saved'({ session }, { openPage, nextEvent }) {
    const { webContents } = await openPage();
    session.defaultSession.once('will-download', (event) => event.preventDefault());
    const asked = nextEvent(session.defaultSession, 'will-download');
    await webContents.executeJavaScript(`
      const link = Object.assign(document.createElement('a'), { href: 'data:text/plain,x', download: 'made.txt' });
      document.body.append(link);
      link.click();`);
    await asked;
  },
  async 'safeStorage decrypts what it encrypted, in calls that may overlap, and rejects anything else'({
    safeStorage,
  }) {
    if (!(await safeStorage.isAsyncEncryptionAvailable())) return;
    const texts = ['plain', '€ – zażółć', 'a'.repeat(10_000)];
    const sealed = await Promise.all(texts.map((text) => safeStorage.encryptStringAsync(text)));
    for (const [index, bytes] of sealed.entries()) assert.equal(bytes.includes(texts[index] ?? ''), false);
    const opened = await Promise.all(sealed.map((bytes) => safeStorage.decryptStringAsync(bytes)));
    assert.deepEqual(
      opened.map(({ result }) => result),
      texts,
    );
    await assert.rejects(safeStorage.decryptStringAsync(Buffer.from('never encrypted')), Error);
    await assert.rejects(safeStorage.decryptStringAsync(sealed[1]?.subarray(0, -1) ?? Buffer.alloc(0)), Error);
  },
};

/** Prints each step of the end. */
function watchEnd({ app }: Main, say: (line: string) => void): void {
  for (const event of ['before-quit', 'window-all-closed', 'will-quit'] as const)
    app.on(event as 'will-quit', () => say(event));
  app.on('quit', (_event, code) => say(`quit ${code}`));
}

function openWindow({ BrowserWindow }: Main, name: string, say: (line: string) => void) {
  const window = new BrowserWindow({ show: false });
  window.on('close', () => say(`close ${name}`));
  window.on('closed', () => say(`closed ${name}`));
  return window;
}

/** The message loop begins a moment after ready; before that, nothing can end in order. */
const afterReady = ({ app }: Main, act: () => void): void => void app.whenReady().then(() => setImmediate(act));

export const casesOfProcess: Readonly<Record<string, CaseOfProcess>> = {
  'app.exit emits neither before-quit nor will-quit': {
    main(electron, say) {
      watchEnd(electron, say);
      afterReady(electron, () => electron.app.exit(7));
    },
    code: 7,
    says: ['quit 7'],
  },
  'app.quit asks the app, then closes the windows, and only then will-quit and quit follow': {
    main(electron, say) {
      watchEnd(electron, say);
      afterReady(electron, () => {
        openWindow(electron, 'a', say);
        electron.app.quit();
        say('asked');
      });
    },
    says: ['before-quit', 'close a', 'asked', 'closed a', 'will-quit', 'quit 0'],
  },
  'before-quit that is prevented leaves the windows as they are, and can be asked again': {
    main(electron, say) {
      electron.app.once('before-quit', (event) => event.preventDefault());
      watchEnd(electron, say);
      afterReady(electron, () => {
        openWindow(electron, 'a', say);
        electron.app.quit();
        setImmediate(() => electron.app.quit());
      });
    },
    says: ['before-quit', 'before-quit', 'close a', 'closed a', 'will-quit', 'quit 0'],
  },
  'a window that stays open cancels quitting': {
    main(electron, say) {
      watchEnd(electron, say);
      afterReady(electron, () => {
        openWindow(electron, 'a', say).once('close', (event) => {
          event.preventDefault();
          setImmediate(() => electron.app.quit());
        });
        electron.app.quit();
      });
    },
    says: ['before-quit', 'close a', 'before-quit', 'close a', 'closed a', 'will-quit', 'quit 0'],
  },
  'an app with a listener of window-all-closed continues without a window': {
    main(electron, say) {
      watchEnd(electron, say);
      electron.app.on('window-all-closed', () => setImmediate(() => electron.app.exit(0)));
      afterReady(electron, () => openWindow(electron, 'a', say).destroy());
    },
    says: ['closed a', 'window-all-closed', 'quit 0'],
  },
  'a first listener of a signal that is added after ready is called each time, and the app does not quit': {
    platforms: ['linux', 'darwin'],
    main(electron, say) {
      let times = 0;
      watchEnd(electron, say);
      void electron.app.whenReady().then(() => {
        process.removeAllListeners('SIGTERM');
        process.on('SIGTERM', () => {
          times += 1;
          say(`SIGTERM ${times}`);
          if (times === 2) electron.app.exit(6);
        });
        setImmediate(() => say('ready'));
      });
    },
    sends: { ready: 'SIGTERM', 'SIGTERM 1': 'SIGTERM' },
    code: 6,
    says: ['ready', 'SIGTERM 1', 'SIGTERM 2', 'quit 6'],
  },
  'before ready there is no window, no session, no dialog but showErrorBox, and no key store': {
    // On other systems the box opens and waits for a person.
    platforms: ['linux'],
    async main({ app, BrowserWindow, dialog, Notification, safeStorage, session, Tray, nativeImage }, say) {
      // All calls start before the first result is awaited, and so before ready.
      const errors = [
        () => new BrowserWindow(),
        () => new Tray(nativeImage.createFromDataURL(DOT)),
        () => new Notification({ title: 'Early' }),
        () => session.defaultSession.webRequest,
        () => dialog.showMessageBox({ message: 'Early' }),
        () => safeStorage.encryptStringAsync('x'),
      ].map(async (call) => ((await errorOf(call)) === 'nothing' ? 'done' : 'refused'));
      const box = errorOf(() => dialog.showErrorBox('Early', 'Before the app is ready.'));
      const available = safeStorage.isAsyncEncryptionAvailable();
      say((await Promise.all(errors)).join());
      say(`${await box} ${await available}`);
      void app.whenReady().then(() => app.exit(0));
    },
    says: [Array(6).fill('refused').join(), 'nothing false'],
  },
  'a page uses the proxy of its session': {
    main({ app, BrowserWindow, session }, say) {
      app.on('window-all-closed', () => undefined);
      void app.whenReady().then(async () => {
        const proxy = createServer((_request, response) => {
          response.setHeader('content-type', 'text/html').end('<title>By the proxy</title>');
        }).listen(0, '127.0.0.1');
        await once(proxy, 'listening');
        const { port } = proxy.address() as AddressInfo;
        await session.defaultSession.setProxy({ proxyRules: `127.0.0.1:${port}`, proxyBypassRules: '<-loopback>' });
        const window = new BrowserWindow({ show: false });
        await window.loadURL('http://shop.example/page');
        say(await window.webContents.executeJavaScript('document.title'));
        app.exit(0);
      });
    },
    says: ['By the proxy'],
  },
  'with disable_non_proxied_udp a page sends nothing by UDP': {
    async main({ app, BrowserWindow }, say) {
      app.on('window-all-closed', () => undefined);
      app.on('web-contents-created', (_event, contents) =>
        contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp'),
      );
      void app.whenReady().then(async () => {
        let packets = 0;
        const stun = createSocket('udp4').on('message', () => {
          packets += 1;
        });
        stun.bind(0, '127.0.0.1');
        await once(stun, 'listening');
        const window = new BrowserWindow({ show: false });
        await window.loadURL('data:text/html,<p>Page</p>');
        const candidates = await window.webContents.executeJavaScript(gather(stun.address().port));
        say(`${candidates} candidates, ${packets} packets`);
        app.exit(0);
      });
    },
    says: ['0 candidates, 0 packets'],
  },
};
