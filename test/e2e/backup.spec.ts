// A backup with a passphrase and waiting changes: previewed, restored as held, and settled on another computer.

import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectNoFindingsInBothThemes } from '../support/axe.ts';
import { resize } from '../support/resize.ts';
import {
  allSaved,
  chooseForLink,
  createLink,
  createProduct,
  goTo,
  linkRow,
  signIn,
  syncStatus,
} from '../support/seller.ts';
import { expect, test } from './service.ts';

const PASSPHRASE = 'four words nobody guesses';

test('a backup with a passphrase is created, previewed on another computer, restored and settled there', async ({
  launchApp,
  service,
  userDataDir,
}) => {
  const file = join(userDataDir, 'a.storefront-backup');
  const first = await launchApp();
  await resize(first.page, { width: 900, height: 600 });
  await signIn(first.page, service);
  await createProduct(first.page, 'Coaching hour');
  await createLink(first.page, 'Coaching hour', '60', '1043');
  await allSaved(first.page);
  await first.page.getByRole('switch', { name: 'Work offline' }).check();
  await createProduct(first.page, 'Logo design');
  await createLink(first.page, 'Logo design', '80', '1044');
  await expect(syncStatus(first.page)).toHaveText('Offline, 2 changes waiting');
  await goTo(first.page, 'Sync');
  await first.page.getByRole('table', { name: 'Waiting changes' }).getByRole('row').nth(1).click();
  await first.page.getByRole('button', { name: 'Discard' }).click();
  await first.page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(syncStatus(first.page)).toHaveText('Offline, no changes waiting');
  await first.page.getByRole('button', { name: 'Undo' }).click();
  await expect(syncStatus(first.page)).toHaveText('Offline, 2 changes waiting');
  await goTo(first.page, 'Settings');
  await first.page.getByRole('button', { name: 'Export backup' }).click();
  const exporting = first.page.getByRole('dialog', { name: 'Export backup' });
  await exporting.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await exporting.getByLabel('Repeat passphrase', { exact: true }).fill('four words');
  await exporting.getByRole('button', { name: 'Export backup' }).click();
  await expect(exporting.getByText('The two are not the same')).toBeVisible();
  await expectNoFindingsInBothThemes(first.page, 'export with errors');
  await exporting.getByLabel('Repeat passphrase', { exact: true }).fill(PASSPHRASE);
  await first.answerDialogs({ save: file });
  await exporting.getByRole('button', { name: 'Export backup' }).click();
  await expect(exporting.getByRole('status').filter({ hasText: 'Backup exported' })).toContainText(
    'a.storefront-backup holds 1 store, 2 products, 2 links, 2 waiting changes.',
  );
  await first.close();

  const elsewhere = await mkdtemp(join(tmpdir(), 'storefront-desk-e2e-'));
  try {
    const copy = join(elsewhere, 'a.storefront-backup');
    await copyFile(file, copy);
    const second = await launchApp({ userDataDir: join(elsewhere, 'data') });
    const { page } = second;
    await resize(page, { width: 900, height: 600 });
    await second.answerDialogs({ open: [copy] });
    await page.getByRole('button', { name: 'Restore backup' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore backup' });
    await dialog.getByLabel('Passphrase', { exact: true }).fill('something else');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByText('This is not the passphrase')).toBeVisible();
    await dialog.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByText('The backup holds 1 store, 2 products, 2 links, 2 waiting changes.')).toBeVisible();
    await expect(dialog.getByRole('radio', { name: 'Hold them for review' })).toBeChecked();
    await expectNoFindingsInBothThemes(page, 'restore');
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(dialog.getByRole('status').filter({ hasText: 'Backup restored' })).toContainText(
      'Added 2 products and 2 payment links. 2 changes are held for review',
    );
    await dialog.getByRole('button', { name: 'Review in Sync' }).click();
    await expect(page.getByRole('table', { name: 'Waiting changes' })).toContainText('Create product "Logo design"');
    await signIn(page, service);
    await page.getByRole('switch', { name: 'Work offline' }).setChecked(false);
    await expect(syncStatus(page)).toHaveText('2 changes need your attention');
    const before = service.changes.length;
    await goTo(page, 'Sync');
    await page.getByRole('button', { name: 'Send all restored changes' }).click();
    const question = page.getByRole('dialog', { name: 'Send all restored changes?' });
    await expectNoFindingsInBothThemes(page, 'send all restored');
    await question.getByRole('button', { name: 'Send all' }).click();
    await allSaved(page);
    await expect
      .poll(() => service.changes.slice(before).map(({ path }) => path))
      .toEqual(['/api/shop/products', '/api/shop/products/119/payment-links']);
    await goTo(page, 'Payment links');
    const links = page.getByRole('table', { name: 'Payment links' });
    await expect(links).toContainText('1043');

    await page.getByRole('button', { name: 'Add existing link' }).click();
    const adding = page.getByRole('dialog', { name: 'Add existing link' });
    await adding.getByRole('combobox', { name: 'Product' }).click();
    await page.getByRole('option', { name: 'Coaching hour' }).click();
    const address = adding.getByRole('textbox', { name: 'Payment link' });
    await address.fill('https://checkout.example/s/mara/1189?uuid=00001-uuid');
    await adding.getByRole('button', { name: 'Add link' }).click();
    await expect(adding.getByText('in your catalog already').first()).toBeVisible();
    await expect(adding.getByRole('button', { name: 'Show that link' })).toBeVisible();
    await expectNoFindingsInBothThemes(page, 'add existing link');
    await address.fill('https://checkout.example/s/mara/1189?uuid=5f0c8d1e-9a4b-4c6d-8e2f-1234567890ab');
    await adding.getByRole('button', { name: 'Add link' }).click();
    await expect(adding).toBeHidden();
    await expect(page.getByText('created elsewhere')).toBeVisible();
  } finally {
    await rm(elsewhere, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
});

test('the restore preview counts records deleted here but not in the backup, and says what happens to them', async ({
  signedIn: app,
  service,
  userDataDir,
}) => {
  const { page } = app;
  const file = join(userDataDir, 'a.storefront-backup');
  await createProduct(page, 'Coaching hour');
  await createLink(page, 'Coaching hour', '60', '1043');
  await allSaved(page);
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Export backup' }).click();
  const exporting = page.getByRole('dialog', { name: 'Export backup' });
  await app.answerDialogs({ save: file });
  await exporting.getByRole('button', { name: 'Export backup' }).click();
  await expect(exporting.getByRole('status').filter({ hasText: 'Backup exported' })).toBeVisible();
  await page.keyboard.press('Escape');
  // Nothing has changed since, so there is nothing to restore.
  await app.answerDialogs({ open: [file] });
  await page.getByRole('button', { name: 'Restore backup' }).click();
  const restoring = page.getByRole('dialog', { name: 'Restore backup' });
  await expect(restoring.getByText('Everything in this backup is on this computer already')).toBeVisible();
  await expect(restoring.getByRole('button', { name: 'Restore', exact: true })).toHaveCount(0);
  await expectNoFindingsInBothThemes(page, 'nothing to restore');
  await restoring.getByRole('button', { name: 'Close' }).last().click();
  await goTo(page, 'Payment links');
  await chooseForLink(page, '1043', 'Delete link');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete link' }).click();
  // While the dialog closes, no row can be found and the status is still the one from before.
  await expect.poll(() => service.changes.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  await expect(linkRow(page, '1043')).toHaveCount(0);
  await allSaved(page);
  await goTo(page, 'Settings');
  await app.answerDialogs({ open: [file] });
  await page.getByRole('button', { name: 'Restore backup' }).click();
  await expect(
    page
      .getByRole('dialog', { name: 'Restore backup' })
      .getByText(
        'Deleted on this computer, but not in the backup: 1 payment link. The restore does not bring it back.',
      ),
  ).toBeVisible();
  await expect(
    page.getByText('Everything else in this backup is on this computer already, so there is nothing to restore.'),
  ).toBeVisible();

  // Settings that would be replaced are named, before and afterwards.
  await restoring.getByRole('button', { name: 'Close' }).last().click();
  await page.evaluate(async () => {
    const frame = await window.storefront.invoke('frame.get', undefined);
    if (!frame.ok) throw new Error(frame.problem.message);
    const { settings } = frame.value;
    const currencies = [...settings.currencies, { id: 3, name: 'EUR' }];
    await window.storefront.invoke('settings.update', { ...settings, parallelSends: 1, currencies });
  });
  await app.answerDialogs({ open: [file] });
  await page.getByRole('button', { name: 'Restore backup' }).click();
  await expect(restoring).toContainText('Settings that differ from those of this computer: Parallel sends.');
  await restoring.getByRole('radio', { name: "Take the backup's values" }).check();
  await expect(restoring).toContainText('It also replaces these settings: Parallel sends.');
  await restoring.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(restoring).toContainText('These settings are those of the backup now: Parallel sends.');
  await restoring.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('table', { name: 'Currencies' })).toContainText('EUR');
});

test('"Review in Sync" opens the store that holds the restored changes', async ({
  signedIn: app,
  launchApp,
  userDataDir,
}) => {
  const file = join(userDataDir, 'a.storefront-backup');
  await app.page.getByRole('switch', { name: 'Work offline' }).check();
  await createProduct(app.page, 'Logo design');
  await expect(syncStatus(app.page)).toHaveText('Offline, 1 change waiting');
  await goTo(app.page, 'Settings');
  await app.page.getByRole('button', { name: 'Export backup' }).click();
  await app.answerDialogs({ save: file });
  await app.page.getByRole('dialog').getByRole('button', { name: 'Export backup' }).click();
  await expect(app.page.getByRole('status').filter({ hasText: 'Backup exported' })).toBeVisible();

  const other = await launchApp({ userDataDir: join(userDataDir, 'other') });
  const { page } = other;
  await page.getByRole('button', { name: 'Open the practice store' }).click();
  await goTo(page, 'Settings');
  await other.answerDialogs({ open: [file] });
  await page.getByRole('button', { name: 'Restore backup' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore backup' });
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await dialog.getByRole('button', { name: 'Review in Sync' }).click();
  await expect(page.getByRole('table', { name: 'Waiting changes' })).toContainText('Create product "Logo design"');
});
