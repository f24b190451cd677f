// The Chromium host: runs the built app in Node, with a Chromium window in place of Electron's.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { App } from './app.ts';
import { BrowserWindow, connectWindows } from './browser-window.ts';
import { Chromium } from './chromium.ts';
import { serveControl } from './control.ts';
import { isControlled } from './controlled.ts';
import { announceDownload } from './downloads.ts';
import { createElectron } from './electron.ts';
import { provideElectron } from './electron-hook.ts';
import { preventable } from './events.ts';
import { Menu } from './menu.ts';
import { connectMenu } from './menu-roles.ts';
import { nativeTheme } from './native-theme.ts';
import { askOnPage, QUESTION_SIZE } from './question-page.ts';
import { watchRequests } from './requests.ts';
import { defaultSession } from './session.ts';
import { Signals } from './signals.ts';
import { chromiumSwitches, readSwitches, withWholePaths } from './switches.ts';

const UNCAUGHT = [
  ['uncaughtException', 'Uncaught exception'],
  ['unhandledRejection', 'Unhandled rejection'],
] as const;

export interface HostedApp {
  /** The folder of the app's `package.json`. */
  readonly folder: string;
  /** The built main process; by default `out/main/index.js` in that folder. */
  readonly bundle?: string;
  /** Set if the folder is an unpacked package: `app.isPackaged` is true then. */
  readonly packed?: {
    /** The debugging port for a driver: a packed app accepts no switch for that. */
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
    ...defaultSession.launch(),
    ...chromiumSwitches(app.switches),
  ]);
  const app = new App({
    root: folder,
    isPackaged: packed !== undefined,
    args,
    userDataDir: switches.userDataDir,
    shutDown: () => chromium.close(),
  });

  chromium.onRequest = watchRequests;
  chromium.onClosed = () => defaultSession.ended();
  chromium.onFailure = (error) => {
    console.error(`The window could not be opened: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
    app.exit(1);
  };
  connectMenu(app);
  connectWindows({
    chromium,
    onPage: async (surface, window) => {
      const { page } = surface;
      for (const window of BrowserWindow.getAllWindows()) Menu.connect(window);
      // Without a listener Playwright answers alert() and confirm() itself, before anyone could read them.
      if (!chromium.headless) page.on('dialog', () => {});
      page.on('download', (download) => announceDownload(download, window.webContents, app.getPath('downloads')));
      page.once('load', () => void chromium.announce(app.getName()));
      await nativeTheme.apply(surface);
    },
    onCreated: (window) => {
      app.emit('web-contents-created', preventable(), window.webContents);
      app.emit('browser-window-created', preventable(), window);
    },
    onFocused: (window) => app.emit('browser-window-focus', preventable(), window),
    onBlurred: (window) => app.emit('browser-window-blur', preventable(), window),
    onKept: () => app.windowKept(),
    onClosed: () => app.windowClosed(),
  });
  provideElectron(
    createElectron({
      app,
      hasPerson: !switches.headless && !isControlled(),
      // Without a display somebody may still see the window through the debugging port.
      askWhichButton:
        isControlled() || (switches.headless && switches.remoteDebuggingPort === undefined)
          ? undefined
          : async (options) => askOnPage(await chromium.newPage(QUESTION_SIZE), app.getName(), options),
      testKeyFile: switches.testKeyStore ? () => join(hostDir(), 'test-key') : undefined,
    }),
  );
  outliveReaders();
  serveControl(app);

  // As in Electron: an uncaught error is shown, and the app continues.
  for (const [event, words] of UNCAUGHT) {
    process.on(event, (error: unknown) => {
      // An app with its own listener reports it itself.
      if (process.listenerCount(event) === 1) console.error(`${words} in the main process:`, error);
    });
  }

  process.argv = [process.execPath, ...(packed ? [] : [folder]), ...args];
  // As in Electron; Node would unpack the bundle's source map for the first error, which costs tens of MB for good.
  process.setSourceMapsEnabled(false);
  const signals = new Signals(() => app.quit());
  signals.watch();
  await import(pathToFileURL(bundle).href);
  signals.install();
  // Electron's message loop continues where Node would exit for lack of work.
  setInterval(() => {}, 0x7fff_ffff);
  app.becomeReady();
  // As in Electron, where only the end of its message loop ends the process.
  process.exit = ((code?: number) => app.exit(code)) as typeof process.exit;
}

/** The reader of our output may be gone, which must not prevent an orderly exit. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
