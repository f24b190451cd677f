// The tour of the practice store by keyboard alone: it leads to each control, detects each step, and is remembered.

import type { Page } from '@playwright/test';
import { expectNoFindings } from '../support/axe.ts';
import { writeDataFolder } from '../support/data-folder.ts';
import { resize } from '../support/resize.ts';
import { allSaved, chooseForLink, createLink, createProduct, linkRow } from '../support/seller.ts';
import { expect, test } from './fixture.ts';

test.use({ isAnimated: true });

const panel = (page: Page) => page.getByRole('region', { name: 'Tour' });

/** Presses a button of the panel by keyboard. */
async function press(page: Page, name: string): Promise<void> {
  await panel(page).getByRole('button', { name }).focus();
  await page.keyboard.press('Enter');
}

const at = (page: Page, words: string) => expect(panel(page).getByRole('status')).toContainText(words);

/** The panel does not cover the focused control, once "Show me" has stopped scrolling. */
const expectBeside = (page: Page): Promise<void> =>
  expect(async () => {
    const tour = await panel(page).boundingBox();
    const control = await page.locator(':focus').boundingBox();
    if (!tour || !control) throw new Error('The tour or its control is not on screen');
    const apart =
      control.y >= tour.y + tour.height ||
      control.y + control.height <= tour.y ||
      control.x >= tour.x + tour.width ||
      control.x + control.width <= tour.x;
    expect(apart).toBe(true);
    expect(control.y + control.height).toBeLessThanOrEqual(600);
  }).toPass({ timeout: 400_000 });

async function makeLink(page: Page, price: string): Promise<void> {
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New payment link' });
  // The store has one product.
  await expect(dialog.getByRole('combobox', { name: 'Product' })).toHaveValue('Coaching hour');
  await expect(dialog.getByRole('textbox', { name: 'Price', exact: true })).toBeFocused();
  await page.keyboard.type(price);
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
}

test('the practice store offers a tour of five steps, which detects each one and survives a restart', async ({
  launchApp,
}) => {
  const first = await launchApp();
  let { page } = first;
  await resize(page, { width: 900, height: 600 });
  await page.getByRole('button', { name: 'Open the practice store' }).click();
  await at(page, 'New here?');
  await press(page, 'Start the tour');
  await at(page, 'Step 1 of 5: Create a product');
  // The screen below does not move when a step is done.
  const heightOf = async () => (await panel(page).boundingBox())?.height;
  const height = await heightOf();
  await expect(panel(page).getByRole('button', { name: 'Show me' })).toBeFocused();

  await press(page, 'Show me');
  await expect(page.getByRole('button', { name: 'New product' })).toBeFocused();
  await expectBeside(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Button title' })).toBeFocused();
  await page.keyboard.type('Book now');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Coaching hour');
  await page.keyboard.press('Tab');
  await page.keyboard.type('One hour, by video.');
  await page.keyboard.press('Control+Enter');

  await at(page, 'Step 2 of 5: Create a payment link');
  expect(await heightOf()).toBe(height);
  await press(page, 'Show me');
  await expect(page.getByRole('button', { name: 'New payment link' })).toBeFocused();
  await expectBeside(page);
  await makeLink(page, '80.10');

  await at(page, 'Step 3 of 5: Share its checkout link');
  expect(await heightOf()).toBe(height);
  await allSaved(page);
  await press(page, 'Show me');
  await expect(page.getByRole('button', { name: 'Copy checkout link' })).toBeFocused();
  await expectBeside(page);
  await page.keyboard.press('Enter');

  await at(page, 'Step 4 of 5: Work offline');
  expect(await heightOf()).toBe(height);
  await press(page, 'Show me');
  await expect(page.getByRole('switch', { name: 'Work offline' })).toBeFocused();
  await expect(page.locator('[data-tour-ring]')).toBeInViewport({ ratio: 1 });
  await expectBeside(page);
  await page.keyboard.press('Space');
  await at(page, 'Now create another payment link');
  await press(page, 'Show me');
  await expect(page.getByRole('button', { name: 'New payment link' })).toBeFocused();
  await makeLink(page, '60');
  await at(page, 'Your change waits here');
  await first.close();

  ({ page } = await launchApp());
  await resize(page, { width: 900, height: 600 });
  await at(page, 'Step 4 of 5: Work offline');
  expect(await heightOf()).toBe(height);
  await at(page, 'Your change waits here');
  await press(page, 'Show me');
  await expect(page.getByRole('switch', { name: 'Work offline' })).toBeFocused();
  await page.keyboard.press('Space');

  await at(page, 'Step 5 of 5: Get notified of sales');
  expect(await heightOf()).toBe(height);
  await press(page, 'Show me');
  await expect(page.getByRole('button', { name: 'Start inbox' })).toBeFocused();
  await expect(page.locator('[data-tour-ring]')).toBeInViewport({ ratio: 1 });
  await expectBeside(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Use this address' })).toBeVisible();
  await press(page, 'Show me');
  await expect(page.getByRole('button', { name: 'Use this address' })).toBeFocused();
  await page.keyboard.press('Enter');
  const key = page.getByLabel('Verification key', { exact: true });
  await expect(key).toHaveValue(/^.{64}$/);

  // A test that cannot be verified is no end of the tour.
  await key.fill('');
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await expect(page.getByText('Saved on the service', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect(page.getByText('Delivered, but not verified: the webhook has no key.', { exact: false })).toBeVisible();
  await at(page, 'Step 5 of 5: Get notified of sales');
  await press(page, 'Show me');
  await expect(page.getByRole('button', { name: 'Use this address' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(key).toHaveValue(/^.{64}$/);
  await page.getByRole('switch', { name: 'Send after-sell events' }).focus();
  if (!(await page.getByRole('switch', { name: 'Send after-sell events' }).isChecked()))
    await page.keyboard.press('Space');
  await press(page, 'Show me');
  await expect(page.getByRole('button', { name: 'Save webhook' })).toBeFocused();
  await expect(page.locator('[data-tour-ring]')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved on the service', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send test event' })).toBeEnabled();
  await press(page, 'Show me');
  await expect(page.getByRole('button', { name: 'Send test event' })).toBeFocused();
  await expect(page.locator('[data-tour-ring]')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Deliveries' }).getByRole('row').nth(1)).toContainText(
    /^(?!.*Not).*Verified/,
  );
  await at(page, 'Tour complete');
  await press(page, 'Close the tour');
  await expect(panel(page)).toBeHidden();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('start the tour');
  await page.keyboard.press('Enter');
  await at(page, 'Step 1 of 5');
  await press(page, 'Leave the tour');
  await expect(panel(page)).toBeHidden();
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
});

test('a real store has no tour', async ({ launchApp, userDataDir }) => {
  writeDataFolder({ userDataDir, products: 1, links: 1 });
  const { page } = await launchApp();
  await expect(page.getByRole('heading', { name: 'Products', exact: true })).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
});

test('in a low window the tour is one line until it is opened', async ({ launchApp }) => {
  const { page } = await launchApp();
  await resize(page, { width: 640, height: 400 });
  await page.getByRole('button', { name: 'Open the practice store' }).click();
  await at(page, 'New here?');
  await press(page, 'Start the tour');
  await at(page, 'Step 1 of 5: Create a product');
  const height = async () => (await panel(page).boundingBox())?.height ?? Infinity;
  expect(await height()).toBeLessThanOrEqual(41);
  await expect(panel(page).getByText('Press "New product"', { exact: false })).toHaveCount(0);
  await expectNoFindings(page, 'the tour as one line');
  await press(page, 'Show what to do');
  await expect(panel(page).getByText('Press "New product"', { exact: false })).toBeInViewport();
  await expect(panel(page).getByRole('button', { name: 'Leave the tour' })).toBeInViewport();
  await press(page, 'Hide what to do');
  expect(await height()).toBeLessThanOrEqual(41);
  await press(page, 'Show me');
  await expect(page.getByRole('button', { name: 'New product' })).toBeFocused();
});

test('the step "Work offline" starts afresh once the waiting change is deleted', async ({ launchApp }) => {
  const { page } = await launchApp();
  await page.getByRole('button', { name: 'Open the practice store' }).click();
  await press(page, 'Start the tour');
  await createProduct(page, 'Coaching hour');
  await createLink(page, 'Coaching hour', '60', '1');
  await allSaved(page);
  await linkRow(page, '1').getByRole('button', { name: 'Copy checkout link' }).click();
  await at(page, 'Step 4 of 5: Work offline');
  const offline = page.getByRole('switch', { name: 'Work offline' });
  await offline.check();
  await at(page, 'Now create another payment link');
  await createLink(page, 'Coaching hour', '60', '2');
  await at(page, 'Your change waits here');
  await chooseForLink(page, '2', 'Delete link');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete link' }).click();
  await at(page, 'Now create another payment link');
  await offline.uncheck();
  await at(page, 'Switch "Work offline" on');
});
