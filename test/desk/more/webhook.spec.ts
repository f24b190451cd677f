// The webhook beyond the usual: rejected, and sales of another store.
import { freePort } from '../../../tools/test/free-port.ts';
import { expect, test } from '../../support/desk-test.ts';
import { allSaved, askToSignIn, goTo, syncStatus } from '../../support/seller.ts';
import { addressOf, choosePort, inboxOf, saveWithNewKey, startInbox } from '../../support/webhook-screen.ts';

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
  await fetch(address, { method: 'POST', headers, body: JSON.stringify(sale) });
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
