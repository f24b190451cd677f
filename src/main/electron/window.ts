// The app's window. It opens on the last screen, and asks before it closes with unsaved input.
import { join } from 'node:path';
import { app, BrowserWindow, protocol, session, shell, type WebContents, type WebFrameMain } from 'electron';
import { z } from 'zod';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { LANGUAGE_PARAMETER, languageInUse } from '../../shared/texts/catalog.ts';
import { texts } from '../../shared/texts/main.ts';
import type { HandlersOf } from '../handlers.ts';
import { type Document, openDocument } from '../storage/document.ts';
import { orLog } from '../storage/durable-file.ts';
import { guardContents, guardSession, isExternalAllowed, resolverRules } from './guard.ts';
import { emit, sendEventsTo } from './ipc.ts';
import { APP_SCHEME, APP_URL, answerPageRequest } from './page-files.ts';
import { pacHost } from './system-network.ts';
import { packagedFeed } from './updates.ts';

/** The pause between two addresses that are opened outside, in ms. */
const OPEN_PAUSE_MS = 1_000;
const PRELOAD_FILE = join(import.meta.dirname, '../preload/index.cjs');
const RENDERER_FOLDER = join(import.meta.dirname, '../renderer');
/** A crashed page is reloaded after this many ms, because it may crash again and again. */
const RELOAD_PAUSE_MS = 1_000;

/** Used only in an app that `npm run dev` has started, because the page at electron-vite's address gets the app's bridge. */
const devServer = app.isPackaged || process.env.STOREFRONT_DEV !== '1' ? undefined : process.env.ELECTRON_RENDERER_URL;
const ownUrl = devServer ?? APP_URL;

const pageUrl = () => `${ownUrl}?${LANGUAGE_PARAMETER}=${languageInUse()}`;

const LANGUAGE_QUERY = new RegExp(`\\?${LANGUAGE_PARAMETER}=[A-Za-z-]{2,10}$`);

const isOwnUrl = (url: string): boolean =>
  url.split('#')[0]?.replace(LANGUAGE_QUERY, '').replace(/\/$/, '') === ownUrl.replace(/\/$/, '');

/** The app's own top frame, and nothing else, may call the main process. */
export const isOwnFrame = (frame: WebFrameMain | null): boolean =>
  frame !== null && frame.parent === null && isOwnUrl(frame.url);

/** Null while there is none, or when it is closed. */
let window: BrowserWindow | null = null;
let unsaved = false;
let hangs = false;
/** The screen at which the window will open; null for the last one. */
let firstScreen: string | null = null;
/** The app is ending without asking. */
let isLeaving = false;
let lastOpened = 0;
/** Called when the seller agrees to discard the input. */
let leave: (() => void) | null = null;

/** Sets the rules for every page. Call before the app is ready. */
export function secureApp(): void {
  app.enableSandbox();
  // electron-updater and the system's proxy script resolve names in Chromium.
  const needed = [devServer, packagedFeed(app.isPackaged, app.getAppPath())?.feed].filter((url) => url !== undefined);
  const hosts = [...needed.map((url) => new URL(url).hostname), pacHost()].filter((host) => host !== null);
  app.commandLine.appendSwitch('host-resolver-rules', resolverRules(hosts));
  protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges: { standard: true, secure: true } }]);
  app.on('web-contents-created', (_event, contents) => guardContents(contents, isOwnUrl));
  void app.whenReady().then(() => {
    guardSession(session.defaultSession, devServer);
    protocol.handle(APP_SCHEME, (request) => answerPageRequest(request, RENDERER_FOLDER));
  });
}

/**
 * Opens the window, or shows the existing one.
 * @param staysOpen whether the app keeps running when the window is closed
 */
export async function openWindow(
  lastScreen: Document<string>,
  staysOpen: () => boolean,
  whenSystemEnds: (event: { preventDefault(): void }) => void,
): Promise<void> {
  if (window) {
    showWindow();
    return;
  }
  window = new BrowserWindow({
    title: texts.names.app,
    width: 1200,
    height: 800,
    useContentSize: true,
    minWidth: 900,
    minHeight: 600,
    // Electron keeps the position and size of a window by its name.
    name: 'main',
    windowStatePersistence: true,
    show: false,
    backgroundColor: '#ffffff',
    // Nothing else is on by default.
    webPreferences: {
      preload: PRELOAD_FILE,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      safeDialogs: true,
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  });
  const { webContents } = window;
  sendEventsTo(webContents);
  // A new or crashed page has no unsaved input; one that hangs cannot be asked.
  const forget = () => {
    unsaved = false;
    hangs = false;
  };
  // Page code may leave for a blank page or an error page without a request that could be refused.
  const arrive = (url: string) => {
    forget();
    if (window && !isOwnUrl(url)) void load(window, '');
  };
  webContents.on('did-navigate', (_event, url) => arrive(url));
  // A load that was only stopped (-3) leaves the page as it was.
  webContents.on('did-fail-load', (_event, code, _text, url, isMain) => {
    if (isMain && code !== -3) arrive(url);
  });
  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    forget();
    if (reason === 'clean-exit') return;
    console.error(`The window’s process is gone: ${reason}, ${exitCode}`);
    setTimeout(() => window?.webContents.reload(), RELOAD_PAUSE_MS);
  });
  webContents.on('unresponsive', () => {
    hangs = true;
  });
  webContents.on('responsive', () => {
    hangs = false;
  });
  keepScreen(webContents, lastScreen);
  // Windows only.
  window.on('query-session-end', whenSystemEnds);
  window.on('close', (event) => {
    if (staysOpen()) {
      // The hidden window keeps its input.
      event.preventDefault();
      hideWindow();
    } else if (!mayLeave(() => window?.close())) event.preventDefault();
  });
  window.on('closed', () => {
    window = null;
  });
  // Wayland may never report that the window is ready to show.
  webContents.once('did-finish-load', () => window?.show());
  const screen = firstScreen ?? lastScreen.value;
  firstScreen = null;
  await load(window, screen);
}

/** Loads the page in the language in use, at a screen such as "#/sync". */
async function load(window: BrowserWindow, screen: string): Promise<void> {
  await window.loadURL(pageUrl() + screen).catch((error: unknown) => console.error('The page was not loaded', error));
}

/** The screen that was shown last, such as "#/links"; empty for the first one. An unreadable file is set aside. */
export const openLastScreen = (folder: string): Document<string> =>
  openDocument({
    folder,
    name: 'window',
    what: texts.storage.kept.lastScreen,
    schema: z.string(),
    initial: '',
    onSetAside: ({ file, reason }) => console.error(`The last screen was not read from ${file}: ${reason}`),
  });

function keepScreen(contents: WebContents, last: Document<string>): void {
  contents.on('did-navigate-in-page', (_event, url) => {
    // Only the screen, because a record that was open on it may be gone.
    const screen = /#\/(products|links|sales|webhook|sync|settings)/.exec(url)?.[0] ?? '';
    if (screen === last.value) return;
    orLog('The last screen could not be kept', () => last.save(screen));
  });
}

/** Reloads the page, on the same screen, if it is in another language. Asks first if there is unsaved input. */
export function showLanguage(): void {
  const url = window?.webContents.getURL() ?? '';
  // A page that still loads is in the language in use.
  if (!isOwnUrl(url) || url.split('#')[0] === pageUrl()) return;
  const reload = () => {
    if (window) void load(window, new URL(window.webContents.getURL()).hash);
  };
  if (mayLeave(reload)) reload();
}

/** Ignores unsaved input from now on. */
export function leaveUnsaved(): void {
  isLeaving = true;
}

/** Whether the page may be left. If not, asks the seller, and calls `then` when they agree. */
export function mayLeave(then: () => void): boolean {
  if (isLeaving || !unsaved || hangs || !window) return true;
  leave = then;
  showWindow();
  emit('closing', {});
  return false;
}

export const windowHandlers: HandlersOf<'leave'> = {
  'leave.unsaved': (input) => {
    unsaved = input.unsaved;
    return ok(undefined);
  },
  'leave.agreed': () => {
    unsaved = false;
    // After the answer, because the window that waits for it is about to close.
    if (leave) setImmediate(leave);
    leave = null;
    return ok(undefined);
  },
};

export function hideWindow(): void {
  // macOS would leave a black screen behind.
  if (process.platform === 'darwin' && window?.isFullScreen()) {
    window.once('leave-full-screen', () => window?.hide());
    window.setFullScreen(false);
  } else window?.hide();
}

/** Shows a screen in front, as soon as there is a window. The page asks first if input is unsaved. */
export function showScreen(to: string, storeId: string | null = null): void {
  if (!window) firstScreen = to;
  showWindow();
  emit('navigate', { to, storeId });
}

/** Also shows a window that is hidden in the background. */
export function showWindow(): void {
  if (!window) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Refuses addresses that may not leave the app. */
export async function openInBrowser(url: string): Promise<Result<undefined>> {
  const { shell: t, fields } = texts;
  if (!isExternalAllowed(url))
    return refuse('invalid', url.startsWith('mailto:') ? fields.signIn.enterWholeEmail : t.addressRefused);
  // Page code must not be able to open windows without end.
  const now = Date.now();
  if (Math.abs(now - lastOpened) < OPEN_PAUSE_MS) return refuse('conflict', t.openedJustNow);
  lastOpened = now;
  try {
    await shell.openExternal(url);
    return ok(undefined);
  } catch (error) {
    console.error('The system could not open an address', error);
    return refuse('internal', t.addressNotOpened);
  }
}
