// Works for sellers without a mouse, and for sellers who choose their own colours in the system.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { slow } from '../../../tools/test/slow.ts';
import { expect, test } from '../../support/desk-test.ts';
import { readQrPng } from '../../support/read-qr.ts';
import { type RecordingService, SELLER } from '../../support/recording-service.ts';
import { allSaved, goTo, syncStatus } from '../../support/seller.ts';

/** Presses Tab until the control has the focus. */
async function reach(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  const isThere = () => control.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 40 && !(await isThere()); presses += 1) await page.keyboard.press('Tab');
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

async function submitPrice(page: Page, dialog: Locator, price: string): Promise<void> {
  await reach(page, dialog.getByRole('textbox', { name: 'Price', exact: true }));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(price);
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
}

/** Chooses a command of the link whose details are open. */
async function chooseCommand(page: Page, name: string): Promise<void> {
  const details = page.getByRole('complementary', { name: 'Link details' });
  await press(page, details.getByRole('button', { name: 'More actions' }));
  await page.getByRole('menuitem', { name }).focus();
  await page.keyboard.press('Enter');
}

async function signInByKeyboard(page: Page, service: RecordingService): Promise<void> {
  await reach(page, page.getByRole('textbox', { name: 'Service address' }));
  for (const text of [service.url, SELLER.email, SELLER.password]) {
    await page.keyboard.type(text);
    if (text !== SELLER.password) await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
}

// Slow, because the focus is checked after each key press.
test.setTimeout(slow(150_000));

test('links are added, replaced, deleted, restored and exported by keyboard alone', async ({ openDesk, service }) => {
  const desk = await openDesk({ prepare: (computer) => (computer.deletionGraceMs = 600_000) });
  const { page } = desk;
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
  await submitPrice(page, existing, '80');

  await find(page, '5f0c8d1e-9a4b-4c6d-8e2f-1234567890ab');
  await chooseCommand(page, 'Create similar link');
  await submitPrice(page, page.getByRole('dialog', { name: 'New payment link' }), '60');
  await allSaved(page);
  await find(page, 'work offline');
  await expect(syncStatus(page)).toHaveText('Offline, no changes waiting');
  await find(page, '60');
  await chooseCommand(page, 'Replace link');
  await submitPrice(page, page.getByRole('dialog', { name: 'Replace link' }), '65');
  await find(page, '65');
  await chooseCommand(page, 'Delete link');
  const question = page.getByRole('dialog', { name: 'Delete payment link' });
  await press(page, question.getByRole('button', { name: 'Delete link' }));
  const deleted = page.getByRole('status').filter({ hasText: 'Link deleted' });
  await press(page, deleted.getByRole('button', { name: 'Undo' }));
  await expect(syncStatus(page)).toHaveText('Offline, 2 changes waiting');
  await find(page, 'work online');
  await find(page, 'sync now');
  await allSaved(page);
  expect(service.changes.map(({ method }) => method)).toEqual(['POST', 'POST', 'DELETE']);

  desk.answers.save = join(desk.folder, 'links.csv');
  await find(page, 'export csv');
  await expect(page.getByText('2 links exported', { exact: false }).first()).toBeVisible();
  expect(readFileSync(desk.answers.save, 'utf8')).toContain('5f0c8d1e-9a4b-4c6d-8e2f-1234567890ab');
});

test('with forced colours selection and focus are visible, and a QR code can be read', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 3, links: 12 });
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await goTo(page, 'Payment links');
  const rows = page.getByRole('table', { name: 'Payment links' }).getByRole('row');
  await rows.nth(1).getByRole('checkbox').check();
  await rows.nth(2).getByRole('cell').nth(1).click();
  const mark = (at: number) => rows.nth(at).evaluate((row) => getComputedStyle(row, '::before').backgroundColor);
  expect(await mark(1)).not.toBe(await mark(3));
  await page.getByRole('searchbox', { name: 'Search payment links' }).focus();
  expect(await page.locator(':focus').evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
  const details = page.getByRole('complementary', { name: 'Link details' });
  const url = await details.getByRole('textbox', { name: 'Checkout URL' }).inputValue();
  await details.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Show QR code' }).click();
  const code = page.getByRole('img', { name: /^QR code of/ });
  await expect.poll(async () => readQrPng(await code.screenshot())).toBe(url);
});
