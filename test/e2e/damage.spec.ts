// Damaged files: their content is recovered or asked about, never silently lost.
import { readdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { allSaved, createProduct, goTo, openLinkForm, signIn, syncStatus } from '../support/seller.ts';
import { expect, test } from './service.ts';

test('a damaged store registry loses no store: the folders restore it, with the waiting changes', async ({
  signedIn: first,
  launchApp,
  service,
  userDataDir,
}) => {
  await first.page.getByRole('switch', { name: 'Work offline' }).check();
  await createProduct(first.page, 'Coaching hour');
  await expect(syncStatus(first.page)).toHaveText('Offline, 1 change waiting');
  await first.close();
  truncateSync(join(userDataDir, 'desk', 'stores.json'), 100);
  const { page } = await launchApp();
  await expect(page.getByText('A damaged file was set aside')).toBeVisible();
  await expect(page.getByText('Stores were recovered')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Products' })).toContainText('Coaching hour');
  await signIn(page, service);
  await page.getByRole('switch', { name: 'Work offline' }).setChecked(false);
  await allSaved(page);
  await expect.poll(() => service.changes).toHaveLength(1);
});

test('a product whose queued change was lost with its file needs review, and is not shown as synced', async ({
  signedIn: first,
  launchApp,
  userDataDir,
}) => {
  await first.page.getByRole('switch', { name: 'Work offline' }).check();
  await createProduct(first.page, 'Coaching hour');
  await first.close();
  const stores = join(userDataDir, 'desk', 'stores');
  for (const store of readdirSync(stores)) rmSync(join(stores, store, 'outbox'), { recursive: true });
  const { page } = await launchApp();
  await expect(syncStatus(page)).toHaveText('1 change needs your attention');
  await goTo(page, 'Sync');
  await page.getByRole('table', { name: 'Waiting changes' }).getByRole('row').nth(1).click();
  await expect(page.getByText('lost with a damaged file', { exact: false }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Mark as sent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark as sent' });
  await dialog.getByRole('textbox', { name: 'Product id' }).fill('77');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(syncStatus(page)).toHaveText('Offline, no changes waiting');
});

test('an existing product can be added, and links created for it', async ({ signedIn: { page }, service }) => {
  await page.getByRole('button', { name: 'Add existing product' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add existing product' });
  await dialog.getByRole('textbox', { name: 'Product id' }).fill('500');
  await dialog.getByRole('textbox', { name: 'Product title' }).fill('Made elsewhere');
  await dialog.getByRole('button', { name: 'Add product' }).click();
  await expect(page.getByRole('table', { name: 'Products' })).toContainText('Made elsewhere');
  const link = await openLinkForm(page);
  await link.getByRole('group', { name: 'Price 1' }).getByRole('textbox', { name: 'Price', exact: true }).fill('5');
  await link.getByRole('button', { name: 'Create link' }).click();
  await expect(link).toBeHidden();
  await allSaved(page);
  await expect.poll(() => service.changes.map(({ path }) => path)).toEqual(['/api/shop/products/500/payment-links']);
  // Its checkout address is known from that link, so no other product can have it.
  await goTo(page, 'Products');
  await page.getByRole('button', { name: 'Add existing product' }).click();
  await dialog.getByRole('textbox', { name: 'Product id' }).fill('501');
  await dialog.getByRole('textbox', { name: 'Product title' }).fill('Another one');
  await dialog.getByRole('textbox', { name: 'Checkout address' }).fill('https://checkout.example/s/mara/5009');
  await dialog.getByRole('button', { name: 'Add product' }).click();
  await expect(dialog.getByText('This address belongs to "Made elsewhere"').first()).toBeVisible();
});
