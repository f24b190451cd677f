// Fixtures for tests of the whole app: a data folder, and the app started in it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { type OpenedApp, type OpenOptions, openApp } from '../../tools/launch/open-app.ts';
import { findHeadlessShell } from '../../tools/test/headless-shell.ts';
import { signInAtOnce } from './seller.ts';
import { test as base, pictureOf, watch } from './window-test.ts';

export { expect };

export type Launch = (options?: Partial<OpenOptions>) => Promise<OpenedApp>;

interface Fixtures {
  /** A new folder, deleted after the test. */
  readonly userDataDir: string;
  /** Starts the app, by default in `userDataDir`, and ends it after the test. Can be called again for a restart. */
  readonly launchApp: Launch;
  /** The window of an app started without options. */
  readonly page: Page;
  readonly signedIn: OpenedApp;
  /** Whether the Chromium host needs the full browser, not the headless shell: for tests of what a page must not do. */
  readonly needsWholeBrowser: boolean;
}

/** What the main process prints for an uncaught error, on Electron and on the Chromium host. */
const mainErrors =
  /^.*(Uncaught exception|Unhandled rejection|UnhandledPromiseRejection|is not covered by the Chromium host).*$/gim;

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see a pattern here
  userDataDir: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'storefront-desk-app-'));
    await use(folder);
    // Chromium may still be releasing a file or two.
    await rm(folder, { recursive: true, force: true, maxRetries: 40, retryDelay: 100 });
  },

  needsWholeBrowser: [false, { option: true }],

  launchApp: async ({ userDataDir, errors, needsWholeBrowser }, use, testInfo) => {
    const shell = needsWholeBrowser ? undefined : findHeadlessShell();
    const browser = shell === undefined ? {} : { CHROMIUM_PATH: shell };
    const started: OpenedApp[] = [];
    await use(async (options = {}) => {
      const app = await openApp({ userDataDir, ...options, env: { ...browser, ...options.env } });
      started.push(app);
      await app.page.emulateMedia({ reducedMotion: 'reduce' });
      watch(app.page, errors);
      return app;
    });
    const hasFailed = testInfo.status !== testInfo.expectedStatus;
    const last = started.at(-1);
    if (last && hasFailed && !last.page.isClosed()) {
      const body = await pictureOf(last.page);
      if (body) await testInfo.attach('window', { body, contentType: 'image/png' });
    }
    await Promise.all(started.map((app) => app.close()));
    for (const app of started) {
      errors.push(...(app.output().match(mainErrors) ?? []));
      if (hasFailed) await testInfo.attach('output', { body: app.output(), contentType: 'text/plain' });
    }
  },

  page: async ({ launchApp: start }, use) => {
    await use((await start()).page);
  },

  signedIn: async ({ launchApp: start, service }, use) => {
    const app = await start();
    await signInAtOnce(app.page, service);
    await use(app);
  },
});

interface RefusedStart {
  readonly said: string;
  /** Known only if the app is a direct child of this process, as on the Chromium host. */
  readonly code: number | undefined;
}

/** Starts an app that should refuse to start; returns what it said, and its exit code. */
export const refusedStart = (launchApp: Launch, options: Partial<OpenOptions> = {}): Promise<RefusedStart> =>
  launchApp(options).then(
    () => ({ said: 'it started', code: undefined }),
    ({ message }: Error) => {
      const [, code] = /The app ended with (\d+) /.exec(message) ?? [];
      return { said: message, code: code === undefined ? undefined : Number(code) };
    },
  );
