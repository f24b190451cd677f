// The webhook beyond the usual: rejected, deliveries of all kinds, and sales of another store.
import type { Page } from '@playwright/test';
import { freePort } from '../../../tools/test/free-port.ts';
import { buy } from '../../support/buyer.ts';
import { expect, test } from '../../support/desk-test.ts';
import { allSaved, askToSignIn, createLink, createProduct, goTo, linkRow, syncStatus } from '../../support/seller.ts';
import { choosePort, inboxOf, saveWithNewKey, startInbox } from '../../support/webhook-screen.ts';

const deliveries = (page: Page) => page.getByRole('table', { name: 'Deliveries' }).getByRole('row');
const delivery = (page: Page) => page.getByRole('complementary', { name: 'Delivery', exact: true });
const addressOf = (page: Page) =>
  inboxOf(page)
    .getByText(/^http:/)
    .innerText();
const deliver = async (address: string, body: object | string, headers: Record<string, string> = {}) => {
  const raw = typeof body === 'string' ? body : JSON.stringify(body);
  expect((await fetch(address, { method: 'POST', headers, body: raw })).status).toBe(200);
};

test('a rejected address and key say so at their fields, and a failed test what the service answered', async ({
  signedIn: { page },
  service,
}) => {
  const errors = { after_sell_webhook_url: ['This host is blocked.'], after_sell_webhook_key: ['Choose another key.'] };
  service.intercept = ({ method }) =>
    method === 'PATCH' ? { status: 422, body: JSON.stringify({ message: 'Invalid', errors }) } : undefined;
  await goTo(page, 'Webhook');
  const url = page.getByRole('textbox', { name: 'Webhook URL' });
  const key = page.getByLabel('Verification key', { exact: true });
  await url.fill('https://hooks.example/a');
  await page.getByRole('button', { name: 'Generate key' }).click();
  await expect(key).toHaveValue(/^.{64}$/);
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await expect(syncStatus(page)).toHaveText('1 change needs your attention');
  await expect(url).toHaveAccessibleDescription(/This host is blocked\./);
  await expect(key).toHaveAccessibleDescription(/Choose another key\./);
  service.intercept = () => undefined;
  await choosePort(page, await freePort());
  await inboxOf(page).getByRole('button', { name: 'Start inbox' }).click();
  await inboxOf(page).getByRole('button', { name: 'Use this address' }).click();
  await expect(url).not.toHaveAttribute('aria-invalid', 'true');
  await saveWithNewKey(page);
  await allSaved(page);
  await expect(key).not.toHaveAttribute('aria-invalid', 'true');

  const result = page.getByRole('region', { name: 'Test result' });
  service.testAnswer = { status: 504, body: '{"message":"Too slow"}' };
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect(result.getByRole('heading', { name: 'Test failed', exact: true })).toBeVisible();
  await expect(result).toContainText('Too slow (504)');
});

test('deliveries show what they are and lead to the sale', async ({ openDesk }) => {
  const desk = await openDesk({ viewport: { width: 1280, height: 800 } });
  const { page } = desk;
  await page.getByRole('button', { name: 'Open the practice store' }).click();
  await startInbox(page);
  await saveWithNewKey(page);
  await createProduct(page, 'Logo design');
  await createLink(page, 'Logo design', '100.55', '1042');
  await allSaved(page);
  await linkRow(page, '1042').getByRole('button', { name: 'Copy checkout link' }).click();
  await expect.poll(() => desk.copied.length).toBe(1);
  expect(await buy(desk.copied[0] ?? '')).toBe(200);
  await goTo(page, 'Webhook');
  const newest = deliveries(page).nth(1);
  for (const fact of ['Sale', 'Logo design', '$100.55'])
    await expect(newest.getByText(fact, { exact: true })).toBeVisible();
  await expect(newest).not.toContainText('Not verified');
  const address = await addressOf(page);
  for (const [body, shown] of [
    [{ metadata: { order: '1042' } }, 'Logo design'],
    [{ total: 100.55, currency: 'USD' }, 'Unknown'],
    ['{"half":', 'Not readable'],
  ] as const) {
    await deliver(address, body);
    await expect(newest).toContainText(shown);
    // An amount is shown only if it is certain.
    await expect(newest).not.toContainText('100.55');
  }
  const search = page.getByRole('searchbox', { name: 'Search deliveries' });
  await search.fill('1042 order');
  await expect(deliveries(page)).toHaveCount(3);
  await deliveries(page).nth(2).click();
  await delivery(page).getByRole('link', { name: 'Show the sale' }).click();
  await expect(page.getByRole('complementary', { name: 'Sale details' })).toContainText('1042');
});

test('a sale of a store that is not shown names it, opens there, and stays when the deliveries are cleared', async ({
  openDesk,
  service,
}) => {
  const { page } = await openDesk();
  await page.getByRole('button', { name: 'Open the practice store' }).click();
  await startInbox(page);
  const headers = { 'Webhook-Key': await saveWithNewKey(page) };
  const address = await addressOf(page);
  await page.getByRole('button', { name: 'Store: Practice store' }).click();
  await page.getByRole('menuitem', { name: 'Add another store' }).click();
  await askToSignIn(page, service);
  await expect(page.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible();
  const sale = {
    event: 'after_sell',
    sale_id: 'a',
    product: { product_title: 'Product elsewhere' },
    price: { currency_id: 2, price: 12.5 },
  };
  await deliver(address, sale, headers);
  await goTo(page, 'Sales');
  await expect(page.getByText('No sales yet')).toBeVisible();
  await page
    .getByRole('status')
    .filter({ hasText: 'Practice store: Product elsewhere' })
    .getByRole('button', { name: 'Show' })
    .click();
  await expect(page.getByRole('button', { name: 'Store: Practice store' })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Sale details' })).toContainText('Product elsewhere');
  await goTo(page, 'Webhook');
  await page.getByRole('button', { name: 'Clear deliveries' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear deliveries' }).click();
  await expect(page.getByText('No deliveries yet')).toBeVisible();
  await goTo(page, 'Sales');
  await expect(page.getByRole('table', { name: 'Sales' })).toContainText('Product elsewhere');
});
