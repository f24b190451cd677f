// Deletions that a backup brought: the seller may have decided against them since, so sending them is asked about.
import type { Page } from '@playwright/test';
import type { RecordingService } from '../support/recording-service.ts';
import { goTo, syncStatus } from '../support/seller.ts';
import { expect, test } from './service.ts';

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Waiting changes' }).getByRole('row');
const deleted = (service: RecordingService): number =>
  service.changes.filter(({ method }) => method === 'DELETE').length;

test('"Send again" of one asks first, and a second click does not reach the next one', async ({
  signedInWith,
  service,
}) => {
  const { page } = await signedInWith({ products: 2, links: 4, heldDeletions: 3 });
  await expect(syncStatus(page)).toHaveText('3 changes need your attention');
  await goTo(page, 'Sync');
  await rowsOf(page).nth(1).click();
  await expect(page.getByText('Sending it deletes the payment link, and its address stops working.')).toBeVisible();
  const again = page.getByRole('button', { name: 'Send again', exact: true });
  await again.click();
  const question = page.getByRole('dialog', { name: 'Delete payment link' });
  await expect(question).toContainText('Delete payment link for "Product');
  await expect(question).toContainText('its address stops working');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  expect(deleted(service)).toBe(0);
  await again.click();
  await question.getByRole('button', { name: 'Delete link' }).click();
  await expect(question).toBeHidden();
  await expect.poll(() => deleted(service)).toBe(1);
  await expect(syncStatus(page)).toHaveText('2 changes need your attention');
});

test('"Send again" of many and "Send all" say how many links they delete', async ({ signedInWith, service }) => {
  const { page } = await signedInWith({ products: 2, links: 4, heldDeletions: 3 });
  await goTo(page, 'Sync');
  await rowsOf(page).nth(1).getByRole('checkbox').check();
  await rowsOf(page).nth(2).getByRole('checkbox').check();
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Send again' }).click();
  const many = page.getByRole('dialog', { name: 'Send 2 changes again?' });
  await expect(many).toContainText('2 payment links will be deleted, and their addresses stop working.');
  await expect(many).not.toContainText('They are sent as they are.');
  await many.getByRole('button', { name: 'Cancel' }).click();
  await expect(many).toBeHidden();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByRole('button', { name: 'Send all restored changes' }).click();
  const all = page.getByRole('dialog', { name: 'Send all restored changes?' });
  await expect(all).toContainText('3 payment links will be deleted, and their addresses stop working.');
  await expect(all).not.toContainText('products and links exist twice');
  expect(deleted(service)).toBe(0);
  await all.getByRole('button', { name: 'Send all' }).click();
  await expect.poll(() => deleted(service)).toBe(3);
});

test('a quick second click on a decision does not reach the change that is opened next', async ({
  signedInWith,
  service,
}) => {
  const { page } = await signedInWith({ products: 2, links: 4, heldDeletions: 3 });
  let isRefused = true;
  service.intercept = ({ method }) => (isRefused && method === 'DELETE' ? { status: 422, body: '{}' } : undefined);
  await goTo(page, 'Sync');
  await page.getByRole('button', { name: 'Send all restored changes' }).click();
  await page.getByRole('button', { name: 'Send all', exact: true }).click();
  await expect(page.getByText('held for you to decide')).toHaveCount(0);
  await expect(syncStatus(page)).toHaveText('3 changes need your attention');
  isRefused = false;
  const before = deleted(service);
  await rowsOf(page).nth(1).click();
  const again = page.getByRole('button', { name: 'Send again', exact: true });
  await expect(again).toBeEnabled();
  const heading = page.getByRole('heading', { level: 2, name: /^Delete payment link/ });
  const first = await heading.innerText();
  const { x, y } = (await again.boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.click(x + 20, y + 10);
  await expect(heading).not.toHaveText(first);
  await page.mouse.click(x + 20, y + 10);
  await expect(syncStatus(page)).toHaveText('2 changes need your attention');
  // Once it takes clicks again, it decides about the change that is open now.
  await again.click();
  await expect.poll(() => deleted(service)).toBe(before + 2);
  await expect(syncStatus(page)).toHaveText('1 change needs your attention');
});
