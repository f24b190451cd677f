// The main process of the conformance suite: runs `casesWhenReady` in order, or the case that CONFORMANCE_CASE names.
import { once } from 'node:events';
import { join } from 'node:path';
import * as electron from 'electron';
import { casesOfProcess, casesWhenReady, type Tools } from './cases.ts';

/** In ms. A hanging case must not block the others. */
const CASE_LIMIT = 20_000;
const PAGE = '<!doctype html><title>Conformance</title><p>Page</p>';

const say = (line: string): void => console.log(`[conformance] ${line}`);
const { app, BrowserWindow, protocol } = electron;

function createWindow(): Electron.BrowserWindow {
  const preload = join(import.meta.dirname, 'preload.cjs');
  return new BrowserWindow({
    ...{ show: false, width: 600, height: 400 },
    webPreferences: { preload, sandbox: true, contextIsolation: true },
  });
}

const tools: Tools = {
  createWindow,
  async openPage() {
    const window = createWindow();
    await window.loadURL('conformance://page/index.html');
    return window;
  },
  nextEvent: (emitter, event) => once(emitter, event, { signal: AbortSignal.timeout(CASE_LIMIT) }),
  async inPage(code) {
    const { webContents } = await tools.openPage();
    return webContents.executeJavaScript(`(async () => { ${code} })()`);
  },
};

async function runWhenReady(): Promise<void> {
  protocol.registerSchemesAsPrivileged([{ scheme: 'conformance', privileges: { standard: true, secure: true } }]);
  // The app must not quit when a case closes its windows.
  app.on('window-all-closed', () => undefined);
  await app.whenReady();
  protocol.handle('conformance', () => new Response(PAGE, { headers: { 'content-type': 'text/html' } }));
  for (const [name, run] of Object.entries(casesWhenReady)) {
    const tooLong = new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error('The case did not end')), CASE_LIMIT).unref();
    });
    const error = await Promise.race([run(electron, tools), tooLong]).then(
      () => undefined,
      (thrown: unknown) => (thrown instanceof Error ? thrown.stack : String(thrown)),
    );
    say(JSON.stringify({ name, error }));
    const closed = BrowserWindow.getAllWindows().map((window) => once(window, 'closed'));
    for (const window of BrowserWindow.getAllWindows()) window.destroy();
    await Promise.all(closed);
  }
  app.exit(0);
}

const wanted = process.env.CONFORMANCE_CASE;
if (wanted === undefined) void runWhenReady();
else await casesOfProcess[wanted]?.main(electron, (line) => say(`said ${line}`));
