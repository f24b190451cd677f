// BrowserWindow: a Chromium window with one page. A size is the size of the page, without Chromium's own frame.
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { BrowserWindowConstructorOptions, Rectangle } from 'electron';
import type { Chromium } from './chromium.ts';
import { coveredClass, mustBeReady, preventable } from './objects.ts';
import { Surface } from './surface.ts';
import { WebContents } from './web-contents.ts';

/** What windows need from the host; set once at start, since Electron's constructor has no parameter for it. */
export interface WindowHost {
  readonly chromium: Chromium;
  /** Emits an event of `app`. */
  readonly emit: (event: string, subject: object) => void;
  /** Called after a new page was set up, before anything is loaded into it. */
  readonly onPage: (surface: Surface) => void;
  /** Keys of the application menu. */
  readonly accelerators: () => readonly string[];
  readonly pressed: (keys: string) => void;
  /** Called when the app has prevented a window from closing. */
  readonly onKept: () => void;
  readonly onClosed: () => void;
}

let host: WindowHost | undefined;
export function connectWindows(given: WindowHost): void {
  host = given;
}
function connected(): WindowHost {
  if (!host) throw new Error('The host is not connected');
  return host;
}

type State = 'normal' | 'minimized' | 'fullscreen';

const open = new Set<CoveredWindow>();
let focused: CoveredWindow | undefined;
let lastId = 0;

class CoveredWindow extends EventEmitter {
  readonly id: number;
  readonly webContents: WebContents;
  private readonly preload: string | undefined;
  private readonly bounds: Rectangle;
  private state: State = 'normal';
  private stateBefore: State = 'normal';
  private visible: boolean;
  private closing = false;
  private destroyed = false;

  constructor(options: BrowserWindowConstructorOptions = {}) {
    mustBeReady('Cannot create BrowserWindow');
    super();
    const { x = 0, y = 0, width = 800, height = 600, show = true, webPreferences } = options;
    lastId += 1;
    this.id = lastId;
    this.bounds = { x, y, width, height };
    this.visible = show;
    this.preload = webPreferences?.preload;
    const { accelerators, pressed, chromium, emit } = connected();
    this.webContents = new WebContents({
      ...{ accelerators, pressed, headless: chromium.headless },
      open: () => this.openSurface(),
      closed: () => this.pageClosed(),
    });
    this.webContents.on('dom-ready', () => this.emitSoon('ready-to-show'));
    open.add(this);
    if (show) focused ??= this;
    emit('web-contents-created', this.webContents);
    emit('browser-window-created', this);
  }

  private async openSurface(): Promise<Surface> {
    const { chromium, onPage } = connected();
    const page = await chromium.newPage(this.bounds, this.webContents.webRTCPolicy);
    const surface = await Surface.open(page, this.preload ? readFileSync(this.preload, 'utf8') : '');
    await this.fitPage(surface);
    onPage(surface);
    return surface;
  }

  /** Gives the page the requested size: Chromium's own frame takes part of its window. */
  private async fitPage(surface: Surface): Promise<void> {
    const { cdp } = surface;
    const { width, height } = this.bounds;
    const { windowId } = await cdp.send('Browser.getWindowForTarget');
    const code = '[outerWidth - innerWidth, outerHeight - innerHeight]';
    const [frameWidth, frameHeight] = (await surface.evaluate(code)) as [number, number];
    const bounds = { width: width + frameWidth, height: height + frameHeight };
    await cdp.send('Browser.setWindowBounds', { windowId, bounds });
  }

  /** Handles a page that Chromium closed unexpectedly. */
  private pageClosed(): void {
    if (this.destroyed) return;
    // Before the event: if the app asks in the window, its `show` creates a new page.
    if (this.visible) this.hide();
    const event = preventable();
    this.emit('close', event);
    if (!event.defaultPrevented) {
      this.destroy();
      return;
    }
    connected().onKept();
    this.webContents.emit('render-process-gone', preventable(), { reason: 'clean-exit', exitCode: 0 });
  }

  /** Asks the app first, and destroys the window later. */
  close(): void {
    const event = preventable();
    this.emit('close', event);
    if (event.defaultPrevented) connected().onKept();
    else if (!this.destroyed && !this.closing) {
      this.closing = true;
      setImmediate(() => this.destroy());
    }
  }

  /** Destroys the window at once without asking. The page closes a moment later. */
  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    open.delete(this);
    if (focused === this) focused = [...open].find((window) => window.isVisible());
    this.emit('closed');
    connected().onClosed();
    setImmediate(() => this.webContents.destroy());
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }

  show(): void {
    this.appear();
    // Electron emits `show` for a visible window too.
    this.emit('show');
    this.focus();
  }
  private appear(): void {
    if (this.visible) return;
    this.visible = true;
    this.showState(this.state);
    // The app prevented closing a window whose page the person had closed, so the window gets a new page.
    const url = this.webContents.getURL();
    if (!this.webContents.live && url) {
      this.loadURL(url).catch((error: Error) => console.error(`[host] no page again: ${error.message}`));
    }
  }
  hide(): void {
    this.visible = false;
    // Chromium has no hidden windows.
    this.showState('minimized');
    if (focused === this) {
      focused = undefined;
      this.emitSoon('blur');
      connected().emit('browser-window-blur', this);
    }
    this.emit('hide');
  }
  /** Does nothing for a hidden window. */
  focus(): void {
    if (!this.visible) return;
    this.webContents.focus();
    if (focused === this) return;
    focused = this;
    this.emitSoon('focus');
  }

  // Each of these shows a hidden window, as in shell/browser/native_window_views.cc.
  minimize(): void {
    this.stateBefore = this.state;
    this.change('minimized', 'minimize');
  }
  /** Returns to the previous state: a window minimized in full screen fills the screen again. */
  restore(): void {
    if (this.state === 'minimized') this.change(this.stateBefore, 'restore');
  }
  setFullScreen(on: boolean): void {
    this.change(on ? 'fullscreen' : 'normal', on ? 'enter-full-screen' : 'leave-full-screen');
  }
  private change(state: State, event: string): void {
    this.appear();
    this.state = state;
    this.showState(state);
    this.emitSoon(event);
  }
  private showState(windowState: State): void {
    const cdp = connected().chromium.headless ? undefined : this.webContents.live?.cdp;
    void cdp
      ?.send('Browser.getWindowForTarget')
      .then(({ windowId }) => cdp.send('Browser.setWindowBounds', { windowId, bounds: { windowState } }))
      .catch(() => {});
  }
  /** Emits later, like events of the system. */
  private emitSoon(event: string): void {
    setImmediate(() => !this.destroyed && this.emit(event));
  }

  isMinimized(): boolean {
    return this.state === 'minimized';
  }
  isFullScreen(): boolean {
    return this.state === 'fullscreen';
  }
  isVisible(): boolean {
    return this.visible;
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }

  static getAllWindows(): CoveredWindow[] {
    return [...open];
  }
  static getFocusedWindow(): CoveredWindow | null {
    return focused ?? null;
  }
}

export const BrowserWindow = coveredClass('BrowserWindow', CoveredWindow);
export type BrowserWindow = CoveredWindow;
