// A seller's steps in the window, through accessible names, shared by many end-to-end tests.
import { expect, type Locator, type Page } from '@playwright/test';
import { statusText } from '../../src/shared/status.ts';
import { type RecordingService, SELLER } from './recording-service.ts';

const signInScreen = (page: Page) => page.getByRole('heading', { name: 'Sign in to your store' });

/** Signs in with the form's call, but without the form, for tests about something else. */
export async function signInAtOnce(page: Page, service: RecordingService): Promise<void> {
  await expect(signInScreen(page)).toBeVisible();
  const input = { ...SELLER, serviceAddress: `${service.url}/` };
  const answer = await page.evaluate((given) => window.storefront.invoke('session.signIn', given), input);
  expect(answer.ok).toBe(true);
  await expect(signInScreen(page)).toBeHidden();
}

/** Signs in by the form, and waits for the result. */
export async function signIn(page: Page, service: RecordingService): Promise<void> {
  await expect(signInScreen(page)).toBeVisible();
  // For a known store the form asks only for the password.
  const address = page.getByRole('textbox', { name: 'Service address' });
  if ((await address.count()) > 0) {
    await address.fill(`${service.url}/`);
    await page.getByRole('textbox', { name: 'Email' }).fill(SELLER.email);
  }
  await page.getByLabel('Password', { exact: true }).fill(SELLER.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(signInScreen(page)).toBeHidden();
}

/** Opens a screen from the side bar; resolves once it is shown, or a dialog asks whether to leave the current one. */
export async function goTo(page: Page, name: string): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
  await link.click();
  const current = link.and(page.locator('[aria-current="page"]'));
  await expect(current.or(page.getByRole('dialog')).first()).toBeVisible();
}

export const syncStatus = (page: Page) => page.getByRole('status', { name: 'Sync status' });

/** Waits until the window shows that all is saved and has caught up with the main process. */
export async function allSaved(page: Page): Promise<void> {
  const saved = 'All changes are saved on the service';
  // The main process knows a new change before the window's status shows it.
  const statusNow = async () => {
    const frame = await page.evaluate(() => window.storefront.invoke('frame.get', undefined));
    return frame.ok && frame.value.status ? statusText(frame.value.status) : '';
  };
  await expect.poll(statusNow).toBe(saved);
  await expect(syncStatus(page)).toHaveText(saved);
}

export async function createProduct(page: Page, title: string): Promise<void> {
  await goTo(page, 'Products');
  await page.getByRole('button', { name: 'New product' }).click();
  const dialog = page.getByRole('dialog', { name: 'New product' });
  await dialog.getByRole('textbox', { name: 'Button title' }).fill('Book now');
  await dialog.getByRole('textbox', { name: 'Product title' }).fill(title);
  await dialog.getByRole('textbox', { name: 'Product description' }).fill('One hour, by video.');
  await dialog.getByRole('button', { name: 'Save product' }).click();
  await expect(dialog).toBeHidden();
}

/** Opens the form of a new link on the list of links. */
export async function openLinkForm(page: Page): Promise<Locator> {
  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'New payment link' }).click();
  return page.getByRole('dialog', { name: 'New payment link' });
}

/** Creates a link with one price and the metadata `order`. */
export async function createLink(
  page: Page,
  product: string,
  price: string,
  order: string,
  { singleUse = false } = {},
): Promise<void> {
  const dialog = await openLinkForm(page);
  await dialog.getByRole('combobox', { name: 'Product' }).click();
  await page.getByRole('option', { name: product }).click();
  await dialog.getByRole('group', { name: 'Price 1' }).getByRole('textbox', { name: 'Price', exact: true }).fill(price);
  if (singleUse) await dialog.getByRole('checkbox', { name: 'Single use' }).check();
  await dialog.getByRole('button', { name: 'Add metadata' }).click();
  await dialog.getByRole('textbox', { name: 'Metadata key 1' }).fill('order');
  await dialog.getByRole('textbox', { name: 'Metadata value 1' }).fill(order);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog).toBeHidden();
}

export const linkRow = (page: Page, order: string) =>
  page.getByRole('table', { name: 'Payment links' }).getByRole('row').filter({ hasText: order });

/** Chooses an item from the menu of the payment link with this order. */
export async function chooseForLink(page: Page, order: string, item: string): Promise<void> {
  await linkRow(page, order)
    .getByRole('button', { name: /^More actions/ })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}
