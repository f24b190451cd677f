// What a column of an import is, by its values; a column that looks like money is never left out without a word.
import type { Page } from '@playwright/test';
import { expectNoFindings } from '../support/axe.ts';
import { createProduct, goTo, signIn } from '../support/seller.ts';
import { expect, test } from './service.ts';

async function readRows(page: Page, lines: readonly string[]): Promise<void> {
  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'Import links from CSV' }).click();
  await page.getByRole('textbox', { name: 'Paste rows' }).fill(lines.join('\n'));
  await page.getByRole('button', { name: 'Read rows' }).click();
}

test('a column of currencies is the currency whatever it is called, and one like money is left out only on request', async ({
  launchApp,
  service,
}) => {
  const { page } = await launchApp();
  await page.setViewportSize({ width: 900, height: 600 });
  await signIn(page, service);
  await createProduct(page, 'Logo design');
  await readRows(page, ['Product,Price,Cur,Rebate', 'Logo design,12.50,USD,3.10', 'Logo design,13.07,EUR,2.00']);
  await expect(page.getByRole('combobox', { name: 'Cur', exact: true })).toHaveValue('currency');
  await expect(page.getByText('The column "Cur" is read as the currency')).toBeVisible();
  const rows = page.getByRole('table', { name: 'Rows to import' }).getByRole('row');
  await expect(rows.nth(2)).toContainText('"EUR" is not among your currencies');

  const create = page.getByRole('button', { name: 'Create 1 link', exact: true });
  await expect(create).toBeDisabled();
  await expect(page.getByText('The column "Rebate" looks like a discount and is not used.')).toBeVisible();
  const leaveOut = page.getByRole('checkbox', { name: 'Leave out Rebate' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoFindings(page, `a column to leave out, ${colorScheme}`);
  }
  await leaveOut.focus();
  await page.keyboard.press('Space');
  await expect(create).toBeEnabled();
  await leaveOut.click();
  await expect(leaveOut).not.toBeChecked();
  await expect(create).toBeDisabled();
  await leaveOut.click();
  await create.click();
  await expect(page.getByText('1 of 1 created, 1 synced')).toBeVisible();

  await readRows(page, ['Product,Price,Cur,Rebate', 'Logo design,99.50,USD,3.10']);
  await page.getByRole('button', { name: 'Change columns' }).click();
  await expect(page.getByRole('checkbox', { name: 'Leave out Rebate' })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Create 1 link', exact: true })).toBeEnabled();
});
