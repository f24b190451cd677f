// Deletions of payment links: what can be undone, what is too late, and the question before such a link is copied.
import type { Page } from '@playwright/test';
import { expect, test } from '../support/desk-test.ts';
import { hold, type RecordingService } from '../support/recording-service.ts';
import { allSaved, chooseForLink, goTo, linkRow, syncStatus } from '../support/seller.ts';
import { workOffline } from '../support/sync-screen.ts';

const deletions = (service: RecordingService) => service.changes.filter(({ method }) => method === 'DELETE');

async function remove(page: Page, order: string): Promise<void> {
  await chooseForLink(page, order, 'Delete link');
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Delete link' }).click();
  await expect(question).toBeHidden();
}

test('copying a link that is being deleted asks first, and the link can be kept until its deletion is sent', async ({
  signedInWith,
  service,
}) => {
  const desk = await signedInWith({ products: 1, links: 3 });
  const { page } = desk;
  await workOffline(page, true);
  await goTo(page, 'Payment links');
  await remove(page, 'order: 2');
  await expect(syncStatus(page)).toHaveText('Offline, 1 change waiting');

  const copy = linkRow(page, 'order: 2').getByRole('button', { name: 'Copy checkout link' });
  const question = page.getByRole('dialog');
  await copy.click();
  await expect(question.getByRole('button', { name: 'Copy anyway' })).toBeVisible();
  // Enter alone does not copy.
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  expect(desk.copied).toEqual([]);
  await copy.click();
  await question.getByRole('button', { name: 'Copy anyway' }).click();
  await expect(question).toBeHidden();
  await expect.poll(() => desk.copied).toEqual([expect.stringContaining('uuid=')]);
  await linkRow(page, 'order: 2').getByText('Product 1').click();
  const details = page.getByRole('complementary', { name: 'Link details' });
  await details.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Keep this link' }).click();
  await expect(syncStatus(page)).toHaveText('Offline, no changes waiting');

  await details.getByRole('button', { name: 'Close details' }).click();

  // A deletion that is being sent cannot be undone.
  const answer = hold(service, 'link.delete');
  await workOffline(page, false);
  await remove(page, 'order: 2');
  await expect.poll(() => deletions(service)).toHaveLength(1);
  await linkRow(page, 'order: 2').getByText('Product 1').click();
  await details.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Keep this link' })).toBeDisabled();
  await page.keyboard.press('Escape');
  answer();
  await allSaved(page);
  await expect(linkRow(page, 'order: 2')).toHaveCount(0);
  expect(deletions(service)).toHaveLength(1);
});
