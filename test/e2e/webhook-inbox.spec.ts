// The webhook screen against the practice store, from a generated key to a sale shown at its payment link.

import { statSync, truncateSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectNoFindings } from '../support/axe.ts';
import { asBuyer, buyAt } from '../support/buyer.ts';
import { resize } from '../support/resize.ts';
import { allSaved, createProduct, goTo, openLinkForm } from '../support/seller.ts';
import { inboxOf, saveWithNewKey, startInbox } from '../support/webhook-screen.ts';
import { expect, test } from './fixture.ts';

const deliveriesOf = (page: Page) => page.getByRole('table', { name: 'Deliveries' });
const resultOf = (page: Page) => page.getByRole('region', { name: 'Test result' });

test('a test event arrives verified, a wrong key is reported, and a failing receiver fails the test', async ({
  launchApp,
}) => {
  const { page } = await launchApp({ args: ['--practice'] });
  await resize(page, { width: 900, height: 600 });
  await startInbox(page);
  const key = await saveWithNewKey(page);
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect(resultOf(page)).toContainText('Test delivered');
  const rows = deliveriesOf(page).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('Verified');
  await rows.nth(1).click();
  const delivery = page.getByRole('region', { name: 'Delivery', exact: true });
  await expect(delivery).toContainText('"method": "POST"');
  await expect(delivery).toContainText('"event": "test"');
  await expect(page.locator('body')).not.toContainText(key);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoFindings(page, `webhook inbox, ${colorScheme}`);
  }

  const address = await inboxOf(page)
    .getByText(/^http:/)
    .innerText();
  await fetch(address, { method: 'POST', headers: { 'Webhook-Key': 'f'.repeat(64) }, body: '{"half":' });
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText('Not verified');
  await rows.nth(1).click();
  await expect(delivery).toContainText('another key');
  await expect(delivery).toContainText('not valid JSON');

  await delivery.getByRole('button', { name: 'Replay' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replay delivery' });
  await dialog.getByRole('textbox', { name: 'Address' }).fill(address);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByRole('region', { name: 'Replay answer' })).toContainText('Answered 200');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(rows).toHaveCount(4);

  await inboxOf(page).getByRole('combobox', { name: 'Answer with' }).click();
  await page.getByRole('option', { name: '500 (receiver failed)' }).click();
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect(resultOf(page)).toContainText('Test failed');
  await expect(resultOf(page)).toContainText(
    'Test failed: your receiver got the event, but the service did not confirm it',
  );
  await expect(resultOf(page)).toContainText('The webhook inbox received the test event and answered 500.');
  await expect(rows.nth(1)).toContainText('500');

  await inboxOf(page).getByRole('button', { name: 'Stop inbox' }).click();
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as AddressInfo;
  await inboxOf(page).getByRole('textbox', { name: 'Port' }).fill(String(port));
  await inboxOf(page).getByRole('button', { name: 'Start inbox' }).click();
  await expect(page.getByText(`Port ${port} is in use by another program. Choose another port.`)).toBeVisible();
  taken.close();
});

test('a new key says what it replaces, and makes the last test result outdated', async ({ launchApp }) => {
  const { page } = await launchApp({ args: ['--practice'] });
  await startInbox(page);
  await saveWithNewKey(page);
  const replaces = page.getByText('This replaces the saved key.');
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect(resultOf(page).getByRole('heading', { name: 'Test delivered' })).toBeVisible();
  await page.getByRole('button', { name: 'Generate key' }).click();
  await expect(replaces).toContainText('deliveries with the old key are no longer verified');
  // Typed is not saved: the result still holds.
  await expect(resultOf(page).getByRole('heading', { name: 'Test delivered' })).toBeVisible();
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await expect(page.getByText('Webhook saved with the new key.')).toBeVisible();
  await expect(replaces).toBeHidden();
  await expect(resultOf(page).getByRole('heading', { name: 'Outdated test result' })).toBeVisible();
  await expect(resultOf(page)).not.toContainText('Test delivered');
  await expect(page.getByRole('table', { name: 'Last tests' })).toContainText('Made before the address or key changed');

  await expect(page.getByText('Saved on the service', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect(resultOf(page).getByRole('heading', { name: 'Test delivered' })).toBeVisible();
  // The switch changes neither.
  await page.getByRole('switch', { name: 'Send after-sell events' }).click();
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await expect(page.getByText('Saved on the service', { exact: true })).toBeVisible();
  await expect(resultOf(page).getByRole('heading', { name: 'Test delivered' })).toBeVisible();
});

test('a purchase through a single-use link is shown at the link', async ({ launchApp }) => {
  const app = await launchApp({ args: ['--practice'] });
  const { page } = app;
  await startInbox(page);
  await saveWithNewKey(page);
  await createProduct(page, 'Logo design');
  await goTo(page, 'Payment links');
  for (const order of ['1042', '1043']) {
    await page.getByRole('button', { name: 'New payment link' }).click();
    const dialog = page.getByRole('dialog', { name: 'New payment link' });
    await dialog.getByRole('combobox', { name: 'Product' }).click();
    await page.getByRole('option', { name: 'Logo design' }).click();
    await dialog.getByRole('textbox', { name: 'Price', exact: true }).fill('100.55');
    await dialog.getByRole('checkbox', { name: 'Single use' }).check();
    await dialog.getByRole('button', { name: 'Add metadata' }).click();
    await dialog.getByRole('textbox', { name: 'Metadata key 1' }).fill('order');
    await dialog.getByRole('textbox', { name: 'Metadata value 1' }).fill(order);
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await expect(dialog).toBeHidden();
  }
  await allSaved(page);
  const table = page.getByRole('table', { name: 'Payment links' });
  const row = table.getByRole('row').filter({ hasText: '1042' });
  await row.getByRole('button', { name: 'Copy checkout link' }).click();
  await expect(page.getByText('Checkout link copied')).toBeVisible();
  const checkout = `${await app.clipboardText()}&name=Ada%20Lovelace`;
  await asBuyer(async (buyer) => {
    await buyer.goto(checkout);
    await buyer.getByRole('button', { name: 'Buy' }).click();
    await expect(buyer.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    await buyer.goto(checkout);
    await expect(buyer.getByRole('heading', { name: 'This link has been used' })).toBeVisible();
    await expect(buyer.getByRole('button', { name: 'Buy' })).toHaveCount(0);
  });

  await expect(row).toContainText('Sold');
  await expect(table.getByRole('row').filter({ hasText: '1043' })).not.toContainText('Sold');
  await page.getByRole('checkbox', { name: 'Sold' }).check();
  await expect(table).toHaveAttribute('aria-rowcount', '2');
  await row.getByText('1042').click();
  await expect(page.getByRole('complementary', { name: 'Link details' })).toContainText(
    'Sales that your webhook delivered to this app',
  );
  await page.getByRole('complementary', { name: 'Link details' }).getByRole('button', { name: 'Replace link' }).click();
  const replacing = page.getByRole('dialog', { name: 'Replace payment link' });
  await expect(replacing.getByRole('note')).toContainText('This link has sold.');
  await expect(replacing.getByRole('note')).toContainText('can be sold once more');
  await replacing.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('complementary', { name: 'Link details' }).getByRole('button', { name: 'Delete link' }).click();
  await expect(page.getByRole('list', { name: 'Payment links to delete' })).toContainText('Sold');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  await goTo(page, 'Webhook');
  const rows = deliveriesOf(page).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('Verified');
  await rows.nth(1).click();
  const delivery = page.getByRole('region', { name: 'Delivery', exact: true });
  await expect(delivery).toContainText('"order": "1042"');
  await expect(delivery).toContainText('"price": 100.55');
  await expect(delivery).toContainText('"name": "Ada Lovelace"');
  await expect(delivery).toContainText('A sale of a payment link of “Logo design”, found by its address.');

  // The same sale once more is not another one.
  const address = await inboxOf(page)
    .getByText(/^http:/)
    .innerText();
  await delivery.getByRole('button', { name: 'Replay' }).click();
  const replay = page.getByRole('dialog', { name: 'Replay delivery' });
  await replay.getByRole('textbox', { name: 'Address' }).fill(address);
  await replay.getByRole('button', { name: 'Send' }).click();
  await expect(replay.getByRole('region', { name: 'Replay answer' })).toContainText('Answered 200');
  await replay.getByRole('button', { name: 'Close' }).last().click();
  await expect(rows).toHaveCount(3);
  await rows.nth(1).click();
  const again = 'It repeats an earlier delivery, so it does not count as another sale.';
  await expect(delivery).toContainText(again);
  await rows.nth(2).click();
  await expect(delivery).not.toContainText(again);
});

test('without a key the screen says what will not work, and the seller can mark a sale', async ({ launchApp }) => {
  const app = await launchApp({ args: ['--practice'] });
  const { page } = app;
  await resize(page, { width: 900, height: 600 });
  await startInbox(page);
  const warning = page.getByText('links are not marked as sold automatically');
  await expect(warning).toBeHidden();
  await page.getByLabel('Verification key', { exact: true }).fill('');
  await expect(warning).toBeVisible();
  await page.getByRole('button', { name: 'Generate key' }).click();
  await expect(warning).toBeHidden();
  await page.getByLabel('Verification key', { exact: true }).fill('');
  await expect(warning).toBeVisible();
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await expect(page.getByText('Saved on the service', { exact: true })).toBeVisible();
  await expect(warning).toBeVisible();

  await createProduct(page, 'Logo design');
  const dialog = await openLinkForm(page);
  await dialog.getByRole('combobox', { name: 'Product' }).click();
  await page.getByRole('option', { name: 'Logo design' }).click();
  await dialog.getByRole('textbox', { name: 'Price', exact: true }).fill('40');
  await dialog.getByRole('checkbox', { name: 'Single use' }).check();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog).toBeHidden();
  await allSaved(page);
  const links = page.getByRole('table', { name: 'Payment links' });
  await links.getByRole('button', { name: 'Copy checkout link' }).click();
  await expect(page.getByText('Checkout link copied')).toBeVisible();
  await buyAt(await app.clipboardText());

  await goTo(page, 'Webhook');
  const rows = deliveriesOf(page).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('Not verified');
  await rows.nth(1).click();
  const delivery = page.getByRole('region', { name: 'Delivery', exact: true });
  await expect(delivery).toContainText('It names a payment link of “Logo design”, but is not verified');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoFindings(page, `a sale without a key, ${colorScheme}`);
  }
  await delivery.getByRole('button', { name: 'Mark as sold' }).focus();
  await page.keyboard.press('Enter');
  await expect(delivery).toContainText('You marked it as a sale of a payment link of “Logo design”');
  const sold = links.getByRole('row').filter({ hasText: 'Logo design' });
  await goTo(page, 'Payment links');
  await expect(sold).toContainText('Sold');
  await sold.getByRole('button', { name: 'Copy checkout link' }).click();
  const question = page.getByRole('dialog', { name: 'This link has sold already' });
  await expect(question).toContainText('It is for a single sale');
  await question.getByRole('button', { name: 'Copy anyway' }).click();
  await expect(page.getByText('Checkout link copied')).toBeVisible();
  await sold.getByRole('button', { name: 'Show QR code' }).click();
  const code = page.getByRole('dialog', { name: 'QR code' });
  await expect(code.getByRole('note', { name: 'This link has sold already' })).toBeVisible();
  await page.keyboard.press('Escape');
  await sold.getByRole('checkbox').check();
  const toolbar = page.getByRole('toolbar');
  await toolbar.getByRole('button', { name: 'Copy' }).click();
  const ofMany = page.getByRole('dialog', { name: '1 selected link for a single sale has sold already' });
  await expect(ofMany).toContainText('Buyers can no longer pay with it.');
  await expect(ofMany.getByRole('button', { name: 'Leave it out' })).toBeVisible();
  await ofMany.getByRole('button', { name: 'Copy anyway' }).click();
  await expect(page.getByText('1 checkout link copied')).toBeVisible();
  await toolbar.getByRole('button', { name: 'QR codes' }).click();
  const sheet = page.getByRole('dialog', { name: 'Print QR codes' });
  await expect(sheet.getByText('1 selected link for a single sale has sold already')).toBeVisible();
  await page.keyboard.press('Escape');
  await goTo(page, 'Webhook');
  await rows.nth(1).click();
  await delivery.getByRole('button', { name: 'Not a sale' }).click();
  await expect(delivery.getByRole('button', { name: 'Mark as sold' })).toBeVisible();
  await goTo(page, 'Payment links');
  await expect(sold).toHaveCount(1);
  await expect(sold).not.toContainText('Sold');
});

test('deliveries survive a restart; a damaged inbox is set aside, reported, and accepts deliveries again', async ({
  launchApp,
  userDataDir,
}) => {
  const deliver = async (page: Page, body: string) => {
    const address = await inboxOf(page)
      .getByText(/^http:/)
      .innerText();
    expect((await fetch(address, { method: 'POST', body })).status).toBe(200);
  };
  const first = await launchApp({ args: ['--practice'] });
  await startInbox(first.page);
  await deliver(first.page, '{"order":"1042"}');
  await expect(deliveriesOf(first.page).getByRole('row')).toHaveCount(2);
  await first.close();
  const second = await launchApp({ args: ['--practice'] });
  await goTo(second.page, 'Webhook');
  await expect(deliveriesOf(second.page).getByRole('row')).toHaveCount(2);
  await second.close();

  const file = join(userDataDir, 'desk', 'webhook-inbox', 'inbox.db');
  truncateSync(file, statSync(file).size / 2);
  const { page } = await launchApp({ args: ['--practice'] });
  await expect(page.getByText('A damaged file was set aside')).toBeVisible();
  await startInbox(page);
  await deliver(page, '{"order":"1043"}');
  await expect(deliveriesOf(page).getByRole('row')).toHaveCount(2);
});
