// Starts after damage, where nothing is taken for sent, and with the practice store.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../../support/desk-test.ts';
import { allSaved, createProduct, syncStatus } from '../../support/seller.ts';
import { needAttention, openChange, workOffline } from '../../support/sync-screen.ts';

test('a product whose queued change was lost with its file is a doubt, and can be marked as sent', async ({
  signedIn: desk,
  service,
}) => {
  const { page } = desk;
  await workOffline(page, true);
  await createProduct(page, 'Coaching hour');
  await desk.stop();
  const stores = join(desk.dataFolder, 'stores');
  for (const store of readdirSync(stores)) rmSync(join(stores, store, 'outbox'), { recursive: true });
  await desk.open();
  await needAttention(page, 1);
  const panel = await openChange(page);
  await panel.getByRole('button', { name: 'Mark as sent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark as sent' });
  await dialog.getByRole('textbox', { name: 'Product id' }).fill('77');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(syncStatus(page)).toHaveText('Offline, no changes waiting');
  expect(service.changes).toEqual([]);
});

test('a damaged catalog without a copy starts empty, and the app says where the damaged file is', async ({
  openDesk,
}) => {
  const desk = await openDesk({ content: { products: 3, links: 30 } });
  const { page } = desk;
  const folder = join(desk.dataFolder, 'stores', desk.store.id);
  await desk.stop();
  const damaged = readFileSync(join(folder, 'catalog.db')).fill(7, 0, 4_096);
  writeFileSync(join(folder, 'catalog.db'), damaged);
  await desk.open();
  await expect(page.getByText('is empty', { exact: false }).first()).toBeVisible();
  const [kept = 'nothing'] = readdirSync(folder).filter((name) => name.startsWith('catalog.db.damaged-'));
  await expect(page.getByText(kept, { exact: false })).toBeVisible();
  expect(readFileSync(join(folder, kept)).equals(damaged)).toBe(true);
});

test('the practice store opens from the sign-in screen, and is back after a restart', async ({ openDesk }) => {
  const desk = await openDesk();
  const { page } = desk;
  await page.getByRole('button', { name: 'Open the practice store' }).click();
  await createProduct(page, 'Coaching hour');
  await allSaved(page);
  await desk.restart();
  await expect(page.getByRole('button', { name: /^Store: / })).toContainText('Practice store');
  await expect(page.getByRole('table', { name: 'Products' })).toContainText('Coaching hour');
  await createProduct(page, 'Logo design');
  await allSaved(page);
});
