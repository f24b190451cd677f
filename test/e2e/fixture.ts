// The base fixture of all end-to-end tests: `launchApp`, a data folder, and a check for unexpected errors.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { findHeadlessShell } from '../../tools/test/headless-shell.ts';
import { AppSeries, hasSeries, type LaunchedApp, type LaunchOptions, launchApp } from '../support/app.ts';

export { expect };

export interface Fixtures {
  /** Empty at the start, deleted after the test. */
  readonly userDataDir: string;
  /** Starts the app, by default in `userDataDir`, and ends it after the test. Can be called again for a restart. */
  readonly launchApp: (options?: Partial<LaunchOptions>) => Promise<LaunchedApp>;
  /** The window of an app started without options, for tests that need nothing more. */
  readonly page: Page;
  /** Whether the app needs a browser with all of its interface, on the Chromium host: what it must not show is tested there. */
  readonly needsWholeBrowser: boolean;
  /** Whether the app needs a process and a browser profile of its own, where a series of apps would do otherwise. */
  readonly needsOwnProcess: boolean;
  /** Whether the window has animations, as by default: for tests of what comes and goes. Drawing them takes a fifth of a test. */
  readonly isAnimated: boolean;
  /** Errors on the page or in the main process that contain one of these do not fail the test. */
  readonly allowedErrors: (string | RegExp)[];
}

function isAllowed(text: string, allowed: readonly (string | RegExp)[]): boolean {
  return allowed.some((item) => (typeof item === 'string' ? text.includes(item) : item.test(text)));
}

/** What the main process prints for an uncaught error, on Electron and on the Chromium host. */
const mainErrors =
  /^.*(Uncaught exception|Unhandled rejection|UnhandledPromiseRejection|is not covered by the Chromium host).*$/gim;

interface WorkerFixtures {
  readonly series: {
    /** A series in which no app runs. */
    free(env: Readonly<Record<string, string>>): AppSeries;
    /** Ends all series, so that the next app is the first of a new one. */
    end(): Promise<void>;
  };
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  series: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see a pattern here
    async ({}, use) => {
      const all = new Set<AppSeries>();
      const end = async () => {
        const ending = [...all].map((series) => series.end());
        all.clear();
        await Promise.all(ending);
      };
      const free = (env: Readonly<Record<string, string>>) => {
        for (const series of all) {
          if (!series.isOver) continue;
          all.delete(series);
          void series.end();
        }
        const next = [...all].find((series) => series.isFree) ?? new AppSeries(env);
        all.add(next);
        return next;
      };
      await use({ free, end });
      await end();
    },
    { scope: 'worker' },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see a pattern here
  userDataDir: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'storefront-desk-e2e-'));
    await use(folder);
    // Chromium may still be releasing a file or two.
    await rm(folder, { recursive: true, force: true, maxRetries: 40, retryDelay: 100 });
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see a pattern here
  allowedErrors: async ({}, use) => {
    await use([]);
  },

  needsWholeBrowser: [false, { option: true }],
  needsOwnProcess: [false, { option: true }],
  isAnimated: [false, { option: true }],

  launchApp: async (
    { userDataDir, allowedErrors, needsWholeBrowser, needsOwnProcess, isAnimated, series },
    use,
    testInfo,
  ) => {
    const shell = needsWholeBrowser ? undefined : findHeadlessShell();
    const browser = shell === undefined ? {} : { CHROMIUM_PATH: shell };
    const started: LaunchedApp[] = [];
    const errors: string[] = [];
    await use(async (options = {}) => {
      const isAlone = needsWholeBrowser || needsOwnProcess || options.env || !hasSeries();
      const app = isAlone
        ? await launchApp({ userDataDir, ...options, env: { ...browser, ...options.env } })
        : await launchApp({ userDataDir, ...options }, series.free(browser));
      started.push(app);
      if (!isAnimated) await app.page.emulateMedia({ reducedMotion: 'reduce' });
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
