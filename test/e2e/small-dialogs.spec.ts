// Dialogs and menus in the smallest window, 900×600 at 200 %: what is decided, and the buttons that decide it, stay in sight.

import type { Locator, Page } from '@playwright/test';
import { resize } from '../support/resize.ts';
import { allSaved, chooseForLink, goTo, linkRow } from '../support/seller.ts';
import { expect, test } from './service.ts';

const SMALLEST = { width: 450, height: 300 };
const TITLE = 'E-book: Ten gardens for small balconies (2nd edition)';

const inSight = async (...parts: readonly Locator[]): Promise<void> => {
  for (const part of parts) await expect(part, String(part)).toBeInViewport({ ratio: 1 });
};

test('a question keeps its buttons in sight, however long its text is, and starts with what it is about', async ({
  signedInWith,
}) => {
  const { page } = await signedInWith({ products: 1, links: 2, sending: 2, productTitles: [TITLE] });
  await page.getByRole('switch', { name: 'Work offline' }).check();
  await resize(page, SMALLEST);
  const button = (name: string) => page.getByRole('dialog').getByRole('button', { name });
  await goTo(page, 'Payment links');
  for (const order of ['crash 2', 'order: 2']) {
    await linkRow(page, order).focus();
    await page.keyboard.press('Delete');
    await expect(button('Cancel')).toBeFocused();
    await inSight(button('Cancel'), button('Delete link'));
    const link = page.getByRole('list', { name: 'Payment links to delete' }).getByRole('listitem');
    await inSight(link.getByText(TITLE));
    await page.getByRole('dialog').hover();
    await page.mouse.wheel(0, 2_000);
    const last = page.getByRole('dialog').getByText(/It may exist on the service|stops working/);
    const hidden = async () => {
      const [text, foot] = [await last.boundingBox(), await button('Cancel').boundingBox()];
      return (text?.y ?? Infinity) + (text?.height ?? 0) - (foot?.y ?? 0);
    };
    await expect.poll(hidden, 'the end of the text is above the buttons').toBeLessThanOrEqual(0);
    await inSight(button('Cancel'), button('Delete link'));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await goTo(page, 'Sync');
  await page.getByRole('row').nth(1).click();
  for (const decision of ['Send again', 'Discard']) {
    await page.getByRole('button', { name: decision }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await inSight(button('Cancel'), button(decision));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

/** The px of the window that a menu leaves unused although it scrolls. */
const unusedBy = (page: Page): Promise<number> =>
  page.getByRole('menu').evaluate((menu) => {
    const { height } = menu.getBoundingClientRect();
    return menu.scrollHeight > menu.clientHeight ? window.innerHeight - height : 0;
  });

test('the menu of a row uses the height of the window, and says when there is more below', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 2, links: 20 });
  await goTo(page, 'Payment links');
  const row = page.getByRole('table', { name: 'Payment links' }).getByRole('row').nth(2);
  const opens = [
    () => row.getByRole('button', { name: /^More actions/ }).click(),
    () => row.click({ button: 'right', position: { x: 60, y: 20 } }),
  ];
  const menu = page.getByRole('menu');
  for (const height of [300, 240]) {
    await resize(page, { width: 450, height });
    for (const open of opens) {
      await open();
      await expect(menu).toBeInViewport({ ratio: 1 });
      await expect.poll(() => unusedBy(page), { message: `at ${height} px`, timeout: 8_000 }).toBeLessThanOrEqual(16);
      await expect(menu.getByRole('menuitem').nth(6)).toBeInViewport({ ratio: 0.95 });
      // The shade over the lower edge.
      await expect(menu).toHaveCSS('background-image', /gradient/);
      await page.keyboard.press('Escape');
      await expect(menu).toHaveCount(0);
    }
  }
  // A menu that fits beside its button does not cover it.
  await resize(page, { width: 900, height: 600 });
  for (const at of [1, -1]) {
    const button = page.getByRole('button', { name: /^More actions/ }).nth(at);
    await button.click();
    await expect(menu).toBeInViewport({ ratio: 1 });
    const [over, under] = [await menu.boundingBox(), await button.boundingBox()];
    if (!over || !under) throw new Error('The menu or its button is not shown.');
    expect(over.y >= under.y + under.height || over.y + over.height <= under.y).toBe(true);
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
  }
});

test('a QR code has its product, price and order beside it, with the button that saves it', async ({
  signedInWith,
}) => {
  const { page } = await signedInWith({ products: 1, links: 2, productTitles: [TITLE] });
  await allSaved(page);
  await goTo(page, 'Payment links');
  await resize(page, SMALLEST);
  await chooseForLink(page, 'order: 2', 'Show QR code');
  const dialog = page.getByRole('dialog', { name: 'QR code' });
  const shown = (text: string) => dialog.getByText(text, { exact: true });
  await expect(dialog.getByRole('button', { name: 'Save as PNG' })).toBeFocused();
  await inSight(
    dialog.getByRole('img', { name: /^QR code of/ }),
    shown(TITLE),
    shown('$2.00'),
    dialog.getByText('order: 2'),
  );
  await inSight(dialog.getByRole('button', { name: 'Save as PNG' }));
  expect(await shown(TITLE).evaluate((title) => title.scrollHeight - title.clientHeight)).toBeLessThanOrEqual(1);
  const cut = (buttons: (HTMLElement | SVGElement)[]) =>
    buttons.filter((one) => one.scrollWidth > one.clientWidth).map(({ textContent }) => textContent);
  expect(await dialog.locator('.mantine-Button-label').evaluateAll(cut)).toEqual([]);
});
