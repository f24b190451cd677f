// The screen "Sales": from a purchase in the practice store to its row, chart, details, search, filters and export.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectNoFindingsInBothThemes } from '../support/axe.ts';
import { buyAt } from '../support/buyer.ts';
import { writeDataFolder } from '../support/data-folder.ts';
import { resize } from '../support/resize.ts';
import { allSaved, askToSignIn, createLink, createProduct, goTo, linkRow } from '../support/seller.ts';
import { inboxOf, saveWithNewKey, startInbox } from '../support/webhook-screen.ts';
import { expect, test } from './service.ts';

const tableOf = (page: Page) => page.getByRole('table', { name: 'Sales' });
const rowsOf = (page: Page) => tableOf(page).getByRole('row');
const rowOf = (page: Page, text: string) => rowsOf(page).filter({ hasText: text });
const detailsOf = (page: Page) => page.getByRole('complementary', { name: 'Sale details' });
const chartOf = (page: Page) => page.getByRole('img', { name: 'Sales per day' });

/** Sets up the webhook with a key; returns both and its address. */
async function setUp(page: Page): Promise<{ key: string; address: string }> {
  await startInbox(page);
  const key = await saveWithNewKey(page);
  const address = await inboxOf(page)
    .getByText(/^http:/)
    .innerText();
  return { key, address };
}

async function checkoutOf(app: { readonly page: Page; clipboardText(): Promise<string> }, order: string) {
  await goTo(app.page, 'Payment links');
  await linkRow(app.page, order).getByRole('button', { name: 'Copy checkout link' }).click();
  await expect(app.page.getByText('Checkout link copied')).toBeVisible();
  return app.clipboardText();
}

const event = (sale_id: string, more: object = {}) =>
  JSON.stringify({
    event: 'after_sell',
    sale_id,
    product: { product_title: `Product ${sale_id}` },
    payment_link: null,
    price: { currency_id: 2, price: 12.5, is_discount_price: false },
    metadata: { order: `order-${sale_id}` },
    ...more,
  });

async function deliver(address: string, key: string | null, body: string): Promise<void> {
  const headers = key === null ? {} : { 'Webhook-Key': key };
  expect((await fetch(address, { method: 'POST', headers, body })).status).toBe(200);
}

test('a purchase is a row with its chart and details, and leads to its link and back', async ({ launchApp }) => {
  const app = await launchApp({ args: ['--practice'] });
  const { page } = app;
  await goTo(page, 'Sales');
  await expect(page.getByRole('heading', { name: 'Sales', level: 1 })).toBeVisible();
  await expect(page.getByText('No sales yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
  await resize(page, { width: 900, height: 600 });
  await expectNoFindingsInBothThemes(page, 'no sales');
  await page.getByRole('button', { name: 'Set up a team' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await goTo(page, 'Sales');
  await page.getByRole('button', { name: 'Set up the webhook' }).click();
  await expect(page.getByRole('heading', { name: 'Webhook', level: 1 })).toBeVisible();
  await setUp(page);
  await createProduct(page, 'Logo design');
  await createLink(page, 'Logo design', '100.55', '1042');
  await allSaved(page);
  const checkout = await checkoutOf(app, '1042');
  await buyAt(`${checkout}&name=Ada%20Lovelace`);
  const toast = page.getByRole('status').filter({ hasText: 'New sale: Logo design · $100.55 · order: 1042' });
  await toast.getByRole('button', { name: 'Show' }).click();
  await expect(detailsOf(page)).toContainText('Ada Lovelace');
  await expect(detailsOf(page)).toContainText('found by its address');
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(rowOf(page, 'Logo design')).toContainText('$100.55');
  await expect(page.getByText('1 sale', { exact: true })).toBeVisible();
  await expect(chartOf(page)).toHaveAccessibleDescription(/^1 sale from .+ By day: .+ 1\./);
  await expect(chartOf(page).locator('.recharts-bar-rectangle path')).toHaveCount(1);
  await expectNoFindingsInBothThemes(page, 'a sale, 900 x 600');
  // It is there without scrolling the page, and leaves most of the height to the list.
  expect(await page.evaluate(() => document.documentElement.scrollHeight > window.innerHeight)).toBe(false);
  expect((await tableOf(page).boundingBox())?.height).toBeGreaterThan(150);
  await resize(page, { width: 900, height: 500 });
  await expect(chartOf(page)).toHaveCount(0);
  await expect(page.getByText(/^1 sale from .+ By day: .+ 1\./)).toBeAttached();
  await resize(page, { width: 1280, height: 800 });
  await expectNoFindingsInBothThemes(page, 'a sale');

  await detailsOf(page).getByRole('button', { name: 'Show the link' }).click();
  const link = page.getByRole('complementary', { name: 'Link details' });
  await expect(link).toContainText('Once, last');
  await link.getByRole('button', { name: 'Show sales' }).click();
  await expect(rowsOf(page)).toHaveCount(2);
  const ofLink = page.getByRole('button', { name: 'One payment link' });
  await expect(ofLink).toBeVisible();
  await ofLink.click();
  await expect(ofLink).toBeHidden();
  await goTo(page, 'Products');
  await page.getByRole('table', { name: 'Products' }).getByText('Logo design').click();
  await page.getByRole('button', { name: 'Show sales' }).click();
  await expect(page.getByRole('combobox', { name: 'Filter by product' })).toHaveValue('Logo design');
  await expect(rowsOf(page)).toHaveCount(2);
});

test('a sale that is not verified is announced, and marked until the seller looks at it', async ({ launchApp }) => {
  const app = await launchApp({ args: ['--practice'] });
  const { page } = app;
  await resize(page, { width: 1280, height: 800 });
  const place = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
  await startInbox(page);
  await page.getByLabel('Verification key', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await expect(page.getByText('Saved on the service', { exact: true })).toBeVisible();
  await expect(place('Webhook')).toHaveAccessibleDescription(/^The webhook has no verification key/);
  const address = await inboxOf(page)
    .getByText(/^http:/)
    .innerText();
  await createProduct(page, 'Logo design');
  await createLink(page, 'Logo design', '60', '1042');
  await allSaved(page);
  const checkout = await checkoutOf(app, '1042');
  await expect(place('Sales')).toHaveAccessibleDescription('');
  await deliver(address, null, event('a', { payment_link: checkout }));
  const toast = page.getByRole('alert').filter({ hasText: 'A sale arrived that is not verified' });
  await expect(toast).toBeVisible();
  await expect(place('Sales')).toHaveAccessibleDescription('There are new sales that are not verified');
  await expectNoFindingsInBothThemes(page, 'a sale that is not verified');
  await toast.getByRole('button', { name: 'Review' }).click();
  await expect(detailsOf(page)).toContainText('Not verified');
  await expect(page.getByText('The webhook has no verification key, so sales that arrive')).toBeVisible();
  await expect(place('Sales')).toHaveAccessibleDescription('');
});

test('an event that says that it is a refund does not count until it is marked, and both screens say so', async ({
  launchApp,
}) => {
  const { page } = await launchApp({ args: ['--practice'] });
  await resize(page, { width: 1280, height: 800 });
  const { key, address } = await setUp(page);
  await deliver(address, key, event('a'));
  await deliver(address, key, event('a', { event: 'sale.refunded', metadata: {} }));
  const deliveries = page.getByRole('table', { name: 'Deliveries' });
  await expect(deliveries.getByRole('row').filter({ hasText: 'Not a sale' })).toHaveCount(1);
  await goTo(page, 'Sales');
  await expect(page.getByText('1 sale', { exact: true })).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(3);
  await rowOf(page, 'Not a sale').click();
  const why = 'The event says “sale.refunded”. It counts once you mark it as sold.';
  await expect(detailsOf(page)).toContainText(why);
  await goTo(page, 'Webhook');
  await deliveries.getByRole('row').filter({ hasText: 'Not a sale' }).click();
  const delivery = page.getByRole('region', { name: 'Delivery', exact: true });
  await expect(delivery).toContainText(why);
  await goTo(page, 'Sales');
  await rowOf(page, 'Not a sale').click();
  await detailsOf(page).getByRole('button', { name: 'Mark as sold' }).click();
  await expect(page.getByText('2 sales', { exact: true })).toBeVisible();
  await goTo(page, 'Webhook');
  await expect(deliveries.getByRole('row').filter({ hasText: 'Sale' })).toHaveCount(2);
  await expect(deliveries.getByRole('row').filter({ hasText: 'Not a sale' })).toHaveCount(0);
});

test('sales are searched, filtered, exported, repeated and marked', async ({ launchApp, userDataDir }) => {
  const app = await launchApp({ args: ['--practice'] });
  const { page } = app;
  const { key, address } = await setUp(page);
  await createProduct(page, 'Logo design');
  await createLink(page, 'Logo design', '60', '1042');
  await allSaved(page);
  const checkout = await checkoutOf(app, '1042');
  for (const id of ['a', 'b', 'c']) await deliver(address, key, event(id));
  await deliver(address, key, event('b'));
  await deliver(address, key, event('formula', { metadata: { order: '=1+1' }, price: null }));
  await deliver(address, 'f'.repeat(64), event('forged', { payment_link: checkout }));
  await deliver(address, key, JSON.stringify({ event: 'test', sale_id: 'no-sale' }));
  await goTo(page, 'Sales');
  await expect(rowsOf(page)).toHaveCount(6);
  await expect(page.getByText('4 sales', { exact: true })).toBeVisible();
  await expect(page.getByText('1 not verified')).toBeVisible();
  await expect(page.getByText('$37.50')).toBeVisible();

  const sortBy = (column: string) => tableOf(page).getByTitle(`Sort by ${column}`).click();
  const first = rowsOf(page).nth(1);
  await sortBy('product');
  await expect(tableOf(page).getByRole('columnheader', { name: 'Product' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(first).toContainText('Product a');
  await sortBy('product');
  await expect(first).toContainText('Product formula');
  await sortBy('amount');
  await expect(first).toContainText('$12.50');
  await sortBy('amount');
  await expect(first).toContainText('Product formula');
  await sortBy('time');
  await expect(tableOf(page).getByRole('columnheader', { name: 'Time' })).toHaveAttribute('aria-sort', 'descending');

  const search = page.getByRole('searchbox', { name: 'Search sales' });
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await search.fill('order-b');
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(page.getByText('1 match', { exact: true })).toBeVisible();
  await expect(page.getByText('1 sale', { exact: true })).toBeVisible();
  await rowOf(page, 'Product b').click();
  await expect(detailsOf(page)).toContainText('2, last');
  await search.fill('nothing like it');
  await expect(page.getByText('No sale matches "nothing like it".')).toBeVisible();
  await expect(detailsOf(page)).toBeHidden();
  await search.fill('');

  await page.getByRole('button', { name: /^Sold: / }).click();
  await page.getByRole('menuitem', { name: 'Last 7 days' }).click();
  await expect(rowsOf(page)).toHaveCount(6);
  await page.getByRole('button', { name: /^Sold: Last 7 days/ }).click();
  await page.getByRole('menuitem', { name: 'Choose dates…' }).click();
  const range = page.getByRole('dialog', { name: 'Sold between' });
  await range.getByLabel('To').fill('2020-01-01');
  await range.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('No sales match these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rowsOf(page)).toHaveCount(6);

  const file = join(userDataDir, 'sales.csv');
  await app.answerDialogs({ save: file });
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(page.getByText('5 sales exported to sales.csv')).toBeVisible();
  const csv = readFileSync(file, 'utf8');
  expect(csv).toContain('Time,Product,Amount,Currency,Verified,');
  expect(csv).toMatch(/,Product b,12\.5,USD,yes,,b,2,event,order-b/);
  expect(csv).toContain("'=1+1");
  expect(csv).toMatch(/,Product forged,12\.5,USD,no,/);

  await rowOf(page, 'Product forged').click();
  await expect(detailsOf(page)).toContainText('anyone may have sent it');
  await detailsOf(page).getByRole('button', { name: 'Mark as sold' }).click();
  await expect(detailsOf(page)).toContainText('Marked by you');
  await expect(page.getByText('5 sales', { exact: true })).toBeVisible();
  await goTo(page, 'Payment links');
  await expect(linkRow(page, '1042')).toContainText('Sold');
  await goTo(page, 'Sales');
  await rowOf(page, 'Product forged').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Not a sale' }).click();
  await expect(page.getByText('4 sales', { exact: true })).toBeVisible();

  // A verified one too, until that is undone.
  await rowOf(page, 'Product a').click();
  await detailsOf(page).getByRole('button', { name: 'Not a sale' }).click();
  await expect(detailsOf(page)).toContainText('you said that it is not a sale');
  await expect(rowOf(page, 'Product a')).toContainText('Not a sale');
  await expect(page.getByText('3 sales', { exact: true })).toBeVisible();
  await deliver(address, key, event('a'));
  await expect(detailsOf(page)).toContainText('2, last');
  await expect(page.getByText('3 sales', { exact: true })).toBeVisible();
  await page
    .getByRole('status')
    .filter({ hasText: 'no longer counted' })
    .last()
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(page.getByText('4 sales', { exact: true })).toBeVisible();
});

test('an amount that is not read from the event is marked as the price of the link', async ({
  launchApp,
  userDataDir,
}) => {
  const app = await launchApp({ args: ['--practice'] });
  const { page } = app;
  const { key, address } = await setUp(page);
  await createProduct(page, 'Logo design');
  await createLink(page, 'Logo design', '60', '1042');
  await allSaved(page);
  const payment_link = await checkoutOf(app, '1042');
  await goTo(page, 'Sales');
  await deliver(address, key, event('read', { payment_link }));
  await expect(rowOf(page, 'Product read')).toContainText('$12.50');
  await expect(page.getByText(/prices? of (the )?links?/)).toHaveCount(0);
  await deliver(address, key, event('odd', { payment_link, price: null, amount: 25 }));
  const guessed = rowOf(page, 'Product odd').getByTitle(
    'No amount was recognized in the event. This is the price of the link.',
  );
  await expect(guessed).toContainText('$60.00*');
  await expect(page.getByText('* 1 amount is the price of the link')).toBeVisible();
  await resize(page, { width: 900, height: 600 });
  await expect(guessed).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'an amount that is the price of the link');
  await rowOf(page, 'Product odd').click();
  await expect(detailsOf(page)).toContainText('No amount was recognized in the event. This is the price of the link.');

  const file = join(userDataDir, 'sales.csv');
  await app.answerDialogs({ save: file });
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(page.getByText('2 sales exported to sales.csv')).toBeVisible();
  const csv = readFileSync(file, 'utf8');
  expect(csv).toContain(',Deliveries,Amount from,metadata: order');
  expect(csv).toMatch(/,Product odd,60,USD,yes,.*,odd,1,price of the link,order-odd/);
  expect(csv).toMatch(/,Product read,12\.5,USD,yes,.*,read,1,event,order-read/);
});

test('marking a sale that counts already is asked about', async ({ launchApp }) => {
  const { page } = await launchApp({ args: ['--practice'] });
  const { key, address } = await setUp(page);
  await createProduct(page, 'Logo design');
  await createLink(page, 'Logo design', '12.50', 'A-7');
  await allSaved(page);
  const sale = (id: string) => event(id, { metadata: { order: 'A-7' } });
  await deliver(address, key, sale('once'));
  await goTo(page, 'Sales');
  await expect(page.getByText('1 sale', { exact: true })).toBeVisible();
  await deliver(address, 'another key', sale('again'));
  await expect(rowsOf(page)).toHaveCount(3);
  await rowOf(page, 'Product again').click();
  await detailsOf(page).getByRole('button', { name: 'Mark as sold' }).click();
  const question = page.getByRole('dialog', { name: 'Count this one too?' });
  await expect(question).toContainText('counts already');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByText('1 sale', { exact: true })).toBeVisible();
  await detailsOf(page).getByRole('button', { name: 'Mark as sold' }).click();
  await question.getByRole('button', { name: 'Mark as sold' }).click();
  await expect(page.getByText('2 sales', { exact: true })).toBeVisible();
  await expect(page.getByText('Product again, order A-7: marked as sold.')).toBeVisible();
});

test('long texts leave room for all columns', async ({ launchApp }) => {
  const { page } = await launchApp({ args: ['--practice'] });
  const { key, address } = await setUp(page);
  const long = 'A title or note that is much longer than any column of a list can ever be '.repeat(4);
  await deliver(address, key, event('a', { product: { product_title: long }, metadata: { note: long, [long]: '1' } }));
  await deliver(address, key, event('b', { price: { currency_id: 987_654_321, price: 12_345.67 } }));
  await goTo(page, 'Sales');
  await expect(rowsOf(page)).toHaveCount(3);
  for (const [width, height] of [
    [1280, 800],
    [900, 600],
  ] as const) {
    await resize(page, { width, height });
    const hidden = () => tableOf(page).evaluate((table) => table.scrollWidth - table.clientWidth);
    await expect.poll(hidden, `px beside the visible table at ${width} px`).toBe(0);
  }
  // The details begin with their facts, and have the whole title too.
  await rowsOf(page).filter({ hasText: 'A title or note' }).click();
  const details = page.getByRole('complementary', { name: 'Sale details' });
  await expect(details.getByTitle(long.trim())).toHaveCount(2);
  await expect(details.getByText('Verified', { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(details.getByText('Amount', { exact: true })).toBeInViewport({ ratio: 1 });
  expect(await details.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('the keyboard opens a sale, moves to the next one, and closes it', async ({ launchApp }) => {
  const { page } = await launchApp({ args: ['--practice'] });
  const { key, address } = await setUp(page);
  for (const id of ['one', 'two', 'three']) {
    await deliver(address, key, event(id));
    await expect.poll(() => page.getByText(`Product ${id}`).count()).toBeGreaterThan(0);
  }
  await resize(page, { width: 900, height: 600 });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Sales');
  await page.keyboard.press('Enter');
  await expect(rowsOf(page)).toHaveCount(4);
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  await expect(rowsOf(page).nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(detailsOf(page).getByRole('heading', { name: 'Product three' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(detailsOf(page).getByRole('heading', { name: 'Product two' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(detailsOf(page)).toBeHidden();
  await expect(rowsOf(page).nth(2)).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Show details' }).click();
  await expect(detailsOf(page).getByRole('heading', { name: 'Product two' })).toBeVisible();
});

test('a notification of the system tells of a sale while the window is closed, unless it is turned off', async ({
  launchApp,
}) => {
  const app = await launchApp({ args: ['--practice'] });
  const { page } = app;
  const { key, address } = await setUp(page);
  await goTo(page, 'Settings');
  await page.getByRole('switch', { name: 'Keep sending in the background' }).check({ force: true });
  // The switch moves at once; until the setting is saved, closing the window ends the app.
  await expect(page.getByText('Closing the window keeps the app running')).toBeVisible();
  const close = async () => {
    expect(await app.chooseMenuItem('close')).toBe(true);
    await expect.poll(() => app.isVisible()).toBe(false);
  };
  const notified = async () =>
    (await app.outside()).filter(({ kind, what }) => kind === 'notification' && what.includes('ew sale'));
  await close();
  await deliver(address, key, event('away'));
  if (app.host === 'chromium-host') {
    await expect.poll(async () => (await notified()).map(({ what }) => what)).toHaveLength(1);
    expect((await notified())[0]?.what).toContain('Product away · $12.50 · order: order-away');
  }
  await expect.poll(() => app.notification('click')).toBe(true);
  await expect.poll(() => app.isVisible()).toBe(true);
  await expect(detailsOf(page).getByRole('heading', { name: 'Product away' })).toBeVisible();

  await goTo(page, 'Settings');
  const setting = page.getByRole('switch', { name: 'New sales' });
  await expect(setting).toBeChecked();
  await setting.uncheck({ force: true });
  await expect(page.getByText('Notifications of new sales are off')).toBeVisible();
  await close();
  await deliver(address, key, event('silent'));
  await expect.poll(() => page.getByText(/New sale: Product silent/).count()).toBe(1);
  if (app.host === 'chromium-host') expect(await notified()).toHaveLength(1);
});

test('a sale of a store that is not shown names it, and opens there', async ({ launchApp, service }) => {
  const { page } = await launchApp({ args: ['--practice'] });
  const { key, address } = await setUp(page);
  await page.getByRole('button', { name: 'Store: Practice store' }).click();
  await page.getByRole('menuitem', { name: 'Add another store' }).click();
  await askToSignIn(page, service);
  await expect(page.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible();
  await goTo(page, 'Sales');
  await expect(page.getByText('No sales yet')).toBeVisible();
  await deliver(address, key, event('elsewhere'));
  const toast = page.getByRole('status').filter({ hasText: 'New sale in Practice store: Product elsewhere' });
  await expect(page.getByText('No sales yet')).toBeVisible();
  await toast.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('button', { name: 'Store: Practice store' })).toBeVisible();
  await expect(detailsOf(page).getByRole('heading', { name: 'Product elsewhere' })).toBeVisible();

  // The inbox is one for all stores, and clearing it says so; the sale stays.
  await deliver(address, key, event('another'));
  await goTo(page, 'Webhook');
  await page.getByRole('button', { name: 'Clear deliveries' }).click();
  const question = page.getByRole('dialog', { name: 'Clear deliveries' });
  await expect(question).toContainText('All 2 deliveries in the inbox, those of all 2 stores, will be removed');
  await question.getByRole('button', { name: 'Clear deliveries' }).click();
  await expect(page.getByText('No deliveries yet')).toBeVisible();
  await goTo(page, 'Sales');
  await expect(rowOf(page, 'Product elsewhere')).toHaveCount(1);
});

test('several new sales are announced one a line', async ({ signedIn: { page } }) => {
  const { key, address } = await setUp(page);
  await Promise.all(['A-1', 'A-2', 'A-3'].map((id) => deliver(address, key, event(id))));
  const toast = page.getByRole('status').filter({ hasText: '3 new sales' });
  await expect(toast).toBeVisible();
  const lines = (await toast.innerText()).split('\n').filter((line) => line.trim() !== '');
  expect(lines.slice(0, 4)).toEqual([
    '3 new sales:',
    ...Array(3).fill(expect.stringMatching(/^Product A-\d · \$12\.50 · order: order-A-\d$/)),
  ]);
});

test('the chart names the years of its first and last day where they differ', async ({ launchApp, userDataDir }) => {
  // Sales of January 2025: the chart begins a year ago.
  writeDataFolder({ userDataDir, products: 1, links: 3, sold: [0, 1] });
  const { page } = await launchApp();
  await goTo(page, 'Sales');
  const days = chartOf(page).locator('.recharts-cartesian-axis-tick-value');
  const year = new Date().getFullYear();
  await expect(days.first()).toContainText(`${year - 1}`);
  await expect(days.last()).toContainText(`${year}`);
});

test('what the app announces leaves the answer to a click, and the next answer leaves it', async ({
  signedIn: app,
}) => {
  const { page } = app;
  const { key, address } = await setUp(page);
  await createProduct(page, 'Coaching hour');
  await createLink(page, 'Coaching hour', '10', '1042');
  await allSaved(page);
  await checkoutOf(app, '1042');
  const copied = page.getByRole('status').filter({ hasText: 'Checkout link copied' });
  // Its time stops.
  await copied.hover();
  await deliver(address, key, event('a'));
  const sold = page.getByRole('status').filter({ hasText: 'New sale' });
  await expect(sold).toBeVisible();
  await expect(copied).toHaveCount(1);
  await sold.hover();
  await linkRow(page, '1042').getByRole('button', { name: 'Copy checkout link' }).press('Enter');
  await expect(copied).toHaveCount(1);
  await expect(sold).toBeVisible();
});
