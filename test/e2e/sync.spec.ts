// Changes that wait, are in doubt or were rejected, and what the seller can do with them.

import type { Page } from '@playwright/test';
import type { RecordingService } from '../support/recording-service.ts';
import { resize } from '../support/resize.ts';
import { allSaved, createLink, createProduct, goTo, signIn, syncStatus } from '../support/seller.ts';
import { expect, test } from './service.ts';

const waiting = (page: Page) => page.getByRole('table', { name: 'Waiting changes' });

async function openFirstChange(page: Page): Promise<void> {
  await goTo(page, 'Sync');
  await waiting(page).getByRole('row').nth(1).click();
}

const isLinkCreation = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path.endsWith('/payment-links');

/** The service creates the link and then answers with an error, once. */
function doubtOnce(service: RecordingService): void {
  let left = 1;
  service.intercept = (request) => {
    if (!isLinkCreation(request) || left === 0) return undefined;
    left -= 1;
    return { status: 502, body: 'Bad gateway' };
  };
}

test('a link whose creation is in doubt is not resent by itself, and "Send again" asks first', async ({
  signedIn: { page },
  service,
}) => {
  await createProduct(page, 'Coaching hour');
  doubtOnce(service);
  await createLink(page, 'Coaching hour', '60', '1044');
  await expect(syncStatus(page)).toHaveText('1 change needs your attention');
  await openFirstChange(page);
  await expect(page.getByText('It may exist already', { exact: false }).first()).toBeVisible();
  expect(service.changes.filter(isLinkCreation)).toHaveLength(1);
  await page.getByRole('button', { name: 'Send again' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('second');
  await question.getByRole('button', { name: 'Send again' }).click();
  await allSaved(page);
  await expect.poll(() => service.changes.filter(isLinkCreation)).toHaveLength(2);
});

test('"Mark as sent" accepts the payment link after checking it', async ({ signedIn: app, service }) => {
  const { page } = app;
  await createProduct(page, 'Coaching hour');
  doubtOnce(service);
  await createLink(page, 'Coaching hour', '60', '1044');
  await expect(syncStatus(page)).toHaveText('1 change needs your attention');
  await openFirstChange(page);
  await page.getByRole('button', { name: 'Mark as sent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark as sent' });
  const box = dialog.getByRole('textbox', { name: 'Payment link' });
  await box.fill('https://checkout.example/s/mara/1189');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(box).toHaveAccessibleDescription(/uuid/);
  await box.fill('https://checkout.example/s/mara/1189?uuid=found-by-hand');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await allSaved(page);
  await expect.poll(() => service.changes.filter(isLinkCreation)).toHaveLength(1);
  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'Copy checkout link' }).first().click();
  await expect.poll(() => app.clipboardText()).toBe('https://checkout.example/s/mara/1189?uuid=found-by-hand');
});

test('a rejected product is edited and sent again, and its links follow', async ({ signedIn: { page }, service }) => {
  let refuse = true;
  service.intercept = ({ path }) =>
    refuse && path.endsWith('/products') ? { status: 422, body: '{"message":"The title is taken."}' } : undefined;
  await createProduct(page, 'Coaching hour');
  await expect(syncStatus(page)).toHaveText('1 change needs your attention');
  await createLink(page, 'Coaching hour', '60', '1044');
  await openFirstChange(page);
  await expect(page.getByText('The title is taken.').first()).toBeVisible();
  refuse = false;
  await page.getByRole('button', { name: 'Edit and send again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit product' });
  await dialog.getByRole('textbox', { name: 'Product title' }).fill('Coaching hour, mornings');
  await dialog.getByRole('button', { name: 'Save product' }).click();
  await allSaved(page);
  await expect
    .poll(() => service.changes.map(({ path }) => path))
    .toEqual(['/api/shop/products', '/api/shop/products', '/api/shop/products/118/payment-links']);
  expect(JSON.parse(service.changes[1]?.raw ?? '')).toMatchObject({ product_title: 'Coaching hour, mornings' });
});

test('discarding a rejected product also discards the links that wait for it, after a question', async ({
  signedIn: { page },
  service,
}) => {
  service.intercept = ({ path }) => (path.endsWith('/products') ? { status: 400, body: '{}' } : undefined);
  await createProduct(page, 'Coaching hour');
  await expect(syncStatus(page)).toHaveText('1 change needs your attention');
  await createLink(page, 'Coaching hour', '60', '1044');
  await expect(page.getByText('It waits for its product, which needs your attention first.')).toBeVisible();
  await openFirstChange(page);
  await page.getByRole('button', { name: 'Discard' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Create payment link');
  await question.getByRole('button', { name: 'Discard' }).click();
  await allSaved(page);
  await expect(page.getByText('No changes are waiting', { exact: false }).first()).toBeVisible();
  await goTo(page, 'Payment links');
  await expect(page.getByRole('table', { name: 'Payment links' }).getByRole('row')).toHaveCount(1);
  expect(service.changes).toHaveLength(1);
});

test('a 401 pauses the store, asks for a sign-in, and loses nothing', async ({ signedIn: { page }, service }) => {
  await createProduct(page, 'Coaching hour');
  await allSaved(page);
  let expired = true;
  service.intercept = ({ path }) =>
    expired && !path.endsWith('/login') ? { status: 401, body: '{"message":"Unauthenticated."}' } : undefined;
  await createLink(page, 'Coaching hour', '60', '1044');
  await expect(syncStatus(page)).toHaveText('Sign in to send 1 change');
  await createLink(page, 'Coaching hour', '61', '1045');
  await expect(syncStatus(page)).toHaveText('Sign in to send 2 changes');
  expired = false;
  const before = service.changes.length;
  await signIn(page, service);
  await allSaved(page);
  await expect
    .poll(() => service.changes.slice(before).map(({ raw }) => JSON.parse(raw).metadata.order))
    .toEqual(['1044', '1045']);
});

test('deleting a link before it was sent cancels it, and sends nothing', async ({ signedIn: { page }, service }) => {
  await createProduct(page, 'Coaching hour');
  await allSaved(page);
  await page.getByRole('switch', { name: 'Work offline' }).check();
  await createLink(page, 'Coaching hour', '60', '1044');
  await expect(syncStatus(page)).toHaveText('Offline, 1 change waiting');
  const row = page.getByRole('table', { name: 'Payment links' }).getByRole('row').filter({ hasText: '1044' });
  await row.click();
  await expect(page.getByText('Waiting: the address comes when it is sent').first()).toBeVisible();
  await page.getByRole('button', { name: 'Delete link' }).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete link' });
  await confirm.click();
  await expect(row).toHaveCount(0);
  // A double click brings it back once, without an error.
  await page.getByRole('button', { name: 'Undo' }).dblclick();
  await expect(page.getByText('Change restored.')).toBeVisible();
  await expect(page.getByText('be undone', { exact: false })).toHaveCount(0);
  await row.click();
  await page.getByRole('button', { name: 'Delete link' }).click();
  await confirm.click();
  await expect(row).toHaveCount(0);
  await page.getByRole('switch', { name: 'Work offline' }).uncheck();
  await allSaved(page);
  await expect.poll(() => service.changes).toHaveLength(1);
});

test('the webhook test waits for an unsent webhook change, and says so', async ({ signedIn: { page }, service }) => {
  await page.getByRole('switch', { name: 'Work offline' }).check();
  await goTo(page, 'Webhook');
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill('https://hooks.example/a');
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await expect(page.getByText('Waiting to be sent').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send test event' })).toBeDisabled();
  await expect(page.getByText('once the waiting change to the webhook is sent', { exact: false })).toBeVisible();
  // A newer change replaces the unsent one.
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill('https://hooks.example/b');
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await expect(syncStatus(page)).toHaveText('Offline, 1 change waiting');
  await page.getByRole('switch', { name: 'Work offline' }).uncheck();
  await expect(page.getByRole('button', { name: 'Send test event' })).toBeEnabled();
  expect(service.changes.map(({ raw }) => JSON.parse(raw).after_sell_webhook_url)).toEqual(['https://hooks.example/b']);
});

test('checks the webhook address while typing; a rejected save is shown once, beside its buttons, until discarded', async ({
  signedIn: { page },
  service,
}) => {
  await resize(page, { width: 900, height: 600 });
  service.intercept = ({ method }) =>
    method === 'PATCH' ? { status: 422, body: '{"message":"No such host."}' } : undefined;
  await goTo(page, 'Webhook');
  const url = page.getByRole('textbox', { name: 'Webhook URL' });
  await url.pressSequentially('http');
  await expect(url).not.toHaveAttribute('aria-invalid', 'true');
  await url.fill('ftp://x');
  await expect(url).toHaveAttribute('aria-invalid', 'true');
  await expect(url).toHaveAccessibleDescription(/starts with https/);
  await url.fill('https://shop.example/hook');
  await expect(url).not.toHaveAttribute('aria-invalid', 'true');
  await url.fill('https://shop example/hook');
  await expect(url).toHaveAccessibleDescription(/no spaces/);
  await url.fill('https://shop.example/hook');
  const key = page.getByLabel('Verification key', { exact: true });
  await key.fill('short');
  await url.focus();
  await expect(key).toHaveAccessibleDescription(/this one has 5/);
  await key.fill('');
  await page.getByRole('button', { name: 'Save webhook' }).click();
  const toast = page.getByRole('alert').filter({ hasText: 'Review' });
  await expect(toast).toBeVisible();
  await expect(page.getByText('It is being sent now', { exact: false })).toHaveCount(0);
  await expect(page.getByText('after you settle the change to the webhook', { exact: false })).toBeVisible();
  await page.getByRole('link', { name: 'Show the change' }).click();
  await expect(page.getByRole('heading', { name: /webhook/i, level: 2 })).toBeVisible();
  await expect(toast).toHaveCount(0);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await allSaved(page);
});

test('a toast about a change closes when the change is settled elsewhere', async ({ signedIn: { page }, service }) => {
  let refuse = true;
  service.intercept = ({ method }) => (refuse && method === 'PATCH' ? { status: 422, body: '{}' } : undefined);
  await goTo(page, 'Webhook');
  const url = page.getByRole('textbox', { name: 'Webhook URL' });
  await url.fill('https://shop.example/hook');
  await page.getByRole('button', { name: 'Save webhook' }).click();
  const toast = page.getByRole('alert').filter({ hasText: 'Review' });
  await expect(toast).toBeVisible();
  // It does not close by itself while the mouse rests on it.
  await toast.hover();
  refuse = false;
  await url.fill('https://shop.example/hook2');
  await url.press('Enter');
  await allSaved(page);
  await expect(toast).toHaveCount(0);
  await expect(page.getByText('Webhook saved. It is on the service.')).toBeVisible();
});

test('a 2xx with JSON too large to read counts as done, and the seller is told to check the store', async ({
  signedIn: { page },
  service,
}) => {
  const body = JSON.stringify(['x'.repeat(2 * 1024 * 1024)]);
  service.intercept = ({ method }) => (method === 'PATCH' ? { status: 200, body } : undefined);
  await goTo(page, 'Webhook');
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill('https://shop.example/hook');
  await page.getByRole('button', { name: 'Save webhook' }).click();
  const toast = page.getByRole('alert').filter({ hasText: 'an answer that this app does not know' });
  await expect(toast).toContainText("Check your store's page");
  await allSaved(page);
  await expect.poll(() => service.changes).toHaveLength(1);
});

test('the buttons below restored changes have room above them', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 1, links: 3, heldDeletions: 3 });
  await goTo(page, 'Sync');
  const [one, other] = ['Send all restored changes', 'Select by reason'].map((name) =>
    page.getByRole('button', { name }),
  );
  for (const size of [
    { width: 1280, height: 800 },
    { width: 900, height: 600 },
  ]) {
    await resize(page, size);
    // The line between them is 8 px below the first.
    const room = async () => {
      const [above, below] = [await one?.boundingBox(), await other?.boundingBox()];
      return (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0) - 8;
    };
    await expect.poll(room, { message: `${size.width} px`, timeout: 5_000 }).toBeGreaterThanOrEqual(8);
  }
});
