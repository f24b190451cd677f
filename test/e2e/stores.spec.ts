// Two stores on one computer: each with its own catalog, counts and outbox, and both send while one is shown.

import type { Page } from '@playwright/test';
import { RecordingService } from '../support/recording-service.ts';
import { resize } from '../support/resize.ts';
import { allSaved, createProduct, goTo, signIn, syncStatus } from '../support/seller.ts';
import { expect, test } from './service.ts';

const switcher = (page: Page) => page.getByRole('button', { name: /^Store: / });

/** Runs a command of the palette. */
async function command(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
}

async function rename(page: Page, name: string): Promise<void> {
  await goTo(page, 'Settings');
  await page.getByRole('textbox', { name: 'Store name' }).fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Store: ${name}` })).toBeVisible();
}

const titles = (service: RecordingService) => service.changes.map(({ raw }) => JSON.parse(raw).product_title);

test('changes of one store are sent while another is shown, each with its own sign-in', async ({
  launchApp,
  service,
}) => {
  const other = new RecordingService('token-of-the-other-seller-91cc');
  await other.start();
  try {
    const { page } = await launchApp();
    await signIn(page, service);
    await rename(page, 'Acme');
    await service.stop();
    await createProduct(page, 'Of Acme');
    await expect(syncStatus(page)).toHaveText('Offline, 1 change waiting');
    await command(page, 'add another');
    await signIn(page, other);
    await rename(page, 'Bolt');
    await createProduct(page, 'Of Bolt');
    await createProduct(page, 'Also of Bolt');
    await allSaved(page);
    await switcher(page).click();
    const acme = page.getByRole('menuitem').filter({ hasText: 'Acme' });
    await expect(acme).toContainText('1 product');
    await expect(acme).toContainText('1 waiting');
    await expect(page.getByRole('menuitem').filter({ hasText: 'Bolt' })).toContainText('2 products');
    await page.keyboard.press('Escape');

    // Acme's service is back and refuses one change, which is visible from Bolt.
    service.intercept = ({ path }) =>
      path.endsWith('/products') ? { status: 422, body: '{"message":"No."}' } : undefined;
    await service.start();
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(switcher(page)).toHaveAccessibleDescription('Acme: 1 change needs your attention');
    await expect(page.getByRole('table', { name: 'Products' })).not.toContainText('Of Acme');
    service.intercept = () => undefined;
    const refused = page.getByRole('alert').filter({ hasText: 'In the store "Acme"' });
    await refused.getByRole('button', { name: 'Review' }).click();
    await expect(page.getByRole('button', { name: 'Store: Acme' })).toBeVisible();
    const waiting = page.getByRole('table', { name: 'Waiting changes' }).getByRole('row');
    await expect(waiting.filter({ hasText: 'Of Acme' })).toHaveAttribute('aria-current', 'true');
    await expect(refused).toHaveCount(0);
    await expect(syncStatus(page)).toHaveText('1 change needs your attention');
    await createProduct(page, 'Second of Acme');
    await expect.poll(() => titles(service)).toEqual(['Of Acme', 'Second of Acme']);

    // Signed out of one, the other continues.
    await command(page, 'sign out');
    await page.getByRole('dialog', { name: 'Sign out' }).getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in to your store' })).toBeVisible();
    await command(page, 'switch to bolt');
    await createProduct(page, 'Third of Bolt');
    await allSaved(page);
    await expect.poll(() => titles(other)).toEqual(['Of Bolt', 'Also of Bolt', 'Third of Bolt']);
    for (const each of [service, other]) {
      const tokens = new Set(each.changes.map(({ headers }) => headers.authorization));
      expect([...tokens]).toEqual([`Bearer ${each.token}`]);
    }
  } finally {
    await other.stop();
  }
});

/** Whether its text is shown completely. */
const isWhole = (element: Element): boolean =>
  element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight;

test('the status and the store menu show both a doubt and "Work offline", even with a long store name', async ({
  signedIn: { page },
  service,
}) => {
  await rename(page, 'Mara’s wonderful shop of very long names and even longer descriptions, Berlin');
  service.intercept = ({ path }) => (path.endsWith('/products') ? { status: 502, body: 'Bad gateway' } : undefined);
  await createProduct(page, 'In doubt');
  await expect(syncStatus(page)).toHaveText('1 change needs your attention');
  await page.getByRole('switch', { name: 'Work offline' }).check();
  await expect(syncStatus(page)).toHaveText('1 change needs your attention');
  const offline = page.getByText('Offline', { exact: true });
  await expect(offline).toBeVisible();
  await createProduct(page, 'Waits');
  // As at 200 %, too.
  for (const size of [
    { width: 900, height: 600 },
    { width: 450, height: 300 },
  ]) {
    await resize(page, size);
    // In the smallest window it is an icon, and its words are beside it under the pointer or with the keyboard.
    await page.getByRole('link', { name: /needs your attention/ }).hover();
    await expect(syncStatus(page)).toBeInViewport({ ratio: 1 });
    expect(await syncStatus(page).evaluate(isWhole)).toBe(true);
    expect(await offline.evaluate(isWhole)).toBe(true);
    await switcher(page).click();
    const facts = page.getByRole('menuitem').getByText('1 needs attention');
    await expect(facts).toBeInViewport({ ratio: 1 });
    await expect(facts).toHaveText(/1 waiting.*works offline/);
    expect(await facts.evaluate(isWhole)).toBe(true);
    await page.keyboard.press('Escape');
    await expect(facts).toHaveCount(0);
  }
});
