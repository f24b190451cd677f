// From the template to a file without errors: rows with errors are saved and counted among past imports, and take no space
// when there are none.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectNoFindings } from '../support/axe.ts';
import { resize } from '../support/resize.ts';
import { createProduct, goTo } from '../support/seller.ts';
import { expect, test } from './service.ts';

const startPage = async (page: Page): Promise<void> => {
  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'Import links from CSV' }).click();
};

/** The names of the scrollable elements on the screen. */
const scrollAreas = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main, main *')]
      .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY))
      .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)
      .map((element) => element.getAttribute('aria-label') ?? element.className),
  );

test('a template, a file with errors and its corrected rows', async ({ signedIn: app, userDataDir }) => {
  const { page } = app;
  await resize(page, { width: 900, height: 600 });
  await createProduct(page, 'Logo design');
  await startPage(page);
  const template = join(userDataDir, 'template.csv');
  await app.answerDialogs({ save: template });
  await page.getByRole('button', { name: 'Download a CSV template' }).click();
  await expect(page.getByText('Template saved to template.csv')).toBeVisible();
  const text = await readFile(template, 'utf8');
  const input = page.locator('input[type=file]');
  const choose = (name: string, file: string) =>
    input.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(file) });

  const rows = Array.from({ length: 30 }, (_, at) => `Logo design,${at + 1}.50,,USD,no,ORDER-${at}`);
  await choose('orders.csv', `${text}${rows.join('\r\n')}\r\n`);
  await expect(page.getByRole('button', { name: 'Create 32 links' })).toBeVisible();
  await expect(page.getByText('Columns: Product (title or id), Price, Discounted price, Currency')).toBeVisible();
  const whole = page.getByRole('region', { name: 'What is wrong with this row' });
  await expect(whole).toHaveCount(0);
  expect(await scrollAreas(page)).toEqual(['Rows to import']);

  await page.getByRole('button', { name: 'Choose another file' }).click();
  await choose('orders.csv', `${text}Logo design,abc,,USD,no,ORDER-X\r\n`);
  await expect(page.getByRole('button', { name: 'Create 2 links' })).toBeVisible();
  const line = page.getByRole('table', { name: 'Rows to import' }).getByRole('row').nth(3);
  await expect(line).toContainText('Price: “abc” is not an amount');
  await line.getByRole('cell').last().click();
  const dialog = page.getByRole('dialog', { name: 'Line 4' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(whole).toContainText('Line 4');
  await expect(line.getByTitle('Price: “abc” is not an amount').first()).toBeVisible();
  await whole.getByRole('button', { name: 'Show whole row' }).press('Enter');
  await expect(dialog).toContainText('“abc” is not an amount');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoFindings(page, `a row with an error, ${colorScheme}`);
  }
  const saved = join(userDataDir, 'errors.csv');
  await app.answerDialogs({ save: saved });
  await page.getByRole('button', { name: 'Save rows with errors as CSV' }).click();
  await expect(page.getByText('1 row saved to errors.csv')).toBeVisible();
  await page.getByRole('button', { name: 'Create 2 links' }).click();
  await expect(page.getByText('2 of 2 sent; 1 row with errors')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'With errors 1' })).toBeVisible();
  await page.getByRole('table', { name: 'Imported rows' }).getByRole('row').nth(1).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Line 2' }).getByRole('button', { name: 'Copy checkout link' }).click();
  await expect(page.getByText('Checkout link copied')).toBeVisible();
  expect(await app.clipboardText()).toMatch(/uuid=/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('button', { name: 'Back to imports' }).click();
  await expect(page.getByText('2 of 2 sent, 1 with errors')).toBeVisible();
  await page.getByRole('link', { name: '1 with errors' }).click();
  const imported = page.getByRole('table', { name: 'Imported rows' }).getByRole('row');
  await expect(imported).toHaveCount(2);
  await expect(imported.nth(1)).toContainText('“abc” is not an amount');

  await startPage(page);
  await choose('errors.csv', (await readFile(saved, 'utf8')).replace('abc', '"$1,234.50"'));
  await expect(page.getByText('Columns set as in your last import.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Rows to import' })).toContainText('$1,234.50');
  await page.getByRole('button', { name: 'Create 1 link', exact: true }).click();
  await expect(page.getByText('1 of 1 sent')).toBeVisible();
});

test('rows with errors keep their product readable and their price uncut', async ({ signedIn: { page } }) => {
  await resize(page, { width: 900, height: 600 });
  await createProduct(page, 'One hour of coaching for founders');
  await startPage(page);
  const row = (amounts: string, order: number) =>
    `One hour of coaching for founders,${amounts},yes,ORD-2026-100${order},Anna Maria Schneider`;
  const rows = [row('100.55,80.10,USD', 1), row('100.55,180.10,USD', 2), row('12345.999,80.10,USD', 3)];
  const header = 'Product,Price,Discounted price,Currency,Single use,metadata: order,metadata: customer';
  await page.getByRole('textbox', { name: 'Paste rows' }).fill([header, ...rows].join('\n'));
  await page.getByRole('button', { name: 'Read rows' }).click();
  await expect(page.getByText('1 of 3 rows chosen, 2 with errors')).toBeVisible();
  const table = page.getByRole('table', { name: 'Rows to import' });
  for (const [at, price] of ['$80.10', '100.55 · 180.10 · USD', '12345.999 · 80.10 · USD'].entries()) {
    const cells = table
      .getByRole('row')
      .nth(at + 1)
      .getByRole('cell');
    expect(await cells.nth(1).evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThanOrEqual(100);
    await expect(cells.nth(2)).toContainText(price);
    expect(await cells.nth(2).evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
  }
  const problem = /^Discounted price: /;
  await expect(table.getByRole('row').nth(2).getByTitle(problem).first()).toBeVisible();
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
});

test('a cell with an error is corrected where it stands, and the row is checked again', async ({
  signedIn: { page },
  service,
}) => {
  await resize(page, { width: 1920, height: 1080 });
  await createProduct(page, 'Logo design');
  await startPage(page);
  const rows = ['Logo design,1.500,A-1', 'Logo design,abc,A-2', 'No such,7,A-3', 'Logo design,9,A-1'];
  await page.getByRole('textbox', { name: 'Paste rows' }).fill(['product,price,order', ...rows].join('\n'));
  await page.getByRole('button', { name: 'Read rows' }).click();
  const figures = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();
  await figures('1 of 4 rows chosen, 3 with errors');
  const table = page.getByRole('table', { name: 'Rows to import' });
  const row = (at: number) => table.getByRole('row').nth(at);

  // Errors have the room, not the number of the line.
  const whole = row(1).getByText('Price: Is “1.500” 1,500.00 or 1.500?');
  await expect(whole).toContainText('For the whole file, use "Choose decimal sign" above the rows');
  expect(await whole.evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)).toBe(true);
  expect(
    await row(1)
      .getByRole('cell')
      .nth(1)
      .evaluate((cell) => cell.getBoundingClientRect().left),
  ).toBeLessThan(400);

  // With the mouse, in the list: what is still wrong is said at the field.
  await resize(page, { width: 900, height: 600 });
  await row(2).getByRole('button', { name: 'Correct line 3' }).dblclick();
  const field = page.getByRole('textbox', { name: 'price', exact: true });
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(/“abc” is not an amount/);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoFindings(page, `a cell to correct, ${colorScheme}`);
  }
  await field.fill('xyz');
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription(/“xyz” is not an amount/);
  await field.fill('12.50');
  await field.press('Enter');
  await expect(field).toBeHidden();
  await expect(row(2)).toContainText('$12.50');
  await expect(page.getByRole('checkbox', { name: 'Choose line 3' })).toBeChecked();
  await figures('2 of 4 rows chosen, 2 with errors');

  // With a key on the row. Escape leaves the cell, and unchooses nothing.
  await row(3).focus();
  await page.keyboard.press('F2');
  const product = page.getByRole('textbox', { name: 'product', exact: true });
  await expect(product).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(product).toBeHidden();
  await expect(row(3)).toBeFocused();
  await page.getByRole('checkbox', { name: 'Choose line 5' }).uncheck();
  await row(3).focus();
  await page.keyboard.press('Escape');
  await figures('1 of 4 rows chosen, 2 with errors');

  // In the dialog of the row, which Enter opens.
  await row(3).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Line 4' });
  await expect(dialog.getByRole('textbox', { name: 'product' })).toBeFocused();
  await expect(dialog.getByRole('textbox', { name: 'order' })).toHaveValue('A-3');
  await expectNoFindings(page, 'a row to correct');
  await page.keyboard.type('Logo design');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await figures('2 of 4 rows chosen, 1 with errors');

  // Another reading of the columns keeps what was corrected, and another file asks first.
  await page.getByRole('button', { name: 'Choose decimal sign' }).click();
  await page.getByRole('combobox', { name: 'Decimal sign' }).selectOption(',');
  await figures('3 of 4 rows chosen');
  await expect(row(2)).toContainText('$12.50');
  await page.getByRole('button', { name: 'Choose another file' }).click();
  const question = page.getByRole('dialog', { name: 'Drop your changes?' });
  await question.getByRole('button', { name: 'Keep these rows' }).click();
  await page.getByRole('button', { name: 'Create 3 links' }).click();
  await expect(page.getByText('3 of 3 sent')).toBeVisible();
  const sent = service.changes.filter(({ path }) => path.endsWith('/payment-links')).map(({ raw }) => raw);
  expect(sent.map((raw) => (JSON.parse(raw) as { prices: { price: number }[] }).prices[0]?.price)).toEqual([
    1500, 12.5, 7,
  ]);
});

test('typed text is asked about before it is lost, and a correction lasts as long as the file is open', async ({
  signedIn: app,
  userDataDir,
}) => {
  const { page } = app;
  await resize(page, { width: 900, height: 600 });
  await createProduct(page, 'Logo design');
  await startPage(page);
  const rows = ['Logo design,abc,yes', 'Logo design,def,yes', 'No such,ghi,yes', 'Logo design,4,maybe'];
  await page.getByRole('textbox', { name: 'Paste rows' }).fill(['product,price,once', ...rows].join('\n'));
  await page.getByRole('button', { name: 'Read rows' }).click();
  await page.getByRole('radio', { name: 'With errors 4' }).check();
  const row = (at: number) => page.getByRole('table', { name: 'Rows to import' }).getByRole('row').nth(at);
  const price = page.getByRole('textbox', { name: 'price', exact: true });

  await row(1).focus();
  await page.keyboard.press('F2');
  await expect(price).toBeFocused();
  await price.fill('12');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Close line 2 without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toBeHidden();
  await expect(price).toHaveValue('12');
  await page.getByRole('heading', { name: 'Import links from CSV' }).click();
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await price.press('Enter');
  await expect(page.getByRole('radio', { name: 'With errors 3' })).toBeChecked();
  await expect(row(1)).toContainText('def');
  await expect(row(1)).toBeFocused();

  await page.keyboard.press('F2');
  await price.fill('13');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Close without saving' }).click();
  await expect(price).toBeHidden();
  await expect(row(1)).toContainText('def');

  // In the dialog of the row too. One error of two is corrected.
  await row(2).dblclick();
  const dialog = page.getByRole('dialog', { name: 'Line 4' });
  await price.fill('9.50');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await price.press('Enter');
  const product = dialog.getByRole('textbox', { name: 'product' });
  await expect(product).toHaveAccessibleDescription('There is no product called "No such"');
  await expect(product).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const saved = join(userDataDir, 'errors.csv');
  await app.answerDialogs({ save: saved });
  await page.getByRole('button', { name: 'Save rows with errors as CSV' }).click();
  await expect(page.getByText('3 rows saved to errors.csv. Correct them there')).toBeVisible();
  expect(await readFile(saved, 'utf8')).toContain('No such,9.50,yes');

  await page.getByRole('button', { name: 'Back to payment links' }).click();
  await page.getByRole('button', { name: 'Import links from CSV' }).click();
  await page.getByRole('button', { name: 'Change columns' }).click();
  await page.getByRole('checkbox', { name: 'First row has names' }).click();
  await expect(page.getByRole('radio', { name: 'All 5' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'First row has names' }).click();
  await expect(row(1)).toContainText('$12.00');
  await expect(page.getByRole('button', { name: 'Create 1 link', exact: true })).toBeVisible();

  // A file dropped on the list closes this one.
  await page.getByRole('button', { name: 'Back to payment links' }).click();
  const dataTransfer = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['Product,Price\nLogo design,98\n'], 'dropped.csv', { type: 'text/csv' }));
    return transfer;
  });
  const drop = () => page.getByRole('table', { name: 'Payment links' }).dispatchEvent('drop', { dataTransfer });
  await drop();
  const losing = page.getByRole('dialog', { name: 'Drop your changes?' });
  await losing.getByRole('button', { name: 'Keep these rows' }).click();
  await expect(losing).toBeHidden();
  await drop();
  await losing.getByRole('button', { name: 'Drop changes' }).click();
  await expect(page.getByRole('table', { name: 'Rows to import' })).toContainText('$98.00');
});

test('at 900×600, beside the tour, errors are whole and the fields of a cell cover no button above the rows', async ({
  launchApp,
}) => {
  const { page } = await launchApp();
  await resize(page, { width: 900, height: 600 });
  await page.getByRole('button', { name: 'Open the practice store' }).click();
  await page.getByRole('button', { name: 'Start the tour' }).click();
  await createProduct(page, 'Logo design');
  await startPage(page);
  const rows = ['12.50,EUR,1', '1x2.50,USD,2', '13.50,EUR,3', '14.50,USD,4', '15.50,EUR,5'];
  const lines = ['Product,Price,Currency,Order', ...rows.map((row) => `Logo design,${row}`)];
  await page.getByRole('textbox', { name: 'Paste rows' }).fill(lines.join('\n'));
  await page.getByRole('button', { name: 'Read rows' }).click();
  const table = page.getByRole('table', { name: 'Rows to import' });
  const add = page.getByRole('button', { name: 'Add EUR' });
  await expect(add).toBeVisible();
  const tour = page.getByRole('region', { name: 'Tour' });
  expect((await tour.boundingBox())?.height).toBeLessThanOrEqual(41);
  for (const text of ['Add EUR, see above', 'is not an amount']) {
    const problem = table.getByText(text).first();
    expect(await problem.evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)).toBe(true);
  }
  await table.getByRole('button', { name: 'Correct line 4' }).click();
  const form = page.getByRole('form', { name: 'Correct line 4' });
  await expect(form.getByRole('textbox', { name: 'Currency' })).toBeFocused();
  const [fields, button] = await Promise.all([form.boundingBox(), add.boundingBox()]);
  expect(fields?.y).toBeGreaterThanOrEqual((button?.y ?? 0) + (button?.height ?? 0));
  await expect(form.getByRole('button', { name: 'Save and check' })).toBeInViewport({ ratio: 1 });
});
