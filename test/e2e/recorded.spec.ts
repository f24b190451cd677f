// The history separates what the seller recorded from what the service confirmed.

import type { Page } from '@playwright/test';
import { resize } from '../support/resize.ts';
import { allSaved, createLink, createProduct, goTo, syncStatus } from '../support/seller.ts';
import { expect, test } from './service.ts';

const ADDRESS = 'https://checkout.example/s/mara/1189?uuid=found-by-hand';

const historyRow = (page: Page, change: string) =>
  page.getByRole('table', { name: 'History' }).getByRole('row').filter({ hasText: change });

/** Marks the only waiting change as sent; `box` is the value to enter. */
async function markAsSent(page: Page, box?: string, answer = ''): Promise<void> {
  await expect(syncStatus(page)).toHaveText('1 change needs your attention');
  await goTo(page, 'Sync');
  await page.getByRole('table', { name: 'Waiting changes' }).getByRole('row').nth(1).click();
  await page.getByRole('button', { name: 'Mark as sent' }).click();
  const dialog = page.getByRole('dialog');
  if (box !== undefined) await dialog.getByRole('textbox', { name: box }).fill(answer);
  await dialog.getByRole('button', { name: box === undefined ? 'Mark as sent' : 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^(1 change recorded|Recorded) by you as sent/)).toBeVisible();
  await allSaved(page);
}

test('the history says "Recorded by you" with the entered value, also after a restart', async ({
  signedIn: app,
  service,
  launchApp,
}) => {
  let { page } = app;
  let failing = 'POST';
  service.intercept = ({ method }) => (method === failing ? { status: 502, body: 'Bad gateway' } : undefined);
  await createProduct(page, 'Coaching hour');
  await markAsSent(page, 'Product id', '118');
  await createLink(page, 'Coaching hour', '60', '1044');
  await markAsSent(page, 'Payment link', ADDRESS);
  failing = '';
  await createLink(page, 'Coaching hour', '70', 'ORD-1045');
  await allSaved(page);
  service.intercept = ({ method }) => (method === 'DELETE' ? { status: 404, body: 'No route' } : undefined);
  await goTo(page, 'Payment links');
  await page.getByRole('table', { name: 'Payment links' }).getByRole('row').filter({ hasText: '1044' }).click();
  await page.getByRole('button', { name: 'Delete link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete link' }).click();
  await markAsSent(page);

  await app.close();
  ({ page } = await launchApp());
  await goTo(page, 'Sync');
  await page.getByRole('tab', { name: 'History' }).click();
  const recorded = [
    ['Create product', 'Recorded by you: product id 118'],
    ['Create payment link for "Coaching hour", $60.00', `Recorded by you: ${ADDRESS}`],
    ['Delete payment link', 'Recorded by you.'],
  ] as const;
  for (const [change, words] of recorded) {
    await expect(historyRow(page, change)).toContainText('Recorded by you');
    await historyRow(page, change).click();
    await expect(page.getByText(words, { exact: true })).toBeVisible();
    await expect(page.getByText('Saved on the service.', { exact: true })).toHaveCount(0);
  }
  await historyRow(page, '1045').click();
  await expect(historyRow(page, '1045')).toContainText('Sent');
  await expect(page.getByText('Saved on the service.', { exact: true })).toBeVisible();

  // Beside the details, a wide outcome takes no room from what distinguishes the changes.
  await resize(page, { width: 1280, height: 800 });
  const facts = historyRow(page, '1045').locator('[data-facts]');
  await expect(facts).toHaveText(/^\$70\.00,\sORD\u2060?-\u2060?1045$/);
  await expect.poll(() => facts.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);

  const search = page.getByRole('searchbox', { name: 'Search history' });
  await search.fill('recorded');
  await expect(page.getByRole('table', { name: 'History' })).toHaveAttribute('aria-rowcount', '4');
  await search.fill('118');
  await expect(page.getByRole('table', { name: 'History' })).toHaveAttribute('aria-rowcount', '2');
  await expect(historyRow(page, 'Create product')).toBeVisible();
});
