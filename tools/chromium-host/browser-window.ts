// BrowserWindow: a Chromium window with one page. Open windows are kept here.
import { readFileSync } from 'node:fs';
import type { BrowserWindowConstructorOptions, Rectangle } from 'electron';
import type { Chromium } from './chromium.ts';
import { preventable } from './events.ts';
import { covered } from './not-covered.ts';
import { Surface } from './surface.ts';
import { WebContents } from './web-contents.ts';
import { WindowFrame } from './window-frame.ts';

/** What a window needs from the host; set once at start, since Electron's constructor has no place for it. */
export interface WindowHost {
  readonly chromium: Chromium;
  /** Called after a new page was wired, before anything is loaded into it. */
  readonly onPage: (surface: Surface) => Promise<void>;
  /** Called when a window was made, before the app has it. */
  readonly onCreated: (window: BrowserWindow) => void;
  /** Called when a window that was in front is not any more. */
  readonly onBlurred: (window: BrowserWindow) => void;
  /** Called after a window is gone for good. */
  readonly onClosed: () => void;
}

let host: WindowHost | undefined;
export function connectWindows(given: WindowHost): void {
  host = given;
}

const open = new Set<BrowserWindow>();
let focused: BrowserWindow | undefined;
const defaultSize = { width: 800, height: 600 };

export class BrowserWindow extends WindowFrame {
  readonly id: number;
  readonly webContents: WebContents;
  private readonly self: BrowserWindow;
  private visible: boolean;
  private destroyed = false;

  constructor(private readonly options: BrowserWindowConstructorOptions = {}) {
    const { x = 0, y = 0, width = defaultSize.width, height = defaultSize.height } = options;
    super({ x, y, width, height }, options.title ?? '');
    const contents = new WebContents();
    this.id = contents.id;
    this.webContents = covered('webContents', contents);
    this.visible = options.show !== false;
    contents.openSurface = () => this.openSurface();
    contents.on('-page-closed', () => this.pageClosed());
    contents.on('-page-resized', (bounds: Rectangle) => this.noteBounds(bounds));
    contents.once('dom-ready', () => setImmediate(() => !this.destroyed && this.emit('ready-to-show')));
    // Listeners and `getAllWindows` must see the same object that the app holds.
    this.self = covered('BrowserWindow', this) as BrowserWindow;
    open.add(this.self);
    focused ??= this.self;
    host?.onCreated(this.self);
    // biome-ignore lint/correctness/noConstructorReturn: the app must hold the window that tells of its gaps
    return this.self;
  }

  protected get liveSurface(): Surface | undefined {
    return this.webContents.live;
  }
  protected get shownSurface(): Surface | undefined {
    return host?.chromium.headless ? undefined : this.liveSurface;
  }

  private async openSurface(): Promise<Surface> {
    if (!host) throw new Error('The host is not connected');
    const page = await host.chromium.newPage(this.bounds);
    const preload = this.options.webPreferences?.preload;
    const surface = await Surface.open(page, preload ? readFileSync(preload, 'utf8') : '');
    await this.fitPage(surface);
    await host.onPage(surface);
    return surface;
  }

  /** Chromium's page is gone without our doing: the person closed the window, or Chromium ended. */
  private pageClosed(): void {
    if (this.destroyed) return;
    const event = preventable();
    this.emit('close', event);
    if (event.defaultPrevented) this.pageGone();
    else this.finish();
  }

  /** The app prevented the closing, but Chromium's page is gone: a hidden window, for which the next show makes a page. */
  private pageGone(): void {
    this.webContents.emit('render-process-gone', preventable(), { reason: 'clean-exit', exitCode: 0 });
    this.visible = true;
    this.hide();
  }

  private finish(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    open.delete(this.self);
    if (focused === this.self) focused = [...open][0];
    const closing = this.webContents.destroy();
    this.emit('closed');
    // The last page is left to the end of Chromium itself, which is quicker.
    void closing;
    host?.onClosed();
  }

  close(): void {
    if (this.destroyed) return;
    const event = preventable();
    this.emit('close', event);
    if (!event.defaultPrevented) this.finish();
  }

  destroy(): void {
    this.finish();
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }
  loadFile(path: string, options?: Parameters<WebContents['loadFile']>[1]): Promise<void> {
    return this.webContents.loadFile(path, options);
  }
  reload(): void {
    this.webContents.reload();
  }

  show(): void {
    const was = this.visible;
    this.showInactive();
    this.focus();
    if (!was) this.emit('show');
  }
  showInactive(): void {
    if (!this.visible) {
      this.visible = true;
      this.setState('normal');
      // A window whose page the person closed, but whose closing the app prevented, gets its page again.
      const url = this.webContents.getURL();
      if (!this.webContents.live && url) void this.webContents.loadURL(url).catch(() => {});
    }
  }
  hide(): void {
    if (!this.visible) return;
    this.visible = false;
    // Chromium has no hidden windows.
    this.setState('minimized');
    this.blur();
    this.emit('hide');
  }
  focus(): void {
    focused = this.self;
    this.webContents.focus();
    this.emit('focus');
  }
  blur(): void {
    if (focused !== this.self) return;
    focused = undefined;
    this.emit('blur');
    host?.onBlurred(this.self);
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  isVisible(): boolean {
    return this.visible && !this.minimized && !this.destroyed;
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
