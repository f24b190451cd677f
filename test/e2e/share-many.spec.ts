// From a new link to the customer: the toast after creating, many links copied, customised, printed and replaced.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import Papa from 'papaparse';
import { expectNoFindings } from '../support/axe.ts';
import { writeDataFolder } from '../support/data-folder.ts';
import { readQrPng } from '../support/read-qr.ts';
import { resize } from '../support/resize.ts';
import { allSaved, chooseForLink, createLink, createProduct, goTo, linkRow, syncStatus } from '../support/seller.ts';
import { expect, test } from './service.ts';

const dialogOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name });
const barOf = (page: Page): Locator => page.getByRole('toolbar', { name: 'Selection' });
const command = (page: Page, name: string): Locator => barOf(page).getByRole('button', { name });
const selectAll = (page: Page): Promise<void> => page.getByRole('checkbox', { name: 'Select all links' }).check();
const toastWith = (page: Page, text: string): Locator => page.getByRole('status').filter({ hasText: text });

test('the toast after creating leads to a similar link, and to the address now or when it is ready', async ({
  signedIn: app,
}) => {
  const { page } = app;
  await createProduct(page, 'Coaching hour');
  await toastWith(page, 'Product saved.').getByRole('button', { name: 'New payment link' }).click();
  const form = dialogOf(page, 'New payment link');
  await expect(form.getByText('For Coaching hour')).toBeVisible();
  await form.getByRole('textbox', { name: 'Price', exact: true }).fill('60');
  await form.getByRole('button', { name: 'Create link' }).click();
  await allSaved(page);
  // The button stays once the link is on the service, whether or not the toast says so by now.
  await toastWith(page, 'Payment link saved.').getByRole('button', { name: 'Copy checkout link' }).click();
  await expect(page.getByText('Checkout link copied')).toBeVisible();
  await expect.poll(() => app.clipboardText()).toMatch(/uuid=00001-uuid$/);

  const offline = page.getByRole('switch', { name: 'Work offline' });
  await offline.check();
  await expect(syncStatus(page)).toHaveText('Offline, no changes waiting');
  await createLink(page, 'Coaching hour', '70', '902');
  await toastWith(page, 'Payment link saved.').getByRole('button', { name: 'Copy when ready' }).click();
  await expect(page.getByText('Not copied yet: it has no address. It is copied as soon as it has one.')).toBeVisible();
  expect(await app.clipboardText()).toMatch(/uuid=00001-uuid$/);
  await offline.uncheck();
  await expect.poll(() => app.clipboardText()).toMatch(/uuid=00002-uuid$/);
});

test('a customised link closes without a question once copied, highlights its filled part, and labels each field', async ({
  launchApp,
  userDataDir,
}) => {
  writeDataFolder({ userDataDir, products: 1, links: 1 });
  const app = await launchApp();
  const { page } = app;
  await goTo(page, 'Payment links');
  await chooseForLink(page, 'order: 1', 'Customise checkout link');
  const dialog = dialogOf(page, 'Customise checkout link');
  const address = dialog.getByRole('textbox', { name: 'Checkout URL' });
  const base = await address.inputValue();
  await expect(dialog.locator('mark')).toHaveCount(0);
  await dialog.getByRole('textbox', { name: 'Phone number' }).fill('600');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Ana');
  await expect(address).toHaveValue(`${base}&phone_number=600&name=Ana`);
  await expect(address).toHaveAttribute('readonly');
  await expect(dialog.locator('mark')).toHaveText('&phone_number=600&name=Ana');
  await dialog.getByRole('button', { name: 'Save as template' }).click();
  const template = dialogOf(page, 'Save template');
  await expect(template.getByRole('checkbox', { name: 'Phone number: always “600”' })).toBeVisible();
  await expect(template.getByRole('checkbox', { name: 'Name: always “Ana”' })).toBeVisible();
  await expect(template).not.toContainText('phone_number');
  await template.getByRole('button', { name: 'Cancel' }).click();

  // Text that was typed and not copied is asked about.
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(dialog.getByRole('status')).toHaveText('Checkout link copied');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Bo');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.poll(() => app.clipboardText()).toBe(`${base}&phone_number=600&name=Bo`);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('copies, customises and prints many links; those without an address are skipped and counted', async ({
  launchApp,
  userDataDir,
}) => {
  writeDataFolder({ userDataDir, products: 2, links: 14 });
  const app = await launchApp();
  const { page } = app;
  await page.getByRole('button', { name: 'Later' }).click();
  await createLink(page, 'Product 1', '60', '900');
  await selectAll(page);
  await command(page, 'Copy addresses').click();
  await expect(page.getByText('14 checkout links copied. 1 has no address yet')).toBeVisible();
  const copied = (await app.clipboardText()).split('\n');
  expect(copied).toHaveLength(14);
  // In the order of the list.
  await linkRow(page, 'order: 14').getByRole('button', { name: 'Copy checkout link' }).click();
  await expect.poll(() => app.clipboardText()).toBe(copied[0]);

  await command(page, 'Customise').click();
  const dialog = dialogOf(page, 'Customise checkout links');
  await expect(dialog).toContainText('filled in for 14 links. Empty ones are left out. 1 has no address yet.');
  await dialog.getByRole('textbox', { name: 'Field 1' }).fill('city');
  await dialog.getByRole('textbox', { name: 'Field value 1' }).fill('Łódź');
  await expect(dialog.getByRole('textbox', { name: /^Checkout URL/ })).toHaveValue(
    `${copied[0]}&city=%C5%81%C3%B3d%C5%BA`,
  );
  await expectNoFindings(page, 'customise many');
  await dialog.getByRole('button', { name: 'Copy addresses' }).click();
  await expect(dialog.getByRole('status')).toHaveText('14 checkout links copied.');
  expect(await app.clipboardText()).toBe(copied.map((url) => `${url}&city=%C5%81%C3%B3d%C5%BA`).join('\n'));
  const file = join(userDataDir, 'many.csv');
  await app.answerDialogs({ save: file });
  await dialog.getByRole('button', { name: 'Save as CSV' }).click();
  await expect(dialog.getByRole('status')).toHaveText('14 links saved to many.csv.');
  const { data } = Papa.parse<Record<string, string>>(await readFile(file, 'utf8'), {
    header: true,
    skipEmptyLines: true,
  });
  expect(data).toHaveLength(14);
  expect(data[0]).toMatchObject({
    Product: 'Product 2',
    'metadata: order': '14',
    'Checkout URL': `${copied[0]}&city=%C5%81%C3%B3d%C5%BA`,
  });
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await command(page, 'Print QR codes').click();
  const sheet = dialogOf(page, 'Print QR codes');
  await expect(sheet).toContainText('14 codes on 2 pages');
  await expect(sheet).toContainText('1 link is left out: no address yet.');
  await expect(sheet.getByRole('region', { name: 'First page' })).toContainText('Product 2');
  await expectNoFindings(page, 'QR sheet');
  // A customer's data is on paper only where the seller wants it.
  const withMetadata = sheet.getByRole('switch', { name: 'Print metadata' });
  await expect(withMetadata).not.toBeChecked();
  await expect(withMetadata).toHaveAccessibleDescription('Everyone who sees a label can read it.');
  for (const pages of [sheet.getByRole('region', { name: 'First page' }), page.locator('[data-print-alone]')])
    await expect(pages).not.toContainText('order: 14');
  await withMetadata.check();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await command(page, 'Print QR codes').click();
  await expect(withMetadata).toBeChecked();
  await expect(sheet.getByRole('region', { name: 'First page' })).toContainText('order: 14');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoFindings(page, 'QR sheet, dark');
  await sheet.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(sheet.getByRole('status')).toHaveText('2 pages sent to the printer');
  expect((await app.outside()).filter(({ kind }) => kind === 'print')).toHaveLength(1);
  // Printed: the codes of all links with their labels, and nothing else.
  await page.emulateMedia({ media: 'print' });
  await expect(sheet).toBeHidden();
  const paper = page.locator('body > [data-print-alone]');
  expect((await paper.innerText()).match(/order: \d+/g)).toHaveLength(14);
  const codes = paper.locator('svg');
  await expect(codes).toHaveCount(14);
  expect(readQrPng(await codes.nth(13).screenshot())).toBe(copied[13]);
});

test('many links get a new price: exceptions are listed, old links are deleted after new ones exist, and Undo works', async ({
  signedInWith,
  service,
}) => {
  const app = await signedInWith({ products: 2, links: 6 });
  const { page } = app;
  await allSaved(page);
  const offline = page.getByRole('switch', { name: 'Work offline' });
  await offline.check();
  await createLink(page, 'Product 1', '60', '900');
  await selectAll(page);
  await command(page, 'Replace with a new price').click();
  const dialog = dialogOf(page, 'Replace with a new price');
  await expect(dialog).toContainText('6 links will be replaced.');
  await expect(dialog).toContainText('1 link stays as before: not known to be on the service yet.');
  const price = dialog.getByRole('textbox', { name: 'Price', exact: true });
  await expect(price).toBeFocused();
  await page.keyboard.type('abc');
  await page.keyboard.press('Enter');
  await expect(price).toHaveAttribute('aria-invalid', 'true');
  await price.fill('75.50');
  await expectNoFindings(page, 'replace many');
  await dialog.getByRole('button', { name: 'Replace links' }).click();
  await expect(syncStatus(page)).toHaveText('Offline, 13 changes waiting');
  const saved = toastWith(page, '6 replacements saved, 1 link stays as before.');
  await expect(linkRow(page, 'order: 6').filter({ hasText: '$75.50' })).toBeVisible();
  await saved.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('6 replacements undone.')).toBeVisible();
  await expect(syncStatus(page)).toHaveText('Offline, 1 change waiting');
  await expect(linkRow(page, 'order: 6')).toHaveCount(1);

  await selectAll(page);
  await command(page, 'Replace with a new price').click();
  const currency = dialog.getByRole('combobox', { name: 'Currency' });
  await expect(currency).toHaveValue('USD');
  await currency.click();
  await page.getByRole('option', { name: 'Add a currency…' }).click();
  await dialog.getByRole('textbox', { name: 'Currency id' }).fill('3');
  await dialog.getByRole('textbox', { name: 'Currency name' }).fill('EUR');
  await dialog.getByRole('button', { name: 'Add currency' }).click();
  await expect(currency).toHaveValue('EUR');
  await expect(dialog).toContainText('0 links will be replaced. Nothing changes for 6.');
  await expect(dialog).toContainText('6 links have no price in EUR.');
  await currency.click();
  await page.getByRole('option', { name: 'USD', exact: true }).click();
  await expect(dialog).toContainText('6 links will be replaced.');
  await price.fill('75.50');
  await dialog.getByRole('button', { name: 'Replace links' }).click();
  await offline.uncheck();
  await allSaved(page);
  await expect(page.getByRole('table', { name: 'Payment links' })).toHaveAttribute('aria-rowcount', '8');
  const sent = service.changes.filter(({ path }) => path.includes('payment-links'));
  expect(sent.filter(({ method }) => method === 'DELETE')).toHaveLength(6);
  const creations = sent.filter(({ method, raw }) => method === 'POST' && !raw.includes('"900"'));
  expect(creations.map(({ raw }) => JSON.parse(raw).prices)).toEqual(
    Array.from({ length: 6 }, () => [expect.objectContaining({ currency_id: 2, price: 75.5 })]),
  );
  // The same as before.
  const orders = await page.getByRole('table', { name: 'Payment links' }).getByRole('row').allInnerTexts();
  expect(orders.join(' ').match(/order: \d+/g)).toEqual([6, 5, 4, 3, 2, 1, 900].map((order) => `order: ${order}`));
});

test('labels have the whole title, also where its end tells two products apart', async ({ signedInWith }) => {
  const titles = [
    'E-book: Ten gardens for small balconies (2nd edition)',
    'Annual bookkeeping for small companies with payroll (2026)',
    'Photography workshop for beginners, Berlin, spring',
  ];
  const { page } = await signedInWith({ products: 3, links: 6, productTitles: titles });
  await goTo(page, 'Payment links');
  await page.getByRole('checkbox', { name: 'Select all links' }).check();
  await page.getByRole('button', { name: 'Print QR codes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Print QR codes' });
  await dialog.getByRole('switch', { name: 'Print metadata' }).check();
  const cut = (lines: (HTMLElement | SVGElement)[]) =>
    lines
      .filter((line) => {
        const label = line.parentElement?.getBoundingClientRect();
        const isBelow = line.getBoundingClientRect().bottom > (label?.bottom ?? 0) + 1;
        return isBelow || line.scrollHeight > line.clientHeight + 1;
      })
      .map(({ textContent }) => textContent);
  const preview = dialog.getByRole('region', { name: 'First page' });
  for (const [width, height] of [
    [1280, 800],
    [900, 600],
    [450, 300],
  ] as const) {
    await resize(page, { width, height });
    await expect(preview.getByText(titles[0] ?? '', { exact: true })).toHaveCount(2);
    expect(await preview.locator('p').evaluateAll(cut), `at ${width} px`).toEqual([]);
  }
  // As wide as A4 between its margins.
  await resize(page, { width: 680, height: 900 });
  await page.emulateMedia({ media: 'print' });
  const paper = page.locator('body > [data-print-alone]');
  await expect(paper.getByText(titles[1] ?? '', { exact: true }).first()).toBeVisible();
  expect(await paper.locator('p').evaluateAll(cut)).toEqual([]);
  const mm = await paper
    .locator('svg')
    .evaluateAll((codes) => codes.map((code) => code.getBoundingClientRect().height));
  expect(Math.min(...mm) / (96 / 25.4)).toBeGreaterThan(30);
});
