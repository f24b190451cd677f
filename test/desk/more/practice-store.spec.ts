// The practice store's tour, by keyboard.
import type { Page } from '@playwright/test';
import { buy } from '../../support/buyer.ts';
import { expect, test } from '../../support/desk-test.ts';
import { allSaved, createLink, goTo, linkRow } from '../../support/seller.ts';

const tour = (page: Page) => page.getByRole('region', { name: 'Tour' });
const at = (page: Page, words: string) => expect(tour(page).getByRole('status')).toContainText(words);

async function press(page: Page, name: string): Promise<void> {
  await tour(page).getByRole('button', { name }).focus();
  await page.keyboard.press('Enter');
}

/** Presses "Show me", which leads to this control, and then a key on the control. */
async function follow(page: Page, role: 'button' | 'switch', name: string, key = 'Enter'): Promise<void> {
  await press(page, 'Show me');
  const control = page.getByRole(role, { name, exact: true });
  await expect(control).toBeFocused();
  // Neither the tour nor anything else covers it.
  await control.click({ trial: true });
  await page.keyboard.press(key);
}

test('the tour leads by keyboard to a verified test event and a sale, can be repeated, and survives a restart', async ({
  openDesk,
}) => {
  const desk = await openDesk({ viewport: { width: 900, height: 600 } });
  const { page } = desk;
  await page.getByRole('button', { name: 'Open the practice store' }).click();
  await at(page, 'New here?');
  await press(page, 'Start the tour');
  await at(page, 'Step 1 of 6');
  await follow(page, 'button', 'New product');
  await expect(page.getByRole('textbox', { name: 'Product title' })).toBeFocused();
  for (const text of ['Coaching hour', 'Book now', 'One hour, by video.']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Control+Enter');
  await at(page, 'Step 2 of 6');
  await createLink(page, 'Coaching hour', '60', '1');
  await allSaved(page);
  await linkRow(page, '1').getByRole('button', { name: 'Copy checkout link' }).click();
  await at(page, 'Step 4 of 6');
  const offline = page.getByRole('switch', { name: 'Work offline' });
  await offline.check();
  await at(page, 'create another payment link');
  await createLink(page, 'Coaching hour', '60', '2');
  await at(page, 'Your change waits here');
  await offline.uncheck();
  await at(page, 'Step 5 of 6');
  await follow(page, 'button', 'Start inbox');
  await expect(page.getByRole('button', { name: 'Use this address' })).toBeVisible();
  await follow(page, 'button', 'Use this address');
  await expect(page.getByLabel('Verification key', { exact: true })).toHaveValue(/^.{64}$/);
  await follow(page, 'button', 'Save webhook');
  await expect(page.getByText('Saved on the service', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send test event' })).toBeEnabled();
  await follow(page, 'button', 'Send test event');
  await at(page, 'Step 6 of 6');
  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'Copy checkout link' }).first().click();
  await expect.poll(() => desk.copied.length).toBe(2);
  await buy(desk.copied.at(-1) ?? '');
  await at(page, 'Tour complete');
  await press(page, 'Close the tour');
  await expect(tour(page)).toBeHidden();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('start the tour');
  await page.keyboard.press('Enter');
  await at(page, 'Step 1 of 6');
  await desk.restart();
  await at(page, 'Step 1 of 6');
  await press(page, 'Leave the tour');
  await expect(tour(page)).toBeHidden();
});
