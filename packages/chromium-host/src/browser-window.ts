// BrowserWindow: a Chromium window with one page. Keeps the open windows.
import { readFileSync } from 'node:fs';
import { setImmediate as nextTask } from 'node:timers/promises';
import type { BrowserWindowConstructorOptions, Rectangle } from 'electron';
import type { Chromium } from './chromium.ts';
import { preventable } from './events.ts';
import { hasFault } from './faults.ts';
import { living } from './living.ts';
import { covered, NotCovered } from './not-covered.ts';
import { isReady } from './readiness.ts';
import { Surface } from './surface.ts';
import { WebContents } from './web-contents.ts';
import { WindowFrame } from './window-frame.ts';

/** What windows need from the host; set once at start, since Electron's constructor has no parameter for it. */
export interface WindowHost {
  readonly chromium: Chromium;
  /** Called after a new page was set up, before anything is loaded into it. */
  readonly onPage: (surface: Surface, window: BrowserWindow) => Promise<void>;
  /** Called for a new window before the app gets it. */
  readonly onCreated: (window: BrowserWindow) => void;
  readonly onFocused: (window: BrowserWindow) => void;
  /** Called when a window loses the front. */
  readonly onBlurred: (window: BrowserWindow) => void;
  /** Called when the app or the page prevented a window from closing. */
  readonly onKept: () => void;
  /** Called after a window was destroyed. */
  readonly onClosed: () => void;
}

let host: WindowHost | undefined;
export function connectWindows(given: WindowHost): void {
  host = given;
}

const open = new Set<BrowserWindow>();
let focused: BrowserWindow | undefined;
const defaultSize = { width: 800, height: 600 };

/** The members of a window that work after it was destroyed. */
const REMAINS = new Set(['id', 'isDestroyed', 'destroy']);
const CONTENTS_REMAIN = new Set(['isDestroyed']);

export class BrowserWindow extends WindowFrame {
  readonly id: number;
  readonly webContents: WebContents;
  private readonly self: BrowserWindow;
  /** The same as `webContents`, for the window itself, which uses it after it was destroyed. */
  private readonly contents: WebContents;
  private asking = false;

  constructor(private readonly options: BrowserWindowConstructorOptions = {}) {
    if (!isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    const { x = 0, y = 0, width = defaultSize.width, height = defaultSize.height } = options;
    super({ x, y, width, height }, options.title ?? '');
    const { partition, session } = options.webPreferences ?? {};
    if (partition || session) throw new NotCovered('a window with a session other than the default one');
    const contents = new WebContents();
    this.id = contents.id;
    this.contents = contents;
    this.webContents = living(covered('webContents', contents), () => contents.isDestroyed(), CONTENTS_REMAIN);
    contents.self = this.webContents;
    this.visible = options.show !== false;
    contents.openSurface = () => this.openSurface();
    contents.on('-page-closed', () => this.pageClosed());
    contents.on('-page-resized', (bounds: Rectangle) => this.noteBounds(bounds));
    contents.on('dom-ready', () => {
      if (!hasFault('no-ready-to-show')) this.emitSoon('ready-to-show');
    });
    // Listeners and `getAllWindows` must see the same object that the app has.
    this.self = living(covered('BrowserWindow', this as BrowserWindow), () => this.destroyed, REMAINS);
    open.add(this.self);
    if (this.visible) focused ??= this.self;
    host?.onCreated(this.self);
    // biome-ignore lint/correctness/noConstructorReturn: the app must hold the window that reports its gaps
    return this.self;
  }

  protected get liveSurface(): Surface | undefined {
    return this.contents.live;
  }
  protected get shownSurface(): Surface | undefined {
    return host?.chromium.headless ? undefined : this.liveSurface;
  }

  private async openSurface(): Promise<Surface> {
    if (!host) throw new Error('The host is not connected');
    const page = await host.chromium.newPage(this.bounds, this.webContents.getWebRTCIPHandlingPolicy());
    const preload = this.options.webPreferences?.preload;
    const surface = await Surface.open(page, preload ? readFileSync(preload, 'utf8') : '');
    await this.fitPage(surface);
    await host.onPage(surface, this.self);
    return surface;
  }

  /** Chromium's page closed unexpectedly: the person closed the window, or Chromium ended. */
  private pageClosed(): void {
    if (this.destroyed) return;
    const event = preventable();
    this.emit('close', event);
    if (!event.defaultPrevented) this.finish();
    else {
      host?.onKept();
      // A hidden window; the next show creates a page for it.
      this.contents.emit('render-process-gone', preventable(), { reason: 'clean-exit', exitCode: 0 });
      if (this.visible) this.hide();
    }
  }

  /** As in shell/browser/native_window.cc and electron_api_browser_window.cc: asks the app, then the page; destroys it later. */
  close(): void {
    const event = preventable();
    this.emit('close', event);
    if (event.defaultPrevented) host?.onKept();
    else if (!this.destroyed && !this.asking) void this.closePage();
  }

  private async closePage(): Promise<void> {
    this.asking = true;
    await nextTask();
    const mayClose = await this.contents.mayUnload();
    this.asking = false;
    if (this.destroyed) return;
    if (mayClose) this.finish();
    else host?.onKept();
  }

  /** The page first, then its window. */
  private finish(): void {
    this.contents.destroy();
    this.destroy();
  }

  /** Destroys it at once without asking. The page closes a moment later. */
  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    open.delete(this.self);
    if (focused === this.self) focused = [...open].find((window) => window.isVisible());
    this.emit('closed');
    host?.onClosed();
    setImmediate(() => this.contents.destroy());
  }

  loadURL(url: string): Promise<void> {
    return this.contents.loadURL(url);
  }
  loadFile(path: string, options?: Parameters<WebContents['loadFile']>[1]): Promise<void> {
    return this.contents.loadFile(path, options);
  }
  reload(): void {
    this.contents.reload();
  }

  protected appear(): void {
    if (this.visible) return;
    this.visible = true;
    this.setState(this.stateWhenShown());
    // The app prevented closing a window whose page the person had closed, so it gets a new page.
    const url = this.contents.getURL();
    if (!this.contents.live && url) {
      this.contents.loadURL(url).catch((error: Error) => console.error(`[host] no page again: ${error.message}`));
    }
  }
  show(): void {
    this.showInactive();
    this.focus();
  }
  showInactive(): void {
    this.appear();
    // Emitted for a visible window too, as in Electron.
    this.emit('show');
  }
  hide(): void {
    this.visible = false;
    // Chromium has no hidden windows.
    this.setState('minimized');
    this.blur();
    this.emit('hide');
  }
  /** A hidden window stays hidden, and gets no focus. */
  focus(): void {
    if (!this.visible) return;
    this.contents.focus();
    if (focused === this.self) return;
    focused = this.self;
    this.emitSoon('focus');
    host?.onFocused(this.self);
  }
  blur(): void {
    if (focused !== this.self) return;
    focused = undefined;
    this.emitSoon('blur');
    host?.onBlurred(this.self);
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  isVisible(): boolean {
    // A minimized window counts as visible except on macOS.
    return this.visible && !(this.minimized && process.platform === 'darwin');
  }
  isFocused(): boolean {
    return focused === this.self;
  }
  static getAllWindows(): BrowserWindow[] {
    return [...open];
  }
  static getFocusedWindow(): BrowserWindow | null {
    return focused ?? null;
  }
  static fromWebContents(contents: WebContents): BrowserWindow | null {
    return [...open].find((window) => window.webContents.id === contents.id) ?? null;
  }
  static fromId(id: number): BrowserWindow | null {
    return [...open].find((window) => window.id === id) ?? null;
  }
}
