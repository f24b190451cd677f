// Dialogs and menus in the smallest window, 900×600 at 200 %: what is decided, and the buttons that decide it, stay in sight.
import type { Locator } from '@playwright/test';
import { goTo, linkRow } from '../support/seller.ts';
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
  await page.setViewportSize(SMALLEST);
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
