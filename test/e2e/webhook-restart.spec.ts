// The webhook whose receiver is this app's inbox: missed sales while it is stopped, and its state after a restart.

import { expectNoFindingsInBothThemes } from '../support/axe.ts';
import { resize } from '../support/resize.ts';
import { allSaved, goTo } from '../support/seller.ts';
import { inboxOf, saveWithNewKey, startInbox } from '../support/webhook-screen.ts';
import { expect, test } from './fixture.ts';

test('says that sales are missed while the inbox is stopped, also after a restart', async ({ launchApp }) => {
  const first = await launchApp({ args: ['--practice'] });
  await resize(first.page, { width: 900, height: 600 });
  await startInbox(first.page);
  await saveWithNewKey(first.page);
  const missed = "Sales are sent to this app's inbox, but it is stopped.";
  await expect(first.page.getByText(missed)).toBeHidden();
  await inboxOf(first.page).getByRole('button', { name: 'Stop inbox' }).click();
  await expect(first.page.getByRole('alert').filter({ hasText: missed })).toBeVisible();
  // One name, one button, wherever it is pressed.
  await expect(first.page.getByRole('button', { name: 'Start inbox' })).toHaveCount(1);
  await expectNoFindingsInBothThemes(first.page, 'webhook with a stopped inbox');
  // Where no sales are sent, none is missed.
  await first.page.getByRole('switch', { name: 'Send after-sell events' }).click();
  await first.page.getByRole('button', { name: 'Save webhook' }).click();
  await expect(first.page.getByText(missed)).toBeHidden();
  await first.page.getByRole('switch', { name: 'Send after-sell events' }).click();
  await first.page.getByRole('button', { name: 'Save webhook' }).click();
  await allSaved(first.page);
  await first.close();

  const { page } = await launchApp({ args: ['--practice'] });
  const place = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Webhook', exact: true });
  await expect(place).toHaveAccessibleDescription('The inbox is stopped, so sales are missed');
  await goTo(page, 'Webhook');
  const notice = page.getByRole('alert').filter({ hasText: missed });
  await expect(notice).toBeInViewport();
  // There is no key store here, so the app has forgotten the key.
  for (const name of ['Show key', 'Copy key']) {
    await expect(page.getByRole('button', { name })).toBeDisabled();
    await expect(page.getByRole('button', { name })).toHaveAttribute('title', /no longer on this computer/);
  }
  const lost = page.getByRole('alert').filter({ hasText: 'this computer has no key store' });
  await expect(lost).toContainText('Sales that arrive here are not verified');
  // The screen of the sales says both, and leads back here.
  await goTo(page, 'Sales');
  const hint = page.getByRole('alert').filter({ hasText: missed });
  await expect(hint).toContainText('The verification key is no longer on this computer');
  await hint.getByRole('button', { name: 'See Webhook' }).click();
  await notice.getByRole('button', { name: 'Start the inbox' }).click();
  await expect(notice).toBeHidden();
  await expect(place).toHaveAccessibleDescription(/^The verification key is no longer on this computer/);
  const gap = page.getByRole('alert').filter({ hasText: /The inbox did not run from .+ until .+\./ });
  await expect(gap).toContainText('Look for them in your store on the service');
  await expect(lost).toBeVisible();
  await lost.getByRole('button', { name: 'Generate a new key and save' }).click();
  await expect(lost).toBeHidden();
  await expect(place).not.toHaveAccessibleDescription(/./);
  await expect(page.getByRole('button', { name: 'Copy key' })).toBeEnabled();
  await expect(page.getByText('Saved on the service', { exact: true })).toBeVisible();
  await goTo(page, 'Sales');
  await expect(gap).toBeVisible();
  await gap.getByRole('button', { name: 'See Webhook' }).click();
  await gap.getByRole('button', { name: 'Dismiss' }).click();
  await expect(gap).toBeHidden();
  await goTo(page, 'Sales');
  await expect(page.getByText('No sales yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'See Webhook' })).toBeHidden();
  await goTo(page, 'Webhook');
  await expect(inboxOf(page).getByRole('button', { name: 'Stop inbox' })).toBeVisible();
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect(page.getByRole('region', { name: 'Test result' })).toContainText('Test delivered');

  // Stopped from elsewhere, it says so there.
  await goTo(page, 'Products');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('stop inbox');
  await page.keyboard.press('Enter');
  await notice.getByRole('button', { name: 'Start the inbox' }).click();
  await expect(inboxOf(page).getByRole('button', { name: 'Stop inbox' })).toBeVisible();
});

test('Sales says why none arrive: the inbox refuses them, or the webhook is off', async ({ launchApp }) => {
  const { page } = await launchApp({ args: ['--practice'] });
  await startInbox(page);
  await saveWithNewKey(page);
  await inboxOf(page).getByRole('combobox', { name: 'Answer with' }).click();
  await page.getByRole('option', { name: '403 (forbidden)' }).click();
  const refuses = page.getByRole('alert').filter({ hasText: 'answers every delivery with 403 (forbidden)' });
  await expect(refuses).toBeVisible();
  await goTo(page, 'Sales');
  await expect(refuses).toContainText('the service takes it as failed');
  const place = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Webhook', exact: true });
  await expect(place).toHaveAccessibleDescription('The inbox refuses deliveries');
  await refuses.getByRole('button', { name: 'See Webhook' }).click();
  await refuses.getByRole('button', { name: 'Answer with 200' }).click();
  await expect(refuses).toBeHidden();
  await page.getByRole('switch', { name: 'Send after-sell events' }).click();
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await goTo(page, 'Sales');
  const off = page.getByRole('alert').filter({ hasText: 'The webhook is off, so new sales do not arrive.' });
  await off.getByRole('button', { name: 'See Webhook' }).click();
  await expect(page.getByRole('heading', { name: 'Webhook', exact: true })).toBeVisible();
});

test('a key that the key store has kept causes no warning after a restart', async ({ launchApp }) => {
  const env = { STOREFRONT_TEST_KEY_STORE: '1' };
  const first = await launchApp({ args: ['--practice'], env });
  await startInbox(first.page);
  await saveWithNewKey(first.page);
  await first.close();

  const { page } = await launchApp({ args: ['--practice'], env });
  await goTo(page, 'Webhook');
  await expect(page.getByText('The saved key has 64 characters', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Generate a new key and save' })).toHaveCount(0);
});
