// The seller's main job, step by step, by accessible names.
import { PRACTICE_SELLER, type PracticeStore } from '../../src/practice-store/server.ts';
import { texts as shared } from '../../src/shared/texts/main.ts';
import { texts } from '../../src/shared/texts/window.ts';
import type { OpenedApp } from '../launch/open-app.ts';
import { freePort } from '../test/free-port.ts';
import { expect, type Steps } from './steps.ts';
import { sellThroughRelay } from './team-sale.ts';

interface Tour {
  readonly app: OpenedApp;
  readonly practice: PracticeStore;
  readonly steps: Steps;
  /** Where the tour stores its files. */
  readonly folder: string;
}

const PRODUCT = 'Coaching hour';

export async function runTour({ app, practice, steps, folder }: Tour): Promise<void> {
  const { page } = app;
  const status = page.getByRole('status', { name: texts.app.store.syncStatus });
  const goTo = (name: string) =>
    page.getByRole('navigation', { name: texts.app.navigation.label }).getByRole('link', { name }).click();
  const allSaved = async () => {
    await expect(status).toHaveText(shared.states.store.saved);
    return (await status.textContent()) ?? '';
  };
  const links = page.getByRole('table', { name: shared.names.paymentLinks });

  await steps.step('Sign in', async () => {
    await expect(page.getByRole('heading', { name: texts.signIn.form.title })).toBeVisible();
    await page.getByRole('textbox', { name: texts.signIn.form.serviceAddress }).fill(practice.url);
    await page.getByRole('textbox', { name: texts.signIn.form.email }).fill(PRACTICE_SELLER.email);
    await page.getByLabel(texts.signIn.form.password, { exact: true }).fill(PRACTICE_SELLER.password);
    await steps.shot('sign-in');
    await page.getByRole('button', { name: texts.app.store.signIn, exact: true }).click();
    await expect(page.getByRole('heading', { name: shared.names.products, exact: true })).toBeVisible();
    await expect(page.getByText(texts.common.nothingHereYet)).toBeVisible();
    await steps.shot('products-empty');
    return `signed in as ${PRACTICE_SELLER.email}`;
  });

  await steps.step('Create a product', async () => {
    await page.getByRole('button', { name: texts.products.newProduct }).click();
    const dialog = page.getByRole('dialog', { name: texts.products.newProduct });
    await dialog.getByRole('textbox', { name: texts.products.fields.buttonTitle }).fill('Book an hour');
    await dialog.getByRole('textbox', { name: texts.products.fields.title }).fill(PRODUCT);
    await dialog
      .getByRole('textbox', { name: texts.products.fields.description })
      .fill('One hour, by video.\nBring your questions.');
    await steps.shot('new-product');
    await dialog.getByRole('button', { name: texts.products.form.save }).click();
    await expect(dialog).toBeHidden();
    const saved = await allSaved();
    await steps.shot('products');
    return `"${PRODUCT}" is a draft; ${saved}`;
  });

  await steps.step('Make a discounted single-use link with metadata', async () => {
    await goTo(shared.names.paymentLinks);
    await page.getByRole('button', { name: texts.links.newLink }).click();
    await fillLink(app, '100.55', '1042', '80.10');
    await steps.shot('new-payment-link');
    await createLink(app);
    await allSaved();
    await steps.shot('payment-links');
    return 'USD 80.10 instead of 100.55, single use, order 1042';
  });

  await steps.step('Copy its checkout URL', async () => {
    const row = links.getByRole('row').filter({ hasText: '1042' });
    await row.getByRole('button', { name: texts.links.commands.copy }).click();
    await expect(page.getByText(texts.links.copied)).toBeVisible();
    const url = await app.clipboardText();
    await row.getByRole('cell').first().click();
    await expect(page.getByRole('textbox', { name: texts.links.details.checkoutUrl })).toHaveValue(url);
    await steps.shot('payment-link');
    return url;
  });

  await steps.step("Look at the product's page", async () => {
    await goTo(shared.names.products);
    await page.getByRole('table', { name: shared.names.products }).getByText(PRODUCT).click();
    await expect(page.getByRole('heading', { name: PRODUCT })).toBeVisible();
    await steps.shot('product');
    return 'published by its first payment link';
  });

  await steps.step('Go offline and queue two changes', async () => {
    await page.getByRole('switch', { name: shared.names.workOffline }).check();
    await goTo(shared.names.paymentLinks);
    for (const order of ['1043', '1044']) {
      await page.getByRole('button', { name: texts.links.newLink }).click();
      await fillLink(app, '60', order, null);
      await createLink(app);
    }
    await expect(status).toHaveText(shared.states.store.offline({ waiting: 2 }));
    await goTo(shared.names.sync);
    await page.getByRole('table', { name: texts.sync.waitingChanges }).getByRole('row').nth(1).click();
    await page.getByText(texts.parts.technicalDetails, { exact: true }).click();
    await expect(page.getByRole('heading', { name: texts.sync.change.request })).toBeVisible();
    await steps.shot('sync-offline');
    return (await status.textContent()) ?? '';
  });

  await steps.step('Come back and send them', async () => {
    await page.getByRole('switch', { name: shared.names.workOffline }).uncheck();
    const saved = await allSaved();
    await steps.shot('sync');
    return saved;
  });

  await steps.step('Start the inbox, and save its address as the webhook', async () => {
    await goTo(shared.names.webhook);
    const inbox = page.getByRole('region', { name: texts.inbox.title });
    await inbox.getByText(texts.inbox.forDevelopers, { exact: true }).click();
    // The seller's own app may use the usual port.
    await inbox.getByRole('textbox', { name: texts.inbox.port }).fill(String(await freePort()));
    await inbox.getByRole('button', { name: texts.inbox.start }).click();
    await inbox.getByRole('button', { name: texts.inbox.useAddress }).click();
    // The first address comes with a key.
    await expect(page.getByLabel(texts.webhook.key.label, { exact: true })).toHaveValue(/^.{64}$/);
    await steps.shot('webhook-form');
    await page.getByRole('button', { name: texts.webhook.form.save }).click();
    await expect(page.getByText(texts.webhook.status.saved, { exact: true })).toBeVisible();
    return page.getByRole('textbox', { name: texts.webhook.form.url }).inputValue();
  });

  await steps.step('Send the test event', async () => {
    await page.getByRole('button', { name: texts.webhook.test.send }).click();
    const result = page.getByRole('region', { name: texts.webhook.test.result });
    await expect(result).toContainText(texts.webhook.test.delivered);
    const deliveries = page.getByRole('table', { name: texts.inbox.deliveries.label });
    await expect(deliveries).toContainText(texts.inbox.verification.verified);
    await steps.shot('webhook');
    return 'delivered to the inbox of the app, and verified with the key';
  });

  await sellThroughRelay({ app, steps, folder, order: '1042', goTo });

  await steps.step('See the settings, and the dark look', async () => {
    await goTo(shared.names.settings);
    await steps.shot('settings');
    await page.emulateMedia({ colorScheme: 'dark' });
    await goTo(shared.names.paymentLinks);
    await expect(links.getByRole('row').filter({ hasText: '1044' })).toBeVisible();
    await steps.shot('payment-links-dark');
    await page.emulateMedia({ colorScheme: null });
    return 'each screen has its screenshot';
  });
}

async function fillLink({ page }: OpenedApp, price: string, order: string, discounted: string | null): Promise<void> {
  const dialog = page.getByRole('dialog', { name: texts.links.newLink });
  const product = dialog.getByRole('combobox', { name: texts.links.facts.product });
  if ((await product.inputValue()) === '') {
    await product.click();
    await page.getByRole('option', { name: PRODUCT }).click();
  }
  const group = dialog.getByRole('group', { name: texts.links.facts.priceAt({ place: 1 }) });
  await group.getByRole('textbox', { name: texts.links.facts.price, exact: true }).fill(price);
  if (discounted !== null) {
    await group.getByRole('checkbox', { name: texts.linkForm.prices.discount }).check();
    await group.getByRole('textbox', { name: texts.linkForm.prices.discounted }).fill(discounted);
    await dialog.getByRole('checkbox', { name: texts.links.facts.singleUse }).check();
  }
  await dialog.getByRole('button', { name: texts.linkForm.metadata.add }).click();
  await dialog.getByRole('textbox', { name: texts.linkForm.metadata.keyAt({ place: 1 }) }).fill('order');
  await dialog.getByRole('textbox', { name: texts.linkForm.metadata.valueAt({ place: 1 }) }).fill(order);
}

async function createLink({ page }: OpenedApp): Promise<void> {
  const dialog = page.getByRole('dialog', { name: texts.links.newLink });
  await dialog.getByRole('button', { name: texts.linkForm.create }).click();
  await expect(dialog).toBeHidden();
}
