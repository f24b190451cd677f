// Rows whose link exists already and rows that repeat another row: an import skips and lists them, and creates them only on
// request.

import type { Locator, Page } from '@playwright/test';
import { expectNoFindings } from '../support/axe.ts';
import { resize } from '../support/resize.ts';
import { allSaved, createProduct, goTo } from '../support/seller.ts';
import { expect, test } from './service.ts';

const rowsOf = (page: Page, name: string): Locator => page.getByRole('table', { name }).getByRole('row');

async function readRows(page: Page, lines: readonly string[]): Promise<void> {
  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'Import links from CSV' }).click();
  await page.getByRole('textbox', { name: 'Paste rows' }).fill(lines.join('\n'));
  await page.getByRole('button', { name: 'Read rows' }).click();
}

const HEADER = 'Product,Price,Order';

test('a corrected file creates only the rows that do not exist yet', async ({ signedIn: { page }, service }) => {
  await resize(page, { width: 900, height: 600 });
  await createProduct(page, 'Logo design');
  await readRows(page, [HEADER, 'Logo design,10,Z-1', 'Logo design,20,Z-2', 'Logo design,ten,Z-3']);
  await page.getByRole('button', { name: 'Create 2 links' }).click();
  await expect(page.getByText('2 of 2 sent')).toBeVisible();
  await allSaved(page);

  await readRows(page, [HEADER, 'Logo design,10,Z-1', 'Logo design,20,Z-2', 'Logo design,30,Z-3']);
  const existing = page.getByRole('group', { name: 'Rows that exist already' });
  await expect(existing).toContainText('2 rows exist already');
  const create = page.getByRole('button', { name: 'Create 1 link', exact: true });
  await expect(create).toBeEnabled();
  await expect(create).toHaveAccessibleDescription('1 of 3 rows chosen, 2 exist already');
  const rows = rowsOf(page, 'Rows to import');
  await expect(rows.nth(1)).toContainText('Exists already');
  await expect(page.getByRole('checkbox', { name: 'Choose line 2' })).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Choose line 4' })).toBeChecked();

  await page.getByRole('radio', { name: 'Exist already 2' }).check();
  await expect(rows).toHaveCount(3);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoFindings(page, `rows that exist already, ${colorScheme}`);
  }
  await page.getByRole('checkbox', { name: 'Choose line 3' }).check();
  await expect(page.getByRole('button', { name: 'Create 2 links' })).toBeEnabled();
  await expect(existing).toContainText('1 of them is chosen');
  const anyway = existing.getByRole('button', { name: 'Import them anyway' });
  await anyway.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Create 3 links' })).toBeEnabled();
  await expect(page.getByRole('checkbox', { name: 'Choose line 2' })).toBeChecked();
  await existing.getByRole('button', { name: 'Leave them out' }).click();
  await expect(page.getByRole('checkbox', { name: 'Choose line 3' })).not.toBeChecked();

  // The checkbox above all rows never selects existing links.
  await page.getByRole('radio', { name: 'All 3' }).check();
  const all = page.getByRole('checkbox', { name: 'Choose all rows without errors that do not exist already' });
  const isPartly = () => all.evaluate((box: HTMLInputElement) => box.indeterminate && !box.checked);
  await expect.poll(isPartly).toBe(true);
  await all.click();
  await expect(page.getByRole('checkbox', { name: 'Choose line 4' })).not.toBeChecked();
  await expect.poll(isPartly).toBe(false);
  await expect(all).not.toBeChecked();
  await expect(page.getByText('0 of 3 rows chosen, 2 exist already')).toBeVisible();
  await all.click();
  await expect.poll(isPartly).toBe(true);
  await expect(page.getByRole('checkbox', { name: 'Choose line 2' })).not.toBeChecked();
  await page.getByRole('button', { name: 'Create 1 link', exact: true }).click();
  await expect(page.getByText('1 of 1 sent')).toBeVisible();
  const orders = service.changes
    .filter(({ path }) => path.endsWith('/payment-links'))
    .map(({ raw }) => (JSON.parse(raw) as { metadata: { Order: string } }).metadata.Order);
  expect(orders).toEqual(['Z-1', 'Z-2', 'Z-3']);
});

test('only the first of identical rows is created, unless the seller selects the others', async ({
  signedIn: { page },
  service,
}) => {
  await resize(page, { width: 900, height: 600 });
  await createProduct(page, 'Logo design');
  await readRows(page, [
    HEADER,
    'Logo design,10,Z-1',
    'Logo design,20,Z-2',
    'Logo design,10,Z-1',
    'Logo design,10,Z-1',
  ]);
  const repeated = page.getByRole('group', { name: 'Rows that repeat another row' });
  await expect(repeated).toContainText('2 rows repeat another row of this file');
  await expect(page.getByText('2 of 4 rows chosen, 2 repeat another row')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create 2 links' })).toBeEnabled();
  const rows = rowsOf(page, 'Rows to import');
  await expect(rows.nth(3)).toContainText('Repeated');
  await expect(rows.nth(3)).toContainText('Same as line 2');
  await expect(page.getByRole('checkbox', { name: 'Choose line 2' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Choose line 4' })).not.toBeChecked();

  await page.getByRole('radio', { name: 'Repeated 2' }).check();
  await expect(rows).toHaveCount(3);
  await expectNoFindings(page, 'rows that repeat another row');
  await page.getByRole('checkbox', { name: 'Choose line 4' }).check();
  await expect(repeated).toContainText('1 of them is chosen');
  await expect(page.getByRole('button', { name: 'Create 3 links' })).toBeEnabled();
  await repeated.getByRole('button', { name: 'Import them anyway' }).click();
  await expect(page.getByRole('button', { name: 'Create 4 links' })).toBeEnabled();
  await repeated.getByRole('button', { name: 'Leave them out' }).click();

  // The checkbox above all rows never selects repeated rows.
  await page.getByRole('radio', { name: 'All 4' }).check();
  const all = page.getByRole('checkbox', { name: 'Choose all rows without errors that do not repeat another row' });
  await all.click();
  await expect(page.getByText('0 of 4 rows chosen')).toBeVisible();
  await all.click();
  await page.getByRole('button', { name: 'Create 2 links' }).click();
  await expect(page.getByText('2 of 2 sent')).toBeVisible();
  expect(service.changes.filter(({ path }) => path.endsWith('/payment-links'))).toHaveLength(2);
});

test('a row that only changes the price of a link is left out, and leads to that link', async ({
  signedIn: { page },
}) => {
  await resize(page, { width: 900, height: 600 });
  await createProduct(page, 'Logo design');
  await readRows(page, [HEADER, 'Logo design,10,Z-1', 'Logo design,20,Z-2']);
  await page.getByRole('button', { name: 'Create 2 links' }).click();
  await expect(page.getByText('2 of 2 sent')).toBeVisible();
  await allSaved(page);

  await readRows(page, [HEADER, 'Logo design,10,Z-1', 'Logo design,25,Z-2', 'Logo design,30,Z-3']);
  const repriced = page.getByRole('group', { name: 'Rows with another price than their link' });
  await expect(repriced).toContainText('1 row has a link already, at another price');
  await expect(
    page.getByText('1 of 3 rows chosen, 1 exists already, 1 with another price than its link'),
  ).toBeVisible();
  const rows = rowsOf(page, 'Rows to import');
  await expect(rows.nth(2)).toContainText('Other price');
  await expect(rows.nth(2)).toContainText('$20.00');
  await expect(page.getByRole('checkbox', { name: 'Choose line 3' })).not.toBeChecked();
  await page.getByRole('radio', { name: 'Other price 1' }).check();
  await expect(rows).toHaveCount(2);
  await expectNoFindings(page, 'rows with another price than their link');
  await page.getByRole('link', { name: 'Show its link' }).click();
  const details = page.getByRole('complementary', { name: 'Link details' });
  await expect(details).toContainText('Z-2');
  await expect(details.getByRole('button', { name: 'Replace link' })).toBeVisible();

  // The file is still open, with its choices.
  await page.getByRole('button', { name: 'Import links from CSV' }).click();
  await repriced.getByRole('button', { name: 'Import it anyway' }).click();
  await page.getByRole('button', { name: 'Create 2 links' }).click();
  await expect(page.getByText('2 of 2 sent')).toBeVisible();
});

test('says which links wait for the seller, and that a row matches an unconfirmed link', async ({
  signedIn: { page },
  service,
}) => {
  await resize(page, { width: 900, height: 600 });
  await createProduct(page, 'Logo design');
  await allSaved(page);
  service.intercept = ({ raw }) => (raw.includes('"Z-2"') ? { status: 502, body: 'Bad gateway' } : undefined);
  const lines = [HEADER, 'Logo design,10,Z-1', 'Logo design,20,Z-2', 'Logo design,30,Z-3'];
  await readRows(page, lines);
  await page.getByRole('checkbox', { name: 'Choose line 4' }).uncheck();
  await page.getByRole('button', { name: 'Create 2 links' }).click();
  await expect(page.getByText('1 of 2 sent, 1 needs attention; 1 row left out', { exact: true })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '1 link needs attention' })).toHaveCount(1);
  await expect(page.getByText('The import has finished.', { exact: true })).toHaveCount(0);
  await expectNoFindings(page, 'import with links that need attention');
  // The row itself leads to its change.
  await rowsOf(page, 'Imported rows').nth(2).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Show the change' }).click();
  await expect(page.getByRole('heading', { name: 'Sync' })).toBeVisible();

  await readRows(page, lines);
  const rows = rowsOf(page, 'Rows to import');
  await expect(rows.nth(1)).toContainText('Exists already');
  await expect(rows.nth(2)).toContainText('Not confirmed');
  await rows.nth(2).focus();
  await expect(page.getByRole('region', { name: 'What is wrong with this row' })).toContainText(
    'the service has not confirmed it',
  );
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoFindings(page, `rows that match an unconfirmed link, ${colorScheme}`);
  }
  await rows.nth(2).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Show its link' }).click();
  await expect(page.getByRole('complementary', { name: 'Link details' })).toContainText('Z-2');

  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'Import links from CSV' }).click();
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await page
    .getByRole('table', { name: 'Imports' })
    .or(page.getByRole('link', { name: 'Pasted rows' }))
    .first()
    .click();
  await page.getByRole('link', { name: 'Review in Sync' }).click();
  await expect(page.getByRole('table', { name: 'Waiting changes' })).toContainText('Z-2');
});

test('rows that differ only in an unused column say so, and one click keeps that column as metadata', async ({
  signedIn: { page },
  service,
}) => {
  await createProduct(page, 'Logo design');
  await readRows(page, ['Product,Price,Vorgang', ...[1, 2, 3].map((number) => `Logo design,80,2026-3000${number}`)]);
  const rows = page.getByRole('table', { name: 'Rows to import' }).getByRole('row');
  await expect(rows.nth(2)).toContainText(
    'Same as line 2 except for "Vorgang" (not used): left out unless you choose it',
  );
  await expect(page.getByText('1 of 3 rows chosen, 2 repeat another row')).toBeVisible();
  await expect(page.getByText('2 rows differ from another one only in "Vorgang", which is not used.')).toBeVisible();
  await expectNoFindings(page, 'rows that differ in an unused column');
  await page.getByRole('button', { name: 'Keep "Vorgang" as metadata' }).click();
  await expect(rows.nth(2)).toContainText('Vorgang: 2026-30002');
  await expect(page.getByText('which is not used')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Change columns' })).toBeFocused();
  await page.getByRole('button', { name: 'Create 3 links' }).click();
  await expect(page.getByText('3 of 3 sent')).toBeVisible();
  const sent = service.changes.filter(({ path }) => path.endsWith('/payment-links')).map(({ raw }) => raw);
  expect(sent.join()).toContain('"metadata":{"Vorgang":"2026-30003"}');
});

/** How many rows are whole in the table's own box and in the window. */
const rowsInSight = (page: Page): Promise<number> =>
  page.getByRole('table', { name: 'Rows to import' }).evaluate((table) => {
    const box = table.getBoundingClientRect();
    const whole = [...table.querySelectorAll('[data-index]')].map((row) => row.getBoundingClientRect());
    const bottom = Math.min(box.bottom, window.innerHeight);
    return whole.filter((row) => row.top >= box.top && row.bottom <= bottom + 1).length;
  });

test('five rows are in sight below all that is said of a file that is imported again', async ({
  signedIn: { page },
}) => {
  await resize(page, { width: 900, height: 600 });
  await createProduct(page, 'Logo design');
  const read = async (lines: readonly string[]) => {
    await goTo(page, 'Payment links');
    await page.getByRole('button', { name: 'Import links from CSV' }).click();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
  };
  const good = Array.from({ length: 8 }, (_, at) => `Logo design,${at + 10},Z-${at},x`);
  const first = ['Product,Price,Order,Extra', ...good, 'Logo design,ten,Z-8,', 'Logo design,19,Z-9,'];
  await read(first);
  await page.getByRole('button', { name: 'Create 9 links' }).click();
  await expect(page.getByText('9 of 9 sent')).toBeVisible();
  await allSaved(page);

  // The same file: that it was imported before, and how its columns are read.
  await read(first);
  await expect(page.getByRole('link', { name: 'Show that import' })).toBeVisible();
  await expect.poll(() => rowsInSight(page), { timeout: 8_000 }).toBeGreaterThanOrEqual(5);
  await page.getByRole('button', { name: 'Choose another file' }).click();

  // Corrected: rows of all kinds, one in another currency, one that can be read in two ways.
  await read([
    'Product,Price,Order,Extra',
    ...good,
    'Logo design,1.500,Z-8,',
    'Logo design,20,Z-9,',
    'Logo design,21,Z-10,',
    'Logo design,5 EUR,Z-11,',
  ]);
  await expect(page.getByRole('button', { name: 'Choose decimal sign' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Rows with another price than their link' })).toBeVisible();
  await expect.poll(() => rowsInSight(page), { timeout: 8_000 }).toBeGreaterThanOrEqual(5);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoFindings(page, `notices of a file in a low window, ${colorScheme}`);
  }
});
