// protocol: the app's schemes, and what their privileges allow a page.
import assert from 'node:assert/strict';
import type { ElectronModule, ProcessCases, SharedCases, Tools } from '../conformance-case.ts';

type Handler = (request: Request) => Response | Promise<Response>;

const html = (body = ''): Response =>
  new Response(`<!doctype html>${body}`, { headers: { 'content-type': 'text/html' } });

/** Handles a scheme while `run` executes. */
async function answering(electron: ElectronModule, scheme: string, handler: Handler, run: () => Promise<void>) {
  electron.protocol.handle(scheme, handler);
  try {
    await run();
  } finally {
    electron.protocol.unhandle(scheme);
  }
}

/** Opens a page of a scheme and runs code in it. */
async function inPage(tools: Tools, scheme: string, code: string): Promise<unknown> {
  const window = tools.createWindow();
  await window.loadURL(`${scheme}://page/index.html`);
  return window.webContents.executeJavaScript(`(async () => { ${code} })()`);
}

export const shared: SharedCases = {
  'protocol.registerSchemesAsPrivileged throws after ready'({ protocol }) {
    assert.throws(
      () => protocol.registerSchemesAsPrivileged([{ scheme: 'late', privileges: { standard: true } }]),
      /should be called before app is ready/,
    );
  },
  async 'a page of a scheme without supportFetchAPI may load scripts of it, and not fetch from it'(electron, tools) {
    const asked: string[] = [];
    const answer: Handler = ({ url }) => {
      asked.push(new URL(url).pathname);
      return url.endsWith('.js')
        ? new Response('window.hasRun = true', { headers: { 'content-type': 'text/javascript' } })
        : html('<script src="script.js"></script>');
    };
    if (electron.protocol.isProtocolHandled('conformance')) electron.protocol.unhandle('conformance');
    await answering(electron, 'conformance', answer, async () => {
      const code = "return [window.hasRun, await fetch('data.json').then(() => 'fetched', (error) => error.name)]";
      assert.deepEqual(await inPage(tools, 'conformance', code), [true, 'TypeError']);
      assert.deepEqual(asked, ['/index.html', '/script.js']);
    });
  },
  async 'a page is a secure context where its scheme is secure, and nowhere else'(electron, tools) {
    const code = "return [isSecureContext, 'clipboard' in navigator, typeof crypto.subtle]";
    await answering(
      electron,
      'conformance-fetch',
      () => html(),
      async () => {
        assert.deepEqual(await inPage(tools, 'conformance-fetch', code), [true, true, 'object']);
      },
    );
    await answering(
      electron,
      'conformance-insecure',
      () => html(),
      async () => {
        assert.deepEqual(await inPage(tools, 'conformance-insecure', code), [false, false, 'undefined']);
      },
    );
  },
  async 'a page of a scheme without allowServiceWorkers registers none'(electron, tools) {
    const answer: Handler = ({ url }) =>
      url.endsWith('.js') ? new Response('', { headers: { 'content-type': 'text/javascript' } }) : html();
    await answering(electron, 'conformance-fetch', answer, async () => {
      const code = "return navigator.serviceWorker.register('worker.js').then(() => 'registered', () => 'refused')";
      assert.equal(await inPage(tools, 'conformance-fetch', code), 'refused');
    });
  },
};

export const alone: ProcessCases = {
  'sessions, schemes, the screen and global shortcuts cannot be used before ready, the power monitor can': {
    main({ app, globalShortcut, powerMonitor, protocol, screen, session }, say) {
      const tries: Record<string, () => unknown> = {
        defaultSession: () => session.defaultSession,
        fromPartition: () => session.fromPartition('early'),
        handle: () => protocol.handle('early', () => new Response('')),
        getPrimaryDisplay: () => screen.getPrimaryDisplay(),
        register: () => globalShortcut.register('Control+F12', () => undefined),
        unregisterAll: () => globalShortcut.unregisterAll(),
        powerMonitor: () => powerMonitor.on('resume', () => undefined),
      };
      for (const [name, attempt] of Object.entries(tries)) {
        try {
          attempt();
          say(`${name} works`);
        } catch (error) {
          say(`${name}: ${(error as Error).message}`);
        }
      }
      void app.whenReady().then(() => app.exit(0));
    },
    says: [
      'defaultSession: Session can only be received when app is ready',
      'fromPartition: Session can only be received when app is ready',
      'handle: Session can only be received when app is ready',
      "getPrimaryDisplay: The 'screen' module can't be used before the app 'ready' event",
      'register: globalShortcut cannot be used before the app is ready',
      'unregisterAll: globalShortcut cannot be used before the app is ready',
      'powerMonitor works',
    ],
  },
};
