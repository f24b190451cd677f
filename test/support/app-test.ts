// The fixtures of tests of the whole app: `launchApp`, a data folder, a recording service, and a check for unexpected errors.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { findHeadlessShell } from '../../tools/test/headless-shell.ts';
import { type LaunchedApp, type LaunchOptions, launchApp } from './app.ts';
import { RecordingService } from './recording-service.ts';
import { signInAtOnce } from './seller.ts';

export { expect };

export type Launch = (options?: Partial<LaunchOptions>) => Promise<LaunchedApp>;

interface Fixtures {
  /** A new folder, deleted after the test. */
  readonly userDataDir: string;
  /** Starts the app, by default in `userDataDir`, and ends it after the test. Can be called again for a restart. */
  readonly launchApp: Launch;
  /** The window of an app started without options. */
  readonly page: Page;
  readonly service: RecordingService;
  readonly signedIn: LaunchedApp;
  /** Whether the Chromium host needs a browser with its full interface: for tests of what a page must not do. */
  readonly needsWholeBrowser: boolean;
  /** Errors on the page or in the main process that contain one of these do not fail the test. */
  readonly allowedErrors: (string | RegExp)[];
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

  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see a pattern here
  service: async ({}, use) => {
    const service = new RecordingService();
    await service.start();
    await use(service);
    await service.stop();
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see a pattern here
  allowedErrors: async ({}, use) => {
    await use([]);
  },

  needsWholeBrowser: [false, { option: true }],

  launchApp: async ({ userDataDir, allowedErrors, needsWholeBrowser }, use, testInfo) => {
    const shell = needsWholeBrowser ? undefined : findHeadlessShell();
    const browser = shell === undefined ? {} : { CHROMIUM_PATH: shell };
    const started: LaunchedApp[] = [];
    const errors: string[] = [];
    await use(async (options = {}) => {
      const app = await launchApp({ userDataDir, ...options, env: { ...browser, ...options.env } });
      started.push(app);
      await app.page.emulateMedia({ reducedMotion: 'reduce' });
      app.page.on('pageerror', (error) => errors.push(`page: ${error.message}`));
      app.page.on('console', (message) => {
        if (message.type() === 'error') errors.push(`console: ${message.text()}`);
      });
      return app;
    });
    const hasFailed = testInfo.status !== testInfo.expectedStatus;
    const last = started.at(-1);
    if (last && hasFailed && !last.page.isClosed()) {
      const body = await last.page.screenshot({ timeout: 5_000 }).catch(() => undefined);
      if (body) await testInfo.attach('window', { body, contentType: 'image/png' });
    }
    await Promise.all(started.map((app) => app.close()));
    for (const app of started) {
      errors.push(...(app.output().match(mainErrors) ?? []));
      if (hasFailed) await testInfo.attach('output', { body: app.output(), contentType: 'text/plain' });
    }
    const isAllowed = (text: string) =>
      allowedErrors.some((item) => (typeof item === 'string' ? text.includes(item) : item.test(text)));
    expect(
      errors.filter((text) => !isAllowed(text)),
      'errors that nobody expected',
    ).toEqual([]);
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

/** Starts an app that should exit. */
export const refusedStart = (launchApp: Launch, options: Partial<LaunchOptions> = {}): Promise<RefusedStart> =>
  launchApp(options).then(
    () => ({ said: 'it started', code: undefined }),
    ({ message }: Error) => {
      const [, code] = /The app ended with (\d+) /.exec(message) ?? [];
      return { said: message, code: code === undefined ? undefined : Number(code) };
    },
  );
