// A visible page: the channel between a WebContents and Chromium, over the DevTools protocol through Playwright.
import { EventEmitter } from 'node:events';
import { deflateSync } from 'node:zlib';
import type { CDPSession, Page } from 'playwright';
import { createCodec } from './codec.ts';
import { type Frame, type FrameFacts, originOf } from './frame.ts';
import type { FromPage, ToPage } from './messages.ts';
import { forApp } from './own-scheme.ts';
import { bindingName, deliverSymbol, initScript } from './page-side.ts';

export const codec = createCodec();
/** Longer messages to the page are compressed. */
const packFrom = 100_000;

interface SurfaceEvents {
  message: [message: FromPage, frame: () => Frame | null, contextId: number];
  ready: [];
  loaded: [];
  domReady: [];
  navigated: [url: string, isErrorPage: boolean];
  inPage: [url: string];
  crashed: [];
  closed: [];
  popup: [url: string, frameName: string, features: string];
  title: [title: string];
}

export class Surface extends EventEmitter<SurfaceEvents> {
  private readonly frames = new Map<string, FrameFacts>();
  /** One object per frame, since a check may compare `event.senderFrame` with `webContents.mainFrame`. */
  private readonly frameObjects = new Map<string, Frame>();
  private readonly contexts = new Map<number, string>();
  private deliver: string | undefined;
  /** The document of `deliver`: a reply to an earlier document must not reach it. */
  private readyContext: number | undefined;
  private waiting: { readonly text: string; readonly contextId: number | undefined }[] = [];
  private mainFrameId = '';
  /** The page, or its replacement, is open: false before the first and after a crash. */
  private hasDocument = false;

  private constructor(
    readonly page: Page,
    readonly cdp: CDPSession,
  ) {
    super();
  }

  static async open(page: Page, preloadSource: string): Promise<Surface> {
    const surface = new Surface(page, await page.context().newCDPSession(page));
    await surface.connect(preloadSource);
    return surface;
  }

  private async connect(preloadSource: string): Promise<void> {
    const { cdp, page } = this;
    cdp.on('Runtime.executionContextCreated', ({ context }) => {
      const aux = context.auxData as { frameId?: string } | undefined;
      if (aux?.frameId) this.contexts.set(context.id, aux.frameId);
    });
    cdp.on('Runtime.executionContextDestroyed', ({ executionContextId }) => this.contexts.delete(executionContextId));
    cdp.on('Runtime.executionContextsCleared', () => {
      // Another document is loading, so messages wait until its preload has run.
      this.contexts.clear();
      this.deliver = undefined;
    });
    cdp.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name === bindingName) this.receive(payload, executionContextId);
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
      const url = forApp(address);
      const frame = this.frames.get(frameId);
      if (frame) this.frames.set(frameId, { ...frame, url });
      if (frameId === this.mainFrameId) this.emit('inPage', url);
    });
    cdp.on('Page.frameAttached', ({ frameId, parentFrameId }) => {
      this.frames.set(frameId, { id: frameId, parentId: parentFrameId, url: '' });
    });
    cdp.on('Page.frameDetached', ({ frameId, reason }) => {
      if (reason === 'swap') return;
      this.frames.delete(frameId);
      this.frameObjects.delete(frameId);
    });
    cdp.on('Page.domContentEventFired', () => this.emit('domReady'));
    cdp.on('Page.loadEventFired', () => this.emit('loaded'));
    cdp.on('Page.windowOpen', ({ url, windowName, windowFeatures }) =>
      this.emit('popup', forApp(url), windowName, windowFeatures.join(',')),
    );
    page.on('crash', () => {
      this.contexts.clear();
      this.deliver = undefined;
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

    await Promise.all([
      cdp.send('Page.enable'),
      cdp.send('Page.getFrameTree').then(({ frameTree }) => {
        this.mainFrameId = frameTree.frame.id;
        this.frames.set(frameTree.frame.id, frameTree.frame);
      }),
      cdp.send('Runtime.enable'),
      cdp.send('Runtime.addBinding', { name: bindingName }),
      cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: initScript(preloadSource) }),
    ]);
  }

  /** The frame for Electron's `senderFrame`. An unknown frame has no address, so that no check trusts it. */
  frame(id: string = this.mainFrameId): Frame {
    const known = this.frameObjects.get(id);
    if (known) return known;
    const frames = this.frames;
    const parentOf = () => {
      const parentId = frames.get(id)?.parentId;
      return parentId ? this.frame(parentId) : null;
    };
    const frame: Frame = {
      get url() {
        return frames.get(id)?.url ?? '';
      },
      get origin() {
        return originOf(this.url);
      },
      get parent() {
        return parentOf();
      },
      frameToken: id,
      routingId: 1,
      processId: 1,
      get detached() {
        return !frames.has(id);
      },
      isDestroyed: () => !frames.has(id),
      get top(): Frame {
        return parentOf()?.top ?? frame;
      },
    };
    this.frameObjects.set(id, frame);
    return frame;
  }

  private receive(payload: string, contextId: number): void {
    const frameId = this.contexts.get(contextId) ?? '';
    let message: FromPage;
    try {
      message = codec.decode(payload) as FromPage;
    } catch {
      // Only foreign scripts send this.
      console.error('[host] a message from the page could not be read');
      return;
    }
    if (message.kind === 'ready') {
      if (frameId !== this.mainFrameId) return;
      this.hasDocument = true;
      void this.takeDeliver(contextId);
      return;
    }
    // The document may be gone before the app checks the sender.
    const isThere = () => this.contexts.has(contextId) && this.frames.has(frameId);
    this.emit('message', message, () => (isThere() ? this.frame(frameId) : null), contextId);
  }

  private async takeDeliver(contextId: number): Promise<void> {
    const name = JSON.stringify(deliverSymbol);
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
    this.emit('ready');
    const waiting = this.waiting;
    this.waiting = [];
    for (const { text, contextId: only } of waiting) this.post(text, only);
  }

  /**
   * Sends in the order of the calls; messages between the document and the end of its preload wait. Without any document they are
   * dropped.
   * @param only the document that asked, for a reply: no other one may get it
   */
  send(message: ToPage, only?: number): void {
    this.post(codec.encode(message), only);
  }

  private post(text: string, contextId: number | undefined): void {
    if (!this.deliver) {
      if (this.hasDocument) this.waiting.push({ text, contextId });
      return;
    }
    if (contextId !== undefined && contextId !== this.readyContext) return;
    this.cdp
      .send('Runtime.callFunctionOn', {
        objectId: this.deliver,
        functionDeclaration: 'function (text) { this(text); }',
        arguments: [{ value: packed(text) }],
      })
      .catch(() => {}); // The document or the page is gone; Electron drops the message then, too.
  }

  /** Runs code of the host isolated from the page's scripts. */
  async evaluateApart(code: string): Promise<unknown> {
    const world = { frameId: this.mainFrameId, worldName: 'host' };
    const { executionContextId } = await this.cdp.send('Page.createIsolatedWorld', world);
    return this.evaluate(code, executionContextId);
  }

  /** @param contextId omitted for the page's own scripts */
  async evaluate(code: string, contextId?: number): Promise<unknown> {
    const { result, exceptionDetails } = await this.cdp.send('Runtime.evaluate', {
      expression: code,
      ...(contextId === undefined ? {} : { contextId }),
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
    });
    if (exceptionDetails) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    }
    return result.value;
  }
}

/** Chromium parses long text slowly; compressed, a catalog of 100,000 links arrives several times faster. */
function packed(text: string): string {
  return text.length < packFrom ? text : `z${deflateSync(text, { level: 1 }).toString('base64')}`;
}
