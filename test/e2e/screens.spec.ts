// Every screen and dialog: no serious axe findings, nothing cut off at 900×600, and long texts and lists.

import type { Page } from '@playwright/test';
import { expectNoFindings } from '../support/axe.ts';
import { writeDataFolder } from '../support/data-folder.ts';
import { resize } from '../support/resize.ts';
import { allSaved, createLink, createProduct, goTo, signIn, syncStatus } from '../support/seller.ts';
import { expect, test } from './service.ts';

/** The dialog that is opening; it is closed again. */
async function expectDialog(page: Page, where: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  // Colours are pale until it has faded in.
  await expect.poll(() => dialog.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
  await expectNoFindings(page, where);
  await expectFits(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

/** The page itself never scrolls sideways. */
async function expectFits(page: Page): Promise<void> {
  const { wide, room } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    room: document.documentElement.clientWidth,
  }));
  expect(wide).toBeLessThanOrEqual(room);
}

const LONG =
  'A very long product title that goes on and on, much longer than any column could ever be wide enough to hold';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every screen has no serious axe findings in the ${colorScheme} theme at 900×600`, async ({
    launchApp,
    service,
  }) => {
    const { page } = await launchApp();
    await page.emulateMedia({ colorScheme });
    await resize(page, { width: 900, height: 600 });
    await expectNoFindings(page, 'sign in');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expectNoFindings(page, 'sign in with errors');
    await signIn(page, service);
    await expect(page.getByRole('heading', { name: 'Products', exact: true })).toBeVisible();
    await expectNoFindings(page, 'no products');
    await createProduct(page, LONG);
    await allSaved(page);
    await expectNoFindings(page, 'products');
    await expectFits(page);
    await page.getByRole('button', { name: 'New product' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save product' }).click();
    await expectNoFindings(page, 'new product with errors');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.getByRole('table', { name: 'Products' }).getByRole('row').nth(1).getByText('A very long').click();
    await expect(page.getByRole('heading', { name: LONG })).toBeVisible();
    await expectNoFindings(page, 'product');
    await expectFits(page);
    service.intercept = ({ path, raw }) =>
      path.endsWith('/payment-links') && raw.includes('1044') ? { status: 502, body: 'Bad gateway' } : undefined;
    await createLink(page, 'A very long', '100.55', '1043');
    await createLink(page, 'A very long', '60', '1044');
    await expect(syncStatus(page)).toHaveText('1 change needs your attention');
    await expectNoFindings(page, 'payment links');
    await page.getByRole('table', { name: 'Payment links' }).getByRole('row').filter({ hasText: '1043' }).click();
    await expect(page.getByRole('textbox', { name: 'Checkout URL' })).toBeVisible();
    await expectNoFindings(page, 'payment link');
    await expectFits(page);
    for (const name of ['Customise checkout link', 'Show QR code', 'Create similar link', 'Replace link']) {
      await page.getByRole('complementary', { name: 'Link details' }).getByRole('button', { name }).click();
      await expectDialog(page, name);
    }
    await page.keyboard.press('Control+k');
    await page.keyboard.type('1043');
    await expect(page.getByRole('dialog').getByRole('status')).toHaveText(/^Found/);
    await expectDialog(page, 'command palette');
    await page.getByRole('button', { name: 'Import links from CSV' }).click();
    await expect(page.getByRole('heading', { name: 'Import links from CSV' })).toBeVisible();
    await expectNoFindings(page, 'import');
    await expectFits(page);
    await goTo(page, 'Payment links');
    await page.getByRole('button', { name: 'New payment link' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click();
    await expectNoFindings(page, 'new payment link with errors');
    await page.keyboard.press('Escape');
    await goTo(page, 'Sync');
    await page.getByRole('table', { name: 'Waiting changes' }).getByRole('row').filter({ hasText: '1044' }).click();
    await expect(page.getByRole('button', { name: 'Mark as sent' })).toBeVisible();
    await expectNoFindings(page, 'sync');
    await expectFits(page);
    await page.getByRole('button', { name: 'Mark as sent' }).click();
    await expectNoFindings(page, 'mark as sent');
    await page.keyboard.press('Escape');
    await goTo(page, 'Webhook');
    await page.getByRole('button', { name: 'Save webhook' }).click();
    await expectNoFindings(page, 'webhook with errors');
    await expectFits(page);
    await goTo(page, 'Settings');
    await expectNoFindings(page, 'settings');
    await expectFits(page);
    await page.getByRole('button', { name: 'Export backup' }).click();
    await expectDialog(page, 'export backup');
    await page.getByRole('button', { name: /^Store: / }).click();
    await expectNoFindings(page, 'store switcher');
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expectDialog(page, 'sign out');
  });
}

test('the practice store with its tour, its panel and a delivery has no serious axe findings at 900×600', async ({
  launchApp,
}) => {
  const { page } = await launchApp();
  await resize(page, { width: 900, height: 600 });
  const inBothLooks = async (where: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoFindings(page, `${where}, ${colorScheme}`);
    }
    await expectFits(page);
  };
  await page.getByRole('button', { name: 'Open the practice store' }).click();
  const tour = page.getByRole('region', { name: 'Tour' });
  await expect(tour).toBeVisible();
  await inBothLooks('offered tour');
  await tour.getByRole('button', { name: 'Start the tour' }).click();
  await expect(tour).toContainText('Step 1 of 5');
  await inBothLooks('tour');
  await goTo(page, 'Settings');
  await expect(page.getByRole('heading', { name: 'Practice store' })).toBeVisible();
  await inBothLooks('practice panel');
  await goTo(page, 'Webhook');
  await page.getByRole('button', { name: 'Start inbox' }).click();
  await page.getByRole('button', { name: 'Use this address' }).click();
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await expect(page.getByText('Saved on the service', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect(page.getByRole('region', { name: 'Test result' })).toContainText('Test delivered');
  await page.getByRole('table', { name: 'Deliveries' }).getByRole('row').nth(1).click();
  await expect(page.getByRole('region', { name: 'Delivery', exact: true })).toContainText('POST');
  await inBothLooks('delivery');
});

test('ten thousand links scroll and can be searched, with few rows in the document', async ({
  launchApp,
  userDataDir,
}) => {
  writeDataFolder({ userDataDir, products: 100, links: 10_000 });
  const { page } = await launchApp();
  await goTo(page, 'Payment links');
  const table = page.getByRole('table', { name: 'Payment links' });
  await expect(table).toHaveAttribute('aria-rowcount', '10001');
  await expect(table.getByRole('row').nth(1)).toContainText('order: 10000');
  await table.getByRole('row').nth(1).focus();
  await page.keyboard.press('End');
  await expect(table.getByRole('row').last()).toContainText('order: 1');
  expect(await table.getByRole('row').count()).toBeLessThan(100);
  await page.getByRole('searchbox', { name: 'Search payment links' }).fill('order 7431');
  await expect(table).toHaveAttribute('aria-rowcount', '2');
  await expect(table.getByRole('row').nth(1)).toContainText('order: 7431');
});
