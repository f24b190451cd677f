// Facts about Electron that the app relies on and no test of the whole app proves; a case's name states its fact.
import assert from 'node:assert/strict';
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

/** A case with its own process: for what happens before ready or at the end. */
interface CaseOfProcess {
  /** Called while the main script runs, before ready. */
  main(electron: Main, say: (line: string) => void): Promise<void> | void;
  /** The exit code; 0 by default. */
  readonly code?: number;
  /** All its lines of output. */
  readonly says: readonly string[];
  /** The systems on which the case runs; all by default. */
  readonly platforms?: readonly NodeJS.Platform[];
}

/** The message of the error that a call throws or rejects with; "nothing" without one. */
async function errorOf(call: () => unknown): Promise<string> {
  try {
    await call();
    return 'nothing';
  } catch (error) {
    return (error as Error).message;
  }
}

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
};
