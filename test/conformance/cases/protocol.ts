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
};

export const alone: ProcessCases = {};
