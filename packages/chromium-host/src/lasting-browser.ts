// A Chromium that stays open when its app ends, and is emptied for the next app.
import type { EventEmitter } from 'node:events';
import type { BrowserContext, Page } from 'playwright';
import { type Browsers, isWindow, keeperFor, ownBrowser } from './browsers.ts';
import { rememberListeners } from './process-state.ts';

/** One process for all pages of a site; and no optimized code, for which the pages of tests live too short. */
const SWITCHES = ['--process-per-site', '--js-flags=--no-maglev --no-turbofan'];

export class LastingBrowser implements Browsers {
  /** With the options it was started with. */
  #kept: { readonly context: BrowserContext; readonly options: string } | null = null;
  #removeListeners: () => void = () => {};
  /** The address of the page that was closed last. */
  #lastUrl = '';

  /** Starts one only if the kept one was started with other options. Each window sets its size itself. */
  async open(profile: string, options: Parameters<Browsers['open']>[1]): Promise<BrowserContext> {
    const args = options.args ?? [];
    const asked = JSON.stringify([options.headless, args.filter((arg) => !arg.startsWith('--window-size='))]);
    if (this.#kept?.options !== asked) {
      await this.end();
      this.#kept = {
        context: await ownBrowser.open(profile, { ...options, args: [...args, ...SWITCHES] }),
        options: asked,
      };
    }
    const { context } = this.#kept;
    this.#removeListeners = rememberListeners(context as unknown as EventEmitter);
    const noteUrl = (page: Page) =>
      page.on('close', () => {
        this.#lastUrl = page.url();
      });
    context.pages().forEach(noteUrl);
    context.on('page', noteUrl);
    context.on('close', () => {
      this.#kept = null;
    });
    return context;
  }

  /** Empties it for the next app, which gets another one where that fails. */
  async close(context: BrowserContext): Promise<void> {
    const kept = this.#kept;
    this.#kept = null;
    this.#removeListeners();
    try {
      await this.#empty(context);
      this.#kept = kept;
    } catch (error) {
      console.error('[host] Chromium could not be emptied:', error);
      await context.close();
    }
  }

  async #empty(context: BrowserContext): Promise<void> {
    await context.unrouteAll();
    const keeper = await this.#keeper(context);
    const fresh = await context.newPage();
    const cdp = await context.newCDPSession(fresh);
    const kept = [await targetOf(fresh), await targetOf(keeper)];
    // Playwright does not know a page that never got its document.
    const { targetInfos } = await cdp.send('Target.getTargets');
    const used = targetInfos.filter(({ type, targetId }) => type === 'page' && !kept.includes(targetId));
    await Promise.all(used.map(({ targetId }) => cdp.send('Target.closeTarget', { targetId })));
    await cdp.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' });
    await cdp.detach();
    await context.clearCookies();
    await context.grantPermissions(['clipboard-write']);
    await keeper.evaluate(() => navigator.clipboard.writeText(''));
    await context.clearPermissions();
  }

  async #keeper(context: BrowserContext): Promise<Page> {
    const known = context.pages().find((page) => !isWindow(page));
    if (known) return known;
    const page = await context.newPage();
    const url = keeperFor(this.#lastUrl.startsWith('https:') ? this.#lastUrl : 'https://keeper.localhost');
    // With the policy of the app's pages: Chromium separates pages by it.
    const headers = { 'Cross-Origin-Opener-Policy': 'same-origin' };
    await page.route(url, (route) => route.fulfill({ contentType: 'text/html', headers, body: '' }));
    await page.goto(url);
    page.on('crash', () => void page.close().catch(() => {}));
    return page;
  }

  async end(): Promise<void> {
    await this.#kept?.context.close();
    this.#kept = null;
  }
}

async function targetOf(page: Page): Promise<string> {
  const cdp = await page.context().newCDPSession(page);
  const { targetInfo } = await cdp.send('Target.getTargetInfo');
  await cdp.detach();
  return targetInfo.targetId;
}
