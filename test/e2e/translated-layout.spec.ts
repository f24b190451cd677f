// Headings, the selection bar and the palette's button are whole in languages with longer words.

import type { Locator, Page } from '@playwright/test';
import type { LaunchedApp } from '../support/app.ts';
import { appTexts } from '../support/app-texts.ts';
import { writeDataFolder } from '../support/data-folder.ts';
import { resize } from '../support/resize.ts';
import { test as base, expect } from './service.ts';

const test = base.extend<{ readonly launchIn: (language: string) => Promise<LaunchedApp> }>({
  launchIn: async ({ launchApp, userDataDir, service }, use) => {
    await use((language) => {
      writeDataFolder({ products: 2, links: 20, userDataDir, serviceAddress: service.url });
      return launchApp({ args: [`--lang=${language}`] });
    });
  },
});

const links = (page: Page): Locator => page.getByRole('navigation').first().getByRole('link');

for (const language of ['de', 'es', 'fr', 'pt-BR'] as const) {
  test(`headings are whole at 900 px: ${language}`, async ({ launchIn }) => {
    const { page } = await launchIn(language);
    const { names, later } = appTexts(language);
    await resize(page, { width: 900, height: 600 });
    await expect(links(page)).toHaveCount(6);
    const expectWhole = async (name: string, where: string) => {
      const heading = page.getByRole('heading', { level: 1, name, exact: true });
      await expect(heading).toBeVisible();
      const cut = () => heading.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      await expect.poll(cut, { message: where, timeout: 8_000 }).toBe(0);
    };
    for (const screen of ['products', 'paymentLinks', 'sales', 'webhook', 'sync', 'settings'] as const) {
      await links(page).filter({ hasText: names[screen] }).click();
      await expectWhole(names[screen], screen);
    }
    await page.evaluate(() => {
      location.hash = '#/links/import';
    });
    await expectWhole(names.importLinks, 'a new import');
    const { start, draft, begun } = later.linkImport;
    await page.getByRole('textbox', { name: start.pasteRows }).fill('Product,Price USD\nProduct 1,80\nProduct 2,90');
    await page.getByRole('button', { name: start.readRows }).click();
    await expect(page.getByRole('button', { name: draft.create({ links: 2 }) })).toBeEnabled();
    await expectWhole(names.importLinks, 'an open file');
    await page.getByRole('button', { name: draft.create({ links: 2 }) }).click();
    await expect(page.getByRole('button', { name: begun.saveResult })).toBeVisible();
    await expectWhole(names.importLinks, 'a started import');
  });
}

test('the first buttons of a German selection bar have their words at 900 px', async ({ launchIn }) => {
  const { page } = await launchIn('de');
  const { names, window: t } = appTexts('de');
  await resize(page, { width: 900, height: 600 });
  await links(page).filter({ hasText: names.paymentLinks }).click();
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  await page.getByRole('row').nth(1).focus();
  await page.keyboard.press('ControlOrMeta+a');
  const bar = page.getByRole('toolbar');
  const { short } = t.links.selection;
  const isSeen = (word: string) => bar.getByText(word, { exact: true }).evaluate((one) => one.clientWidth > 1);
  for (const word of [short.copy, short.export, short.replace]) await expect.poll(() => isSeen(word), word).toBe(true);
  await expect(bar.getByRole('button').last()).toBeInViewport({ ratio: 1 });
  expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(36);
});

test('the keys on the button of the palette are on one line at 640 px', async ({ launchIn }) => {
  const { page } = await launchIn('fr');
  await resize(page, { width: 640, height: 400 });
  await expect(links(page)).toHaveCount(6);
  const button = page.getByRole('navigation').first().getByRole('button').first();
  const keys = button.locator('kbd');
  await expect(keys).toBeInViewport({ ratio: 1 });
  const lines = () =>
    keys.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
  await expect.poll(lines).toBe(1);
  const edges = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, width: 0 };
  const [inner, outer] = [await edges(keys), await edges(button)];
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
});
