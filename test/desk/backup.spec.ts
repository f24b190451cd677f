// Moves a store to another computer with a backup.
import { join } from 'node:path';
import { slow } from '../../tools/test/slow.ts';
import { expect, test } from '../support/desk-test.ts';
import { allSaved, createLink, createProduct, goTo, linkRow, signInAtOnce, syncStatus } from '../support/seller.ts';

const PASSPHRASE = 'four words nobody guesses';

test('restores a backup with a passphrase on another computer, and asks before it sends the waiting changes', async ({
  signedIn: first,
  openDesk,
  service,
}) => {
  // The test has two computers, and each passphrase takes long to check.
  test.setTimeout(slow(90_000));
  const file = join(first.folder, 'a.storefront-backup');
  await createProduct(first.page, 'Coaching hour');
  await createLink(first.page, 'Coaching hour', '60', '1043');
  await allSaved(first.page);
  await first.page.getByRole('switch', { name: 'Work offline' }).check();
  await createProduct(first.page, 'Logo design');
  await createLink(first.page, 'Logo design', '80', '1044');
  await goTo(first.page, 'Settings');
  await first.page.getByRole('button', { name: 'Export backup' }).click();
  const exporting = first.page.getByRole('dialog', { name: 'Export backup' });
  await exporting.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await exporting.getByLabel('Repeat passphrase', { exact: true }).fill('four words');
  await exporting.getByRole('button', { name: 'Export backup' }).click();
  await expect(exporting.getByLabel('Repeat passphrase', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await exporting.getByLabel('Repeat passphrase', { exact: true }).fill(PASSPHRASE);
  first.answers.save = file;
  await exporting.getByRole('button', { name: 'Export backup' }).click();
  await expect(exporting.getByRole('status')).toContainText('2 products, 2 links, 2 waiting changes');

  const second = await openDesk();
  const { page } = second;
  second.answers.open = file;
  await page.getByRole('button', { name: 'Restore backup' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore backup' });
  const passphrase = dialog.getByLabel('Passphrase', { exact: true });
  await passphrase.fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('waiting change');
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await dialog.getByRole('button', { name: 'Review in Sync' }).click();
  await signInAtOnce(page, service);
  const offline = page.getByRole('switch', { name: 'Work offline' });
  await offline.setChecked(false);
  await expect(syncStatus(page)).toHaveText('2 changes need your attention');
  const previous = service.changes.length;
  await goTo(page, 'Sync');
  await page.getByRole('button', { name: 'Send the rest' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send the rest' }).click();
  await allSaved(page);
  expect(service.changes.slice(previous).map(({ path }) => path)).toEqual([
    '/api/shop/products',
    '/api/shop/products/119/payment-links',
  ]);
  await goTo(page, 'Payment links');
  for (const order of ['1043', '1044']) await expect(linkRow(page, order)).toContainText('Synced');
});
