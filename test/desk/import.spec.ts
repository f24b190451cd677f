// Payment links from a spreadsheet: pasted, corrected, and told apart from existing ones.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/desk-test.ts';
import type { RecordingService } from '../support/recording-service.ts';
import { allSaved, goTo } from '../support/seller.ts';

const rowsOf = (page: Page, name = 'Rows to import') => page.getByRole('table', { name }).getByRole('row');
const create = (page: Page, count: number) =>
  page.getByRole('button', { name: `Create ${count} ${count === 1 ? 'link' : 'links'}`, exact: true });
const creations = (service: RecordingService) =>
  service.changes
    .filter(({ path }) => path.endsWith('/payment-links'))
    .map(({ raw }) => JSON.parse(raw) as { metadata: Record<string, string>; prices: unknown[] });

async function openImport(page: Page): Promise<void> {
  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'Import links from CSV' }).click();
}

async function paste(page: Page, lines: readonly string[]): Promise<void> {
  await openImport(page);
  await page.getByRole('textbox', { name: 'Paste rows' }).fill(lines.join('\n'));
  await page.getByRole('button', { name: 'Read rows' }).click();
}

test('rows pasted from a spreadsheet become links; one in doubt is counted as such and not as an error', async ({
  signedInWith,
  service,
}) => {
  const desk = await signedInWith({ products: 1, productTitles: ['Logo design'], links: 0 });
  const { page } = desk;
  service.intercept = ({ raw }) => (raw.includes('"1045"') ? { status: 502, body: 'Bad gateway' } : undefined);
  await paste(page, [
    'Product\tPrice\tDiscounted price\tSingle use\tOrder',
    'Logo design\t100,55\t80,10\tyes\t1042',
    'Logo design\t1.00.00\t\tno\t1043',
    'logo design\t60,00\t\t\t<b>1044</b>',
    'Logo design\t7\t\t\t1045',
  ]);
  await expect(rowsOf(page).nth(1)).toContainText('$80.10');
  await expect(rowsOf(page).nth(2).getByRole('checkbox')).toBeDisabled();
  await create(page, 3).click();
  await expect(page.getByText('2 of 3 sent, 1 needs attention; 1 row with errors', { exact: true })).toBeVisible();
  await expect(rowsOf(page, 'Imported rows').nth(1)).toContainText('https://checkout.example/s/mara/');
  expect(creations(service).map(({ metadata }) => metadata.Order)).toEqual(['1042', '<b>1044</b>', '1045']);
  desk.answers.save = join(desk.folder, 'result.csv');
  await page.getByRole('button', { name: 'Save result as CSV' }).click();
  await expect(page.getByText('4 rows saved to result.csv')).toBeVisible();
  expect(readFileSync(desk.answers.save, 'utf8')).toContain('https://checkout.example/s/mara/');

  // The row leads to its change; a row of a later file leads to the link that it repeats.
  await rowsOf(page, 'Imported rows').nth(4).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Show the change' }).click();
  await expect(page.getByRole('button', { name: 'Mark as sent' })).toBeVisible();
  await paste(page, ['Product,Price,Order', 'Logo design,7,1045', 'Logo design,8,1045']);
  await expect(rowsOf(page).nth(1)).toContainText('Exists already');
  await expect(rowsOf(page).nth(2)).toContainText('Other price');
  await rowsOf(page).nth(2).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Show its link' }).click();
  await expect(page.getByRole('complementary', { name: 'Link details' })).toContainText('1045');
});

test('cells with errors are corrected in place', async ({ signedInWith, service }) => {
  const { page } = await signedInWith({ products: 1, productTitles: ['Logo design'], links: 0 });
  await paste(page, [
    'product,price,currency,order',
    'Logo design,1.500,USD,A-1',
    'Logo design,abc,USD,A-2',
    'No such,7,USD,A-3',
  ]);
  await expect(page.getByText('0 of 3 rows chosen, 3 with errors', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Correct line 3' }).click();
  const price = page.getByRole('textbox', { name: 'price', exact: true });
  await price.fill('xyz');
  await price.press('Enter');
  await expect(price).toHaveAttribute('aria-invalid', 'true');
  await price.fill('12.50');
  await price.press('Enter');
  await expect(rowsOf(page).nth(2)).toContainText('$12.50');

  await rowsOf(page).nth(3).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Line 4' });
  await dialog.getByRole('textbox', { name: 'product' }).fill('Logo design');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  // Choosing the decimal sign decides how "1.500" is read, and keeps the corrections.
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByRole('combobox', { name: 'Decimal sign' }).selectOption(',');
  await expect(rowsOf(page).nth(2)).toContainText('$12.50');
  // The app asks before it drops the corrections.
  await page.getByRole('button', { name: 'Choose another file' }).click();
  const losing = page.getByRole('dialog', { name: 'Drop your changes?' });
  await losing.getByRole('button', { name: 'Keep these rows' }).click();
  await create(page, 3).click();
  await expect(page.getByText(/^3 of 3 sent/)).toBeVisible();
  await allSaved(page);
  expect(creations(service).map(({ metadata, prices }) => [metadata.order, prices])).toEqual([
    ['A-1', [{ currency_id: 2, price: 1500, is_discount_price: false }]],
    ['A-2', [{ currency_id: 2, price: 12.5, is_discount_price: false }]],
    ['A-3', [{ currency_id: 2, price: 7, is_discount_price: false }]],
  ]);
});
