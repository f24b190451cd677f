// An interrupted restore is offered at the top of the window, and the preview identifies each store.

import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { backupBytes } from '../../src/main/storage/backup-file.ts';
import { expectNoFindingsInBothThemes } from '../support/axe.ts';
import { resize } from '../support/resize.ts';
import { allSaved, createLink, createProduct, goTo, signIn } from '../support/seller.ts';
import { expect, test } from './service.ts';

const NOTICE = 'A restore is not finished';
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: NOTICE });
const TABLE = 'What the backup brings for';

const lineOf = (part: string, store: string | null, version: number, records: readonly unknown[]) =>
  JSON.stringify({ part, store, version, records });

async function craft(path: string, stores: readonly { readonly id: string }[]): Promise<void> {
  async function* lines() {
    for (const store of stores) yield lineOf('store', store.id, 1, [store]);
    yield lineOf('links', stores[0]?.id ?? '', 1, [{ id: 'no link' }]);
    yield lineOf('end', null, 1, []);
  }
  const parts: Uint8Array[] = [];
  for await (const part of backupBytes({ appVersion: '9', createdAt: Date.UTC(2026, 0, 5) }, lines(), null)) {
    parts.push(part);
  }
  await writeFile(path, Buffer.concat(parts));
}

test('an interrupted restore can be finished or dropped, by keyboard alone', async ({
  launchApp,
  service,
  userDataDir,
}) => {
  const file = join(userDataDir, 'a.storefront-backup');
  const first = await launchApp();
  await signIn(first.page, service);
  await createProduct(first.page, 'Coaching hour');
  await createLink(first.page, 'Coaching hour', '60', '1043');
  await allSaved(first.page);
  await goTo(first.page, 'Settings');
  await first.page.getByRole('button', { name: 'Export backup' }).click();
  await first.answerDialogs({ save: file });
  const exporting = first.page.getByRole('dialog', { name: 'Export backup' });
  await exporting.getByRole('button', { name: 'Export backup' }).click();
  await expect(exporting.getByText('Backup exported')).toBeVisible();
  await first.close();

  const unfinished = join(userDataDir, 'desk', 'restoring.storefront-backup');
  await copyFile(file, unfinished);
  const second = await launchApp();
  await resize(second.page, { width: 900, height: 600 });
  await expect(notice(second.page)).toContainText('Nothing was lost');
  await expect(notice(second.page).getByRole('button', { name: /Close/ })).toBeHidden();
  await expectNoFindingsInBothThemes(second.page, 'unfinished restore');
  await notice(second.page).getByRole('button', { name: 'Finish restoring' }).press('Enter');
  const dialog = second.page.getByRole('dialog', { name: 'Restore backup' });
  await expect(dialog).toContainText('Rest of an unfinished restore');
  await expect(dialog).toContainText(`mara@shop.example at ${service.url}`);
  await dialog.getByRole('button', { name: 'Restore', exact: true }).press('Enter');
  await expect(dialog.getByText('Backup restored')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().press('Enter');
  await expect(notice(second.page)).toBeHidden();
  await second.close();

  await copyFile(file, unfinished);
  const third = await launchApp();
  await notice(third.page).getByRole('button', { name: "Don't finish" }).press('Enter');
  const question = third.page.getByRole('dialog', { name: 'Leave the restore unfinished?' });
  await expectNoFindingsInBothThemes(third.page, 'leave the restore');
  await question.getByRole('button', { name: "Don't finish" }).press('Enter');
  await expect(notice(third.page)).toBeHidden();
  await third.close();
  const { page } = await launchApp();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(notice(page)).toBeHidden();
});

test('the preview shows the address of each store, and says when a store here has another one', async ({
  launchApp,
  service,
  userDataDir,
}) => {
  const file = join(userDataDir, 'crafted.storefront-backup');
  const app = await launchApp();
  const { page } = app;
  await resize(page, { width: 900, height: 600 });
  await signIn(page, service);
  const list = JSON.parse(await readFile(join(userDataDir, 'desk', 'stores.json'), 'utf8'));
  const { id } = list.value.stores[0];
  const record = {
    ...{ id, name: 'My shop', serviceAddress: 'https://shop.elsewhere.example/api', email: 'someone@else.example' },
    ...{ practice: false, workOffline: false, undocumentedProductUpdate: false, checkoutUrl: null, sellerSlug: null },
  };
  const other = {
    ...{ ...record, id: '0199a1b2-0000-7000-8000-00000000abcd', name: 'Another shop' },
    serviceAddress: `https://a-very-long-name-of-a-host.${'part.'.repeat(30)}example/with/a/path`,
  };
  const wrong = { ...other, id: '0199a1b2-0000-7000-8000-00000000abce', serviceAddress: 'http://shop.example' };
  await craft(file, [record, other, wrong]);
  await app.answerDialogs({ open: [file] });
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Restore backup' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore backup' });
  const known = dialog.getByRole('region', { name: 'Store My shop' });
  await expect(known).toContainText('someone@else.example at https://shop.elsewhere.example/api');
  await expect(known.getByRole('alert')).toContainText(`Here it belongs to mara@shop.example at ${service.url}`);
  const fresh = dialog.getByRole('region', { name: 'Store Another shop' });
  await expect(fresh).toContainText(other.serviceAddress);
  await expect(fresh).toContainText('Check the address');
  await expect(dialog.getByRole('table', { name: TABLE })).toHaveCount(2);
  await expect(dialog).toContainText('2 records in it cannot be understood and are left out.');
  await expectNoFindingsInBothThemes(page, 'addresses in a backup');
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(dialog.getByText('Backup restored')).toBeVisible();
  const { value } = JSON.parse(await readFile(join(userDataDir, 'desk', 'stores.json'), 'utf8'));
  expect(value.stores).toMatchObject([
    { id, serviceAddress: service.url, email: 'mara@shop.example' },
    { id: other.id, serviceAddress: other.serviceAddress },
  ]);
});
