// Stores and sign-ins: what is kept, what is removed, and what is never sent with another seller's sign-in.

import type { Page } from '@playwright/test';
import { expectNoFindings } from '../support/axe.ts';
import { RecordingService, SELLER } from '../support/recording-service.ts';
import { resize } from '../support/resize.ts';
import { allSaved, askToSignIn, createLink, createProduct, goTo, signIn, syncStatus } from '../support/seller.ts';
import { expect, test } from './service.ts';

const products = 'Products';

test('signing out removes the sign-in and keeps the catalog', async ({ signedIn: { page }, service }) => {
  await createProduct(page, 'Coaching hour');
  await allSaved(page);
  await page.getByRole('button', { name: /^Store: / }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to your store' })).toBeVisible();
  await expect(page.getByRole('table', { name: products })).toContainText('Coaching hour');
  await createProduct(page, 'Logo design');
  await expect(syncStatus(page)).toHaveText('Sign in to send 1 change');
  expect(service.changes).toHaveLength(1);
  await signIn(page, service);
  await allSaved(page);
  await expect.poll(() => service.changes).toHaveLength(2);
});

test('signing out with the catalog removes the store', async ({ signedIn: { page }, service }) => {
  await createProduct(page, 'Coaching hour');
  await allSaved(page);
  await page.getByRole('button', { name: /^Store: / }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to your store' })).toBeVisible();
  await signIn(page, service);
  await expect(page.getByText('Nothing here yet')).toBeVisible();
});

test('never sends changes of one seller with the sign-in of another', async ({ launchApp, service }) => {
  const other = new RecordingService();
  await other.start();
  try {
    const { page } = await launchApp();
    await signIn(page, service);
    await page.getByRole('switch', { name: 'Work offline' }).check();
    await createProduct(page, 'Of the first store');
    await expect(syncStatus(page)).toHaveText('Offline, 1 change waiting');
    await page.getByRole('button', { name: /^Store: / }).click();
    await page.getByRole('menuitem', { name: 'Add another store' }).click();
    await signIn(page, other);
    await expect(page.getByText('Nothing here yet')).toBeVisible();
    await createProduct(page, 'Of the second store');
    await allSaved(page);
    await expect
      .poll(() => other.changes.map(({ raw }) => JSON.parse(raw).product_title))
      .toEqual(['Of the second store']);
    expect(service.changes).toHaveLength(0);
    await page.getByRole('button', { name: /^Store: / }).click();
    await page
      .getByRole('menuitem')
      .filter({ hasText: new URL(service.url).host })
      .click();
    await expect(page.getByRole('table', { name: products })).toContainText('Of the first store');
    await page.getByRole('switch', { name: 'Work offline' }).uncheck();
    await allSaved(page);
    await expect
      .poll(() => service.changes.map(({ raw }) => JSON.parse(raw).product_title))
      .toEqual(['Of the first store']);
  } finally {
    await other.stop();
  }
});

test('signing in offline says so, and a known store opens without a sign-in', async ({
  signedIn: first,
  launchApp,
  service,
}) => {
  await createProduct(first.page, 'Coaching hour');
  await allSaved(first.page);
  await first.close();
  await service.stop();
  const { page } = await launchApp();
  await expect(page.getByRole('table', { name: products })).toContainText('Coaching hour');
  await askToSignIn(page, service);
  await expect(page.getByText(`No answer from ${new URL(service.url).host}. Check the address.`)).toBeVisible();
  await createProduct(page, 'Made all the same');
  await expect(page.getByRole('table', { name: products })).toContainText('Made all the same');
});

test('the practice store opens from the sign-in screen, is labelled, and is back after a restart', async ({
  launchApp,
}) => {
  const first = await launchApp();
  await first.page.getByRole('button', { name: 'Open the practice store' }).click();
  await expect(first.page.getByText('Practice store', { exact: true }).first()).toBeVisible();
  await createProduct(first.page, 'Coaching hour');
  await allSaved(first.page);
  await first.close();
  const { page } = await launchApp();
  await expect(page.getByRole('table', { name: products })).toContainText('Coaching hour');
  await createProduct(page, 'Logo design');
  await allSaved(page);
  await goTo(page, 'Settings');
  await expect(page.getByRole('textbox', { name: 'Store name' })).toHaveValue('Practice store');
});

test('a second app on the same data folder says so and exits, and a kill leaves no lock', async ({
  signedIn: first,
  launchApp,
}) => {
  await createProduct(first.page, 'Coaching hour');
  await allSaved(first.page);
  const second = await launchApp().then(
    () => null,
    (error: Error) => error,
  );
  expect(second?.message).toContain('already running');
  await expect(first.page.getByRole('table', { name: products })).toContainText('Coaching hour');
  await first.kill();
  const third = await launchApp();
  await expect(third.page.getByRole('table', { name: products })).toContainText('Coaching hour');
  expect(await third.close()).toBe(0);
});

/** Resolves when the key is in its field, so that saving saves it. */
async function generateKey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Generate key' }).click();
  await expect(page.getByLabel('Verification key', { exact: true })).toHaveValue(/^.{64}$/);
}

test('asks again for a webhook key that was not sent before the app was closed', async ({
  signedIn: first,
  launchApp,
  service,
}) => {
  await first.page.getByRole('switch', { name: 'Work offline' }).click({ force: true });
  await goTo(first.page, 'Webhook');
  await first.page.getByRole('textbox', { name: 'Webhook URL' }).fill('https://shop.example/hook');
  await generateKey(first.page);
  await first.page.getByRole('button', { name: 'Save webhook' }).click();
  await expect(syncStatus(first.page)).toHaveText('Offline, 1 change waiting');
  await first.close();

  const { page } = await launchApp();
  await goTo(page, 'Webhook');
  await expect(page.getByText('The key that you saved was not sent', { exact: false })).toBeVisible();
  await signIn(page, service);
  await page.getByRole('switch', { name: 'Work offline' }).click({ force: true });
  await expect(page.getByText('It was not sent: its verification key', { exact: false }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await expect(page.getByText('Enter the key again or generate a new one: ', { exact: false })).toBeVisible();
  expect(service.changes).toEqual([]);
  await generateKey(page);
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await allSaved(page);
  await expect.poll(() => service.changes).toHaveLength(1);
  expect(JSON.parse(service.changes[0]?.raw ?? '')).toMatchObject({
    after_sell_webhook_key: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test('a service address gets a missing scheme', async ({ launchApp, service }) => {
  const { page } = await launchApp();
  const address = page.getByRole('textbox', { name: 'Service address' });
  await address.fill('shop.example');
  await address.press('Tab');
  await expect(address).toHaveValue('https://shop.example');
  await address.fill(new URL(service.url).host + new URL(service.url).pathname);
  await page.getByRole('textbox', { name: 'Email' }).fill(SELLER.email);
  await page.getByLabel('Password', { exact: true }).fill(SELLER.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Products', exact: true })).toBeVisible();
});

test('after a 401 the sign-in alone says so, and leaves room for the list in a small window', async ({
  signedInWith,
  service,
}) => {
  const { page } = await signedInWith({ products: 1, links: 12 });
  await resize(page, { width: 900, height: 600 });
  service.intercept = ({ path }) => (path.endsWith('/auth/login') ? undefined : { status: 401 });
  await createLink(page, 'Product 1', '60', '1044');
  await expect(page.getByRole('region', { name: 'Sign in' })).toContainText('They are sent after you sign in.');
  const toasts = page.locator('.mantine-Notification-root');
  await expect(toasts.filter({ hasText: 'Payment link saved.' })).toBeVisible();
  await expect(toasts).toHaveCount(1);
  const foot = await toasts.boundingBox();
  const rows = await page.getByRole('table', { name: 'Payment links' }).getByRole('row').all();
  const boxes = await Promise.all(rows.slice(1).map((row) => row.boundingBox()));
  const inSight = boxes.filter((box) => box && foot && box.y + box.height <= foot.y);
  expect(inSight.length).toBeGreaterThanOrEqual(4);
});

test('the request to sign in again goes once the store is signed in', async ({ signedIn: { page }, service }) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  service.intercept = async ({ path }) => {
    if (path.endsWith('/auth/login')) return undefined;
    await held;
    return { status: 401 };
  };
  await createProduct(page, 'Coaching hour');
  // Where the sign-in of the store is not in sight.
  await page.evaluate(() => (window.location.hash = '#/add-store'));
  await expect(page.getByRole('heading', { name: 'Sign in to your store' })).toBeVisible();
  answer();
  const toast = page.locator('.mantine-Notification-root').filter({ hasText: 'asks you to sign in again' });
  // A toast under the mouse does not close by itself.
  await toast.hover();
  service.intercept = () => undefined;
  await page.evaluate(() => (window.location.hash = '#/products'));
  await page.getByLabel('Password', { exact: true }).fill(SELLER.password);
  await page.keyboard.press('Enter');
  await allSaved(page);
  await expect(toast).toHaveCount(0);
});

test('signing in with another e-mail says that it opens another store, and that changes keep waiting', async ({
  signedIn: { page },
  service,
}) => {
  service.intercept = ({ path }) => (path.endsWith('/auth/login') ? undefined : { status: 401 });
  await createProduct(page, 'Coaching hour');
  await expect(syncStatus(page)).toHaveText('Sign in to send 1 change');
  const panel = page.getByRole('region', { name: 'Sign in' });
  const email = panel.getByRole('textbox', { name: 'Email' });
  await email.fill(SELLER.email.toUpperCase());
  const note = panel.getByText('This is another account');
  await expect(note).toHaveCount(0);
  await email.fill('other@seller.example');
  await expect(note).toHaveText(
    `This is another account: signing in opens it as a store of its own. 1 change of “${new URL(service.url).host}” keeps waiting.`,
  );
  await expect(panel).not.toContainText('They are sent after you sign in.');

  service.intercept = ({ path }) =>
    path.endsWith('/auth/login') ? { status: 200, body: JSON.stringify({ access_token: service.token }) } : undefined;
  await panel.getByLabel('Password', { exact: true }).fill('password');
  await page.keyboard.press('Enter');
  await expect(
    page.getByText(
      /^This is the store of other@seller\.example\. 1 change of “.*” waits there until you sign in to it\.$/,
    ),
  ).toBeVisible();
  await expectNoFindings(page, 'the store of another account');
  const store = page.getByRole('button', { name: /^Store: / });
  await expect(store).toContainText('other@seller.example');
  await store.click();
  await page.getByRole('menuitem', { name: SELLER.email }).click();
  await expect(store).toContainText(SELLER.email);
  await expect(syncStatus(page)).toHaveText('Sign in to send 1 change');
});

test('removing the catalog on sign-out says so on its red button, and offers a backup', async ({
  signedIn: { page },
}) => {
  await page.getByRole('button', { name: /^Store: / }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out' });
  await dialog.getByRole('checkbox').check();
  const remove = dialog.getByRole('button', { name: 'Remove and sign out' });
  await expect(remove).toHaveCSS('background-color', 'rgb(209, 47, 47)');
  await dialog.getByRole('checkbox').uncheck();
  await expect(dialog.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible();
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Export backup' }).click();
  const exporting = page.getByRole('dialog', { name: 'Export backup' });
  await expect(exporting.getByLabel('Passphrase', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(remove).toBeVisible();
});
