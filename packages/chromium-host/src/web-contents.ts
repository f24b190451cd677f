// WebContents: the page of a window in the main process. Loads it, and answers its calls.
import { EventEmitter } from 'node:events';
import { ipcMain } from './ipc-main.ts';
import { coveredClass, preventable } from './objects.ts';
import { forChromium } from './own-scheme.ts';
import type { FromPage } from './page-side.ts';
import type { Surface } from './surface.ts';

/** What the page needs from its window. */
export interface PageOwner {
  /** Opens the page in Chromium, at an empty document. */
  open(): Promise<Surface>;
  /** Chromium's page closed unexpectedly: the person closed the window, or Chromium ended. */
  closed(): void;
  pressed(keys: string): void;
  /** The keys for which the page calls `pressed`. */
  accelerators(): readonly string[];
  readonly headless: boolean;
}

/** The address without its fragment: a navigation within the document changes only that. */
const documentOf = (url: string): string => (URL.canParse(url) ? new URL(url).href : url).replace(/#.*/s, '');

/** @param reason as in Chromium's DevTools protocol, such as `net::ERR_FILE_NOT_FOUND` */
function loadFailure(reason: string, url: string): Error {
  const code = reason.replace(/^net::/, '');
  return Object.assign(new Error(`${code} loading '${url.slice(0, 2048)}'`), { code, url });
}

/** A load that the app requested. */
interface Load {
  readonly document: string;
  readonly ended: Promise<void>;
  readonly finish: () => void;
  readonly fail: (reason: string) => void;
}

class CoveredWebContents extends EventEmitter {
  private readonly owner: PageOwner;
  private opening: Promise<Surface> | undefined = undefined;
  private surface: Surface | undefined = undefined;
  private url = '';
  /** The load that the app requested, if one is running; the page's own navigations do not count. */
  private load: Load | undefined = undefined;
  /** The page shows Chromium's error page. */
  private failed = false;
  private crashed = false;
  private destroyed = false;
  private zoomLevel = 0;
  webRTCPolicy = 'default';

  constructor(owner: PageOwner) {
    super();
    this.owner = owner;
  }

  /** The open page, for parts of the host; undefined while there is none. */
  get live(): Surface | undefined {
    return this.surface;
  }

  /** The page, created on first use. */
  private page(): Promise<Surface> {
    if (this.destroyed) return Promise.reject(new TypeError('Object has been destroyed'));
    this.opening ??= this.owner.open().then((surface) => {
      this.surface = surface;
      this.follow(surface);
      return surface;
    });
    return this.opening;
  }

  private follow(surface: Surface): void {
    let isNew = true;
    surface.on('message', (message, frame, context) => {
      if (message.kind === 'accelerator') this.owner.pressed(message.keys);
      else if (message.kind === 'invoke') {
        const sender = this;
        const event = {
          ...{ type: 'frame' as const, sender },
          get senderFrame() {
            return frame();
          },
        };
        void answer(surface, message, event, context);
      }
    });
    surface.on('ready', () => this.sendAccelerators());
    surface.on('navigated', (url, isErrorPage) => {
      this.url = url;
      this.failed = isErrorPage;
      if (!isErrorPage) this.emit('did-navigate', preventable(), url, 200, 'OK');
    });
    surface.on('inPage', (url) => {
      this.url = url;
      this.emit('did-navigate-in-page', preventable(), url, true);
    });
    surface.on('domReady', () => {
      if (!this.failed) this.emit('dom-ready', preventable());
    });
    surface.on('loaded', () => {
      // The blank page must not stay in the history.
      if (isNew) void surface.cdp.send('Page.resetNavigationHistory').catch(() => {});
      isNew = false;
      if (this.destroyed) return;
      if (this.failed) {
        this.emit('did-fail-load', preventable(), -2, 'ERR_FAILED', this.url, true);
        return;
      }
      this.emit('did-finish-load', preventable());
      this.endLoad((load) => load.finish());
    });
    surface.on('crashed', () => {
      this.crashed = true;
      this.endLoad((load) => load.fail('ERR_FAILED'));
      this.emit('render-process-gone', preventable(), { reason: 'crashed', exitCode: 1 });
    });
    surface.on('closed', () => {
      if (this.surface !== surface) return;
      this.surface = undefined;
      this.opening = undefined;
      this.endLoad((load) => load.fail('ERR_FAILED'));
      this.owner.closed();
    });
  }

  /** Resolves with `did-finish-load`; rejects when the load fails, or another one begins. */
  loadURL(url: string): Promise<void> {
    const loaded = this.startLoad(url);
    // A caller may ignore the promise, as in Electron.
    loaded.catch(() => {});
    return loaded;
  }

  private async startLoad(url: string): Promise<void> {
    this.endLoad((load) => load.fail('ERR_ABORTED'));
    let settle: Pick<Load, 'finish' | 'fail'> = { finish: () => {}, fail: () => {} };
    const ended = new Promise<void>((resolve, reject) => {
      settle = { finish: resolve, fail: (reason) => reject(loadFailure(reason, url)) };
    });
    ended.catch(() => {});
    const load = { document: documentOf(url), ended, ...settle };
    this.load = load;
    const surface = await this.page();
    if (this.load === load) {
      const { errorText } = await surface.cdp.send('Page.navigate', {
        url: forChromium(url),
        transitionType: 'auto_toplevel',
      });
      if (errorText !== undefined && this.load === load) this.endLoad(() => load.fail(errorText));
    }
    await ended;
  }

  private endLoad(end: (load: Load) => void): void {
    const { load } = this;
    this.load = undefined;
    if (load) end(load);
  }

  /** Whether a frame may navigate to this address; a navigation to the current address is a reload. */
  allowsNavigation(url: string, isMainFrame: boolean): boolean {
    if (isMainFrame && [this.load?.document, documentOf(this.url)].includes(documentOf(url))) return true;
    const event = preventable({ url, isMainFrame, isSameDocument: false });
    this.emit('will-frame-navigate', event);
    if (isMainFrame) this.emit('will-navigate', event, url);
    return !event.defaultPrevented;
  }

  /** Playwright cannot use a crashed page, so another one replaces it. */
  reload(): void {
    if (!this.crashed) {
      void this.surface?.cdp.send('Page.reload').catch(() => {});
      return;
    }
    const previous = this.surface;
    this.crashed = false;
    this.surface = undefined;
    this.opening = undefined;
    this.startLoad(this.url)
      .catch((error: unknown) => console.error('[host] the page could not be opened again:', error))
      .finally(() => void previous?.page.close().catch(() => {}));
  }

  /** Drops the message if there is no document. */
  send(channel: string, ...args: unknown[]): void {
    this.surface?.send({ kind: 'event', channel, args: structuredClone(args) });
  }
  sendAccelerators(): void {
    this.surface?.send({ kind: 'accelerators', keys: this.owner.accelerators() });
  }
  executeJavaScript(code: string): Promise<unknown> {
    return this.page().then((surface) => surface.evaluate(code));
  }

  focus(): void {
    void this.surface?.page.bringToFront().catch(() => {});
  }
  /** With a person at the window, Chromium's own print dialog is shown, whose end is not reported. */
  print(_options: object, done: (success: boolean, failureReason: string) => void): void {
    if (this.owner.headless) console.log(`[print] ${this.url}`);
    else void this.surface?.evaluate('void setTimeout(() => print())').catch(() => {});
    setImmediate(() => done(true, ''));
  }
  setZoomLevel(level: number): void {
    this.zoomLevel = level;
    const code = `document.documentElement.style.setProperty('zoom', '${1.2 ** level}')`;
    void this.surface?.evaluate(code).catch(() => {});
  }
  getZoomLevel(): number {
    return this.zoomLevel;
  }
  /** Chromium gets the policy when it starts, with the first page. */
  setWebRTCIPHandlingPolicy(policy: string): void {
    this.webRTCPolicy = policy;
  }
  // The host closes every page that is not the app's: see requests.ts.
  setWindowOpenHandler(_handler: unknown): void {}

  getURL(): string {
    return this.url;
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  forcefullyCrashRenderer(): void {
    void this.surface?.cdp.send('Page.crash').catch(() => {});
  }
  /** Called after the window's events. */
  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.surface = undefined;
    this.endLoad((load) => load.fail('ERR_FAILED'));
    this.emit('destroyed');
    // The last page closes with Chromium itself, which is faster.
    void this.opening?.then(({ page }) => page.close()).catch(() => {});
  }
}

type Invoke = Extract<FromPage, { readonly kind: 'invoke' }>;

async function answer(
  surface: Surface,
  { id, channel, args }: Invoke,
  event: Parameters<typeof ipcMain.answer>[0],
  context: number,
): Promise<void> {
  try {
    const value = await ipcMain.answer(event, channel, args);
    surface.send({ kind: 'reply', id, value }, context);
  } catch (error) {
    surface.send({ kind: 'refusal', id, message: (error as Error).message }, context);
  }
}

export const WebContents = coveredClass('webContents', CoveredWebContents);
export type WebContents = CoveredWebContents;
