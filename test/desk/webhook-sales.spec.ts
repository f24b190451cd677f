// From the webhook to the sale: the inbox, a purchase in the practice store, and the seller's work with sales.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { freePort } from '../../tools/test/free-port.ts';
import { buy } from '../support/buyer.ts';
import type { Desk } from '../support/desk.ts';
import { expect, test } from '../support/desk-test.ts';
import { allSaved, createLink, createProduct, goTo, linkRow } from '../support/seller.ts';

const inboxOf = (page: Page) => page.getByRole('region', { name: 'Webhook inbox' });

const deliveries = (page: Page) => page.getByRole('table', { name: 'Deliveries' }).getByRole('row');
const delivery = (page: Page) => page.getByRole('complementary', { name: 'Delivery', exact: true });
const testResult = (page: Page) => page.getByRole('region', { name: 'Test result' });
const sales = (page: Page) => page.getByRole('table', { name: 'Sales' }).getByRole('row');
const saleRow = (page: Page, text: string) => sales(page).filter({ hasText: text });
const saleDetails = (page: Page) => page.getByRole('complementary', { name: 'Sale details' });
const count = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

const practise = async (page: Page) => {
  await page.getByRole('button', { name: 'Open the practice store' }).click();
  await expect(page.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible();
};

/** Starts the inbox and saves its address with a new key. */
async function setUp(page: Page): Promise<{ key: string; address: string }> {
  await goTo(page, 'Webhook');
  const inbox = inboxOf(page);
  await inbox.getByText('For developers').click();
  await inbox.getByRole('textbox', { name: 'Port' }).fill(String(await freePort()));
  await inbox.getByRole('button', { name: 'Start inbox' }).click();
  await inbox.getByRole('button', { name: 'Use this address' }).click();
  const url = page.getByRole('textbox', { name: 'Webhook URL' });
  await expect(url).toHaveValue(/^http:\/\/127\.0\.0\.1:\d+\/after-sell$/);
  const box = page.getByLabel('Verification key', { exact: true });
  await expect(box).toHaveValue(/^.{64}$/);
  const previous = await box.inputValue();
  await page.getByRole('button', { name: 'Generate key' }).click();
  await expect(box).not.toHaveValue(previous);
  await expect(box).toHaveValue(/^.{64}$/);
  const key = await box.inputValue();
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await expect(page.getByText('Saved on the service', { exact: true })).toBeVisible();
  return { key, address: await inbox.getByText(/^http:/).innerText() };
}

async function checkoutOf({ page, copied }: Desk, order: string): Promise<string> {
  await goTo(page, 'Payment links');
  const previous = copied.length;
  await linkRow(page, order).getByRole('button', { name: 'Copy checkout link' }).click();
  await expect.poll(() => copied.length).toBe(previous + 1);
  return copied.at(-1) ?? '';
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

test('a test event arrives verified; a wrong key and a failing receiver are reported; a new key clears the result', async ({
  openDesk,
}) => {
  const { page } = await openDesk();
  await practise(page);
  const { key, address } = await setUp(page);
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect(testResult(page)).toContainText('Test delivered');
  await expect(deliveries(page)).toHaveCount(2);
  await expect(deliveries(page).nth(1)).toContainText('Verified');
  await deliveries(page).nth(1).click();
  await expect(delivery(page)).toContainText('"event": "test"');
  await expect(page.locator('body')).not.toContainText(key);

  await deliver(address, 'f'.repeat(64), '{"half":');
  await expect(deliveries(page).nth(1)).toContainText('Not verified');
  await deliveries(page).nth(1).click();
  await expect(delivery(page)).toContainText('another key');
  await expect(delivery(page)).toContainText('could not be read');
  await inboxOf(page).getByRole('combobox', { name: 'Answer with' }).click();
  await page.getByRole('option', { name: /^500/ }).click();
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect(testResult(page)).toContainText('Test failed');
  // Saving a new key clears the result of the test; generating it does not.
  await page.getByRole('button', { name: 'Generate key' }).click();
  await expect(testResult(page)).toContainText('Test failed');
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await expect(testResult(page)).toHaveCount(0);
});

test('a purchase through a single-use link is a sale of that link', async ({ openDesk }) => {
  const desk = await openDesk();
  const { page } = desk;
  await practise(page);
  await setUp(page);
  await createProduct(page, 'Logo design');
  await createLink(page, 'Logo design', '100.55', '1042', { singleUse: true });
  await createLink(page, 'Logo design', '60', '1043');
  await allSaved(page);
  const checkout = await checkoutOf(desk, '1042');
  expect(await buy(`${checkout}&name=Ada%20Lovelace`)).toBe(200);
  expect(await buy(checkout)).toBe(410);

  await page
    .getByRole('status')
    .filter({ hasText: 'New sale: Logo design · $100.55' })
    .getByRole('button', { name: 'Show' })
    .click();
  await expect(saleDetails(page)).toContainText('Ada Lovelace');
  await expect(page.getByRole('img', { name: 'Sales per day' })).toHaveAccessibleDescription(/^1 sale/);
  await saleDetails(page).getByRole('button', { name: 'Show the link' }).click();
  const link = page.getByRole('complementary', { name: 'Link details' });
  await link.getByRole('button', { name: 'Show sales' }).click();
  await expect(sales(page)).toHaveCount(2);
  await goTo(page, 'Payment links');
  await expect(linkRow(page, '1042')).toContainText('Used');
  await expect(linkRow(page, '1043')).not.toContainText(/Used|Sold/);
  // Nobody can pay with this link again, so the app asks before it copies it.
  await linkRow(page, '1042').getByRole('button', { name: 'Copy checkout link' }).click();
  const asked = page.getByRole('dialog', { name: 'This link has sold already' });
  await asked.getByRole('button', { name: 'Cancel' }).click();
  // By the time another link is copied, this one would have been.
  expect(await checkoutOf(desk, '1043')).not.toBe(checkout);
  expect(desk.copied).toHaveLength(2);
});

test('sales are searched, filtered by period, exported, and excluded from the count until that is undone', async ({
  signedIn: desk,
}) => {
  const { page } = desk;
  const { key, address } = await setUp(page);
  for (const id of ['a', 'b', 'b']) await deliver(address, key, event(id));
  await deliver(address, key, event('formula', { metadata: { order: '=1+1' }, price: null }));
  await deliver(address, key, JSON.stringify({ event: 'test', sale_id: 'no-sale' }));
  await goTo(page, 'Sales');
  await expect(sales(page)).toHaveCount(4);
  await count(page, '3 sales');
  await expect(page.getByText('$25.00')).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search sales' });
  await search.fill('order-b');
  await expect(sales(page)).toHaveCount(2);
  await saleRow(page, 'Product b').click();
  // The sale was delivered twice.
  await expect(saleDetails(page)).toContainText('2. It counts once');
  await search.fill('');
  const period = page.getByRole('radiogroup', { name: 'Period' });
  await expect(sales(page)).toHaveCount(4);
  await period.getByRole('radio', { name: 'Last month' }).check();
  await expect(page.getByText('Nothing found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(sales(page)).toHaveCount(4);

  desk.answers.save = join(desk.folder, 'sales.csv');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(page.getByText('3 sales exported to sales.csv')).toBeVisible();
  const csv = readFileSync(desk.answers.save, 'utf8');
  expect(csv).toMatch(/,Product b,12\.5,USD,yes,,b,2,event,order-b/);
  expect(csv).toContain("'=1+1");

  await saleRow(page, 'Product a').click();
  await saleDetails(page).getByRole('button', { name: 'Not a sale' }).click();
  await count(page, '2 sales');
  await page.getByRole('button', { name: 'Undo' }).click();
  await count(page, '3 sales');

  // A delivery without the key counts once the seller says so.
  const link = await desk.link(await desk.product('Logo design'), '1042');
  await allSaved(page);
  // On another screen: a sale that arrives while Sales is shown sets no mark.
  await goTo(page, 'Webhook');
  await deliver(address, null, event('forged', { payment_link: desk.store.catalog.links.get(link)?.paymentLink }));
  const place = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sales', exact: true });
  await expect(place).toHaveAccessibleDescription(/decision/);
  await expect(deliveries(page).nth(1)).toContainText('Not verified');
  await deliveries(page).nth(1).click();
  await delivery(page).getByRole('link', { name: 'Show the sale' }).click();
  await expect(place).toHaveAccessibleDescription('');
  await expect(saleDetails(page)).toContainText('Not verified');
  await saleDetails(page).getByRole('button', { name: 'Mark as sold' }).click();
  await count(page, '4 sales');
});
