// What every end-to-end test starts from: `launchApp`, a data folder of its own, and no errors on the page unseen.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { type LaunchedApp, type LaunchOptions, launchApp } from '../support/app.ts';

export { expect };

export interface Fixtures {
  /** Empty at the start of the test, removed after it. */
  readonly userDataDir: string;
  /** Starts the app, by default in `userDataDir`; it is ended after the test. May be called again, for a restart. */
  readonly launchApp: (options?: Partial<LaunchOptions>) => Promise<LaunchedApp>;
  /** The app's window, of an app started with no options. For tests that need no more than that. */
  readonly page: Page;
  /** An error on the page or in the main process that has one of these in it does not fail the test. */
  readonly allowedErrors: (string | RegExp)[];
}

function isAllowed(text: string, allowed: readonly (string | RegExp)[]): boolean {
  return allowed.some((item) => (typeof item === 'string' ? text.includes(item) : item.test(text)));
}

/** What the main process prints when an error was caught by nobody; Electron and the Chromium host have their own words. */
const mainErrors =
  /^.*(Uncaught exception|Unhandled rejection|UnhandledPromiseRejection|is not covered by the Chromium host).*$/gim;

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see a pattern here
  userDataDir: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'storefront-desk-e2e-'));
    await use(folder);
    // Chromium may still be letting go of a file or two.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see a pattern here
  allowedErrors: async ({}, use) => {
    await use([]);
  },

  launchApp: async ({ userDataDir, allowedErrors }, use, testInfo) => {
    const started: LaunchedApp[] = [];
    const errors: string[] = [];
    await use(async (options = {}) => {
      const app = await launchApp({ userDataDir, ...options });
      started.push(app);
      app.page.on('pageerror', (error) => errors.push(`page: ${error.message}`));
      app.page.on('console', (message) => {
        if (message.type() === 'error') errors.push(`console: ${message.text()}`);
      });
      return app;
    });
    const last = started.at(-1);
    if (last && testInfo.status !== testInfo.expectedStatus && !last.page.isClosed()) {
      const body = await last.page.screenshot({ timeout: 5_000 }).catch(() => undefined);
      if (body) await testInfo.attach('window', { body, contentType: 'image/png' });
    }
    await Promise.all(started.map((app) => app.close()));
    for (const app of started) errors.push(...(app.output().match(mainErrors) ?? []));
    if (testInfo.status !== testInfo.expectedStatus) {
      for (const app of started) await testInfo.attach('output', { body: app.output(), contentType: 'text/plain' });
    }
    expect(
      errors.filter((text) => !isAllowed(text, allowedErrors)),
      'errors that nobody expected',
    ).toEqual([]);
  },

  page: async ({ launchApp: start }, use) => {
    const app = await start();
    await use(app.page);
  },
});
