// The practice store panel: misbehaves on demand to show the outbox at work, and resets.

import { expectNoFindingsInBothThemes } from '../support/axe.ts';
import { resize } from '../support/resize.ts';
import { allSaved, createProduct, goTo, syncStatus } from '../support/seller.ts';
import { expect, test } from './fixture.ts';

test('the practice store goes offline and comes back, loses responses, expires tokens and is reset', async ({
  launchApp,
}) => {
  const app = await launchApp({ args: ['--practice'] });
  const { page } = app;
  await resize(page, { width: 900, height: 600 });
  await goTo(page, 'Settings');
  const panel = page.getByRole('region', { name: 'Practice store' });
  const choose = async (name: string, option: string) => {
    await panel.getByRole('combobox', { name }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
    await expect(panel.getByRole('combobox', { name })).toHaveValue(option);
  };
  await panel.getByRole('switch', { name: 'Unreachable' }).click();
  await expect(page.getByText('The practice store is unreachable')).toBeVisible();
  await createProduct(page, 'Logo design');
  await expect(syncStatus(page)).toHaveText('Offline, 1 change waiting');
  await goTo(page, 'Settings');
  await panel.getByRole('switch', { name: 'Unreachable' }).click();
  await goTo(page, 'Sync');
  await page.getByRole('button', { name: 'Sync now' }).click();
  await allSaved(page);

  await goTo(page, 'Settings');
  await expect(panel).toContainText('It keeps 1 product, 0 payment links and 0 sales');
  await choose('Lost answers', 'One answer in 2');
  await expectNoFindingsInBothThemes(page, 'practice panel');
  await createProduct(page, 'One');
  await allSaved(page);
  await createProduct(page, 'Two');
  await expect(syncStatus(page)).toHaveText('1 change needs your attention');
  await goTo(page, 'Settings');
  await panel.getByRole('button', { name: 'Reset to normal' }).click();
  await expect(panel).toContainText('It keeps 3 products');
  await panel.getByRole('button', { name: 'Expire tokens' }).click();
  await createProduct(page, 'Three');
  await expect(syncStatus(page)).toHaveText(/^Sign in to send/);

  await goTo(page, 'Settings');
  await panel.getByRole('button', { name: 'Open sales list' }).click();
  await expect.poll(async () => JSON.stringify(await app.outside())).toContain('/practice/sales');
  await panel.getByRole('button', { name: 'Reset practice store' }).click();
  const question = page.getByRole('dialog', { name: 'Reset practice store' });
  await expect(question).toContainText('3 products, 0 payment links, 0 sales and its webhook settings');
  await question.getByRole('button', { name: 'Reset practice store' }).click();
  await expect(panel).toContainText('It keeps 0 products');
});
