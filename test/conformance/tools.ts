// Helpers of shared cases: hidden windows that are destroyed after the case, and waiting for an event or a condition.
import { once } from 'node:events';
import { join } from 'node:path';
import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';
import type { ElectronModule, Tools } from './conformance-case.ts';

/** The timeout of an event or a condition (ms). Generous: it only ends what hangs. */
const LIMIT = 20_000;
const PRELOAD = join(import.meta.dirname, 'preload.cjs');

export const CONFORMANCE_URL = 'conformance://page/index.html';
const PAGE = '<!doctype html><title>Conformance</title><p id="text">Page</p>';

export function createTools(electron: ElectronModule): { tools: Tools; clean(): Promise<void> } {
  const { BrowserWindow: Window, protocol } = electron;
  const windows: BrowserWindow[] = [];
  const servesPage = () => {
    if (protocol.isProtocolHandled('conformance')) return;
    protocol.handle('conformance', () => new Response(PAGE, { headers: { 'content-type': 'text/html' } }));
  };
  const createWindow = (options: BrowserWindowConstructorOptions = {}) => {
    const webPreferences = { preload: PRELOAD, sandbox: true, contextIsolation: true, ...options.webPreferences };
    const window = new Window({ show: false, width: 600, height: 400, ...options, webPreferences });
    windows.push(window);
    return window;
  };
  const tools: Tools = {
    createWindow,
    async openPage(options) {
      servesPage();
      const window = createWindow(options);
      await window.loadURL(CONFORMANCE_URL);
      return window;
    },
    nextEvent: (emitter, event) => once(emitter, event, { signal: AbortSignal.timeout(LIMIT) }),
    async until(condition) {
      const end = Date.now() + LIMIT;
      while (!(await condition())) {
        if (Date.now() > end) throw new Error('The condition did not come true');
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  };
  return {
    tools,
    async clean() {
      const closed = windows.filter((window) => !window.isDestroyed()).map((window) => once(window, 'closed'));
      for (const window of windows) if (!window.isDestroyed()) window.destroy();
      await Promise.all(closed);
    },
  };
}
