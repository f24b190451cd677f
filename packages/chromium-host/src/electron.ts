// The whole stand-in: what `import ... from 'electron'` gives to every module loaded after `provideElectron`.
import Module, { register } from 'node:module';
import type { App } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import type { Chromium } from './chromium.ts';
import { ClipboardItem, createClipboard } from './clipboard.ts';
import { createShell, Notification, nativeImage, powerMonitor, Tray } from './desktop.ts';
import { createDialog } from './dialog.ts';
import { ipcMain } from './ipc-main.ts';
import { Menu, MenuItem } from './menu.ts';
import { covered } from './objects.ts';
import { protocol } from './own-scheme.ts';
import { createSafeStorage } from './safe-storage.ts';
import { session } from './session.ts';

/** @param testKeyFile the file of the test's key store; undefined for none */
export function createElectron(app: App, chromium: Chromium, testKeyFile: (() => string) | undefined) {
  return covered('the module member', {
    app: covered('app', app),
    BrowserWindow,
    clipboard: createClipboard(chromium),
    ClipboardItem,
    dialog: createDialog({ chromium, appName: () => app.getName(), downloads: () => app.getPath('downloads') }),
    ipcMain,
    Menu,
    MenuItem,
    nativeImage,
    Notification,
    powerMonitor,
    protocol: covered('protocol', protocol),
    safeStorage: createSafeStorage(testKeyFile),
    session: covered('session', session),
    shell: createShell(!chromium.headless),
    Tray,
  });
}
export type Electron = ReturnType<typeof createElectron>;

/** The text of a data: URL, since hooks run in their own thread and share no objects with this one. */
const moduleUrl = (source: string): string => `data:text/javascript,${encodeURIComponent(source)}`;

/** Resolves `electron` to the stand-in, by import and by require. A missing member fails with its name. */
export function provideElectron(electron: Electron): void {
  const key = 'storefront-desk.electron';
  Object.defineProperty(globalThis, Symbol.for(key), { value: electron });
  const url = moduleUrl(
    [
      `const electron = globalThis[Symbol.for(${JSON.stringify(key)})];`,
      'export default electron;',
      ...Object.keys(electron).map((name) => `export const ${name} = electron.${name};`),
    ].join('\n'),
  );
  const hook = `
    const url = ${JSON.stringify(url)};
    export function resolve(name, context, next) {
      return name === 'electron' ? { url, format: 'module', shortCircuit: true } : next(name, context);
    }`;
  register(moduleUrl(hook));

  // CommonJS resolves differently, without a public hook in Node 20.
  const loader = Module as unknown as { _load(request: string, parent: unknown, isMain: boolean): unknown };
  const load = loader._load;
  loader._load = (request, parent, isMain) =>
    request === 'electron' ? electron : load.call(loader, request, parent, isMain);
}
