// Correcting a row of an import in place, and what its table shows at usual widths.

import type { Locator, Page } from '@playwright/test';
import { expectNoFindings } from '../support/axe.ts';
import { resize } from '../support/resize.ts';
import { allSaved, createProduct, goTo } from '../support/seller.ts';
import { expect, test } from './service.ts';

async function readRows(page: Page, lines: readonly string[]): Promise<void> {
  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'Import links from CSV' }).click();
  await page.getByRole('textbox', { name: 'Paste rows' }).fill(lines.join('\n'));
  await page.getByRole('button', { name: 'Read rows' }).click();
}

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Rows to import' }).getByRole('row');
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

test('a click elsewhere asks about a typed correction, and does nothing else before the answer', async ({
  signedIn: { page },
}) => {
  await resize(page, { width: 900, height: 600 });
  await createProduct(page, 'Logo design');
  await readRows(page, ['Product,Price', 'Logo design,abc', 'Logo design,12']);
  await page.getByRole('button', { name: 'Correct line 2' }).click();
  const price = field(page, 'Price');
  await price.fill('13');
  const question = page.getByRole('dialog', { name: 'Close line 2 without saving?' });
  for (const other of ['Choose another file', 'Create 1 link']) {
    await page.getByRole('button', { name: other, exact: true }).click();
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(price).toHaveValue('13');
    await expect(rowsOf(page)).toHaveCount(3);
  }
  await price.press('Enter');
  await expect(rowsOf(page).nth(1)).toContainText('$13.00');
  await expect(page.getByText('Line 2 corrected', { exact: true })).toBeVisible();

  // Pasted rows have no file that stays as it is.
  await page.getByRole('button', { name: 'Choose another file' }).click();
  const losing = page.getByRole('dialog', { name: 'Drop your changes?' });
  await expect(losing).toContainText('paste them again');
  await expect(losing).not.toContainText('disk');
  await losing.getByRole('button', { name: 'Keep these rows' }).click();
  await expect(rowsOf(page)).toHaveCount(3);
});

test('a price in another currency than its row is corrected in either cell', async ({ signedIn: { page } }) => {
  await createProduct(page, 'Logo design');
  await readRows(page, ['Product,Price,Discounted price,Cur,Order', 'Logo design,80 EUR,70,USD,1']);
  await page.getByRole('button', { name: 'Correct line 2' }).click();
  const price = field(page, 'Price');
  await expect(price).toHaveAccessibleDescription(/EUR/);
  await expect(field(page, 'Discounted price')).toHaveValue('70');
  await expect(field(page, 'Cur')).toHaveValue('USD');
  await expect(field(page, 'Order')).toHaveCount(0);
  await price.fill('80');
  await expect(price).not.toHaveAttribute('aria-invalid', 'true');
  await price.press('Enter');
  await expect(rowsOf(page).nth(1)).toContainText('$70.00');
});

test('of products with the same title, the one of a row is chosen by its id', async ({ signedIn: { page } }) => {
  await createProduct(page, 'Logo design');
  await createProduct(page, 'Logo design');
  await allSaved(page);
  await readRows(page, ['Product,Price', 'Logo design,12']);
  await page.getByRole('button', { name: 'Correct line 2' }).click();
  const product = field(page, 'Product');
  await expect(product).toHaveAccessibleDescription(/There are 2 products called "Logo design"\. Write the id/);
  const choices = page
    .getByRole('group', { name: 'Products of this name' })
    .getByRole('button', { name: /^Id \d+, created/ });
  await expect(choices).toHaveCount(2);
  await expectNoFindings(page, 'products of the same title');
  await choices.first().click();
  await expect(product).toHaveValue(/^\d+$/);
  await page.getByRole('button', { name: 'Save and check' }).click();
  await expect(page.getByRole('button', { name: 'Create 1 link', exact: true })).toBeEnabled();
});

test('for a mistyped product those are offered that may be meant', async ({ signedIn: { page } }) => {
  await createProduct(page, 'Workshop in Berlin, spring');
  await createProduct(page, 'Workshop in Berlin, autumn');
  await allSaved(page);
  await readRows(page, ['Product,Price', '"Workshop in Berlin, springx",12']);
  await page.getByRole('button', { name: 'Correct line 2' }).click();
  const offered = page.getByRole('group', { name: 'Did you mean' }).getByRole('button');
  await expect(offered).toHaveText(['Workshop in Berlin, spring', 'Workshop in Berlin, autumn']);
  await expectNoFindings(page, 'similar products');
  await offered.first().click();
  await expect(field(page, 'Product')).toHaveValue('Workshop in Berlin, spring');
  await page.getByRole('button', { name: 'Save and check' }).click();
  await expect(page.getByRole('button', { name: 'Create 1 link', exact: true })).toBeEnabled();
});

test('rows with errors are corrected from the result of their import', async ({ signedIn: { page }, service }) => {
  await resize(page, { width: 900, height: 600 });
  await createProduct(page, 'Logo design');
  const rows = [
    'Logo design,12,USD,,E-1',
    'Logo design,13,GBP,,E-2',
    'Logo design,14,USD,,E-3',
    'Logo design,1.500,USD,1,E-4',
  ];
  await readRows(page, ['Product,Price,Currency,Rabatt,Order', ...rows]);
  await page.getByRole('checkbox', { name: 'Leave out Rabatt' }).click();
  await expect(rowsOf(page).nth(2)).toContainText('Add GBP, see above');
  await page.getByRole('button', { name: 'Create 2 links' }).click();
  await expect(page.getByText('2 of 2 sent; 2 rows with errors')).toBeVisible();
  const result = page.getByRole('table', { name: 'Imported rows' });
  await expect(result).toContainText('"GBP" is not among your currencies');
  await expect(result).toContainText('For the first, write 1500.00');
  await expect(result).not.toContainText('above');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoFindings(page, `the result of an import with errors, ${colorScheme}`);
  }
  const correct = page.getByRole('button', { name: 'Correct rows with errors' });
  const address = page.url();

  // The app asks before it drops another open import that was changed.
  await readRows(page, ['Product,Price', 'Logo design,abc']);
  await page.getByRole('button', { name: 'Correct line 2' }).click();
  await field(page, 'Price').fill('99');
  await field(page, 'Price').press('Enter');
  await expect(rowsOf(page).nth(1)).toContainText('$99.00');
  await page.goto(address);
  await correct.click();
  const losing = page.getByRole('dialog', { name: 'Drop your changes?' });
  await losing.getByRole('button', { name: 'Keep these rows' }).click();
  await expect(losing).toBeHidden();
  await correct.click();
  await losing.getByRole('button', { name: 'Drop changes' }).click();

  await expect(page.getByText('0 of 2 rows chosen, 2 with errors')).toBeVisible();
  await expect(page.getByText('These rows had errors in an earlier import.')).toBeVisible();
  await page.getByRole('button', { name: 'Change columns' }).click();
  await expect(page.getByRole('checkbox', { name: 'Leave out Rabatt' })).toBeChecked();
  await expect(page.getByRole('combobox', { name: 'Decimal sign' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Delimiter' })).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: 'First row has names' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Change columns' }).click();
  await page.getByRole('button', { name: 'Correct line 5' }).click();
  await field(page, 'Price').fill('1500');
  await field(page, 'Price').press('Enter');
  await expect(page.getByText('Line 5 corrected', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await expect(losing).toContainText('You can open them again from the import they came from.');
  await losing.getByRole('button', { name: 'Keep these rows' }).click();
  await page.getByRole('button', { name: 'Add GBP' }).click();
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Create 2 links' }).click();
  await expect(page.getByText('2 of 2 sent', { exact: true })).toBeVisible();
  await expect(correct).toHaveCount(0);
  const sent = service.changes.filter(({ path }) => path.endsWith('/payment-links')).map(({ raw }) => raw);
  expect(sent.toSorted()).toEqual(
    [
      [2, 12, 'E-1'],
      [2, 14, 'E-3'],
      [2, 1500, 'E-4'],
      [7, 13, 'E-2'],
    ].map(([currency_id, price, Order]) =>
      JSON.stringify({ prices: [{ currency_id, price, is_discount_price: false }], metadata: { Order } }),
    ),
  );

  // The first import says what became of its rows.
  const corrected = page.url();
  await page.goto(address);
  await expect(page.getByText(/^Corrected rows were imported on .*: 2 links\./)).toBeVisible();
  await expectNoFindings(page, 'an import whose rows with errors were imported since');
  await page.getByRole('link', { name: 'Show that import' }).click();
  await expect(page).toHaveURL(corrected);
});

const isCut = (cell: Locator) => cell.evaluate((one) => one.scrollWidth > one.clientWidth);

test('prices are whole before the words of a single use, and addresses get the room of a result', async ({
  signedIn: { page },
}) => {
  await resize(page, { width: 1280, height: 800 });
  const long = 'A very long product name that a seller may give to a product of many words';
  await createProduct(page, long);
  await createProduct(page, 'Logo design');
  await readRows(page, [
    'Product,Price USD,Price EUR,Single use,metadata: order,metadata: customer',
    `${long},9900,11500,yes,ORDER-2026-000000123,Anna-Maria Müller-Lüdenscheidt`,
    'Logo design,10,,yes,C-1,Bob',
  ]);
  await page.getByRole('button', { name: 'Add EUR' }).click();
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  const prices = rowsOf(page).nth(1).locator('[data-figures]');
  await expect(prices).toHaveText(/11,500\.00/);
  expect(await isCut(prices)).toBe(false);
  await page.getByRole('button', { name: 'Create 2 links' }).click();
  await expect(page.getByText('2 of 2 sent')).toBeVisible();

  await readRows(page, ['Product,Price,metadata: order', 'Logo design,10,C-2', 'Logo design,11,C-3']);
  await page.getByRole('button', { name: 'Create 2 links' }).click();
  await expect(page.getByText('2 of 2 sent')).toBeVisible();
  const header = page.getByRole('table', { name: 'Imported rows' }).getByRole('columnheader');
  const left = async (name: string) => (await header.filter({ hasText: name }).boundingBox())?.x ?? 0;
  await expect.poll(async () => (await left('Product')) - (await left('Line'))).toBeLessThan(80);
  await resize(page, { width: 900, height: 600 });
  expect(await isCut(page.getByRole('heading', { name: 'Import links from CSV' }))).toBe(false);
});

const SIZES = [
  { width: 900, height: 600 },
  { width: 640, height: 400 },
  { width: 450, height: 300 },
] as const;
const UNKNOWN = 'Photography workshop for beginners, Hamburg, autumn';

test('the errors of a row stand below the rows, of which some stay in sight', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 1, links: 0 });
  const good = Array.from({ length: 6 }, (_, at) => `Product 1,8${at},C-${at}`);
  await readRows(page, ['Product,Price USD,Single use,Order', `"${UNKNOWN}",abc,perhaps,C-9`, ...good]);
  const errors = page.getByRole('region', { name: 'What is wrong with this row' });
  for (const size of SIZES) {
    await resize(page, size);
    const where = `at ${size.width} px`;
    await errors.scrollIntoViewIfNeeded({ timeout: 8_000 });
    await expect(errors.getByText('Line 2', { exact: true }), where).toBeInViewport({ ratio: 0.99 });
    const covered = () =>
      errors.evaluate((detail) => {
        const rows = detail.parentElement?.querySelector('[role="table"]')?.getBoundingClientRect();
        const texts = [...detail.querySelectorAll('*')].map((part) => part.getBoundingClientRect());
        // What its own box cuts off is not painted.
        const box = detail.getBoundingClientRect();
        const clips = getComputedStyle(detail).overflowY !== 'visible';
        const top = clips ? box.top : Math.min(...texts.map(({ top }) => top));
        const bottom = clips ? box.bottom : Math.max(...texts.map(({ bottom }) => bottom));
        return { above: Math.max(0, (rows?.bottom ?? Infinity) - top), below: Math.max(0, bottom - box.bottom) };
      });
    await expect.poll(covered, { message: where, timeout: 8_000 }).toEqual({ above: 0, below: 0 });
    if (size.height >= 400)
      for (const at of [1, 2])
        await expect(rowsOf(page).nth(at), where).toBeInViewport({ ratio: 0.95, timeout: 8_000 });
  }
});

test('long titles of rows with errors are on two lines, with the pencil beside them', async ({ signedInWith }) => {
  const title = 'Photography workshop for beginners, Berlin, spring';
  const { page } = await signedInWith({ products: 1, links: 0, productTitles: [title] });
  await resize(page, { width: 900, height: 600 });
  await readRows(page, [
    'Product,Price USD,Discounted price USD,Single use,metadata: order,metadata: channel',
    `"${title}",149,129,no,2026-10440,newsletter`,
    `"${title}",abc,129,yes,2026-10441,partner shop`,
    `"${UNKNOWN}",149,129,no,2026-10442,referral`,
  ]);
  for (const [at, text] of [title, title, UNKNOWN].entries()) {
    const shown = rowsOf(page)
      .nth(at + 1)
      .getByText(text, { exact: true });
    await expect.poll(() => isCut(shown), { message: text, timeout: 8_000 }).toBe(false);
    const lines = () => shown.evaluate((one) => Math.round(one.getBoundingClientRect().height / 18));
    await expect.poll(lines, { message: `lines of row ${at + 1}`, timeout: 8_000 }).toBe(2);
  }
  const starts = await rowsOf(page)
    .nth(3)
    .getByText(UNKNOWN, { exact: true })
    .evaluate((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return [...range.getClientRects()].map(({ left }) => Math.round(left));
    });
  expect(new Set(starts).size, 'where the lines start').toBe(1);
  const [words, pencil] = await Promise.all([
    rowsOf(page).nth(3).getByText(UNKNOWN, { exact: true }).boundingBox(),
    rowsOf(page).nth(3).locator('[data-fix] > svg').boundingBox(),
  ]);
  const gap = (pencil?.x ?? 0) - (words?.x ?? 0) - (words?.width ?? 0);
  expect(gap, 'px before the pencil').toBeGreaterThanOrEqual(0);
  expect(gap, 'px before the pencil').toBeLessThan(8);
});
