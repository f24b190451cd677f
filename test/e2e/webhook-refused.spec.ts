// Webhook changes that the service rejects or does not confirm: its message is at the field, and a test shows what is known.
import { freePort } from '../support/free-port.ts';
import { allSaved, goTo, syncStatus } from '../support/seller.ts';
import { expect, test } from './service.ts';

test('messages of the service appear at the rejected address and key', async ({ signedIn: { page }, service }) => {
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
  await expect(url).toHaveAttribute('aria-invalid', 'true');
  await expect(key).toHaveAccessibleDescription(/Choose another key\./);

  await url.fill('https://hooks.example/b');
  await expect(url).not.toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('Choose another key.').first()).toBeVisible();
  service.intercept = () => undefined;
  await page.getByRole('button', { name: 'Generate key' }).click();
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await allSaved(page);
  await expect(key).not.toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('Choose another key.')).toHaveCount(0);
});

test('a test event says where it goes, and a received one says so whatever the service answers', async ({
  signedIn: { page },
  service,
}) => {
  await goTo(page, 'Webhook');
  const send = page.getByRole('button', { name: 'Send test event' });
  await expect(send).toHaveAccessibleDescription(/No webhook is saved here yet/);
  await page.getByRole('textbox', { name: 'Port' }).fill(String(await freePort()));
  await page.getByRole('button', { name: 'Start inbox' }).click();
  // It generates a key too.
  await page.getByRole('button', { name: 'Use this address' }).click();
  const key = page.getByLabel('Verification key', { exact: true });
  await expect(key).toHaveValue(/^.{64}$/);
  const headers = { 'Webhook-Key': await key.inputValue() };
  const url = await page.getByRole('textbox', { name: 'Webhook URL' }).inputValue();
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await expect(page.getByText('Saved on the service', { exact: true })).toBeVisible();

  const deliver = () => fetch(url, { method: 'POST', headers, body: '{"hello":1}' });
  const result = page.getByRole('region', { name: 'Test result' });
  service.testAnswer = { status: 504, body: '{"message":"Too slow"}' };
  await send.click();
  await expect(result.getByRole('heading', { name: 'Test failed', exact: true })).toBeVisible();
  // It arrives after the service has given up.
  await deliver();
  await expect(result).toContainText('got the event, but the service did not confirm it');
  await expect(result).toContainText('The webhook inbox received the test event and answered 200.');
  await expect(result).toContainText('Too slow (504)');

  service.intercept = async ({ path }) => {
    if (path.endsWith('/test-sell-webhook')) await deliver();
    return undefined;
  };
  service.testAnswer = { status: 200, body: 'queued' };
  await send.click();
  await expect(result).toContainText('got the event, but the service did not confirm it');
  await expect(result).toContainText('but not with 1');
});
