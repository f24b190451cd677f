// The loads of a page, started by the app or by the page itself. Emits the events of a load in Electron's order.
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { preventable } from './events.ts';
import type { Frame } from './frame.ts';
import { type LoadFailure, loadFailure, nextLoad } from './next-load.ts';
import { NotCovered } from './not-covered.ts';
import { defaultProtocol, forChromium } from './own-scheme.ts';
import { PageCommands } from './page-commands.ts';
import type { Surface } from './surface.ts';

/** Without navigations within the document. */
const documentOf = (url: string): string => (URL.canParse(url) ? new URL(url).href : url).replace(/#.*/s, '');

export abstract class LoadingPage extends PageCommands {
  protected destroyed = false;
  protected url = '';
  protected loading = false;
  /** The page shows Chromium's error page. */
  private failed = false;
  /** The app's load in progress, which is no navigation of the page. */
  private own: { readonly document: string } | undefined;
  /** Chromium's answer to the last load of the app. */
  private answered: Promise<unknown> = Promise.resolve();
  /** The page is still the initial blank one, or navigates away from it. */
  private isNew = true;

  /** The page, created on first use. */
  protected abstract page(): Promise<Surface>;
  abstract get mainFrame(): Frame;

  protected follow(surface: Surface): void {
    this.isNew = true;
    surface.on('navigated', (url, isErrorPage) => {
      this.url = url;
      this.failed = isErrorPage;
      if (!isErrorPage) this.emit('did-navigate', preventable(), url, 200, 'OK');
    });
    surface.on('inPage', (url) => {
      this.url = url;
      this.emit('did-start-navigation', preventable(), url, true, true);
      this.emit('did-navigate-in-page', preventable(), url, true);
    });
    surface.on('domReady', () => {
      if (!this.failed) this.emit('dom-ready', preventable());
    });
    surface.on('loaded', () => void this.loaded(surface));
    surface.on('crashed', () => this.stopLoading());
  }

  loadURL(url: string): Promise<void> {
    const scheme = URL.canParse(url) ? new URL(url).protocol.slice(0, -1) : undefined;
    if (
      scheme !== undefined &&
      !['file', 'http', 'https', 'data', 'about'].includes(scheme) &&
      !defaultProtocol.isProtocolHandled(scheme)
    ) {
      return Promise.reject(new NotCovered(`loading a page by ${scheme}:, for which the app has no handler`));
    }
    const loaded = nextLoad(this, url);
    // A caller may ignore the promise, as in Electron.
    loaded.catch(() => {});
    if (scheme === undefined) this.emit('did-fail-load', preventable(), -300, 'ERR_INVALID_URL', url, true);
    else void this.load(url);
    return loaded;
  }

  loadFile(
    path: string,
    options: { search?: string; hash?: string; query?: Record<string, string> } = {},
  ): Promise<void> {
    // Electron resolves it from the app's folder.
    if (!isAbsolute(path)) throw new NotCovered('loadFile with a path that is not whole');
    const url = pathToFileURL(path);
    if (options.query) url.search = new URLSearchParams(options.query).toString();
    if (options.search) url.search = options.search;
    if (options.hash) url.hash = options.hash;
    return this.loadURL(url.href);
  }

  private async load(url: string): Promise<void> {
    const load = { document: documentOf(url) };
    this.own = load;
    this.startNavigation(url);
    try {
      const surface = await this.page();
      if (this.own !== load) return;
      const to = { url: forChromium(url), transitionType: 'auto_toplevel' } as const;
      const answer = surface.cdp.send('Page.navigate', to);
      this.answered = answer.catch(() => {});
      const { errorText } = await answer;
      if (errorText !== undefined && this.own === load) this.failLoad(loadFailure(errorText), url);
    } catch (error) {
      // Without a window nothing listens.
      if (this.destroyed || this.own !== load) return;
      console.error('[host] the page could not be loaded:', error);
      this.failLoad({ code: -2, name: 'ERR_FAILED' }, url);
      this.stopLoading();
    }
  }

  private startNavigation(url: string): void {
    const wasLoading = this.loading;
    this.loading = true;
    if (!wasLoading) this.emit('did-start-loading', preventable());
    this.emit('did-start-navigation', preventable(), url, false, true);
  }

  /** An aborted navigation has no error page and no `did-fail-load`. */
  private failLoad({ code, name }: LoadFailure, url: string): void {
    if (name === 'ERR_ABORTED') this.stopLoading();
    else this.emit('did-fail-load', preventable(), code, name, url, true);
  }

  private async loaded(surface: Surface): Promise<void> {
    if (this.failed) await this.answered;
    if (this.isNew) {
      this.isNew = false;
      // The blank page must not be in the history.
      await surface.cdp.send('Page.resetNavigationHistory').catch(() => {});
    }
    if (this.destroyed) return;
    if (!this.failed) this.emit('did-finish-load', preventable());
    this.stopLoading();
  }

  private stopLoading(): void {
    this.own = undefined;
    if (!this.loading) return;
    this.loading = false;
    this.emit('did-stop-loading', preventable());
  }

  /** Whether a frame may navigate to this address; a navigation to the current address is a reload. */
  allowsNavigation(url: string, isMainFrame: boolean): boolean {
    if (isMainFrame && this.own?.document === documentOf(url)) return true;
    if (!isMainFrame || documentOf(url) !== documentOf(this.url)) {
      const details = { url, isMainFrame, isSameDocument: false, frame: isMainFrame ? this.mainFrame : undefined };
      const event = preventable(details);
      this.emit('will-frame-navigate', event);
      if (isMainFrame) this.emit('will-navigate', event, url);
      if (event.defaultPrevented) return false;
    }
    if (isMainFrame) this.startNavigation(url);
    return true;
  }

  getURL(): string {
    return this.url;
  }
  isLoading(): boolean {
    return this.loading;
  }
  isLoadingMainFrame(): boolean {
    return this.loading;
  }
}
