// The whole stand-in: the result of `import ... from 'electron'` in this host.
import type { MessageBoxOptions } from 'electron';
import type { App } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { ClipboardItem, clipboard } from './clipboard.ts';
import { createDialog } from './dialog.ts';
import { ipcMain } from './ipc-main.ts';
import { coveredMenu, MenuItem } from './menu.ts';
import { nativeImage } from './native-image.ts';
import { nativeTheme } from './native-theme.ts';
import { covered, uncoveredModule } from './not-covered.ts';
import { Notification } from './notification.ts';
import { protocol } from './protocol.ts';
import { connectReadiness } from './readiness.ts';
import { createSafeStorage } from './safe-storage.ts';
import { session } from './session.ts';
import { createShell } from './shell.ts';
import { crashReporter, globalShortcut, net, powerMonitor, powerSaveBlocker, screen } from './system.ts';
import { Tray } from './tray.ts';
import { WebContents } from './web-contents.ts';

/** The other members of Electron's main process: each may be imported, and throws with its name when used. */
const missing = [
  'autoUpdater',
  'BaseWindow',
  'BrowserView',
  'contentTracing',
  'desktopCapturer',
  'ImageView',
  'inAppPurchase',
  'MessageChannelMain',
  'netLog',
  'parentPort',
  'pushNotifications',
  'ServiceWorkerMain',
  'ShareMenu',
  'sharedTexture',
  'systemPreferences',
  'TouchBar',
  'utilityProcess',
  'View',
  'WebContentsView',
  'webFrameMain',
] as const;

export interface ElectronParts {
  readonly app: App;
  /** A person is at the window: links really open, and questions are asked. */
  readonly hasPerson: boolean;
  /** Undefined if nobody could see a question. */
  readonly askWhichButton: ((options: MessageBoxOptions) => Promise<number>) | undefined;
  readonly testKeyFile: (() => string) | undefined;
}

export function createElectron(parts: ElectronParts): Record<string, unknown> {
  connectReadiness(() => parts.app.isReady());
  return {
    app: covered('app', parts.app),
    BrowserWindow: covered('BrowserWindow', BrowserWindow),
    clipboard,
    ClipboardItem,
    crashReporter,
    dialog: createDialog({
      downloads: parts.hasPerson ? () => parts.app.getPath('downloads') : undefined,
      askWhichButton: parts.askWhichButton,
    }),
    globalShortcut,
    ipcMain: covered('ipcMain', ipcMain),
    Menu: coveredMenu,
    MenuItem,
    nativeImage,
    net,
    nativeTheme: covered('nativeTheme', nativeTheme),
    Notification: covered('Notification', Notification),
    powerMonitor,
    powerSaveBlocker,
    protocol,
    safeStorage: covered('safeStorage', createSafeStorage(parts.testKeyFile)),
    screen,
    session,
    shell: createShell(parts.hasPerson),
    Tray: covered('Tray', Tray),
    webContents: covered('webContents', {
      WebContents,
      getAllWebContents: () => BrowserWindow.getAllWindows().map((window) => window.webContents),
      getFocusedWebContents: () => BrowserWindow.getFocusedWindow()?.webContents ?? null,
      fromId: (id: number) => BrowserWindow.fromId(id)?.webContents,
    }),
    ...Object.fromEntries(missing.map((name) => [name, uncoveredModule(name)])),
    // Only preloads and pages have these; libraries that run in both look for them.
    ipcRenderer: undefined,
    contextBridge: undefined,
    webFrame: undefined,
  };
}
