// The Chromium host: runs the built app in Node, with a Chromium window in place of Electron's.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { App } from './app.ts';
import { connectWindows } from './browser-window.ts';
import { Chromium } from './chromium.ts';
import { serveDriver } from './driver.ts';
import { createElectron, provideElectron } from './electron.ts';
import { accelerators, connectMenu, pressAccelerator } from './menu.ts';
import { preventable } from './objects.ts';
import { watchDownloads, watchRequests } from './requests.ts';
import { defaultSession } from './session.ts';
import { chromiumSwitches, readSwitches, withWholePaths } from './switches.ts';

export interface HostedApp {
  /** The folder of the app's `package.json`. */
  readonly folder: string;
  /** The built main process; by default `out/main/index.js` in that folder. */
  readonly bundle?: string;
  /** Set if the folder is an unpacked package: `app.isPackaged` is true then. */
  readonly packed?: {
    /** The debugging port for a driver; a packed app accepts no switch for it. */
    readonly debuggingPort: number | undefined;
  };
}

/** Runs the app until it quits. Rejects when it is not built. */
export async function runHost(given: readonly string[], hosted: HostedApp): Promise<void> {
  const { folder, bundle = join(folder, 'out/main/index.js'), packed } = hosted;
  if (!existsSync(bundle)) throw new Error(`${bundle} is missing: run "npm run build" first`);
  const args = withWholePaths(given);
  const switches = { ...readSwitches(args), ...(packed ? { remoteDebuggingPort: packed.debuggingPort } : {}) };
  const hostDir = () => join(app.getPath('userData'), 'chromium-host');
  const chromium = new Chromium(switches, hostDir, () => [
    ...defaultSession.proxySwitches(),
    ...chromiumSwitches(app.switches),
  ]);
  const app = new App({
    root: folder,
    isPackaged: packed !== undefined,
    args,
    userDataDir: switches.userDataDir,
    shutDown: () => chromium.close(),
  });
  chromium.onStarted = watchRequests;
  connectMenu(() => app.quit());
  connectWindows({
    ...{ chromium, accelerators, pressed: pressAccelerator },
    emit: (event, subject) => app.emit(event, preventable(), subject),
    onPage: ({ page }) => {
      // Without a listener Playwright answers alert() and confirm() itself, before anyone could read them.
      if (!chromium.headless) page.on('dialog', () => {});
      watchDownloads(page);
      page.once('load', () => void chromium.announce(app.getName()));
    },
    onKept: () => app.windowKept(),
    onClosed: () => app.windowClosed(),
  });
  const electron = createElectron(app, chromium, switches.testKeyStore ? () => join(hostDir(), 'test-key') : undefined);
  provideElectron(electron);
  // The reader of our output may be gone; the app must still exit in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  // As in Electron: an uncaught error is shown, and the app continues. An app with its own listener reports it itself.
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.on(event, (error: unknown) => {
      if (process.listenerCount(event) === 1) console.error(`Uncaught exception in the main process:`, error);
    });
  }
  process.argv = [process.execPath, ...(packed ? [] : [folder]), ...args];
  // As in Electron. Node would unpack the bundle's source map at the first error, which costs tens of MB for good.
  process.setSourceMapsEnabled(false);
  await serveDriver(electron);
  await import(pathToFileURL(bundle).href);
  // Without work Node would exit, but Electron's message loop continues.
  setInterval(() => {}, 0x7fff_ffff);
  app.becomeReady();
  // As in Electron, where only the end of its message loop ends the process.
  process.exit = ((code?: number) => app.exit(code)) as typeof process.exit;
}
