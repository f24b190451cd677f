// Playwright fixtures that open a desk, signed in or not.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, expect } from '@playwright/test';
import { ensureChromium } from '@storefront-desk/chromium-host/find-chromium';
import { findHeadlessShell } from '../../tools/test/headless-shell.ts';
import { type DataFolderOptions, writeDataFolder } from './data-folder.ts';
import { Desk, serveWindow } from './desk.ts';
import { signInAtOnce } from './seller.ts';
import { test as base, pictureOf, watch } from './window-test.ts';

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
  /** Opens a desk, not signed in; removed after the test. Errors on its page fail the test. */
  readonly openDesk: (options?: DeskOptions) => Promise<Desk>;
  /** Opens a desk that is signed in to the service. */
  readonly signedInWith: (content?: Content, options?: DeskOptions) => Promise<Desk>;
  readonly signedIn: Desk;
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

  openDesk: async ({ deskBrowser, windowUrl, service, errors }, use, testInfo) => {
    const desks: Desk[] = [];
    await use(async ({ content, prepare, folder, viewport = { width: 1200, height: 800 } } = {}) => {
      const path = folder ?? mkdtempSync(join(tmpdir(), 'storefront-desk-walk-'));
      if (content) writeDataFolder({ ...content, userDataDir: path, serviceAddress: service.url });
      const context = await deskBrowser.newContext({ reducedMotion: 'reduce', locale: 'en-US', viewport });
      const page = await context.newPage();
      watch(page, errors);
      const desk = new Desk(page, windowUrl, path);
      desks.push(desk);
      prepare?.(desk);
      await desk.connect();
      return desk.open();
    });
    if (testInfo.status !== testInfo.expectedStatus) {
      for (const { page } of desks) {
        const body = await pictureOf(page);
        if (body) await testInfo.attach('window', { body, contentType: 'image/png' });
      }
    }
    for (const desk of desks) {
      await desk.stop();
      await desk.page.context().close();
      rmSync(desk.folder, { recursive: true, force: true });
    }
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
