// Products, links and toasts that look alike can be told apart before money or a sale goes to the wrong one.

import type { Locator, Page } from '@playwright/test';
import { writeDataFolder } from '../support/data-folder.ts';
import { resize } from '../support/resize.ts';
import { allSaved, chooseForLink, createLink, createProduct, goTo, linkRow } from '../support/seller.ts';
import { expect, test } from './service.ts';

const dialogOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name });
const toast = (page: Page, text: string): Locator => page.locator('.mantine-Notification-root', { hasText: text });
const offline = (page: Page): Locator => page.getByRole('switch', { name: 'Work offline' });

test('labels that look the same are announced before printing, and a single code shows its order on screen only', async ({
  launchApp,
  userDataDir,
}) => {
  writeDataFolder({
    userDataDir,
    products: 1,
    links: 10,
    edit: (link) => ({ ...link, prices: [{ currencyId: 2, priceCents: 1_900, discountCents: null }] }),
  });
  const { page } = await launchApp();
  await goTo(page, 'Payment links');
  await page.getByRole('checkbox', { name: 'Select all links' }).check();
  // One export at a time: that of the selection.
  await expect(page.getByRole('button', { name: 'Export CSV', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Print QR codes' }).click();
  const sheet = dialogOf(page, 'Print QR codes');
  const warning = sheet.getByText('10 labels look the same. Print metadata to tell them apart.');
  await expect(warning).toBeVisible();
  await sheet.getByRole('switch', { name: 'Print metadata' }).check();
  await expect(warning).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear selection' }).click();

  await chooseForLink(page, 'order: 7', 'Show QR code');
  const code = dialogOf(page, 'QR code');
  await expect(code.getByText('order: 7')).toBeVisible();
  await expect(page.locator('body > [data-print-alone]')).not.toContainText('order');
});

test('products with the same title are told apart while the form is filled in', async ({
  signedIn: { page },
  service,
}) => {
  await createProduct(page, 'Coaching hour');
  await createProduct(page, 'Logo design');
  await page.getByRole('button', { name: 'New product' }).click();
  const product = dialogOf(page, 'New product');
  const title = product.getByRole('textbox', { name: 'Product title' });
  const taken = product.getByText('Another product has this title.');
  await title.fill('Coaching');
  await expect(taken).toHaveCount(0);
  await title.fill('Coaching hour');
  await expect(taken).toBeVisible();
  await product.getByRole('textbox', { name: 'Button title' }).fill('Book now');
  await product.getByRole('textbox', { name: 'Product description' }).fill('Two hours.');
  await product.getByRole('button', { name: 'Save product' }).click();
  await expect(product).toBeHidden();
  await allSaved(page);
  await expect(toast(page, 'Product saved. Coaching hour. It is on the service.')).toBeVisible();

  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'New payment link' }).click();
  const dialog = dialogOf(page, 'New payment link');
  const box = dialog.getByRole('combobox', { name: 'Product' });
  await box.click();
  await page.getByRole('option', { name: /Coaching hour.*Product 118,/ }).click();
  await expect(box).toHaveAccessibleDescription(/Product 118, created /);
  await expect(dialog.getByText(/Product 118, created /)).toBeVisible();

  // A click while the search runs would choose what is no longer meant.
  await box.fill('');
  await expect(page.getByRole('option')).toHaveCount(3);
  const clicked = await box.evaluate((input: HTMLInputElement) => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    set?.call(input, 'Logo');
    input.dispatchEvent(new Event('input', { bubbles: true }));
    const options = [...document.querySelectorAll<HTMLElement>('[role="listbox"][aria-label="Product"] > *')];
    options.find(({ textContent }) => textContent?.startsWith('Coaching'))?.click();
    return options.length;
  });
  expect(clicked).toBe(3);
  await expect(page.getByRole('option')).toHaveText(['Logo design']);
  await expect(box).toHaveValue('Logo');
  await page.getByRole('option').click();
  await expect(box).toHaveAccessibleDescription('');
  expect(service.changes.filter(({ path }) => path.endsWith('/payment-links'))).toEqual([]);
});

test('a chosen option is readable in both lines', async ({ signedIn: { page } }) => {
  for (const title of ['Coaching hour', 'Coaching hour']) await createProduct(page, title);
  await allSaved(page);
  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'New payment link' }).click();
  await page.getByRole('combobox', { name: 'Product' }).click();
  const chosen = page.locator('[role="option"][data-combobox-selected]');
  await expect(chosen).toBeVisible();
  const colours = await chosen.evaluate((option) =>
    [...option.querySelectorAll('*')].map((part) => getComputedStyle(part).color),
  );
  expect(new Set(colours).size).toBe(1);
});

test('toasts name the link, and a link without an address is not said to be copied', async ({
  signedIn: { page },
  service,
}) => {
  await createProduct(page, 'Logo design');
  for (const order of ['1042', '1043']) await createLink(page, 'Logo design', '60', order);
  await allSaved(page);
  await expect(toast(page, 'Payment link saved. Logo design, $60.00, order 1043.')).toBeVisible();
  await offline(page).check();
  for (const order of ['1042', '1043']) {
    await chooseForLink(page, order, 'Replace link');
    const dialog = dialogOf(page, 'Replace payment link');
    await dialog.getByRole('textbox', { name: 'Price', exact: true }).fill('75');
    await dialog.getByRole('button', { name: 'Replace link' }).click();
    await expect(dialog).toBeHidden();
  }
  const second = toast(page, 'Replacement saved: Logo design, $60.00, order 1043.');
  await expect(toast(page, 'Replacement saved: Logo design, $60.00, order 1042.')).toBeVisible();
  await expect(second).toBeVisible();

  // The safe button is the primary one.
  await linkRow(page, '1042')
    .filter({ hasText: 'Being replaced' })
    .getByRole('button', { name: 'Copy checkout link' })
    .click();
  const question = dialogOf(page, 'This link is being replaced');
  const variant = (name: string) => question.getByRole('button', { name }).getAttribute('data-variant');
  expect(await variant('Copy new link')).not.toBe('default');
  expect(await variant('Copy anyway')).toBe('default');
  await question.getByRole('button', { name: 'Copy new link' }).click();
  await expect(question).toBeHidden();
  const notYet = toast(page, 'Not copied yet: it has no address.');
  await expect(notYet.locator('svg.tabler-icon-info-circle')).toBeVisible();
  await second.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'The link stays as it was: Logo design, $60.00, order 1043.')).toBeVisible();

  // The service has the new link, and does not answer the deletion of the old one.
  service.intercept = async ({ method }) => (method === 'DELETE' ? new Promise(() => {}) : undefined);
  await offline(page).uncheck();
  await linkRow(page, '1042').filter({ hasText: '$60.00' }).click();
  const details = page.getByRole('complementary', { name: 'Link details' });
  await expect(details).toContainText('The new link, which is on the service');
});

test('Delete right after "select all" is for all of them, and the question can list them all', async ({
  signedInWith,
}) => {
  const { page } = await signedInWith({ products: 1, links: 40 });
  await goTo(page, 'Payment links');
  const table = page.getByRole('table', { name: 'Payment links' });
  await expect(table).toHaveAttribute('aria-rowcount', '41');
  await table.getByRole('row').nth(2).focus();
  await table.locator('[role="row"]:focus').evaluate(async (row) => {
    const press = (key: string, code: string, ctrlKey: boolean) =>
      row.dispatchEvent(new KeyboardEvent('keydown', { key, code, ctrlKey, bubbles: true, cancelable: true }));
    press('a', 'KeyA', true);
    // Before the answer, which takes a task.
    await Promise.resolve();
    await Promise.resolve();
    press('Delete', 'Delete', false);
  });
  const question = dialogOf(page, 'Delete payment links');
  await expect(question).toContainText('Delete 40 payment links?');
  const listed = question.getByRole('list', { name: 'Payment links to delete' }).getByRole('listitem');
  await expect(listed).toHaveCount(5);
  await question.getByRole('button', { name: 'Show all' }).click();
  await expect(listed).toHaveCount(40);
  await expect(question.getByText('more')).toHaveCount(0);
});

test('order numbers keep their end where they are cut, and money is never broken', async ({ signedInWith }) => {
  const { page } = await signedInWith({
    products: 1,
    links: 3,
    edit: (link, index) => ({
      ...link,
      prices: [
        { currencyId: 2, priceCents: 1_240_000, discountCents: 1_199_900 },
        { currencyId: 3, priceCents: 1_140_000, discountCents: 1_099_900 },
      ],
      metadata: [
        { key: 'order', value: `SPRING-WORKSHOP-ORDER-2026-00000012${index}` },
        { key: 'customer', value: 'Ana Kowalska' },
      ],
    }),
  });
  await resize(page, { width: 900, height: 600 });
  await goTo(page, 'Payment links');
  const row = page.getByRole('table', { name: 'Payment links' }).getByRole('row');
  await expect(row.filter({ hasText: 'ORDER-2026-000000121' })).toHaveCount(1);
  const value = row.nth(1).locator('[data-end]').first();
  await expect(value).toHaveAttribute('data-cut');
  const end = await value.evaluate((element) => getComputedStyle(element, '::after').content);
  expect(end).toContain('0122');
  await row.nth(1).getByText('Product 1').click();
  const details = page.getByRole('complementary', { name: 'Link details' });
  await expect(details.getByRole('button', { name: 'Delete link' })).toBeVisible();
  for (const width of [900, 1280]) {
    await resize(page, { width, height: 800 });
    const broken = await details.evaluate((aside) => {
      const texts = document.createTreeWalker(aside, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const { 0: amount, index } of (text.textContent ?? '').matchAll(/[$€]?\d[\d.,]+/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + amount.length);
          const isMoney = /[.,]\d\d$/.test(amount);
          if (isMoney && new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(amount);
        }
      }
      return found;
    });
    expect(broken).toEqual([]);
  }
});
