// Code splitting: what the window loads later is loaded on demand, and says so when that fails.
import { basename } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { firstScripts, firstTexts } from '../../../tools/bench/renderer-size.ts';
import { expect, test } from '../../support/desk-test.ts';
import {
  allSaved,
  chooseForLink,
  createLink,
  createProduct,
  goTo,
  linkRow,
  signInAtOnce,
} from '../../support/seller.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 });
const press = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true }).click();
const notOpened = (scope: Page | Locator) => scope.getByRole('alert').filter({ hasText: 'This could not be opened' });

test('each screen and dialog opens right after the start, when only the first screen is loaded', async ({
  signedInWith,
}) => {
  const desk = await signedInWith(
    { products: 1, links: 1 },
    {
      // The window is never idle.
      prepare: ({ page }) => void page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 })),
    },
  );
  const { page } = desk;
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const names = (paths: readonly string[]) => paths.map((path) => basename(path)).sort();
  expect(names(loaded.filter((url) => url.endsWith('.js')))).toEqual(names([...firstScripts(), ...firstTexts()]));

  const dialog = page.getByRole('dialog');
  /** The dialog has the keyboard; closes it. */
  const holdsKeyboard = async (name: string) => {
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await expect(dialog.locator(':focus')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  };
  await page.keyboard.press('Control+k');
  await page.keyboard.type('prod');
  await expect(page.getByRole('option', { name: 'New product' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await goTo(page, 'Products');
  for (const name of ['New product', 'Add existing product']) {
    await press(page, name);
    await holdsKeyboard(name);
  }
  await page.getByRole('main').getByRole('link', { name: 'Product 1' }).click();
  await expect(heading(page, 'Product 1')).toBeFocused();
  await goTo(page, 'Payment links');
  for (const name of ['New payment link', 'Add existing link']) {
    await press(page, name);
    await holdsKeyboard(name);
  }
  await press(page, 'Import links from CSV');
  await expect(heading(page, 'Import links from CSV')).toBeFocused();
  await goTo(page, 'Payment links');
  await linkRow(page, 'order: 1').getByText('order: 1').click();
  const details = page.getByRole('complementary');
  for (const [button, name] of [
    ['Customise checkout link', 'Customise checkout link'],
    ['Show QR code', 'QR code'],
    ['Replace link', 'Replace payment link'],
  ] as const) {
    await press(details, button);
    await holdsKeyboard(name);
  }
  for (const screen of ['Sales', 'Webhook', 'Sync', 'Settings']) {
    await goTo(page, screen);
    await expect(heading(page, screen)).toBeVisible();
  }
  await press(page, 'Export backup');
  await holdsKeyboard('Export backup');
});

test.describe('when parts of the window cannot be read', () => {
  test.use({ allowedErrors: [/Failed to load resource|A screen broke|dynamically imported module/] });

  test('a screen and a dialog say so, typed text stays, and "Try again" opens them once they can be', async ({
    openDesk,
    service,
  }) => {
    let isBroken = true;
    const { page } = await openDesk({
      prepare: (desk) =>
        void desk.page.route(/\/(settings|QrCode)-[^/]*\.js$/, (route) =>
          isBroken ? route.abort() : route.continue(),
        ),
    });
    await signInAtOnce(page, service);
    await goTo(page, 'Settings');
    await expect(notOpened(page)).toBeVisible();
    await press(page, 'Try again');
    await expect(notOpened(page)).toBeVisible();
    // The rest of the window keeps working.
    await createProduct(page, 'Coaching hour');
    await createLink(page, 'Coaching hour', '60', '1042');
    await allSaved(page);
    await chooseForLink(page, '1042', 'Customise checkout link');
    const beneath = page.getByRole('dialog', { name: 'Customise checkout link' });
    await beneath.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada');
    await press(beneath, 'Show QR code');
    const code = page.getByRole('dialog', { name: 'QR code' });
    await expect(notOpened(code)).toBeVisible();
    isBroken = false;
    await press(code, 'Try again');
    await expect(code.getByRole('img', { name: 'name=Ada' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(beneath.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Ada');
    await press(beneath, 'Copy');
    await page.keyboard.press('Escape');
    await expect(beneath).toBeHidden();
    await goTo(page, 'Settings');
    await expect(heading(page, 'Settings')).toBeVisible();
  });
});
