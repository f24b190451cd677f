// For sellers who need contrast, few colours, or no motion: forced colours, more contrast, reduced motion.
import type { Page } from '@playwright/test';
import { slow } from '../../../tools/test/slow.ts';
import { expect, test } from '../../support/desk-test.ts';
import { expectNoFindings } from '../../support/page-checks.ts';
import { readQrPng } from '../../support/read-qr.ts';
import { goTo } from '../../support/seller.ts';

// Axe takes about a second for each screen.
test.setTimeout(slow(180_000));

/** Texts with nearly the colour of their background. */
const unreadable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const channels = (value: string) => (value.match(/[\d.]+/g) ?? []).map(Number);
    const backgroundOf = (element: Element): number[] => {
      for (let at: Element | null = element; at; at = at.parentElement) {
        const colour = channels(getComputedStyle(at).backgroundColor);
        if ((colour[3] ?? 1) > 0.5) return colour;
      }
      return [255, 255, 255];
    };
    const pale: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!element || !node.textContent?.trim() || !element.checkVisibility({ visibilityProperty: true })) continue;
      const [text, back] = [channels(getComputedStyle(element).color), backgroundOf(element)];
      const far = [0, 1, 2].reduce((sum, at) => sum + Math.abs((text[at] ?? 0) - (back[at] ?? 0)), 0);
      if (far < 120) pale.push(`${node.textContent.trim()}: ${text} on ${back}`);
    }
    return pale;
  });

test('with forced colours texts can be read, the focus can be seen, and a QR code can be scanned', async ({
  signedInWith,
}) => {
  const { page } = await signedInWith({ products: 3, links: 12 });
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' });
  await goTo(page, 'Payment links');
  const rows = page.getByRole('table', { name: 'Payment links' }).getByRole('row');
  await rows.nth(1).getByRole('checkbox').check();
  await rows.nth(2).getByRole('cell').nth(1).click();
  const mark = (at: number) => rows.nth(at).evaluate((row) => getComputedStyle(row, '::before').backgroundColor);
  expect(await mark(1)).not.toBe(await mark(3));
  await page.getByRole('searchbox', { name: 'Search payment links' }).focus();
  expect(await page.locator(':focus').evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await expect.poll(() => unreadable(page), colorScheme).toEqual([]);
  }
  const details = page.getByRole('complementary', { name: 'Link details' });
  const url = await details.getByRole('textbox', { name: 'Checkout URL' }).inputValue();
  await details.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Show QR code' }).click();
  const code = page.getByRole('img', { name: /^QR code of/ });
  await expect.poll(async () => readQrPng(await code.screenshot())).toBe(url);
});

test('more contrast has no serious axe findings, and reduced motion no motion', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 3, links: 12 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ contrast: 'more', reducedMotion: 'reduce', colorScheme });
    for (const screen of ['Products', 'Payment links', 'Webhook', 'Sync', 'Settings']) {
      await goTo(page, screen);
      await expect(page.getByRole('heading', { name: screen, level: 1 })).toBeVisible();
      await expectNoFindings(page, `${screen}, more contrast, ${colorScheme}`);
      const moving = await page.evaluate(() =>
        [...document.querySelectorAll('*')]
          .filter((element) => {
            const { transitionDuration, animationDuration } = getComputedStyle(element);
            return `${transitionDuration},${animationDuration}`.split(',').some((time) => Number.parseFloat(time) > 0);
          })
          .map(({ className }) => String(className)),
      );
      expect(moving, screen).toEqual([]);
    }
  }
});
