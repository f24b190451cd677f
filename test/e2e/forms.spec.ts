// Forms as first-time sellers meet them: errors stand at their field, and say what is true.
import { goTo } from '../support/seller.ts';
import { expect, test } from './service.ts';

test('a webhook URL without a scheme gets one, and one that has a scheme is kept', async ({
  signedIn: { page },
  service,
}) => {
  await goTo(page, 'Webhook');
  const url = page.getByRole('textbox', { name: 'Webhook URL' });
  await url.fill('example.com/hook?from=store');
  await page.keyboard.press('Tab');
  await expect(url).toHaveValue('https://example.com/hook?from=store');
  await expect(url).not.toHaveAttribute('aria-invalid', 'true');
  await url.fill('ftp://example.com/hook');
  await page.keyboard.press('Tab');
  await expect(url).toHaveValue('ftp://example.com/hook');
  await expect(url).toHaveAccessibleDescription(/starts with https:\/\/, or http:\/\/ on this computer/);
  await url.fill('localhost:9000/hook');
  await page.keyboard.press('Enter');
  await expect(url).toHaveValue('http://localhost:9000/hook');
  await expect
    .poll(() => service.changes.at(-1)?.raw)
    .toContain('"after_sell_webhook_url":"http://localhost:9000/hook"');
});
