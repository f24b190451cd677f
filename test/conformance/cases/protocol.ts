// protocol: the app's schemes, and what their privileges allow a page.
import assert from 'node:assert/strict';
import type { ElectronModule, ProcessCase, SharedCase, Tools } from '../conformance-case.ts';

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

const message = async (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'resolved',
    (error: Error) => error.message,
  );

export const protocolCases: readonly SharedCase[] = [
  {
    name: 'protocol.handle refuses a scheme that is handled, protocol.unhandle one that is not',
    source: 'lib/browser/api/protocol.ts',
    run({ protocol }) {
      protocol.handle('conformance-fetch', () => html());
      assert.equal(protocol.isProtocolHandled('conformance-fetch'), true);
      assert.throws(() => protocol.handle('conformance-fetch', () => html()), /Failed to register protocol/);
      protocol.unhandle('conformance-fetch');
      assert.equal(protocol.isProtocolHandled('conformance-fetch'), false);
      assert.throws(() => protocol.unhandle('conformance-fetch'), /Failed to unhandle protocol/);
    },
  },
  {
    name: 'a handler of one session does not serve another',
    source: 'docs/api/protocol.md',
    async run(electron) {
      await answering(
        electron,
        'conformance-fetch',
        () => html(),
        async () => {
          const other = electron.session.fromPartition('conformance-protocol');
          assert.equal(electron.session.defaultSession.protocol.isProtocolHandled('conformance-fetch'), true);
          assert.equal(other.protocol.isProtocolHandled('conformance-fetch'), false);
        },
      );
    },
  },
  {
    name: 'protocol.registerSchemesAsPrivileged throws after ready',
    source: 'shell/browser/api/electron_api_protocol.cc',
    run({ protocol }) {
      assert.throws(
        () => protocol.registerSchemesAsPrivileged([{ scheme: 'late', privileges: { standard: true } }]),
        /should be called before app is ready/,
      );
    },
  },
  {
    name: 'a page of a scheme without supportFetchAPI may load scripts of it, and not fetch from it',
    source: 'docs/api/structures/custom-scheme.md',
    async run(electron, tools) {
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
  },
  {
    name: 'a page of a scheme with supportFetchAPI fetches, and sees status and headers',
    source: 'spec/api-protocol-spec.ts',
    async run(electron, tools) {
      const answer: Handler = ({ url }) =>
        url.endsWith('.html') ? html() : new Response('gone', { status: 410, headers: { 'x-own': 'yes' } });
      await answering(electron, 'conformance-fetch', answer, async () => {
        const code = `
          const answer = await fetch('data.json');
          return [answer.status, answer.headers.get('x-own'), await answer.text()];`;
        assert.deepEqual(await inPage(tools, 'conformance-fetch', code), [410, 'yes', 'gone']);
      });
    },
  },
  {
    name: 'a handler gets the method, the headers and the body of a request',
    source: 'lib/browser/api/protocol.ts',
    async run(electron, tools) {
      const answer: Handler = async (request) => {
        if (request.method === 'GET') return html();
        return Response.json([request.url, request.method, request.headers.get('x-own'), await request.text()]);
      };
      await answering(electron, 'conformance-fetch', answer, async () => {
        const code = `
          const options = { method: 'POST', body: 'typed', headers: { 'x-own': 'yes' } };
          return (await fetch('send?to=1', options)).json();`;
        assert.deepEqual(await inPage(tools, 'conformance-fetch', code), [
          ...['conformance-fetch://page/send?to=1', 'POST', 'yes', 'typed'],
        ]);
      });
    },
  },
  {
    name: 'a page is a secure context where its scheme is secure, and nowhere else',
    source: 'docs/api/structures/custom-scheme.md',
    async run(electron, tools) {
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
  },
  {
    name: 'a page of a scheme without allowServiceWorkers registers none',
    source: 'docs/api/structures/custom-scheme.md',
    async run(electron, tools) {
      const answer: Handler = ({ url }) =>
        url.endsWith('.js') ? new Response('', { headers: { 'content-type': 'text/javascript' } }) : html();
      await answering(electron, 'conformance-fetch', answer, async () => {
        const code = "return navigator.serviceWorker.register('worker.js').then(() => 'registered', () => 'refused')";
        assert.equal(await inPage(tools, 'conformance-fetch', code), 'refused');
      });
    },
  },
  {
    name: 'a page does not load when the handler throws, or gives no response or one of an error',
    source: 'lib/browser/api/protocol.ts',
    async run(electron, tools) {
      const fail: Handler = () => {
        throw new Error('no answer');
      };
      for (const handler of [fail, () => Response.error(), () => 'text' as never]) {
        await answering(electron, 'conformance-fetch', handler, async () => {
          const window = tools.createWindow();
          assert.match(await message(window.loadURL('conformance-fetch://page/index.html')), /ERR_(FAILED|UNEXPECTED)/);
        });
      }
    },
  },
];

export const protocolProcessCases: readonly ProcessCase[] = [
  {
    name: 'sessions, schemes, the screen and global shortcuts cannot be used before ready, the power monitor can',
    source: 'docs/api/session.md',
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
    async check(process) {
      assert.equal(await process.exit(), 0);
      assert.deepEqual(process.said, [
        'defaultSession: Session can only be received when app is ready',
        'fromPartition: Session can only be received when app is ready',
        'handle: Session can only be received when app is ready',
        "getPrimaryDisplay: The 'screen' module can't be used before the app 'ready' event",
        'register: globalShortcut cannot be used before the app is ready',
        'unregisterAll: globalShortcut cannot be used before the app is ready',
        'powerMonitor works',
      ]);
    },
  },
  {
    name: 'the sandbox cannot be turned on after ready',
    source: 'docs/api/app.md',
    async main({ app }, say) {
      void app.whenReady().then(() => {
        try {
          app.enableSandbox();
          say('enabled');
        } catch (error) {
          say((error as Error).message);
        }
        app.exit(0);
      });
    },
    async check(process) {
      assert.equal(await process.exit(), 0);
      assert.deepEqual(process.said, ['app.enableSandbox() can only be called before app is ready']);
    },
  },
];
