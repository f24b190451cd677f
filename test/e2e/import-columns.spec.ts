// Guessing the meaning of an import column from its values. A column that looks like money is never dropped silently.

import type { Page } from '@playwright/test';
import { expectNoFindings } from '../support/axe.ts';
import { resize } from '../support/resize.ts';
import { createProduct, goTo, signIn } from '../support/seller.ts';
import { expect, test } from './service.ts';

async function readRows(page: Page, lines: readonly string[]): Promise<void> {
  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'Import links from CSV' }).click();
  await page.getByRole('textbox', { name: 'Paste rows' }).fill(lines.join('\n'));
  await page.getByRole('button', { name: 'Read rows' }).click();
}

test('a column of currencies is recognised whatever its name, and one like money is dropped only on request', async ({
  launchApp,
  service,
}) => {
  const { page } = await launchApp();
  await resize(page, { width: 900, height: 600 });
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
  await expect(page.getByText('1 of 1 sent')).toBeVisible();

  await readRows(page, ['Product,Price,Cur,Rebate', 'Logo design,99.50,USD,3.10']);
  await page.getByRole('button', { name: 'Change columns' }).click();
  await expect(page.getByRole('checkbox', { name: 'Leave out Rebate' })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Create 1 link', exact: true })).toBeEnabled();
  await create.click();
  await expect(page.getByText('1 of 1 sent')).toBeVisible();

  await readRows(page, ['Product,Price,Qty', 'Logo design,45.10,3']);
  await expect(create).toBeDisabled();
  await expect(page.getByText('The column "Qty" looks like a quantity and is not used.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Leave out Qty' }).click();
  await expect(create).toBeEnabled();
});

test('the columns stay open while one of them keeps links from being created', async ({ signedIn: { page } }) => {
  await resize(page, { width: 900, height: 600 });
  await createProduct(page, 'Logo design');
  await readRows(page, ['Product,Price,Qty', 'Logo design,45.10,3']);
  const create = page.getByRole('button', { name: 'Create 1 link', exact: true });
  const fold = page.getByRole('button', { name: 'Change columns' });
  const leaveOut = page.getByRole('checkbox', { name: 'Leave out Qty' });
  await expect(leaveOut).toBeVisible();
  await fold.click({ force: true });
  await expect(create).toBeDisabled();
  await expect(leaveOut).toBeVisible();
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await expect(fold).toHaveAccessibleDescription(/looks like a quantity and is not used/);
  await expectNoFindings(page, 'columns that cannot be folded');

  await leaveOut.click();
  await expect(create).toBeEnabled();
  await expect(leaveOut).toBeVisible();
  await fold.click();
  await expect(leaveOut).toBeHidden();
  await expect(create).toBeEnabled();
  await fold.click();
  await leaveOut.click();
  await expect(create).toBeDisabled();
  await fold.click({ force: true });
  await expect(leaveOut).toBeVisible();
});

test('a currency named in a file is added beside its rows, which are checked again; other choices stay', async ({
  signedIn: { page },
  service,
}) => {
  await resize(page, { width: 900, height: 600 });
  await createProduct(page, 'Logo design');
  await readRows(page, [
    'Product,Price,Currency,Price EUR,Order',
    'Logo design,12.50,USD,"1.100,50",1001',
    'Logo design,20,chf,,1002',
    'Logo design,30,USD,,1003',
  ]);
  const rows = page.getByRole('table', { name: 'Rows to import' }).getByRole('row');
  const key = page.getByRole('textbox', { name: 'Metadata key for Order' });
  await key.fill('order no');
  await key.press('Enter');
  await page.getByRole('checkbox', { name: 'Choose line 4' }).uncheck();
  await expect(page.getByText('The column "Price EUR" is in EUR. Add that currency')).toBeVisible();
  await expect(page.getByText('1 row is in CHF, which is not among your currencies.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Create / })).toBeDisabled();

  await page.getByRole('button', { name: 'Add EUR' }).click();
  const form = page.getByRole('group', { name: 'Add currency' });
  await expect(form.getByRole('textbox', { name: 'Currency id' })).toBeFocused();
  await expect(form.getByRole('textbox', { name: 'Currency name' })).toHaveValue('EUR');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoFindings(page, `a currency to add, ${colorScheme}`);
  }
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Price EUR', exact: true })).toHaveValue('price:7');
  await expect(form).toBeHidden();
  await expect(page.getByRole('button', { name: 'Change columns' })).toBeFocused();
  await expect(rows.nth(1)).toContainText('€1,100.50');
  await expect(rows.nth(2)).toContainText('"chf" is not among your currencies');

  await page.getByRole('button', { name: 'Add CHF' }).press('Enter');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Add CHF' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('9');
  await page.keyboard.press('Enter');
  await expect(rows.nth(2)).toContainText('CHF 20.00');
  await expect(page.getByText('not among your currencies')).toHaveCount(0);

  await expect(key).toHaveValue('order no');
  await expect(page.getByRole('checkbox', { name: 'Choose line 4' })).not.toBeChecked();
  await page.getByRole('button', { name: 'Create 2 links' }).click();
  await expect(page.getByText('2 of 2 sent')).toBeVisible();
  expect(service.changes.filter(({ path }) => path.endsWith('/payment-links')).map(({ raw }) => raw)).toEqual(
    expect.arrayContaining([
      '{"prices":[{"currency_id":2,"price":12.5,"is_discount_price":false},{"currency_id":7,"price":1100.5,"is_discount_price":false}],"metadata":{"order no":"1001"}}',
      '{"prices":[{"currency_id":9,"price":20,"is_discount_price":false}],"metadata":{"order no":"1002"}}',
    ]),
  );
});

test('names of currencies are read, and a row without one has a remark', async ({ launchApp, service }) => {
  const { page } = await launchApp();
  await resize(page, { width: 900, height: 600 });
  await signIn(page, service);
  await createProduct(page, 'Logo design');
  const header = 'Product,Price,Customer name,Shipping address,Delivery date,Remark,Internal reference,Geld';
  const row = (price: string, currency: string) => `Logo design,${price},Ann,Street 1,soon,none,77,${currency}`;
  await readRows(page, [
    header,
    row('12.50', 'Euro'),
    row('13.50', 'US Dollar'),
    row('14.50', ''),
    row('9', 'Dollars'),
  ]);
  const rows = page.getByRole('table', { name: 'Rows to import' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('"Euro" is not among your currencies');
  await expect(page.getByRole('button', { name: 'Add EUR' })).toBeVisible();
  await expect(rows.nth(2)).toContainText('$13.50');
  await expect(rows.nth(3)).toContainText('No currency in this row: it is read as USD');
  await expect(rows.nth(4)).toContainText('$9.00');
  await page.getByRole('radio', { name: 'With remarks 1' }).check();
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('$14.50');
  await page.getByRole('radio', { name: 'All 4' }).check();

  // Every unused column is named, however many there are.
  const unused = page.getByText('Not used: Customer name, Shipping address, Delivery date, Remark, Internal reference');
  await expect(unused).toBeVisible();
  expect(await unused.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);

  await page.getByRole('button', { name: 'Choose another file' }).click();
  await expect(page.getByRole('textbox', { name: 'Paste rows' })).toBeVisible();
  await readRows(page, ['Product,Price,Geld', 'Logo design,12.50,Taler', 'Logo design,13.50,Kreuzer']);
  await expect(page.getByText('The column "Geld" looks like a currency and is not used.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create 2 links' })).toBeDisabled();
});

test('a currency beside amounts is added beside the rows, which are then in it', async ({
  signedIn: { page },
  service,
}) => {
  await createProduct(page, 'Logo design');
  await readRows(page, ['Product,Price', 'Logo design,12.50 EUR', 'Logo design,€13.50', 'Logo design,14']);
  const rows = page.getByRole('table', { name: 'Rows to import' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('"EUR" is not among your currencies. Add EUR, see above');
  await expect(rows.nth(2)).toContainText('"€" is not among your currencies. Add EUR, see above');
  await expect(page.getByText('2 rows are in EUR, which is not among your currencies.')).toBeVisible();
  await page.getByRole('button', { name: 'Add EUR' }).click();
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await expect(rows.nth(1)).toContainText('€12.50');
  await expect(rows.nth(2)).toContainText('€13.50');
  // Adding a currency is no preparation that another file would drop.
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await expect(page.getByRole('textbox', { name: 'Paste rows' })).toBeVisible();

  await readRows(page, ['Product,Price', 'Logo design,12.50 EUR', 'Logo design,€13.50', 'Logo design,14']);
  // The price without a currency is read like the others, which its row says.
  await expect(rows.nth(3)).toContainText('€14.00');
  await page.getByRole('button', { name: 'Create 3 links' }).click();
  await expect(page.getByText('3 of 3 sent')).toBeVisible();
  const sent = service.changes.filter(({ path }) => path.endsWith('/payment-links')).map(({ raw }) => raw);
  const currencies = sent.map(
    (raw) => (JSON.parse(raw) as { prices: { currency_id: number }[] }).prices[0]?.currency_id,
  );
  expect(currencies).toEqual([7, 7, 7]);
});

test('a price without a currency is read like the others of its column, and its row says so', async ({
  launchApp,
  service,
}) => {
  const { page } = await launchApp();
  await signIn(page, service);
  await createProduct(page, 'Logo design');
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Add currency' }).click();
  await page.getByRole('textbox', { name: 'Currency id' }).fill('7');
  await page.getByRole('textbox', { name: 'Currency name' }).fill('EUR');
  await page.getByRole('textbox', { name: 'Currency name' }).press('Enter');
  await readRows(page, ['Produkt;Preis', 'Logo design;1.500', 'Logo design;80,00 €', 'Logo design;€ 90']);
  const rows = page.getByRole('table', { name: 'Rows to import' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('€1,500.00');
  await expect(rows.nth(1)).toContainText('No currency in this row: it is read as EUR');
  await expect(rows.nth(2)).not.toContainText('No currency');
  await page.getByRole('radio', { name: 'With remarks 1' }).check();
  await expect(rows).toHaveCount(2);

  // Another currency that the seller chooses stays.
  await page.getByRole('button', { name: 'Change columns' }).click();
  await page.getByRole('combobox', { name: 'Currency of prices' }).selectOption('USD');
  await expect(rows.nth(1)).toContainText('No currency in this row: it is read as USD');
  await page.getByRole('combobox', { name: 'Produkt' }).selectOption('metadata');
  await page.getByRole('combobox', { name: 'Produkt' }).selectOption('product');
  await expect(rows.nth(1)).toContainText('No currency in this row: it is read as USD');
  await expect(rows.nth(1)).toContainText('$1,500.00');
});

test('line numbers and the first metadata of rows stay whole in a small window', async ({ signedIn: { page } }) => {
  await createProduct(page, 'Logo design');
  await readRows(page, [
    'Product,Price,Order,Customer',
    ...Array.from({ length: 20 }, (_, at) => `Logo design,${30 + at}.50,A-${2001 + at},Customer ${at + 1}`),
  ]);
  const table = page.getByRole('table', { name: 'Rows to import' });
  const row = table.getByRole('row').nth(1);
  const overflow = (text: string) =>
    row.getByText(text, { exact: true }).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  const head = table.getByRole('columnheader', { name: 'Line' }).getByText('Line', { exact: true });
  for (const [width, height] of [
    [640, 400],
    [450, 300],
  ] as const) {
    await resize(page, { width, height });
    await expect.poll(() => overflow('2'), `the line number at ${width} px`).toBe(0);
    const isCut = () => head.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    await expect.poll(isCut, `the head at ${width} px`).toBe(false);
  }
});

test('more than three unknown currencies are offered one after the other, or added in Settings', async ({
  signedIn: { page },
}) => {
  await createProduct(page, 'Logo design');
  const codes = ['SEK', 'NOK', 'DKK', 'PLN', 'CZK'];
  await readRows(page, ['Product,Price', ...codes.map((code) => `Logo design,12.50 ${code}`)]);
  const rows = page.getByRole('table', { name: 'Rows to import' }).getByRole('row');
  await expect(rows.nth(5)).toContainText('"CZK" is not among your currencies. Add CZK, see above');
  await expect(page.getByRole('button', { name: /^Add [A-Z]{3}$/ })).toHaveCount(3);
  const more = (text: string) => page.getByText(`${text} not among yours. Add those above first`);
  await expect(more('2 more currencies are')).toBeVisible();
  await page.getByRole('button', { name: 'Add SEK' }).click();
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await expect(more('1 more currency is')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add PLN' })).toBeVisible();
});

test('a column of titles of products is recognised whatever its name', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 2, links: 0 });
  await readRows(page, ['Position,Price', 'Product 1,12', 'Product 2,13']);
  await expect(page.getByText('The column "Position" is read as the product')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create 2 links', exact: true })).toBeEnabled();
});
