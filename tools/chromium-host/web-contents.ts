// WebContents: the page of a window as the main process sees it.
import { pathToFileURL } from 'node:url';
import { preventable } from './events.ts';
import { ipcEvent, ipcMain } from './ipc-main.ts';
import type { FromPage } from './messages.ts';
import { covered, NotCovered } from './not-covered.ts';
import { forChromium, isHandled } from './own-scheme.ts';
import { PageCommands } from './page-commands.ts';
import { defaultSession } from './session.ts';
import type { Frame, Surface } from './surface.ts';

type WindowOpenHandler = (details: { url: string; frameName: string; features: string; disposition: string }) => {
  action: 'allow' | 'deny';
};

let lastId = 0;

export class WebContents extends PageCommands {
  readonly id: number;
  readonly session = covered('session', defaultSession);
  /** Set by the window that this is the page of. */
  openSurface: (() => Promise<Surface>) | undefined;
  accelerators: (() => readonly string[]) | undefined;
  pressAccelerator: ((keys: string) => void) | undefined;
  private surface: Promise<Surface> | undefined;
  private current: Surface | undefined;
  private windowOpenHandler: WindowOpenHandler | undefined;
  private early: { channel: string; args: unknown[] }[] = [];
  private destroyed = false;
  private crashed = false;
  private url = '';
  private loading = false;
  /** Addresses that the host itself is loading: they are no navigation of the page's. */
  private readonly own = new Set<string>();

  constructor() {
    super();
    lastId += 1;
    this.id = lastId;
  }

  /** The page, made when it is first needed. */
  private page(): Promise<Surface> {
    if (!this.openSurface) throw new Error('Object has been destroyed');
    this.surface ??= this.openSurface().then((surface) => this.adopt(surface));
    return this.surface;
  }

  private adopt(surface: Surface): Surface {
    this.current = surface;
    surface.on('message', (message, frame, contextId) => void this.hear(surface, message, frame, contextId));
    surface.on('ready', () => this.tellAccelerators());
    surface.on('navigated', (url) => {
      this.url = url;
      this.emit('did-navigate', preventable(), url, 200, 'OK');
    });
    surface.on('inPage', (url) => {
      this.url = url;
      this.emit('did-navigate-in-page', preventable(), url, true);
    });
    surface.on('domReady', () => this.emit('dom-ready', preventable()));
    surface.on('loaded', () => {
      this.loading = false;
      this.emit('did-finish-load', preventable());
      this.emit('did-stop-loading');
    });
    surface.on('popup', (url, frameName, features) => {
      // The page that Chromium opens for it is closed elsewhere; here only the app gets to know.
      const answer = this.windowOpenHandler?.({ url, frameName, features, disposition: 'foreground-tab' });
      if (answer?.action === 'allow') console.error(`[host] a second page is not covered by the Chromium host: ${url}`);
    });
    surface.on('crashed', () => {
      this.crashed = true;
      this.emit('render-process-gone', preventable(), { reason: 'crashed', exitCode: 1 });
    });
    surface.on('closed', () => {
      if (this.current !== surface) return;
      this.current = undefined;
      this.surface = undefined;
      this.emit('-page-closed');
    });
    for (const { channel, args } of this.early) surface.tell({ kind: 'event', channel, args });
    this.early = [];
    return surface;
  }

  private async hear(surface: Surface, message: FromPage, frame: Frame, contextId: number): Promise<void> {
    if (message.kind === 'resize') this.emit('-page-resized', message);
    if (message.kind === 'accelerator') this.pressAccelerator?.(message.keys);
    if (message.kind === 'send') ipcMain.emit(message.channel, ipcEvent(this, frame), ...message.args);
    if (message.kind !== 'invoke') return;
    const { id, channel, args } = message;
    try {
      const value = await ipcMain.answer(ipcEvent(this, frame), channel, args);
      surface.tell({ kind: 'reply', id, value }, contextId);
    } catch (error) {
      surface.tell({ kind: 'refusal', id, message: error instanceof Error ? error.message : String(error) }, contextId);
    }
  }

  send(channel: string, ...args: unknown[]): void {
    if (this.destroyed) throw new Error('Object has been destroyed');
    if (this.current) this.current.tell({ kind: 'event', channel, args });
    else this.early.push({ channel, args });
  }

  async loadURL(url: string): Promise<void> {
    const { protocol } = new URL(url);
    if (!['file:', 'http:', 'https:', 'data:', 'about:'].includes(protocol) && !isHandled(protocol.slice(0, -1))) {
      throw new NotCovered(`loading a page by ${protocol}, for which the app has no handler`);
    }
    const surface = await this.page();
    this.loading = true;
    this.own.add(url);
    try {
      this.emit('did-start-loading');
      const loaded = new Promise<void>((resolve) => surface.once('loaded', resolve));
      const closed = new Promise<void>((resolve) => surface.once('closed', resolve));
      const { errorText } = await surface.cdp.send('Page.navigate', {
        url: forChromium(url),
        transitionType: 'auto_toplevel',
      });
      if (errorText) {
        this.emit('did-fail-load', preventable(), -2, errorText, url, true);
        throw new Error(`${errorText} loading '${url}'`);
      }
      await Promise.race([loaded, closed]);
      // The blank page that the window began with is nowhere to go back to.
      await surface.cdp.send('Page.resetNavigationHistory').catch(() => {});
    } finally {
      this.own.delete(url);
    }
  }

  loadFile(
    path: string,
    options: { search?: string; hash?: string; query?: Record<string, string> } = {},
  ): Promise<void> {
    const url = pathToFileURL(path);
    if (options.query) url.search = new URLSearchParams(options.query).toString();
    if (options.search) url.search = options.search;
    if (options.hash) url.hash = options.hash;
    return this.loadURL(url.href);
  }

  /** A page that has crashed takes no more from Playwright, so another one takes its place. */
  override reload(): void {
    if (!this.crashed) {
      super.reload();
      return;
    }
    const gone = this.current;
    this.crashed = false;
    this.current = undefined;
    this.surface = undefined;
    this.loadURL(this.url)
      .catch((error: unknown) => console.error('[host] the page could not be opened again:', error))
      .finally(() => void gone?.page.close().catch(() => {}));
  }

  /** Whether a frame may go to this address; a page that goes where it is already is a reload. */
  allowsNavigation(url: string, isMainFrame: boolean): boolean {
    if (isMainFrame && (this.own.has(url) || url.split('#')[0] === this.url.split('#')[0])) return true;
    const details = { url, isMainFrame, isSameDocument: false, frame: isMainFrame ? this.mainFrame : undefined };
    const event = preventable(details);
    this.emit('will-frame-navigate', event);
    if (isMainFrame) this.emit('will-navigate', event, url);
    return !event.defaultPrevented;
  }

  /** Chromium is started with the strictest one, see chromium-args.ts. */
  setWebRTCIPHandlingPolicy(_policy: string): void {}

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.windowOpenHandler = handler;
  }

  get mainFrame(): Frame {
    return this.current?.frame() ?? ({ url: this.url, parent: null } as Frame);
  }

  tellAccelerators(): void {
    this.current?.tell({ kind: 'accelerators', keys: this.accelerators?.() ?? [] });
  }

  async executeJavaScript(code: string): Promise<unknown> {
    return (await this.page()).evaluate(code);
  }

  /** For the parts of the host that speak to the page themselves; undefined while there is none. */
  get live(): Surface | undefined {
    return this.current;
  }

  getURL(): string {
    return this.url;
  }
  getTitle(): string {
    return '';
  }
  isLoading(): boolean {
    return this.loading;
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  isCrashed(): boolean {
    return this.crashed;
  }
  isFocused(): boolean {
    return Boolean(this.current);
  }
  getUserAgent(): string {
    return this.session.getUserAgent();
  }
  getType(): 'window' {
    return 'window';
  }
  /** Closes the page; the window has had its say. */
  async destroy(): Promise<void> {
    if (this.destroyed) return;
    this.destroyed = true;
    this.openSurface = undefined;
    const surface = await this.surface?.catch(() => undefined);
    this.current = undefined;
    this.emit('destroyed');
    await surface?.page.close().catch(() => {});
  }
}
