// "Show me" of the tour rings the right control, whether its screen is open or has to be opened.

import type { Locator, Page } from '@playwright/test';
import { resize } from '../support/resize.ts';
import { createLink, createProduct, goTo } from '../support/seller.ts';
import { expect, test } from './fixture.ts';

test.use({ isAnimated: true });

const ring = (page: Page) => page.locator('[data-tour-ring]');

/** The ring is close around the control. */
const expectAround = (page: Page, control: Locator): Promise<void> =>
  expect(async () => {
    const [outer, inner] = [await ring(page).boundingBox(), await control.boundingBox()];
    if (!outer || !inner) throw new Error('The ring or its control is not on screen');
    for (const distance of [
      inner.x - outer.x,
      inner.y - outer.y,
      outer.x + outer.width - inner.x - inner.width,
      outer.y + outer.height - inner.y - inner.height,
    ]) {
      expect(distance).toBeGreaterThan(0);
      expect(distance).toBeLessThan(16);
    }
  }).toPass({ timeout: 400_000 });

async function startTour(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Open the practice store' }).click();
  const panel = page.getByRole('region', { name: 'Tour' });
  await panel.getByRole('button', { name: 'Start the tour' }).click();
  await expect(panel.getByRole('status')).toContainText('Step 1 of 5');
  return panel;
}

test('"Show me" highlights the control on the open screen, says so, and stops', async ({ page }) => {
  await resize(page, { width: 900, height: 600 });
  const panel = await startTour(page);
  const control = page.getByRole('button', { name: 'New product' });
  await goTo(page, 'Products');
  await panel.getByRole('button', { name: 'Show me' }).click();
  await expectAround(page, control);
  await expect(control).toBeFocused();
  await expect(panel.locator('[aria-live="polite"]')).toHaveText('“New product” is highlighted.');
  await page.keyboard.press('Shift');
  await expect(ring(page)).toHaveCount(0);
  await expect(panel.locator('[aria-live="polite"]')).toBeEmpty();

  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await panel.getByRole('button', { name: 'Show me' }).click();
  await expectAround(page, control);
  expect(await ring(page).evaluate((element) => getComputedStyle(element).animationName)).toBe('none');
  // It ends by itself.
  await expect(ring(page)).toHaveCount(0);
});

test('"Show me" opens the screen first, and follows the control until it stops moving', async ({ page }) => {
  const panel = await startTour(page);
  await goTo(page, 'Settings');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await panel.getByRole('button', { name: 'Show me' }).click();
  await expectAround(page, page.getByRole('button', { name: 'New product' }));
  await resize(page, { width: 1000, height: 640 });
  await expectAround(page, page.getByRole('button', { name: 'New product' }));
  await page.mouse.click(600, 500);
  await expect(ring(page)).toHaveCount(0);
});

test('"Show me" marks the menu of the row where the window has no room for its buttons', async ({ page }) => {
  const panel = await startTour(page);
  await createProduct(page, 'Logo design');
  await createLink(page, 'Logo design', '80', 'Z-1');
  await expect(panel.getByRole('status')).toContainText('Step 3 of 5');
  await resize(page, { width: 450, height: 300 });
  await panel.getByRole('button', { name: 'Show me' }).click();
  const menu = page.getByRole('button', { name: 'More actions for Logo design' });
  await expectAround(page, menu);
  await expect(ring(page)).toBeInViewport({ ratio: 1 });
  // The panel shows this step, and afterwards the next one.
  await expect(panel).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Copy checkout link' })).toBeInViewport({ ratio: 1 });
});
