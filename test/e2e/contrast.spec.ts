// System settings of the seller: forced colours, more contrast, less motion.
import type { Locator, Page } from '@playwright/test';
import { expectNoFindings } from '../support/axe.ts';
import { writeDataFolder } from '../support/data-folder.ts';
import { readQrPng } from '../support/read-qr.ts';
import { goTo } from '../support/seller.ts';
import { expect, test } from './fixture.ts';

test.use({ needsWholeBrowser: true });

/** What a CSS system colour such as `Highlight` resolves to now. */
const colour = (page: Page, name: string): Promise<string> =>
  page.evaluate((value) => {
    const probe = document.createElement('i');
    probe.style.cssText = `color: ${value}; forced-color-adjust: none`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);

/** Texts with nearly the colour of their background. */
const unreadable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const channels = (value: string) => (value.match(/[\d.]+/g) ?? []).map(Number);
    const backgroundOf = (element: Element): number[] => {
      for (let at: Element | null = element; at; at = at.parentElement) {
        const found = channels(getComputedStyle(at).backgroundColor);
        if ((found[3] ?? 1) > 0.5) return found;
      }
      return [255, 255, 255];
    };
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement;
      if (!element || !node.textContent?.trim() || !element.checkVisibility({ visibilityProperty: true })) continue;
      const [text, back] = [channels(getComputedStyle(element).color), backgroundOf(element)];
      const far = [0, 1, 2].reduce((sum, at) => sum + Math.abs((text[at] ?? 0) - (back[at] ?? 0)), 0);
      if (far < 120) found.push(`${node.textContent.trim()}: ${text} on ${back}`);
    }
    return found;
  });

const styleOf = (locator: Locator, part: string | null, name: string): Promise<string> =>
  locator.evaluate(
    (element, [pseudo, property]) => getComputedStyle(element, pseudo).getPropertyValue(property ?? ''),
    [part, name] as const,
  );

test('focus, selection, marks and QR codes are visible with forced colours', async ({ launchApp, userDataDir }) => {
  writeDataFolder({ userDataDir, products: 3, links: 12 });
  const { page } = await launchApp();
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' });
  await goTo(page, 'Payment links');
  const rows = page.getByRole('table', { name: 'Payment links' }).getByRole('row');
  await expect(rows.nth(2)).toContainText('order: 11');
  await rows.nth(1).getByRole('checkbox').check();
  await rows.nth(2).getByRole('cell').nth(1).click();
  await expect(page.getByRole('complementary', { name: 'Link details' })).toBeVisible();
  const [highlight, canvas] = await Promise.all([colour(page, 'Highlight'), colour(page, 'Canvas')]);
  expect(highlight).not.toBe(canvas);

  for (const marked of [rows.nth(1), rows.nth(2)]) {
    expect(await styleOf(marked, '::before', 'background-color')).toBe(highlight);
  }
  expect(await styleOf(rows.nth(3), '::before', 'content')).toBe('none');
  const here = page.getByRole('link', { name: 'Payment links' });
  expect(await styleOf(here, null, 'outline-color')).toBe(highlight);
  const switched = page.getByRole('switch', { name: 'Work offline' });
  const track = switched.locator('xpath=following-sibling::*[1]');
  expect(await styleOf(track, null, 'border-top-width')).toBe('1px');
  await switched.check();
  await expect.poll(() => styleOf(track, null, 'background-color')).toBe(highlight);

  await page.getByRole('searchbox', { name: 'Search payment links' }).focus();
  const focused = page.locator(':focus');
  expect(await styleOf(focused, null, 'outline-style')).toBe('solid');
  expect(await styleOf(focused, null, 'outline-color')).toBe(highlight);
  await page.keyboard.press('Tab');
  expect(await styleOf(focused, null, 'outline-style')).toBe('solid');
  expect(await styleOf(focused, null, 'outline-color')).not.toBe(canvas);
  await expect.poll(() => unreadable(page)).toEqual([]);

  const details = page.getByRole('complementary', { name: 'Link details' });
  const url = await details.getByRole('textbox', { name: 'Checkout URL' }).inputValue();
  await details.getByRole('button', { name: 'Show QR code' }).click();
  const code = page.getByRole('img', { name: /^QR code of/ });
  await expect(code).toBeVisible();
  await expect.poll(async () => readQrPng(await code.screenshot())).toBe(url);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'New payment link' }).click();
  const once = page.getByRole('dialog').getByRole('checkbox', { name: 'Single use' });
  await once.check();
  await expect.poll(() => styleOf(once, null, 'background-color')).toBe(highlight);
  const tick = once.locator('xpath=following-sibling::*[1]');
  expect(await styleOf(tick, null, 'color')).toBe(await colour(page, 'HighlightText'));
  await expect.poll(() => unreadable(page)).toEqual([]);
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await expect.poll(() => unreadable(page)).toEqual([]);
});

test('has no serious axe findings with more contrast, and no motion with reduced motion', async ({
  launchApp,
  userDataDir,
}) => {
  writeDataFolder({ userDataDir, products: 3, links: 12 });
  const { page } = await launchApp();
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
