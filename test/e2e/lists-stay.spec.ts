// Rows that are being looked at stay under the pointer while others come and go before them.
import type { Locator, Page } from '@playwright/test';
import { writeDataFolder } from '../support/data-folder.ts';
import { allSaved, goTo, signIn, syncStatus } from '../support/seller.ts';
import { expect, test } from './service.ts';

const tableOf = (page: Page, name: string): Locator => page.getByRole('table', { name });

const scrolledTo = (table: Locator, top: number): Promise<void> =>
  table.evaluate((element, to) => {
    element.scrollTop = to;
  }, top);

/** The text of the row that a click at the middle of the table would open. */
async function rowUnderPointer(page: Page, table: Locator): Promise<string> {
  const box = await table.boundingBox();
  if (!box) throw new Error('The table is not shown');
  const at = { x: box.x + 60, y: box.y + 36 + (box.height - 36) / 2 };
  return page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest('[role="row"]')?.textContent ?? '', at);
}

async function createProduct(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'New product' });
  await dialog.getByRole('textbox', { name: 'Button title' }).fill('Book now');
  await dialog.getByRole('textbox', { name: 'Product title' }).fill(title);
  await dialog.getByRole('textbox', { name: 'Product description' }).fill('One hour, by video.');
  await dialog.getByRole('button', { name: 'Save product' }).click();
  await expect(dialog).toBeHidden();
}

test('in the lists of products and of sync a click opens the row that was aimed at', async ({
  launchApp,
  service,
  userDataDir,
}) => {
  writeDataFolder({ userDataDir, products: 300, links: 0, serviceAddress: service.url, sending: 120 });
  const { page } = await launchApp();
  await signIn(page, service);
  await expect(syncStatus(page)).toHaveText('120 changes need your attention');

  await goTo(page, 'Products');
  const products = tableOf(page, 'Products');
  await scrolledTo(products, 4_010);
  await expect.poll(() => rowUnderPointer(page, products)).toContain('Product 1');
  const product = await rowUnderPointer(page, products);
  await page.getByRole('button', { name: 'New product' }).click();
  await createProduct(page, 'Newest product');
  await expect(products).toHaveAttribute('aria-rowcount', '302');
  expect(await rowUnderPointer(page, products)).toBe(product);

  await goTo(page, 'Sync');
  const waiting = tableOf(page, 'Waiting changes');
  await waiting.getByRole('row').nth(1).getByRole('checkbox').check();
  await scrolledTo(waiting, 2_010);
  await expect.poll(() => rowUnderPointer(page, waiting)).toContain('Create payment link');
  const change = await rowUnderPointer(page, waiting);
  const discard = async () => {
    await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Discard' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Discard/ })
      .click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await discard();
  await expect(waiting).toHaveAttribute('aria-rowcount', '120');
  expect(await rowUnderPointer(page, waiting)).toBe(change);

  await page.getByRole('checkbox', { name: 'Select all changes' }).check();
  await discard();
  await allSaved(page);
  await page.getByRole('tab', { name: 'History' }).click();
  const history = tableOf(page, 'History');
  await expect(history).toHaveAttribute('aria-rowcount', '122');
  await scrolledTo(history, 2_010);
  await expect.poll(() => rowUnderPointer(page, history)).toContain('Create payment link');
  const settled = await rowUnderPointer(page, history);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('option', { name: 'New product' }).click();
  await createProduct(page, 'Another product');
  await expect(history).toHaveAttribute('aria-rowcount', '123');
  expect(await rowUnderPointer(page, history)).toBe(settled);
});
