// The fixtures of tests on the desk: a page, a service, and a desk that is signed in.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, test as base, chromium, expect } from '@playwright/test';
import { ensureChromium } from '@storefront-desk/chromium-host/find-chromium';
import { findHeadlessShell } from '../../tools/test/headless-shell.ts';
import { type DataFolderOptions, writeDataFolder } from './data-folder.ts';
import { Desk, serveWindow } from './desk.ts';
import { RecordingService } from './recording-service.ts';
import { signInAtOnce } from './seller.ts';

export { expect };

type Content = Omit<DataFolderOptions, 'userDataDir' | 'serviceAddress'>;

export interface DeskOptions {
  /** The content of the data folder before the app opens. */
  readonly content?: Content;
  /** Changes the computer before the app starts. */
  readonly prepare?: (desk: Desk) => void;
  readonly folder?: string;
  /** The size of the window, in CSS px. */
  readonly viewport?: { readonly width: number; readonly height: number };
}

interface Fixtures {
  readonly service: RecordingService;
  /** Opens a desk, not signed in; removed after the test. Errors on its page fail the test. */
  readonly openDesk: (options?: DeskOptions) => Promise<Desk>;
  /** Opens a desk that is signed in to the service. */
  readonly signedInWith: (content?: Content, options?: DeskOptions) => Promise<Desk>;
  readonly signedIn: Desk;
  /** Errors on the page that contain one of these do not fail the test. */
  readonly allowedErrors: (string | RegExp)[];
}

export const test = base.extend<Fixtures, { readonly windowUrl: string; readonly deskBrowser: Browser }>({
  windowUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see a pattern here
    async ({}, use) => {
      const { url, server } = await serveWindow();
      await use(url);
      server.closeAllConnections();
      server.close();
    },
    { scope: 'worker' },
  ],

  deskBrowser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see a pattern here
    async ({}, use) => {
      const executablePath = findHeadlessShell() ?? (await ensureChromium());
      const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],

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

  openDesk: async ({ deskBrowser, windowUrl, service, allowedErrors }, use, testInfo) => {
    const desks: Desk[] = [];
    const errors: string[] = [];
    await use(async ({ content, prepare, folder, viewport = { width: 1200, height: 800 } } = {}) => {
      const path = folder ?? mkdtempSync(join(tmpdir(), 'storefront-desk-walk-'));
      if (content) writeDataFolder({ ...content, userDataDir: path, serviceAddress: service.url });
      const context = await deskBrowser.newContext({ reducedMotion: 'reduce', locale: 'en-US', viewport });
      const page = await context.newPage();
      page.on('pageerror', (error) => errors.push(`page: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(`console: ${message.text()}`);
      });
      const desk = new Desk(page, windowUrl, path);
      desks.push(desk);
      prepare?.(desk);
      await desk.connect();
      return desk.open();
    });
    if (testInfo.status !== testInfo.expectedStatus) {
      for (const { page } of desks) {
        const body = await page.screenshot({ timeout: 5_000 }).catch(() => undefined);
        if (body) await testInfo.attach('window', { body, contentType: 'image/png' });
      }
    }
    for (const desk of desks) {
      await desk.stop();
      await desk.page.context().close();
      rmSync(desk.folder, { recursive: true, force: true });
    }
    const isAllowed = (text: string) =>
      allowedErrors.some((item) => (typeof item === 'string' ? text.includes(item) : item.test(text)));
    expect(
      errors.filter((text) => !isAllowed(text)),
      'errors that nobody expected',
    ).toEqual([]);
  },

  signedInWith: async ({ openDesk, service }, use) => {
    await use(async (content, options = {}) => {
      const desk = await openDesk({ ...options, ...(content ? { content } : {}) });
      await signInAtOnce(desk.page, service);
      return desk;
    });
  },

  signedIn: async ({ signedInWith }, use) => {
    await use(await signedInWith());
  },
});
