// The app's one window: how it is made, what it may not do, and what it is told.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app, BrowserWindow, shell, type WebFrameMain } from 'electron';
import type { Channel, Output, ParsedInput } from '../../shared/contract.ts';
import { ok, type Result } from '../../shared/problem.ts';
import type { Tell } from '../desk/told.ts';

const RENDERER_FILE = join(import.meta.dirname, '../renderer/index.html');
const PRELOAD_FILE = join(import.meta.dirname, '../preload/index.cjs');

/** Where the renderer is served from: the development server where electron-vite runs one, else the built file. */
const devServer = app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL;
const ownUrl = devServer ?? pathToFileURL(RENDERER_FILE).href;

let window: BrowserWindow | null = null;
/** Something is typed in the window and not saved. */
let unsaved = false;
/** What goes on when the seller agrees to leave that. */
let leave: (() => void) | null = null;

const isOwnUrl = (url: string): boolean => url.split('#')[0]?.replace(/\/$/, '') === ownUrl.replace(/\/$/, '');

/** The app's own top frame, and nothing else, may call the main process. */
export const isOwnFrame = (frame: WebFrameMain | null): boolean =>
  frame !== null && frame.parent === null && isOwnUrl(frame.url);

/** Sends an event to the window, if there is one. */
export const tell: Tell = (event, payload) => {
  if (window && !window.isDestroyed()) window.webContents.send(`desk-event:${event}`, payload);
};

/** Opens the window, or shows the one that is open. */
export async function openWindow(): Promise<void> {
  if (window && !window.isDestroyed()) {
    showWindow();
    return;
  }
  window = new BrowserWindow({
    title: 'Storefront Desk',
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
      webviewTag: false,
      spellcheck: false,
    },
  });
  const { webContents } = window;
  webContents.on('will-navigate', (event, url) => {
    if (!isOwnUrl(url)) event.preventDefault();
  });
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  webContents.session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  // A page that is new, gone or hangs holds nothing that could be asked about.
  const forget = () => setUnsaved(false);
  webContents.on('dom-ready', forget);
  webContents.on('render-process-gone', forget);
  webContents.on('unresponsive', forget);
  window.on('close', (event) => {
    if (!mayLeave(() => window?.close())) event.preventDefault();
  });
  window.once('ready-to-show', () => window?.show());
  window.on('closed', () => {
    window = null;
  });
  if (devServer) await window.loadURL(devServer);
  else await window.loadFile(RENDERER_FILE);
}

/** From now on nothing is asked about. */
export const leaveUnsaved = (): void => setUnsaved(false);

function setUnsaved(is: boolean): void {
  unsaved = is;
}

/** Whether the window may close now. If not, the seller is asked, and `then` is called when they agree. */
export function mayLeave(then: () => void): boolean {
  if (!unsaved || !window || window.isDestroyed()) return true;
  leave = then;
  showWindow();
  tell('closing', {});
  return false;
}

type LeaveChannel = Extract<Channel, `leave.${string}`>;
export const leaveHandlers: { readonly [C in LeaveChannel]: (input: ParsedInput<C>) => Result<Output<C>> } = {
  'leave.unsaved': (input) => ok(setUnsaved(input.unsaved)),
  'leave.agreed': () => {
    setUnsaved(false);
    // Answered first: the window that waits for the answer is about to go.
    if (leave) setImmediate(leave);
    leave = null;
    return ok(undefined);
  },
};

/** Brings the window to the front, for a second start of the app. */
export function showWindow(): void {
  if (!window || window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Opens a web address in the system's browser; anything else is refused before it comes here. */
export const openInBrowser = (url: string): Promise<void> => shell.openExternal(url);
