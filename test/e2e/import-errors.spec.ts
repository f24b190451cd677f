// From the template to a file without errors: rows with errors are saved and counted among past imports, and take no space
// when there are none.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectNoFindings } from '../support/axe.ts';
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
  await page.setViewportSize({ width: 900, height: 600 });
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
  await page.keyboard.press('Escape');
  await expect(whole).toContainText('Line 4');
  await expect(line.getByTitle('Price: “abc” is not an amount').first()).toBeVisible();
  await whole.getByRole('button', { name: 'Show whole row' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Line 4' })).toContainText('Price: “abc” is not an amount');
  await page.keyboard.press('Escape');
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

  await page.getByRole('button', { name: 'Back to the list' }).click();
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
  await page.setViewportSize({ width: 900, height: 600 });
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
