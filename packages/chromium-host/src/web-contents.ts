// WebContents: the page of a window in the main process.
import { once } from 'node:events';
import { keepsOpen } from './before-unload.ts';
import { preventable } from './events.ts';
import type { Frame } from './frame.ts';
import { ipcEvent, ipcMain } from './ipc-main.ts';
import { LoadingPage } from './loading-page.ts';
import type { FromPage } from './messages.ts';
import { NotCovered } from './not-covered.ts';
import { answerPermission } from './permissions.ts';
import { defaultSession } from './session.ts';
import type { Surface } from './surface.ts';

type WindowOpenHandler = (details: { url: string; frameName: string; features: string; disposition: string }) => {
  action: 'allow' | 'deny';
};

let lastId = 0;

export class WebContents extends LoadingPage {
  readonly id: number;
  readonly session = defaultSession;
  /** Set by the window of this page. */
  openSurface: (() => Promise<Surface>) | undefined;
  accelerators: (() => readonly string[]) | undefined;
  pressAccelerator: ((keys: string) => void) | undefined;
  /** The app's object for this one. */
  self: WebContents = this;
  private surface: Promise<Surface> | undefined;
  private current: Surface | undefined;
  private windowOpenHandler: WindowOpenHandler | undefined;
  private webRTCPolicy = 'default';
  private crashed = false;

  constructor() {
    super();
    lastId += 1;
    this.id = lastId;
  }

  /** The page, created on first use. */
  protected page(): Promise<Surface> {
    if (!this.openSurface) return Promise.reject(new TypeError('Object has been destroyed'));
    this.surface ??= this.openSurface().then((surface) => this.adopt(surface));
    return this.surface;
  }

  private adopt(surface: Surface): Surface {
    this.current = surface;
    surface.on('message', (message, frame, contextId) => void this.receive(surface, message, frame, contextId));
    surface.on('ready', () => this.sendAccelerators());
    this.follow(surface);
    surface.on('popup', (url, frameName, features) => {
      // The page that Chromium opens for it is closed elsewhere; here only the app is informed.
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
    return surface;
  }

  private async receive(
    surface: Surface,
    message: FromPage,
    frame: () => Frame | null,
    contextId: number,
  ): Promise<void> {
    if (message.kind === 'resize') this.emit('-page-resized', message);
    if (message.kind === 'accelerator') this.pressAccelerator?.(message.keys);
    if (message.kind === 'send') {
      const event = ipcEvent(this.self, frame);
      this.emit('ipc-message', event, message.channel, ...message.args);
      ipcMain.emit(message.channel, event, ...message.args);
    }
    if (message.kind !== 'invoke' && message.kind !== 'permission') return;
    const { id } = message;
    const reply = (value: unknown) => surface.send({ kind: 'reply', id, value }, contextId);
    try {
      if (message.kind === 'invoke') {
        await ipcMain.answer(ipcEvent(this.self, frame), message.channel, message.args, reply);
      } else reply(await answerPermission(surface, this.self, frame()?.url ?? '', message));
    } catch (error) {
      surface.send({ kind: 'refusal', id, message: error instanceof Error ? error.message : String(error) }, contextId);
    }
  }

  /** Dropped if there is no document. */
  send(channel: string, ...args: unknown[]): void {
    this.current?.send({ kind: 'event', channel, args });
  }

  /** Playwright cannot use a crashed page, so another one replaces it. */
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

  /** Chromium reads it at start; see chromium.ts. */
  setWebRTCIPHandlingPolicy(policy: string): void {
    if (this.surface && policy !== this.webRTCPolicy) throw new NotCovered('another WebRTC policy for an open page');
    this.webRTCPolicy = policy;
  }
  getWebRTCIPHandlingPolicy(): string {
    return this.webRTCPolicy;
  }

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.windowOpenHandler = handler;
  }

  get mainFrame(): Frame {
    return this.current?.frame() ?? ({ url: this.url, parent: null } as Frame);
  }

  sendAccelerators(): void {
    this.current?.send({ kind: 'accelerators', keys: this.accelerators?.() ?? [] });
  }

  /** Waits for the end of a load in progress, or of the next one. */
  async executeJavaScript(code: string): Promise<unknown> {
    if (this.url === '' || this.loading) await once(this, 'did-stop-loading');
    return (await this.page()).evaluate(code);
  }

  /** Whether the page may be closed. One that does not answer for a second may, as in Chromium. */
  async mayUnload(): Promise<boolean> {
    if (!this.current || this.crashed || this.url === '' || !(await keepsOpen(this.current))) return true;
    const event = preventable();
    this.emit('will-prevent-unload', event);
    return event.defaultPrevented;
  }

  /** For parts of the host that use the page directly; undefined while there is none. */
  get live(): Surface | undefined {
    return this.current;
  }

  getTitle(): string {
    return '';
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
  /** Closes the page after the window's events. */
  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.openSurface = undefined;
    this.current = undefined;
    this.emit('destroyed');
    // The last page closes with Chromium itself, which is faster.
    void this.surface?.then(({ page }) => page.close()).catch(() => {});
  }
}
