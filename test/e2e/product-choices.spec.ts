// The choices of a product, in filters and forms: each can be told from the others, and choosing one moves nothing.

import type { Locator, Page } from '@playwright/test';
import { resize } from '../support/resize.ts';
import { goTo, openLinkForm } from '../support/seller.ts';
import { expect, test } from './service.ts';

const SPRING = 'Photography workshop for beginners, Berlin, spring';
const AUTUMN = 'Photography workshop for beginners, Berlin, autumn';
const LONG = `${'An album of photographs of small gardens and balconies, printed on heavy paper, '.repeat(2)}volume`;
const catalog = { products: 5, links: 12, productTitles: [SPRING, AUTUMN, 'Logo design', `${LONG} 1`, `${LONG} 2`] };
const SMALL = { width: 450, height: 300 };
const MIDDLE = { width: 900, height: 600 };
const NARROWER = { width: 1200, height: 800 };
const LARGE = { width: 1280, height: 800 };
const WIDE = { width: 1920, height: 1000 };

/** The titles in an open list, each as far as it is seen. */
const seenIn = (list: Locator): Promise<string[]> =>
  list.evaluate((element) =>
    [...element.querySelectorAll('[role="option"] [title]')].map((title) => {
      const { content } = getComputedStyle(title, '::after');
      const shown = /^"(.*)" \/ ""$/.exec(content)?.[1];
      if (shown !== undefined) return shown;
      const isWhole = title.scrollWidth <= title.clientWidth && title.scrollHeight <= title.clientHeight + 1;
      return isWhole ? (title.textContent ?? '') : `cut: ${title.textContent?.slice(0, 8)}`;
    }),
  );

/** Opens the list of a field, and waits until each title in it is seen with its end. */
async function expectDistinct(page: Page, field: Locator, where: string): Promise<void> {
  await field.click();
  const list = page.getByRole('listbox');
  await expect(list.getByRole('option')).toHaveCount(5);
  const other = async () => (await seenIn(list)).filter((title) => !/(spring|autumn|design|volume [12])$/.test(title));
  await expect.poll(other, { message: where, timeout: 8_000 }).toEqual([]);
  const outside = () =>
    list.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return Math.max(-left, -top, right - window.innerWidth, bottom - window.innerHeight);
    });
  await expect
    .poll(outside, { message: `px of the list outside the window, ${where}`, timeout: 8_000 })
    .toBeLessThan(0);
  const [one, other2] = [await field.boundingBox(), await list.boundingBox()];
  expect(other2?.width, `at least as wide as the field, ${where}`).toBeGreaterThan((one?.width ?? 0) - 12);
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
}

test('titles that differ at their end can be told apart in every list of products', async ({ signedInWith }) => {
  const { page } = await signedInWith(catalog);
  for (const screen of ['Payment links', 'Sales'] as const) {
    await goTo(page, screen);
    for (const size of [WIDE, LARGE, MIDDLE, SMALL]) {
      await resize(page, size);
      const field = page.getByRole('combobox', { name: 'Filter by product' });
      await expectDistinct(page, field, `${screen} at ${size.width} px`);
    }
  }
  await resize(page, LARGE);
  const dialog = await openLinkForm(page);
  await resize(page, SMALL);
  await expectDistinct(page, dialog.getByRole('combobox', { name: 'Product' }), 'the form');
  // All of it is in sight too.
  await dialog.getByRole('combobox', { name: 'Currency' }).click();
  const adds = page.getByRole('option', { name: 'Add a currency…' });
  await expect(adds).toBeInViewport({ ratio: 1 });
  await expect.poll(async () => (await adds.boundingBox())?.height, 'px of one line').toBeLessThan(40);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await resize(page, LARGE);
  await page.getByRole('button', { name: 'Import links from CSV' }).click();
  await page.getByRole('textbox', { name: 'Paste rows' }).fill('Price USD,metadata: order\n12,2026-1');
  await page.getByRole('button', { name: 'Read rows' }).click();
  for (const size of [LARGE, SMALL]) {
    await resize(page, size);
    const field = page.getByRole('combobox', { name: 'Product for rows without one' });
    await expectDistinct(page, field, `the import at ${size.width} px`);
  }
});

test('choosing a product in a filter moves nothing, and the field says which one it is', async ({ signedInWith }) => {
  const { page } = await signedInWith(catalog);
  for (const screen of ['Payment links', 'Sales'] as const) {
    await goTo(page, screen);
    const field = page.getByRole('combobox', { name: 'Filter by product' });
    // A list without any sales has a sum above it once it has a filter.
    const after = screen === 'Sales' ? field : page.getByRole('table', { name: screen });
    const places = async () => {
      const [one, other] = [await field.boundingBox(), await after.boundingBox()];
      // The counts beside it change by a digit or two.
      return { width: Math.round((one?.width ?? 0) / 50), top: other?.y };
    };
    for (const size of [WIDE, LARGE, NARROWER, MIDDLE, SMALL]) {
      await resize(page, size);
      await expect(field).toHaveAttribute('placeholder', 'All products');
      const before = await places();
      // It has the room between the other filters and the files, which stay on one line.
      if (screen === 'Payment links' && (size === LARGE || size === NARROWER)) {
        if (size === LARGE) expect((await field.boundingBox())?.width).toBeGreaterThan(180);
        const importing = await page.getByRole('button', { name: 'Import links from CSV' }).boundingBox();
        expect(importing?.y).toBeLessThan(((await field.boundingBox())?.y ?? 0) + 20);
      }
      await field.click();
      await page.getByRole('option', { name: AUTUMN }).click();
      await expect(field).toHaveValue(AUTUMN);
      // Whole where the row has room for it, else in its tooltip.
      if (screen === 'Payment links' && size === WIDE) await expect(field).not.toHaveAttribute('title');
      else await expect(field).toHaveAttribute('title', AUTUMN);
      await expect.poll(places, { message: `${screen} at ${size.width} px`, timeout: 5_000 }).toEqual(before);
      await page.getByLabel('Show all products').click();
      await expect(field).toHaveValue('');
    }
  }
});
