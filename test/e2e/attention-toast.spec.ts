// The toast about several changes that need attention: one, with the current number, and none above their list.
import type { Page } from '@playwright/test';
import { allSaved, createLink, createProduct, goTo, syncStatus } from '../support/seller.ts';
import { expect, test } from './service.ts';

test.use({ isAnimated: true });

/** Wherever the seller is. */
async function createInPalette(page: Page, title: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('option', { name: 'New product' }).click();
  const dialog = page.getByRole('dialog', { name: 'New product' });
  await dialog.getByRole('textbox', { name: 'Button title' }).fill('Book now');
  await dialog.getByRole('textbox', { name: 'Product title' }).fill(title);
  await dialog.getByRole('textbox', { name: 'Product description' }).fill('By video.');
  await dialog.getByRole('button', { name: 'Save product' }).click();
  await expect(dialog).toBeHidden();
}

test('one toast counts the changes that need attention, and the Sync screen has none', async ({
  signedIn: { page },
  service,
}) => {
  await createProduct(page, 'Coaching hour');
  service.intercept = ({ path }) =>
    path.endsWith('/payment-links') ? { status: 422, body: '{"message":"The price is not accepted."}' } : undefined;
  const offline = page.getByRole('switch', { name: 'Work offline' });
  const toasts = page.getByRole('alert').filter({ hasText: /changes need your attention/ });
  const twoMore = async (orders: readonly string[]) => {
    await offline.setChecked(true);
    for (const order of orders) await createLink(page, 'Coaching hour', '60', order);
    await offline.setChecked(false);
  };
  await twoMore(['1042', '1043']);
  await expect(toasts).toHaveText(/2 changes need your attention/);
  await twoMore(['1044', '1045']);
  await expect(syncStatus(page)).toHaveText('4 changes need your attention');
  await expect(toasts).toHaveCount(1);
  await expect(toasts).toHaveText(/4 changes need your attention/);
  await toasts.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('table', { name: 'Waiting changes' })).toContainText('1045');
  await expect(toasts).toHaveCount(0);
  await goTo(page, 'Payment links');
  await twoMore(['1046', '1047']);
  await expect(toasts).toHaveText(/6 changes need your attention/);
  await goTo(page, 'Sync');
  await expect(toasts).toHaveCount(0);
});

test('the toast about one change has the title of its product in full', async ({ signedIn: { page }, service }) => {
  await createProduct(page, 'Stoneware mug, 300 ml');
  service.intercept = ({ path }) =>
    path.endsWith('/payment-links') ? { status: 422, body: '{"message":"The price is not accepted."}' } : undefined;
  await createLink(page, 'Stoneware mug, 300 ml', '63', 'B-3020');
  await expect(page.getByRole('alert').filter({ hasText: 'The price is not accepted' })).toContainText(
    'Create payment link for "Stoneware mug, 300 ml", $63.00, order B-3020',
  );
});

test('the note about several is shown beside a change of the history', async ({ signedIn: { page }, service }) => {
  await createProduct(page, 'Coaching hour');
  await allSaved(page);
  await goTo(page, 'Sync');
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('table', { name: 'History' }).getByRole('row').nth(1).click();
  await expect(page.getByRole('heading', { level: 2, name: /Coaching hour/ })).toBeVisible();
  service.intercept = ({ method }) =>
    method === 'POST' ? { status: 422, body: '{"message":"The title is not accepted."}' } : undefined;
  await createInPalette(page, 'Coaching day');
  const note = page.getByRole('alert').filter({ hasText: 'Coaching day' });
  await expect(note).toBeVisible();
  await note.hover();
  await createInPalette(page, 'Coaching week');
  await expect(page.getByRole('alert').filter({ hasText: '2 changes need your attention' })).toBeVisible();
  await expect(note).toHaveCount(0);
});

test('Review in a toast shows the waiting change in its list, which then has no such toast', async ({
  signedIn: { page },
  service,
}) => {
  await goTo(page, 'Sync');
  await page.getByRole('tab', { name: 'History' }).click();
  await goTo(page, 'Products');
  service.intercept = ({ method }) =>
    method === 'POST' ? { status: 422, body: '{"message":"The title is not accepted."}' } : undefined;
  const rejected = (title: string) => page.getByRole('alert').filter({ hasText: title });
  const isShown = async (title: string) => {
    const row = page.getByRole('table', { name: 'Waiting changes' }).getByRole('row').filter({ hasText: title });
    await expect(row).toHaveAttribute('aria-current', 'true');
    await expect(page.getByRole('tab', { name: 'Waiting changes' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('heading', { name: title, level: 2 })).toBeVisible();
  };
  await createProduct(page, 'Coaching hour');
  await rejected('Coaching hour').getByRole('button', { name: 'Review' }).click();
  await isShown('Coaching hour');

  // From the history itself too.
  await page.getByRole('tab', { name: 'History' }).click();
  await createInPalette(page, 'Coaching day');
  await rejected('Coaching day').getByRole('button', { name: 'Review' }).click();
  await isShown('Coaching day');

  await createInPalette(page, 'Coaching week');
  const table = page.getByRole('table', { name: 'Waiting changes' });
  await expect(table.getByRole('row').filter({ hasText: 'Coaching week' })).toContainText('Rejected');
  // As long as the toast would take to come.
  await page.waitForTimeout(1_500);
  await expect(rejected('Coaching week')).toHaveCount(0);
  await goTo(page, 'Products');
  await createInPalette(page, 'Coaching month');
  await expect(rejected('Coaching month')).toBeVisible();
  await goTo(page, 'Sync');
  await expect(rejected('Coaching month')).toHaveCount(0);
});
