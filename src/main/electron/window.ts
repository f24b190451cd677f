// The app's window: opens and shows it, and asks before it closes with unsaved input.
import { join } from 'node:path';
import { app, BrowserWindow, session, shell } from 'electron';
import type { Channel, Output, ParsedInput } from '../../shared/contract.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { languageInUse } from '../../shared/texts/catalog.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Document } from '../storage/document.ts';
import type { Background } from './background.ts';
import { watchPage } from './faults.ts';
import { guardContents, guardSession, isExternalAllowed, resolverRules } from './guard.ts';
import { emit, sendEventsTo } from './ipc.ts';
import { devServer, isInLanguageInUse, isOwnUrl, pageUrl, registerAppScheme, serveAppScheme } from './own-page.ts';
import { pacHost } from './pac-host.ts';
import { requestScreen, watchListening } from './screens.ts';
import { packagedFeed } from './updates.ts';
import { keepPlace, type WindowState } from './window-state.ts';

/** Between two addresses that are opened outside. */
const OPEN_PAUSE_MS = 1_000;
const PRELOAD_FILE = join(import.meta.dirname, '../preload/index.cjs');

let window: BrowserWindow | null = null;
/** The window has unsaved input. */
let unsaved = false;
/** The page is unresponsive. */
let hangs = false;
/** The app is ending without asking. */
let isLeaving = false;
/** When an address was opened last, ms since 1970. */
let lastOpened = 0;
/** Called when the seller agrees to discard the input. */
let leave: (() => void) | null = null;

/** Sets the rules for every page. Call before the app is ready. */
export function secureApp(): void {
  app.enableSandbox();
  // electron-updater and the system's proxy script use Chromium.
  const needed = [devServer, packagedFeed(app.isPackaged, app.getAppPath())?.feed].filter((url) => url !== undefined);
  const pac = pacHost(process.platform, process.env);
  const hosts = [...needed.map((url) => new URL(url).hostname), ...(pac === null ? [] : [pac])];
  app.commandLine.appendSwitch('host-resolver-rules', resolverRules(hosts));
  registerAppScheme();
  app.on('web-contents-created', (_event, contents) => guardContents(contents, isOwnUrl));
  void app.whenReady().then(() => {
    guardSession(session.defaultSession, devServer);
    serveAppScheme();
  });
}

/** Opens the window, or shows the existing one. */
export async function openWindow(
  state: Document<WindowState>,
  background: Background,
  whenSystemEnds: (event: { preventDefault(): void }) => void,
): Promise<void> {
  if (window && !window.isDestroyed()) {
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
    show: false,
    backgroundColor: '#ffffff',
    webPreferences: {
      preload: PRELOAD_FILE,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  });
  const { webContents } = window;
  sendEventsTo(webContents);
  // A new or crashed page has no unsaved input; one that hangs cannot be asked.
  const forget = () => setUnsaved(false);
  webContents.on('dom-ready', forget);
  webContents.on('render-process-gone', forget);
  webContents.on('unresponsive', () => {
    hangs = true;
  });
  webContents.on('responsive', () => {
    hangs = false;
  });
  watchPage(window, () => app.quit());
  watchListening(webContents);
  keepPlace(window, state);
  // Windows only.
  window.on('query-session-end', whenSystemEnds);
  window.on('close', (event) => {
    if (background.staysOpen()) {
      // The hidden window keeps its input.
      event.preventDefault();
      hideWindow();
      background.hidden();
    } else if (!mayLeave(() => window?.close())) event.preventDefault();
  });
  window.on('closed', () => {
    window = null;
  });
  showWhenReady(window);
  await load(window, state.value.screen);
}

/** In ms; after that an empty window is better than none. */
const SHOW_LIMIT = 5_000;

/** Shows a new window when it is painted (which Wayland may never report), when its page is loaded, or after a timeout. */
export function showWhenReady(window: BrowserWindow): void {
  const { webContents } = window;
  const show = () => window.show();
  const timer = setTimeout(show, SHOW_LIMIT);
  const stop = () => {
    clearTimeout(timer);
    window.removeListener('ready-to-show', show);
    webContents.removeListener('did-finish-load', show);
  };
  window.once('ready-to-show', show);
  webContents.once('did-finish-load', show);
  // The seller may have shown, hidden or closed it meanwhile.
  for (const event of ['show', 'hide', 'closed'] as const) window.once(event as 'show', stop);
}

/**
 * Loads the page in the language in use. Rejects when the page cannot be loaded; not when the window was closed, navigated or crashed meanwhile.
 * @param screen such as "#/sync"
 */
export async function load(window: BrowserWindow, screen = ''): Promise<void> {
  const { webContents } = window;
  let hasCrashed = false;
  const note = () => {
    hasCrashed = true;
  };
  webContents.once('render-process-gone', note);
  try {
    await window.loadURL(pageUrl(languageInUse(), screen));
  } catch (error) {
    if (window.isDestroyed() || webContents.isDestroyed()) return;
    // `watchPage` handles crashes.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_ABORTED' && !hasCrashed && !webContents.isCrashed()) throw error;
  } finally {
    webContents.removeListener('render-process-gone', note);
  }
}

/** Reloads the page, on the same screen, if it is in another language. Asks first if there is unsaved input. */
export function showLanguage(): void {
  // The seller may answer later, when the language has changed back.
  const isShown = () => !window || window.isDestroyed() || isInLanguageInUse(window.webContents.getURL());
  const reload = () => {
    if (!window || isShown()) return;
    load(window, new URL(window.webContents.getURL()).hash).catch((error: unknown) =>
      console.error('The window could not be reloaded', error),
    );
  };
  if (!isShown() && mayLeave(reload)) reload();
}

/** From here on unsaved input is ignored. */
export function leaveUnsaved(): void {
  isLeaving = true;
}

function setUnsaved(is: boolean): void {
  // A page that calls is responsive.
  hangs = false;
  unsaved = is;
}

/** If not, the seller is asked, and `then` is called when they agree. */
export function mayLeave(then: () => void): boolean {
  if (isLeaving || !unsaved || hangs || !window || window.isDestroyed()) return true;
  leave = then;
  showWindow();
  emit('closing', {});
  return false;
}

type LeaveChannel = Extract<Channel, `leave.${string}`>;
export const leaveHandlers: { readonly [C in LeaveChannel]: (input: ParsedInput<C>) => Result<Output<C>> } = {
  'leave.unsaved': (input) => ok(setUnsaved(input.unsaved)),
  'leave.agreed': () => {
    setUnsaved(false);
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

/** Shows a screen in front; the page asks first where input is unsaved. */
export function showScreen(to: string, storeId: string | null = null): void {
  showWindow();
  requestScreen(to, storeId, emit);
}

/** Also shows a window that is hidden in the background. */
export function showWindow(): void {
  if (!window || window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Refuses addresses that may not leave the app. */
export async function openInBrowser(url: string): Promise<Result<undefined>> {
  if (!isExternalAllowed(url)) return refuse('invalid', texts.shell.addressRefused);
  // Page code must not be able to open windows without end.
  const now = Date.now();
  if (Math.abs(now - lastOpened) < OPEN_PAUSE_MS) return refuse('conflict', texts.shell.openedJustNow);
  lastOpened = now;
  try {
    await shell.openExternal(url);
    return ok(undefined);
  } catch (error) {
    console.error('The system could not open an address', error);
    return refuse('internal', texts.shell.addressNotOpened);
  }
}
