// What the service says of a field of the webhook stands at that field until it is changed.
import { allSaved, goTo, syncStatus } from '../support/seller.ts';
import { expect, test } from './service.ts';

test('the words of the service stand at the address and at the key that it refused', async ({
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
