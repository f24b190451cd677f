// Several stores in one app, signing out, and secrets that do not survive a restart.
import type { Page } from '@playwright/test';
import { expect, test } from '../support/desk-test.ts';
import { RecordingService } from '../support/recording-service.ts';
import { allSaved, goTo, signIn, syncStatus } from '../support/seller.ts';
import { needAttention, waitingRow, workOffline } from '../support/sync-screen.ts';

const switcher = (page: Page) => page.getByRole('button', { name: /^Store: / });
const products = (page: Page) => page.getByRole('table', { name: 'Products' });
const titles = (service: RecordingService) => service.changes.map(({ raw }) => JSON.parse(raw).product_title);
const signInHeading = (page: Page) => page.getByRole('heading', { name: 'Sign in to your store' });

async function chooseStore(page: Page, item: string): Promise<void> {
  await switcher(page).click();
  await page.getByRole('menuitem').filter({ hasText: item }).click();
}

async function signOut(page: Page, options: { removing: boolean }): Promise<void> {
  await chooseStore(page, 'Sign out');
  const dialog = page.getByRole('dialog', { name: 'Sign out' });
  await dialog.getByRole('checkbox').setChecked(options.removing);
  await dialog
    .getByRole('button', { name: options.removing ? 'Remove and sign out' : 'Sign out', exact: true })
    .click();
  await expect(signInHeading(page)).toBeVisible();
}

test('two stores never mix: both send, each with its own sign-in, whichever is shown', async ({
  openDesk,
  service,
}) => {
  const other = new RecordingService('token-of-the-other-seller-91cc');
  await other.start();
  try {
    const desk = await openDesk();
    const { page } = desk;
    const [acme, bolt] = [service, other].map(({ url }) => new URL(url).port) as [string, string];
    await signIn(page, service);
    await service.stop();
    await desk.product('Of Acme');
    await expect(syncStatus(page)).toHaveText('Offline, 1 change waiting');
    await chooseStore(page, 'Add another store');
    await signIn(page, other);
    await desk.product('Of Bolt');
    await allSaved(page);
    await expect(products(page)).not.toContainText('Of Acme');
    await switcher(page).click();
    await expect(page.getByRole('menuitem').filter({ hasText: acme })).toContainText('1 waiting');
    await page.keyboard.press('Escape');

    // The service of Acme is back and refuses the change, and an alert says so while Bolt is open.
    service.intercept = ({ path }) => (path.endsWith('/products') ? { status: 422, body: '{}' } : undefined);
    await service.start();
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    const refused = page.getByRole('alert').filter({ hasText: acme });
    await expect(refused).toBeVisible();
    service.intercept = () => undefined;
    await refused.getByRole('button', { name: 'Review' }).click();
    await expect(switcher(page)).toContainText(acme);
    await expect(waitingRow(page, 'Of Acme')).toHaveAttribute('aria-current', 'true');
    await desk.product('Second of Acme');
    await expect.poll(() => titles(service)).toEqual(['Of Acme', 'Second of Acme']);

    // After signing out of one store, the other continues.
    await signOut(page, { removing: false });
    await chooseStore(page, bolt);
    await expect(switcher(page)).toContainText(bolt);
    await desk.product('Also of Bolt');
    await allSaved(page);
    expect(titles(other)).toEqual(['Of Bolt', 'Also of Bolt']);
    for (const each of [service, other]) {
      const tokens = new Set(each.changes.map(({ headers }) => headers.authorization));
      expect([...tokens]).toEqual([`Bearer ${each.token}`]);
    }
  } finally {
    await other.stop();
  }
});

test('signing out keeps the catalog and later changes, or removes the store if the seller wants that', async ({
  signedIn: desk,
  service,
}) => {
  const { page } = desk;
  await desk.product('Coaching hour');
  await allSaved(page);
  await signOut(page, { removing: false });
  await expect(products(page)).toContainText('Coaching hour');
  await desk.product('Logo design');
  await expect(syncStatus(page)).toHaveText('Sign in to send 1 change');
  expect(service.changes).toHaveLength(1);
  await signIn(page, service);
  await allSaved(page);
  expect(titles(service)).toEqual(['Coaching hour', 'Logo design']);

  await signOut(page, { removing: true });
  await signIn(page, service);
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  expect(service.changes).toHaveLength(2);
});

test('asks again for a webhook key that was not sent before the app closed, and never sends an empty one', async ({
  signedIn: desk,
  service,
}) => {
  const { page } = desk;
  const generateKey = async () => {
    await page.getByRole('button', { name: 'Generate key' }).click();
    await expect(page.getByLabel('Verification key', { exact: true })).toHaveValue(/^.{64}$/);
  };
  const save = page.getByRole('button', { name: 'Save webhook' });
  await workOffline(page, true);
  await goTo(page, 'Webhook');
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill('https://shop.example/hook');
  await generateKey();
  await save.click();
  await expect(syncStatus(page)).toHaveText('Offline, 1 change waiting');

  await desk.restart();
  await goTo(page, 'Webhook');
  await signIn(page, service);
  await workOffline(page, false);
  await needAttention(page, 1);
  await save.click();
  await expect(page.getByLabel('Verification key', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  expect(service.changes).toEqual([]);
  await generateKey();
  await save.click();
  await allSaved(page);
  expect(service.changes.map(({ raw }) => JSON.parse(raw))).toEqual([
    expect.objectContaining({ after_sell_webhook_key: expect.stringMatching(/^[0-9a-f]{64}$/) }),
  ]);
});

test('currencies added one after the other are listed at once, and a removed one comes back in its place', async ({
  openDesk,
  service,
}) => {
  const { page } = await openDesk();
  await signIn(page, service);
  await goTo(page, 'Settings');
  const names = page.getByRole('table', { name: 'Currencies' }).getByRole('row').locator('td:first-child');
  for (const [id, code] of ['EUR', 'GBP', 'CHF'].entries()) {
    await page.getByRole('button', { name: 'Add currency' }).click();
    await page.getByRole('combobox', { name: 'Code or name' }).fill(code);
    await page.getByRole('textbox', { name: 'Currency id' }).fill(String(id + 3));
    await page.getByRole('dialog').getByRole('button', { name: 'Add currency' }).click();
    await expect(names.last()).toContainText(code);
  }
  await page.getByRole('button', { name: 'Remove currency GBP' }).click();
  await expect(names).toHaveText([/^USD/, /^EUR/, /^CHF/]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(names).toHaveText([/^USD/, /^EUR/, /^GBP/, /^CHF/]);
});
