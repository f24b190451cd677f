// Starts and closes Chromium. By default each app has its own.
import type { BrowserContext, BrowserType } from 'playwright';
import { loadPlaywright } from './find-chromium.ts';
import { prepareProfile } from './profile.ts';

type LaunchOptions = NonNullable<Parameters<BrowserType['launchPersistentContext']>[1]>;

export interface Browsers {
  open(profile: string, options: LaunchOptions): Promise<BrowserContext>;
  close(context: BrowserContext): Promise<void>;
}

export const ownBrowser: Browsers = {
  open(profile, options) {
    prepareProfile(profile);
    return loadPlaywright().chromium.launchPersistentContext(profile, options);
  },
  close: (context) => context.close(),
};

/** An empty page that stays open between two apps; see lasting-browser.ts. */
const KEEPER_PATH = '/keeps-the-process';

export const keeperFor = (url: string): string => new URL(KEEPER_PATH, url).href;

/** Whether a page is one of the app's windows, or may become one. */
export const isWindow = (page: { url(): string }): boolean => !page.url().endsWith(KEEPER_PATH);
