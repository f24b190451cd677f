// Sharing beyond one link: many at once, templates of fields, messages, and the basic checkout link.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import Papa from 'papaparse';
import { expect, test } from '../../support/desk-test.ts';
import { readQrPng } from '../../support/read-qr.ts';
import { allSaved, chooseForLink, createLink, createProduct, goTo, linkRow, syncStatus } from '../../support/seller.ts';

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const command = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name });
const selectAll = (page: Page) => page.getByRole('checkbox', { name: 'Select all links' }).check();

test('many links are copied, filled in and printed; one without an address is left out and counted', async ({
  signedInWith,
}) => {
  const desk = await signedInWith({ products: 2, links: 14 });
  const { page } = desk;
  await page.getByRole('switch', { name: 'Work offline' }).check();
  await createLink(page, 'Product 1', '60', '900');
  await selectAll(page);
  await command(page, 'Copy addresses').click();
  await expect(page.getByText('14 checkout links copied. 1 has no address yet')).toBeVisible();
  const copied = desk.copied.at(-1)?.split('\n') ?? [];
  expect(copied).toHaveLength(14);
  await command(page, 'Customise').click();
  const dialog = dialogOf(page, 'Customise checkout links');
  await dialog.getByRole('textbox', { name: 'Field 1' }).fill('city');
  await dialog.getByRole('textbox', { name: 'Field value 1' }).fill('Łódź');
  await dialog.getByRole('button', { name: 'Copy addresses' }).click();
  const filled = copied.map((url) => `${url}&city=%C5%81%C3%B3d%C5%BA`);
  await expect.poll(() => desk.copied.at(-1)).toBe(filled.join('\n'));
  desk.answers.save = join(desk.folder, 'many.csv');
  await dialog.getByRole('button', { name: 'Save as CSV' }).click();
  await expect(dialog.getByRole('status')).toContainText('many.csv');
  const csv = readFileSync(desk.answers.save, 'utf8');
  const { data } = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true });
  expect(data.map((row) => row['Checkout URL'])).toEqual(filled);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await command(page, 'Print QR codes').click();
  const sheet = dialogOf(page, 'Print QR codes');
  await expect(sheet).toContainText('14 codes on 2 pages');
  const paper = page.locator('body > [data-print-alone]');
  // A customer's data is on paper only if the seller wants it.
  await expect(paper).not.toContainText('order: 14');
  await sheet.getByRole('switch', { name: 'Print metadata' }).check();
  await sheet.getByRole('button', { name: 'Print', exact: true }).click();
  await expect.poll(() => desk.prints).toBe(1);
  await page.emulateMedia({ media: 'print' });
  expect((await paper.innerText()).match(/order: \d+/g)).toHaveLength(14);
  await expect(paper.locator('svg')).toHaveCount(14);
  expect(readQrPng(await paper.locator('svg').nth(13).screenshot())).toBe(copied[13]);
});

test('after creating, the address is copied now or when it is ready, and a similar link is a click away', async ({
  signedIn: desk,
}) => {
  const { page } = desk;
  const toast = (text: string) => page.getByRole('status').filter({ hasText: text });
  await createProduct(page, 'Coaching hour');
  await toast('Product created').getByRole('button', { name: 'Show' }).click();
  await page.getByRole('button', { name: 'New payment link' }).click();
  const form = dialogOf(page, 'New payment link');
  await form.getByRole('textbox', { name: 'Price', exact: true }).fill('60');
  await form.getByRole('button', { name: 'Create link' }).click();
  await allSaved(page);
  await toast('Link created').getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.poll(() => desk.copied.at(-1)).toMatch(/uuid=00001-uuid$/);
  await page.getByRole('switch', { name: 'Work offline' }).check();
  await expect(syncStatus(page)).toHaveText('Offline, no changes waiting');
  await createLink(page, 'Coaching hour', '70', '902');
  await toast('Link created').getByRole('button', { name: 'Copy when ready' }).click();
  await page.getByRole('switch', { name: 'Work offline' }).uncheck();
  await expect.poll(() => desk.copied.at(-1)).toMatch(/uuid=00002-uuid$/);
});

test('many links get a new price offline: Undo takes it back, and old links go after new ones exist', async ({
  signedInWith,
  service,
}) => {
  const { page } = await signedInWith({ products: 2, links: 6 });
  const offline = page.getByRole('switch', { name: 'Work offline' });
  const dialog = dialogOf(page, 'Replace with a new price');
  const replace = async () => {
    await selectAll(page);
    await command(page, 'Replace with a new price').click();
    await dialog.getByRole('textbox', { name: 'Price', exact: true }).fill('75.50');
    // The new link is not on the service yet, so it stays.
    await expect(dialog).toContainText('6 links will be replaced.');
    await dialog.getByRole('button', { name: 'Replace links' }).click();
    await expect(syncStatus(page)).toHaveText('Offline, 13 changes waiting');
  };
  await offline.check();
  await createLink(page, 'Product 1', '60', '900');
  await replace();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(syncStatus(page)).toHaveText('Offline, 1 change waiting');
  await replace();
  await offline.uncheck();
  await allSaved(page);
  await expect(page.getByRole('table', { name: 'Payment links' })).toHaveAttribute('aria-rowcount', '8');
  const methods = service.changes.map(({ method, raw }) => (raw.includes('"900"') ? 'other' : method));
  expect(methods.filter((method) => method === 'DELETE')).toHaveLength(6);
  // Each deletion has its creation before it.
  for (const [index, method] of methods.entries()) {
    const before = (of: string) => methods.slice(0, index).filter((one) => one === of).length;
    if (method === 'DELETE') expect(before('POST')).toBeGreaterThan(before('DELETE'));
  }
});

test('a template of fields fills the form after a restart, and can be deleted', async ({ signedInWith }) => {
  const desk = await signedInWith({ products: 1, links: 1 });
  const { page } = desk;
  const dialog = dialogOf(page, 'Share checkout link');
  await goTo(page, 'Payment links');
  await chooseForLink(page, 'order: 1', 'Share');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Ana');
  await dialog.getByRole('textbox', { name: 'Field 1' }).fill('utm_source');
  await dialog.getByRole('textbox', { name: 'Field value 1' }).fill('whatsapp');
  await dialog.getByRole('button', { name: 'Save as template' }).click();
  const saving = dialogOf(page, 'Save template');
  // What belongs to one customer is not part of it.
  await expect(saving.getByRole('checkbox', { name: /^Name/ })).not.toBeChecked();
  await saving.getByRole('textbox', { name: 'Template name' }).fill('WhatsApp with name');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Ana');

  await desk.restart();
  await goTo(page, 'Products');
  await page.getByRole('table', { name: 'Products' }).getByText('Product 1').click();
  await page.getByRole('button', { name: 'Share', exact: true }).first().click();
  const template = dialog.getByRole('combobox', { name: 'Template' });
  await template.click();
  await page.getByRole('option', { name: 'WhatsApp with name' }).click();
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Bo');
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.poll(() => desk.copied).toEqual(['https://checkout.example/mara/200000?name=Bo&utm_source=whatsapp']);
  await dialog.getByRole('button', { name: 'Delete template' }).click();
  await dialogOf(page, 'Delete template').getByRole('button', { name: 'Delete template' }).click();
  await expect(template).toHaveCount(0);
});

test('a link is sent by e-mail and WhatsApp to the customer, with the message of the seller; a waiting one cannot be', async ({
  signedInWith,
}) => {
  const desk = await signedInWith({ products: 1, links: 1 });
  const { page } = desk;
  await goTo(page, 'Settings');
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  const save = page.getByRole('button', { name: 'Save message' });
  await message.fill('Hi & hello, pay {price} for {product}');
  await save.click();
  await expect(message).toHaveAttribute('aria-invalid', 'true');
  await message.fill('Hi {name}, pay {price} for {product}: {link} ✓');
  await save.click();
  await expect(page.getByText('Message saved')).toBeVisible();

  await desk.restart();
  await goTo(page, 'Payment links');
  await chooseForLink(page, 'order: 1', 'Share');
  const dialog = dialogOf(page, 'Share checkout link');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Ana');
  await dialog.getByRole('textbox', { name: 'Phone number' }).fill('+1 (555) 010-99');
  await dialog.getByRole('textbox', { name: 'Email' }).fill('ana@shop.example');
  const link = await dialog.getByRole('textbox', { name: 'Checkout URL' }).inputValue();
  await dialog.getByRole('button', { name: 'WhatsApp' }).click();
  const text = encodeURIComponent(`Hi Ana, pay $0.90 for Product 1: ${link} ✓`);
  await expect.poll(() => desk.opened).toEqual([`https://wa.me/155501099?text=${text}`]);
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Here: {link}');
  await dialog.getByRole('button', { name: 'E-mail' }).click();
  const body = encodeURIComponent(`Here: ${link}`);
  await expect.poll(() => desk.opened[1]).toBe(`mailto:ana%40shop.example?subject=Product%201&body=${body}`);
  // What was sent is no loss when the dialog closes.
  await expect(dialog.getByRole('status')).not.toBeEmpty();
  await page.keyboard.press('Escape');

  await page.getByRole('switch', { name: 'Work offline' }).check();
  await createLink(page, 'Product 1', '60', '900');
  await linkRow(page, 'order: 900')
    .getByRole('button', { name: /^More actions/ })
    .click();
  await expect(page.getByRole('menuitem', { name: 'Copy when ready' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Share' })).toHaveCount(0);
});

test('a basic checkout link without a known default price warns wherever it goes out', async ({ signedInWith }) => {
  const desk = await signedInWith({ products: 1, links: 1 });
  const { page } = desk;
  await goTo(page, 'Products');
  await page.getByRole('table', { name: 'Products' }).getByRole('row').nth(1).focus();
  await page.keyboard.press('ControlOrMeta+c');
  const warning = page.getByRole('alert').filter({ hasText: 'Basic checkout link copied' });
  await expect(warning).toBeVisible();
  expect(desk.copied).toEqual(['https://checkout.example/mara/200000']);
  await page.getByRole('link', { name: 'Product 1', exact: true }).click();
  for (const name of ['Show QR code', 'Share']) {
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name }).click();
    await expect(page.getByRole('dialog').getByRole('note')).toContainText('No default price is known');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
});
