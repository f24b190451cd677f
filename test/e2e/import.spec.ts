// Importing payment links from CSV: pasted rows by keyboard alone, and a long file with bad rows down to its result file.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import Papa from 'papaparse';
import { expectNoFindings } from '../support/axe.ts';
import type { RecordingService } from '../support/recording-service.ts';
import { resize } from '../support/resize.ts';
import { allSaved, createProduct, goTo, signIn } from '../support/seller.ts';
import { expect, test } from './service.ts';

const rowsOf = (page: Page, name: string): Locator => page.getByRole('table', { name }).getByRole('row');
const creations = (service: RecordingService): string[] =>
  service.changes.filter(({ path }) => path.endsWith('/payment-links')).map(({ raw }) => raw);

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${target}`);
}

test('rows pasted from a spreadsheet become links, by keyboard alone', async ({ launchApp, service }) => {
  const { page } = await launchApp();
  await resize(page, { width: 900, height: 600 });
  await signIn(page, service);
  await createProduct(page, 'Logo design');
  await goTo(page, 'Payment links');
  await tabTo(page, page.getByRole('button', { name: 'Import links from CSV' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Import links from CSV' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoFindings(page, `start, ${colorScheme}`);
  }
  await tabTo(page, page.getByRole('textbox', { name: 'Paste rows' }));
  await page.keyboard.insertText(
    [
      'Product\tPrice\tDiscounted price\tSingle use\tOrder',
      'Logo design\t100,55\t80,10\tyes\t1042',
      'Logo design\t1.00.00\t\tno\t1043',
      'logo design\t60,00\t\t\t<b>1044</b>',
    ].join('\n'),
  );
  await tabTo(page, page.getByRole('button', { name: 'Read rows' }));
  await page.keyboard.press('Enter');
  const rows = rowsOf(page, 'Rows to import');
  await expect(rows.nth(1)).toContainText('$80.10');
  const columns = page.getByRole('button', { name: 'Change columns' });
  await expect(columns).toHaveAttribute('aria-expanded', 'false');
  await tabTo(page, columns);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Decimal sign' })).toHaveValue(',');
  await expectNoFindings(page, 'columns');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '2 of 3 rows chosen, 1 with errors' })).toBeVisible();
  await expect(rows.nth(2)).toContainText('Price: “1.00.00” is not an amount');
  await expect(rows.nth(2).getByRole('checkbox')).toBeDisabled();
  await expect(rows.nth(2)).toContainText('1.00.00');
  await tabTo(page, rows.nth(1));
  await page.keyboard.press('ArrowDown');
  const whole = page.getByRole('region', { name: 'What is wrong with this row' });
  await expect(whole).toContainText('Line 3');
  await expect(whole.getByText('Write it in digits, for example 100,55')).toBeInViewport({ ratio: 1 });
  await expect(rows.nth(2)).toBeInViewport();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoFindings(page, `rows, ${colorScheme}`);
  }
  await tabTo(page, page.getByRole('button', { name: 'Create 2 links' }));
  await page.keyboard.press('Enter');
  const imported = rowsOf(page, 'Imported rows');
  await expect(imported.nth(1)).toContainText('https://checkout.example/s/mara/');
  await expect(imported.nth(2)).toContainText('1.00.00');
  await expect(imported.nth(2)).toContainText('Order: 1043');
  await imported.nth(2).focus();
  await expect(whole.getByText('Write it in digits, for example 100,55')).toBeInViewport();
  await allSaved(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoFindings(page, `made, ${colorScheme}`);
  }
  expect(creations(service).map((raw) => JSON.parse(raw))).toEqual([
    {
      prices: [{ currency_id: 2, price: 100.55, is_discount_price: true, discount_price: 80.1 }],
      use_once: true,
      metadata: { Order: '1042' },
    },
    {
      prices: [{ currency_id: 2, price: 60, is_discount_price: false }],
      metadata: { Order: '<b>1044</b>' },
    },
  ]);
});

test('a file of 1,000 rows with 1 % bad ones creates each good row once and explains the bad ones in its result', async ({
  signedInWith,
  service,
  userDataDir,
}) => {
  const app = await signedInWith({ products: 3, links: 10 });
  const { page } = app;
  await allSaved(page);
  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'Import links from CSV' }).click();
  const lines = ['Product;Price USD;Discounted price USD;Single use;metadata: order'];
  for (let row = 1; row <= 1_000; row += 1) {
    const price = row % 100 === 0 ? 'ten' : `${row},50`;
    lines.push(`Product ${(row % 3) + 1};${price};;${row % 2 ? 'yes' : 'no'};${row % 7 === 0 ? `=${row}` : row}`);
  }
  await page.locator('input[type=file]').setInputFiles({
    name: 'orders.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`),
  });
  await expect(page.getByRole('status').filter({ hasText: '990 of 1,000 rows chosen, 10 with errors' })).toBeVisible();
  await page.getByRole('radio', { name: 'With errors 10' }).check();
  const bad = rowsOf(page, 'Rows to import');
  await expect(bad.nth(1)).toContainText('101');
  await expect(bad.nth(1)).toContainText('Price USD: “ten” is not an amount');
  await page.getByRole('button', { name: 'Create 990 links' }).click();
  await expect(page.getByText('The import "orders.csv" is done: 990 links')).toBeVisible({ timeout: 400_000 });
  await allSaved(page);
  const orders = creations(service).map((raw) => (JSON.parse(raw) as { metadata: { order: string } }).metadata.order);
  expect(orders).toHaveLength(990);
  expect(new Set(orders).size).toBe(990);
  const file = join(userDataDir, 'result.csv');
  await app.answerDialogs({ save: file });
  await page.getByRole('button', { name: 'Save result as CSV' }).click();
  await expect(page.getByText('1,000 rows saved to result.csv')).toBeVisible();
  const raw = await readFile(file, 'utf8');
  expect(raw.startsWith('\uFEFFProduct;Price USD;')).toBe(true);
  const { data } = Papa.parse<Record<string, string>>(raw.slice(1), { header: true, skipEmptyLines: true });
  expect(data.map((row) => Number(row.Line))).toEqual(Array.from({ length: 1_000 }, (_, index) => index + 2));
  const addresses = data.flatMap((row) => row['Checkout URL'] || []);
  expect(addresses).toHaveLength(990);
  expect(new Set(addresses).size).toBe(990);
  expect(data[99]).toMatchObject({ 'Price USD': 'ten', State: 'Error', 'Checkout URL': '' });
  expect(data[99]?.Error).toContain('Price USD: “ten” is not an amount');
  expect(data[6]?.['metadata: order']).toBe("'=7");
});

test('a file dropped on the list is imported without its skipped rows, and recognised the next time', async ({
  signedInWith,
  service,
}) => {
  const { page } = await signedInWith({ products: 3, links: 2 });
  await allSaved(page);
  const lines = [
    'Produkt;Preis;Kunde',
    'Product 1;12,50 $;Müller',
    'Product 2;7;<img src=x>',
    'Product 3;9;Bö',
    'No such;9;x',
  ];
  const drop = async () => {
    await goTo(page, 'Payment links');
    const dataTransfer = await page.evaluateHandle(
      (bytes) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([Uint8Array.from(bytes)], 'Bücher.csv', { type: 'text/csv' }));
        return transfer;
      },
      [...Buffer.from(lines.join('\r\n'), 'latin1')],
    );
    const list = page.getByRole('table', { name: 'Payment links' });
    await list.dispatchEvent('dragenter', { dataTransfer });
    await expect(page.getByText('Drop a CSV file to import links')).toBeVisible();
    await list.dispatchEvent('drop', { dataTransfer });
  };
  await drop();
  await expect(page.getByText('3 of 4 rows chosen, 1 with errors')).toBeVisible();
  await expect(page.getByText('it is read as Windows-1252', { exact: false })).toBeVisible();
  await expect(rowsOf(page, 'Rows to import').nth(1)).toContainText('Kunde: Müller');
  await page.getByRole('checkbox', { name: 'Choose line 2' }).uncheck();
  await page.getByRole('checkbox', { name: 'Choose line 3' }).click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Create 1 link', exact: true }).click();
  await expect(page.getByText('1 of 1 sent; 2 rows left out, 1 row with errors')).toBeVisible();
  await expect(page.getByText('The import "Bücher.csv" is done: 1 link has its checkout address.')).toBeVisible();
  expect(creations(service).map((raw) => JSON.parse(raw).metadata)).toEqual([{ Kunde: 'Bö' }]);
  await drop();
  await expect(page.getByText(/^This file was imported on .*: 1 link\./)).toBeVisible();
});

test('the result counts only links that the service has as sent', async ({ signedIn: { page }, service }) => {
  await createProduct(page, 'Logo design');
  await allSaved(page);
  service.intercept = ({ raw }) => (raw.includes('"Z-2"') ? { status: 502, body: 'Bad gateway' } : undefined);
  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'Import links from CSV' }).click();
  const rows = ['Product,Price,Order', 'Logo design,10,Z-1', 'Logo design,20,Z-2', 'Logo design,30,Z-3'];
  await page.getByRole('textbox', { name: 'Paste rows' }).fill(rows.join('\n'));
  await page.getByRole('button', { name: 'Read rows' }).click();
  await page.getByRole('button', { name: 'Create 3 links' }).click();
  await expect(page.getByText('2 of 3 sent, 1 needs attention', { exact: true })).toBeVisible();
  await expect(page.getByText(/\bcreated\b/)).toHaveCount(0);
  // A link in doubt is no error.
  await expect(page.getByRole('radio', { name: 'Needs attention 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Back to imports' }).click();
  await expect(page.getByText('2 of 3 sent, 1 needs attention', { exact: true })).toBeVisible();
});
