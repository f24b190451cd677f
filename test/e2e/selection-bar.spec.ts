// The bar for selected rows stays on one line, and its buttons keep as many of their words as it has room for.

import type { Locator, Page } from '@playwright/test';
import { resize } from '../support/resize.ts';
import { createProduct, goTo } from '../support/seller.ts';
import { expect, test } from './service.ts';

const bar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Selection' });

/** The words of the bar's buttons that are cut off. */
const cutWords = (page: Page): Promise<string[]> =>
  bar(page)
    .locator('.mantine-Button-label')
    .evaluateAll((labels) =>
      labels
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
        .map(({ textContent }) => textContent ?? ''),
    );

test('a list does not move when hundreds of links are selected', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 2, links: 1_119 });
  await goTo(page, 'Payment links');
  const rows = page.getByRole('table', { name: 'Payment links' });
  const top = async () => (await rows.getByRole('row').nth(1).boundingBox())?.y;
  const clear = page.getByRole('button', { name: 'Clear selection' });
  for (const [width, height] of [
    [900, 600],
    [640, 400],
    [450, 300],
  ] as const) {
    await resize(page, { width, height });
    await expect(rows.getByRole('row').nth(2)).toBeVisible();
    const before = await top();
    await page.getByRole('checkbox', { name: 'Select all links' }).check();
    await expect(bar(page)).toContainText('1,119 selected');
    await expect(bar(page).getByRole('button', { name: 'Delete links' })).toBeInViewport({ ratio: 1 });
    await expect(clear).toBeInViewport({ ratio: 1 });
    expect(await top(), `at ${width} px`).toBe(before);
    expect(await cutWords(page), `at ${width} px`).toEqual([]);
    if (width === 900) {
      for (const word of ['Copy', 'Export CSV', 'New price', 'Customise', 'QR codes', 'Delete'])
        await expect(bar(page).getByText(word, { exact: true })).toBeInViewport({ ratio: 1 });
    }
    await clear.click();
    await expect(bar(page)).toHaveCount(0);
    expect(await top(), `at ${width} px`).toBe(before);
  }
});

test('decisions for some of the selected changes keep their words at 900 px', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 4, links: 20, sending: 12, heldDeletions: 3 });
  await page.getByRole('switch', { name: 'Work offline' }).check();
  await createProduct(page, 'Logo design');
  await resize(page, { width: 900, height: 600 });
  await goTo(page, 'Sync');
  await page.getByRole('row').nth(1).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await expect(bar(page)).toContainText('16 selected');
  const decisions = bar(page).getByRole('button', { name: /^(Send again|Mark as sent|Discard)/ });
  await expect(decisions).toHaveCount(3);
  const words = (button: Locator) => button.evaluate((one) => one.getAttribute('aria-label') ?? one.textContent ?? '');
  for (const decision of await decisions.all()) {
    const text = decision.getByText(await words(decision), { exact: true });
    await expect(text).toBeInViewport({ ratio: 1 });
  }
  expect(await cutWords(page)).toEqual([]);
  // With room, what changes nothing has its words too; without, everything is still on one line.
  await resize(page, { width: 1400, height: 800 });
  await expect(bar(page).getByText('Paste addresses', { exact: true })).toBeInViewport({ ratio: 1 });
  await resize(page, { width: 450, height: 300 });
  await expect(page.getByRole('button', { name: 'Clear selection' })).toBeInViewport({ ratio: 1 });
  expect((await bar(page).boundingBox())?.height).toBeLessThanOrEqual(36);
});
