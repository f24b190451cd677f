// Sharing beyond one link: many at once, templates of fields, messages, and the basic checkout link.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import Papa from 'papaparse';
import { expect, test } from '../../support/desk-test.ts';
import { readQrPng } from '../../support/read-qr.ts';
import { chooseForLink, createLink, goTo, linkRow } from '../../support/seller.ts';

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const command = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name });
const selectAll = (page: Page) => page.getByRole('checkbox', { name: 'Select all links' }).check();

test('many links are copied, filled in and printed; one without an address is skipped and counted', async ({
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
  // A customer's data is printed only if the seller wants it.
  await expect(paper).not.toContainText('order: 14');
  await sheet.getByRole('switch', { name: 'Print metadata' }).check();
  await sheet.getByRole('button', { name: 'Print', exact: true }).click();
  await expect.poll(() => desk.prints).toBe(1);
  await page.emulateMedia({ media: 'print' });
  expect((await paper.innerText()).match(/order: \d+/g)).toHaveLength(14);
  await expect(paper.locator('svg')).toHaveCount(14);
  expect(readQrPng(await paper.locator('svg').nth(13).screenshot())).toBe(copied[13]);
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
  // By default a template contains nothing about one customer.
  await expect(saving.getByRole('checkbox', { name: /^Name/ })).not.toBeChecked();
  await saving.getByRole('textbox', { name: 'Template name' }).fill('WhatsApp with name');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Ana');

  await desk.restart();
  await goTo(page, 'Products');
  await page.getByRole('table', { name: 'Products' }).getByText('Product 1').click();
  await page.getByRole('button', { name: 'More actions', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Share', exact: true }).click();
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

test('a link is sent to the customer by e-mail and WhatsApp, with the seller’s message; an unsent link cannot be shared', async ({
  signedInWith,
}) => {
  const desk = await signedInWith({ products: 1, links: 1 });
  const { page } = desk;
  await goTo(page, 'Settings');
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  await message.fill('Hi & hello, pay {price} for {product}');
  await message.blur();
  await expect(message).toHaveAttribute('aria-invalid', 'true');
  await message.fill('Hi {name}, pay {price} for {product}: {link} ✓');
  // Leaving the field saves the message.
  await goTo(page, 'Payment links');
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
  // The message was sent, so closing the dialog loses nothing.
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
