// An open page: the channel between a WebContents and Chromium, over the DevTools protocol through Playwright.
import { EventEmitter } from 'node:events';
import type { CDPSession, Page } from 'playwright';
import type { Frame } from './ipc-main.ts';
import { forApp } from './own-scheme.ts';
import { BINDING, DELIVER, type FromPage, initScript, type ToPage } from './page-side.ts';

interface SurfaceEvents {
  /** `frame`: null once its document has closed. `context`: the document, for the reply. */
  message: [message: FromPage, frame: () => Frame | null, context: number];
  ready: [];
  loaded: [];
  domReady: [];
  navigated: [url: string, isErrorPage: boolean];
  inPage: [url: string];
  crashed: [];
  closed: [];
}

/** The host's own data about a frame. */
interface FrameFacts {
  readonly id: string;
  readonly parentId?: string | undefined;
  readonly url: string;
}

export class Surface extends EventEmitter<SurfaceEvents> {
  private readonly frames = new Map<string, FrameFacts>();
  /** The frame of each JavaScript context. */
  private readonly contexts = new Map<number, string>();
  private mainFrameId = '';
  /** The page's function for messages, in the document of `readyContext`. */
  private deliver: string | undefined;
  private readyContext: number | undefined;
  private waiting: { readonly text: string; readonly only: number | undefined }[] = [];
  /** False before the first document and after a crash. */
  private hasDocument = false;

  private constructor(
    readonly page: Page,
    readonly cdp: CDPSession,
  ) {
    super();
  }

  static async open(page: Page, preloadSource: string): Promise<Surface> {
    const surface = new Surface(page, await page.context().newCDPSession(page));
    surface.follow();
    const { cdp } = surface;
    const [{ frameTree }] = await Promise.all([
      cdp.send('Page.getFrameTree'),
      cdp.send('Page.enable'),
      cdp.send('Runtime.enable'),
      cdp.send('Runtime.addBinding', { name: BINDING }),
      cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: initScript(preloadSource) }),
    ]);
    surface.mainFrameId = frameTree.frame.id;
    surface.frames.set(frameTree.frame.id, frameTree.frame);
    return surface;
  }

  private follow(): void {
    const { cdp, page } = this;
    cdp.on('Runtime.executionContextCreated', ({ context }) => {
      const { frameId } = (context.auxData ?? {}) as { frameId?: string };
      if (frameId) this.contexts.set(context.id, frameId);
    });
    cdp.on('Runtime.executionContextDestroyed', ({ executionContextId }) => this.contexts.delete(executionContextId));
    // Another document is loading, so messages wait until its preload has run.
    cdp.on('Runtime.executionContextsCleared', () => this.forgetContexts());
    cdp.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name === BINDING) this.receive(payload, executionContextId);
    });
    cdp.on('Page.frameNavigated', ({ frame }) => {
      const url = forApp(frame.unreachableUrl ?? frame.url);
      this.frames.set(frame.id, { ...frame, url });
      if (frame.parentId) return;
      this.mainFrameId = frame.id;
      this.hasDocument = true;
      this.emit('navigated', url, frame.unreachableUrl !== undefined);
    });
    cdp.on('Page.navigatedWithinDocument', ({ frameId, url: address }) => {
      const [frame, url] = [this.frames.get(frameId), forApp(address)];
      if (frame) this.frames.set(frameId, { ...frame, url });
      if (frameId === this.mainFrameId) this.emit('inPage', url);
    });
    cdp.on('Page.frameAttached', ({ frameId, parentFrameId }) => {
      this.frames.set(frameId, { id: frameId, parentId: parentFrameId, url: '' });
    });
    cdp.on('Page.frameDetached', ({ frameId, reason }) => {
      if (reason !== 'swap') this.frames.delete(frameId);
    });
    cdp.on('Page.domContentEventFired', () => this.emit('domReady'));
    cdp.on('Page.loadEventFired', () => this.emit('loaded'));
    page.on('crash', () => {
      this.forgetContexts();
      this.hasDocument = false;
      this.waiting = [];
      this.emit('crashed');
    });
    page.on('close', () => {
      this.contexts.clear();
      this.emit('closed');
    });
    page.on('pageerror', (error) => console.error(`[page] ${error.stack ?? error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') console.error(`[page] ${message.text()}`);
    });
  }

  private forgetContexts(): void {
    this.contexts.clear();
    this.deliver = undefined;
  }

  /** An unknown frame has no address, so that no check trusts it. */
  private frame(id: string): Frame {
    const { url, parentId } = this.frames.get(id) ?? { url: '' };
    return { url, parent: parentId ? this.frame(parentId) : null };
  }

  private receive(payload: string, context: number): void {
    const frameId = this.contexts.get(context) ?? '';
    let message: FromPage;
    try {
      message = JSON.parse(payload) as FromPage;
    } catch {
      // Only foreign scripts send this.
      console.error('[host] a message from the page could not be read');
      return;
    }
    if (message.kind === 'ready') {
      if (frameId === this.mainFrameId) void this.takeDeliver(context);
      return;
    }
    // The document may be gone before the app checks the sender.
    const isThere = () => this.contexts.has(context) && this.frames.has(frameId);
    this.emit('message', message, () => (isThere() ? this.frame(frameId) : null), context);
  }

  private async takeDeliver(contextId: number): Promise<void> {
    const name = JSON.stringify(DELIVER);
    try {
      const { result } = await this.cdp.send('Runtime.evaluate', {
        contextId,
        expression: `(() => { const s = Symbol.for(${name}); const d = globalThis[s]; delete globalThis[s]; return d; })()`,
      });
      this.deliver = result.objectId;
      this.readyContext = contextId;
    } catch {
      return; // The page has loaded another document meanwhile, which sends its own "ready".
    }
    this.hasDocument = true;
    this.emit('ready');
    for (const { text, only } of this.waiting.splice(0)) this.post(text, only);
  }

  /**
   * Sends in the order of the calls. Messages wait for a new document until its preload has run; without a document
   * they are dropped.
   * @param only the document that asked, for a reply: no other document may get it
   */
  send(message: ToPage, only?: number): void {
    this.post(JSON.stringify(message), only);
  }

  private post(text: string, only: number | undefined): void {
    if (!this.deliver) {
      if (this.hasDocument) this.waiting.push({ text, only });
      return;
    }
    if (only !== undefined && only !== this.readyContext) return;
    this.cdp
      .send('Runtime.callFunctionOn', {
        objectId: this.deliver,
        functionDeclaration: 'function (text) { this(text); }',
        arguments: [{ value: text }],
      })
      .catch(() => {}); // The document or the page is gone; Electron drops the message then, too.
  }

  /** Runs the host's code apart from the page's scripts. */
  async evaluateApart(code: string): Promise<unknown> {
    const world = { frameId: this.mainFrameId, worldName: 'host' };
    const { executionContextId } = await this.cdp.send('Page.createIsolatedWorld', world);
    return this.evaluate(code, executionContextId);
  }

  /** @param contextId the context to run in; by default that of the page's own scripts */
  async evaluate(code: string, contextId?: number): Promise<unknown> {
    const { result, exceptionDetails } = await this.cdp.send('Runtime.evaluate', {
      expression: code,
      ...(contextId === undefined ? {} : { contextId }),
      ...{ awaitPromise: true, returnByValue: true, userGesture: true },
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }
}
