// The seller's main job, step by step, by accessible names.
import type { PracticeStore } from '../../src/practice-store/server.ts';
import type { OpenedApp } from '../launch/opened-app.ts';
import type { Receiver } from './receiver.ts';
import { expect, type Steps } from './steps.ts';
import { sellThroughRelay } from './team-sale.ts';

interface Tour {
  readonly app: OpenedApp;
  readonly practice: PracticeStore;
  readonly receiver: Receiver;
  readonly steps: Steps;
  /** For what the tour stores. */
  readonly folder: string;
}

const PRODUCT = 'Coaching hour';

export async function runTour({ app, practice, receiver, steps, folder }: Tour): Promise<void> {
  const { page } = app;
  const status = page.getByRole('status', { name: 'Sync status' });
  const goTo = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
  const allSaved = async () => {
    await expect(status).toHaveText('All changes are saved on the service');
    return (await status.textContent()) ?? '';
  };
  const links = page.getByRole('table', { name: 'Payment links' });

  await steps.step('Sign in', async () => {
    await expect(page.getByRole('heading', { name: 'Sign in to your store' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Service address' }).fill(practice.url);
    await page.getByRole('textbox', { name: 'Email' }).fill(practice.seller.email);
    await page.getByLabel('Password', { exact: true }).fill(practice.seller.password);
    await steps.shot('sign-in');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Products', exact: true })).toBeVisible();
    await steps.shot('products-empty');
    return `signed in as ${practice.seller.email}`;
  });

  await steps.step('Create a product', async () => {
    await page.getByRole('button', { name: 'New product' }).click();
    const dialog = page.getByRole('dialog', { name: 'New product' });
    await dialog.getByRole('textbox', { name: 'Button title' }).fill('Book an hour');
    await dialog.getByRole('textbox', { name: 'Product title' }).fill(PRODUCT);
    await dialog
      .getByRole('textbox', { name: 'Product description' })
      .fill('One hour, by video.\nBring your questions.');
    await steps.shot('new-product');
    await dialog.getByRole('button', { name: 'Save product' }).click();
    await expect(dialog).toBeHidden();
    const saved = await allSaved();
    await steps.shot('products');
    return `"${PRODUCT}" is a draft; ${saved}`;
  });

  await steps.step('Make a discounted single-use link with metadata', async () => {
    await goTo('Payment links');
    await page.getByRole('button', { name: 'New payment link' }).click();
    await fillLink(app, '100.55', '1042', '80.10');
    await steps.shot('new-payment-link');
    await createLink(app);
    await allSaved();
    await steps.shot('payment-links');
    return 'USD 80.10 instead of 100.55, single use, order 1042';
  });

  await steps.step('Copy its checkout URL', async () => {
    const row = links.getByRole('row').filter({ hasText: '1042' });
    await row.getByRole('button', { name: 'Copy checkout link' }).click();
    await expect(page.getByText('Checkout link copied')).toBeVisible();
    const url = await app.clipboardText();
    await row.getByRole('cell').first().click();
    await expect(page.getByRole('textbox', { name: 'Checkout URL' })).toHaveValue(url);
    await steps.shot('payment-link');
    return url;
  });

  await steps.step("Look at the product's page", async () => {
    await goTo('Products');
    await page.getByRole('table', { name: 'Products' }).getByText(PRODUCT).click();
    await expect(page.getByRole('heading', { name: PRODUCT })).toBeVisible();
    await steps.shot('product');
    return 'published by its first payment link';
  });

  await steps.step('Go offline and queue two changes', async () => {
    await page.getByRole('switch', { name: 'Work offline' }).check();
    await goTo('Payment links');
    for (const order of ['1043', '1044']) {
      await page.getByRole('button', { name: 'New payment link' }).click();
      await fillLink(app, '60', order, null);
      await createLink(app);
    }
    await expect(status).toHaveText('Offline, 2 changes waiting');
    await goTo('Sync');
    await page.getByRole('table', { name: 'Waiting changes' }).getByRole('row').nth(1).click();
    await steps.shot('sync-offline');
    return (await status.textContent()) ?? '';
  });

  await steps.step('Come back and send them', async () => {
    const before = practice.requests().length;
    await page.getByRole('switch', { name: 'Work offline' }).uncheck();
    const saved = await allSaved();
    await steps.shot('sync');
    return `${practice.requests().length - before} requests sent; ${saved}`;
  });

  await steps.step('Save the webhook', async () => {
    await goTo('Webhook');
    await page.getByRole('textbox', { name: 'Webhook URL' }).fill(receiver.url);
    await page.getByRole('button', { name: 'Generate key' }).click();
    const key = page.getByLabel('Verification key', { exact: true });
    await expect(key).toHaveValue(/^.{64}$/);
    receiver.expect(await key.inputValue());
    await page.getByRole('switch', { name: 'Send after-sell events' }).check();
    await steps.shot('webhook-form');
    await page.getByRole('button', { name: 'Save webhook' }).click();
    await expect(page.getByText('Saved on the service', { exact: true })).toBeVisible();
    return `${receiver.url}, with a generated key`;
  });

  await steps.step('Send the test event', async () => {
    await page.getByRole('button', { name: 'Send test event' }).click();
    const result = page.getByRole('region', { name: 'Test result' });
    await expect(result).toContainText('Test delivered');
    await steps.shot('webhook');
    return `Test delivered; the receiver verified ${receiver.verified()} event with its key`;
  });

  await sellThroughRelay({ app, steps, folder, order: '1042', goTo });

  await steps.step('See the settings, and the dark look', async () => {
    await goTo('Settings');
    await steps.shot('settings');
    await page.emulateMedia({ colorScheme: 'dark' });
    await goTo('Payment links');
    await expect(links.getByRole('row').filter({ hasText: '1044' })).toBeVisible();
    await steps.shot('payment-links-dark');
    await page.emulateMedia({ colorScheme: null });
    return 'each screen has its screenshot';
  });
}

async function fillLink({ page }: OpenedApp, price: string, order: string, discounted: string | null): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'New payment link' });
  const product = dialog.getByRole('combobox', { name: 'Product' });
  if ((await product.inputValue()) === '') {
    await product.click();
    await page.getByRole('option', { name: PRODUCT }).click();
  }
  const group = dialog.getByRole('group', { name: 'Price 1' });
  await group.getByRole('textbox', { name: 'Price', exact: true }).fill(price);
  if (discounted !== null) {
    await group.getByRole('checkbox', { name: 'Discount' }).check();
    await group.getByRole('textbox', { name: 'Discounted price' }).fill(discounted);
    await dialog.getByRole('checkbox', { name: 'Single use' }).check();
  }
  await dialog.getByRole('button', { name: 'Add metadata' }).click();
  await dialog.getByRole('textbox', { name: 'Metadata key 1' }).fill('order');
  await dialog.getByRole('textbox', { name: 'Metadata value 1' }).fill(order);
}

async function createLink({ page }: OpenedApp): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'New payment link' });
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog).toBeHidden();
}
