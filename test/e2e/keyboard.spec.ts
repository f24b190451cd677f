// By keyboard alone, what other specs do with the mouse: add existing records, similar and replaced links, undo, export,
// backup and restore, and switching stores. The palette, the tour, the import and sharing have their own specs.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { RecordingService, SELLER } from '../support/recording-service.ts';
import { resize } from '../support/resize.ts';
import { allSaved, createProduct, goTo, linkRow, syncStatus } from '../support/seller.ts';
import { expect, test } from './service.ts';

test.use({ isAnimated: true });

/** Presses a key until the control has the focus. */
async function reach(page: Page, control: Locator, key = 'Tab'): Promise<void> {
  await expect(control).toBeVisible();
  const isThere = () => control.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 40 && !(await isThere()); presses += 1) await page.keyboard.press(key);
  await expect(control).toBeFocused();
}

async function press(page: Page, control: Locator): Promise<void> {
  await reach(page, control);
  await page.keyboard.press('Enter');
}

/** Runs a command of the palette. */
async function find(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeHidden();
}

async function signInByKeyboard(page: Page, service: RecordingService): Promise<void> {
  await reach(page, page.getByRole('textbox', { name: 'Service address' }));
  await page.keyboard.type(service.url);
  await page.keyboard.press('Tab');
  await page.keyboard.type(SELLER.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(SELLER.password);
  await page.keyboard.press('Enter');
}

const hasKeyboard = (page: Page) => page.evaluate(() => document.activeElement !== document.body);

test('adds, copies, replaces, deletes, undoes and exports links by keyboard alone', async ({
  launchApp,
  service,
  userDataDir,
}) => {
  const app = await launchApp();
  const { page } = app;
  await resize(page, { width: 900, height: 600 });
  await signInByKeyboard(page, service);
  await expect(page.getByRole('heading', { name: 'Products', exact: true })).toBeVisible();

  await find(page, 'add existing product');
  const product = page.getByRole('dialog', { name: 'Add existing product' });
  await expect(product.getByRole('textbox', { name: 'Product id' })).toBeFocused();
  await page.keyboard.type('118');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Logo design');
  await page.keyboard.press('Enter');
  await expect(product).toBeHidden();

  await find(page, 'add existing link');
  const existing = page.getByRole('dialog', { name: 'Add existing link' });
  await reach(page, existing.getByRole('combobox', { name: 'Product' }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: 'Logo design' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await reach(page, existing.getByRole('textbox', { name: 'Payment link' }));
  await page.keyboard.type('https://checkout.example/s/mara/1189?uuid=5f0c8d1e-9a4b-4c6d-8e2f-1234567890ab');
  await reach(page, existing.getByRole('textbox', { name: 'Price', exact: true }));
  await page.keyboard.type('80');
  await page.keyboard.press('Control+Enter');
  await expect(existing).toBeHidden();

  // A similar link, from the details opened by the palette; Escape closes them and the focus stays in the list.
  await find(page, '5f0c8d1e-9a4b-4c6d-8e2f-1234567890ab');
  const details = page.getByRole('complementary', { name: 'Link details' });
  await press(page, details.getByRole('button', { name: 'Create similar link' }));
  const similar = page.getByRole('dialog', { name: 'New payment link' });
  await reach(page, similar.getByRole('textbox', { name: 'Price', exact: true }));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('60');
  await page.keyboard.press('Control+Enter');
  await expect(similar).toBeHidden();
  await allSaved(page);
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect.poll(() => hasKeyboard(page)).toBe(true);

  // The similar link is replaced, and a waiting deletion is cancelled.
  await find(page, 'work offline');
  await expect(syncStatus(page)).toHaveText('Offline, no changes waiting');
  await find(page, '60');
  await press(page, details.getByRole('button', { name: 'Replace link' }));
  const replacing = page.getByRole('dialog', { name: 'Replace payment link' });
  await reach(page, replacing.getByRole('textbox', { name: 'Price', exact: true }));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('65');
  await page.keyboard.press('Control+Enter');
  await expect(replacing).toBeHidden();
  await expect(syncStatus(page)).toHaveText('Offline, 2 changes waiting');
  await find(page, '65');
  await press(page, details.getByRole('button', { name: 'Delete link' }));
  const question = page.getByRole('dialog', { name: 'Delete payment link' });
  await press(page, question.getByRole('button', { name: 'Delete link' }));
  await expect(details).toBeHidden();
  await expect.poll(() => hasKeyboard(page)).toBe(true);
  // The toast of the replacement may still be open, with its own Undo.
  const withdrawn = page.getByRole('status').filter({ hasText: 'withdrawn before it was sent' });
  await press(page, withdrawn.getByRole('button', { name: 'Undo' }));
  await expect(syncStatus(page)).toHaveText('Offline, 2 changes waiting');
  const stale = page.getByText(/waits on this computer until you switch/);
  await find(page, 'work online');
  await allSaved(page);
  await expect(stale).toHaveCount(0);
  expect(service.changes.map(({ method }) => method)).toEqual(['POST', 'POST', 'DELETE']);

  const file = join(userDataDir, 'links.csv');
  await app.answerDialogs({ save: file });
  await find(page, 'export csv');
  await expect(page.getByText('2 links exported', { exact: false }).first()).toBeVisible();
  expect(await readFile(file, 'utf8')).toContain('5f0c8d1e-9a4b-4c6d-8e2f-1234567890ab');
});

test('deleting a link from its row closes its details, as their own button does', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 1, links: 4 });
  await goTo(page, 'Payment links');
  const details = page.getByRole('complementary', { name: 'Link details' });
  const question = page.getByRole('dialog', { name: 'Delete payment link' });
  await linkRow(page, 'order: 4').click();
  await page.keyboard.press('ArrowDown');
  await expect(details).toContainText('$3.00');
  await page.keyboard.press('Delete');
  await question.getByRole('button', { name: 'Delete link' }).click();
  await allSaved(page);
  await expect(linkRow(page, 'order: 3')).toHaveCount(0);
  await expect(details).toBeHidden();
  await expect(linkRow(page, 'order: 2')).toBeFocused();

  // Another link's details stay.
  await page.keyboard.press('Enter');
  await expect(details).toContainText('$2.00');
  await linkRow(page, 'order: 4').getByText('$4.00').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete link' }).click();
  await question.getByRole('button', { name: 'Delete link' }).click();
  await expect(linkRow(page, 'order: 4')).toHaveCount(0);
  await expect(details).toContainText('$2.00');
});

test('Delete and the copying key are for the open link while others are selected', async ({ signedInWith }) => {
  const app = await signedInWith({ products: 1, links: 4 });
  const { page } = app;
  await resize(page, { width: 1700, height: 800 });
  await goTo(page, 'Payment links');
  const details = page.getByRole('complementary', { name: 'Link details' });
  const one = page.getByRole('dialog', { name: 'Delete payment link', exact: true });
  for (const order of ['order: 1', 'order: 2']) await linkRow(page, order).getByRole('checkbox').check();
  await linkRow(page, 'order: 4').click();
  await expect(details).toContainText('$4.00');
  await page.keyboard.press('ControlOrMeta+c');
  const address = await details.getByRole('textbox', { name: 'Checkout URL' }).inputValue();
  await expect.poll(() => app.clipboardText()).toBe(address);
  await page.keyboard.press('Delete');
  await expect(one).toContainText('order: 4');
  await page.keyboard.press('Escape');
  await expect(one).toBeHidden();
  // The same on the button of its menu.
  await linkRow(page, 'order: 4')
    .getByRole('button', { name: /^More actions/ })
    .focus();
  await page.keyboard.press('Delete');
  await expect(one).toContainText('order: 4');
  await page.keyboard.press('Escape');
  await expect(one).toBeHidden();
  await linkRow(page, 'order: 4').focus();

  // On a selected link they are for the selection, with and without its details.
  await page.keyboard.press('End');
  await expect(details).toContainText('$1.00');
  await page.keyboard.press('ControlOrMeta+c');
  await expect.poll(async () => (await app.clipboardText()).split('\n')).toHaveLength(2);
  await page.keyboard.press('Delete');
  await expect(page.getByRole('dialog', { name: 'Delete payment links' })).toContainText('order: 2');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await details.getByRole('button', { name: 'Close details' }).click();
  await expect(details).toBeHidden();
  // A link that was left out of the selection stays out of the question.
  await linkRow(page, 'order: 3').getByRole('checkbox').click();
  await linkRow(page, 'order: 3').getByRole('checkbox').click();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('dialog', { name: 'Delete payment links' })).toBeVisible();
});

test('exports and restores a backup, adds another store and leaves it, by keyboard alone', async ({
  launchApp,
  service,
  userDataDir,
}) => {
  const other = new RecordingService('token-of-the-other-seller-91cc');
  await other.start();
  try {
    const app = await launchApp();
    const { page } = app;
    await signInByKeyboard(page, service);
    await expect(page.getByRole('heading', { name: 'Products', exact: true })).toBeVisible();
    await find(page, 'export backup');
    const exporting = page.getByRole('dialog', { name: 'Export backup' });
    const file = join(userDataDir, 'all.storefront-backup');
    await app.answerDialogs({ save: file });
    await expect(exporting.getByLabel('Passphrase', { exact: true })).toBeFocused();
    await page.keyboard.type('four words nobody guesses');
    await reach(page, exporting.getByLabel('Repeat passphrase', { exact: true }));
    await page.keyboard.type('four words nobody guesses');
    await page.keyboard.press('Enter');
    await expect(exporting.getByRole('status').filter({ hasText: 'Backup exported' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(exporting).toBeHidden();

    // Something to restore.
    await find(page, 'dark appearance');
    await app.answerDialogs({ open: [file] });
    await find(page, 'restore backup');
    const restoring = page.getByRole('dialog', { name: 'Restore backup' });
    await reach(page, restoring.getByLabel('Passphrase', { exact: true }));
    await page.keyboard.type('four words nobody guesses');
    await page.keyboard.press('Enter');
    await press(page, restoring.getByRole('button', { name: 'Restore', exact: true }));
    await expect(restoring.getByRole('status').filter({ hasText: 'Backup restored' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(restoring).toBeHidden();

    await find(page, 'add another store');
    await signInByKeyboard(page, other);
    const switcher = page.getByRole('button', { name: /^Store: / });
    await expect(switcher).toContainText(new URL(other.url).host);
    await press(page, switcher);
    const menu = page.getByRole('menu');
    await reach(page, menu.getByRole('menuitem').filter({ hasText: new URL(service.url).host }), 'ArrowDown');
    await page.keyboard.press('Enter');
    await expect(switcher).toContainText(new URL(service.url).host);
    await expect.poll(() => hasKeyboard(page)).toBe(true);
  } finally {
    await other.stop();
  }
});

test('the arrow keys move from a search into the list, to the open row if there is one, and back', async ({
  signedInWith,
}) => {
  const { page } = await signedInWith({ products: 3, links: 30 });
  const search = (name: string) => page.getByRole('searchbox', { name });
  const row = (at: number) => page.getByRole('row').nth(at);
  const focused = page.locator('[role="row"]:focus');

  await goTo(page, 'Payment links');
  await search('Search payment links').fill('order: 1');
  await page.keyboard.press('ArrowDown');
  await expect(row(1)).toBeFocused();
  await expect(focused).toContainText('order: 1');
  await page.keyboard.press('ArrowDown');
  await expect(row(2)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Checkout URL' })).toBeVisible();
  await search('Search payment links').press('ArrowDown');
  await expect(row(2)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(row(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(search('Search payment links')).toBeFocused();
  await page.keyboard.type('nothing like this');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(search('Search payment links')).toBeFocused();

  await goTo(page, 'Products');
  await search('Search products').press('ArrowDown');
  await expect(row(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(search('Search products')).toBeFocused();

  await createProduct(page, 'Sent');
  await allSaved(page);
  await goTo(page, 'Sync');
  await page.getByRole('tab', { name: 'History' }).click();
  await search('Search history').press('ArrowDown');
  await expect(focused).toContainText('Sent');
  await page.keyboard.press('ArrowUp');
  await expect(search('Search history')).toBeFocused();
});

test('the keyboard shortcuts of browsers zoom the view', async ({ launchApp }) => {
  const app = await launchApp();
  test.skip(app.host === 'electron', 'keys that a test sends go to the page, past the native menu');
  const { page } = app;
  await expect(page.getByRole('heading', { name: 'Sign in to your store' })).toBeVisible();
  const zoom = () => page.evaluate(() => Number(document.documentElement.style.getPropertyValue('zoom') || 1));
  await page.keyboard.press('ControlOrMeta+=');
  await expect.poll(zoom).toBeGreaterThan(1);
  await page.keyboard.press('ControlOrMeta+0');
  await expect.poll(zoom).toBe(1);
  await page.keyboard.press('ControlOrMeta+Shift++');
  await expect.poll(zoom).toBeGreaterThan(1);
  await page.keyboard.press('ControlOrMeta+0');
  await expect.poll(zoom).toBe(1);
  await page.keyboard.press('ControlOrMeta+-');
  await expect.poll(zoom).toBeLessThan(1);
});
