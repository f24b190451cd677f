// Unsaved text is asked about before it is left, by every way out.
import type { Locator, Page } from '@playwright/test';
import { SELLER } from '../support/recording-service.ts';
import { allSaved, closeWindow, createLink, createProduct, goTo } from '../support/seller.ts';
import { expect, test } from './service.ts';

const navigationTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

/** Clicks both before the app can answer the first. */
async function clickTogether(page: Page, ...controls: readonly [Locator, Locator]): Promise<void> {
  const [first, second] = [await controls[0].elementHandle(), await controls[1].elementHandle()];
  await page.evaluate(
    (elements) => {
      for (const element of elements) (element as HTMLElement).click();
    },
    [first, second],
  );
}

test('asks before unsaved changes are left: by a link, a shortcut, another store, and closing the window', async ({
  launchApp,
}) => {
  const app = await launchApp({ args: ['--practice'] });
  const { page } = app;
  const url = page.getByRole('textbox', { name: 'Webhook URL' });
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const stay = () => question.getByRole('button', { name: 'Stay' }).click();
  await goTo(page, 'Webhook');
  await url.fill('https://hooks.example/a');
  await goTo(page, 'Products');
  await expect(question).toContainText('your changes to the webhook are lost');
  await stay();
  await expect(question).toBeHidden();
  await expect(url).toHaveValue('https://hooks.example/a');
  await expect(page).toHaveURL(/#\/webhook$/);

  await page.keyboard.press('ControlOrMeta+2');
  await expect(question).toBeVisible();
  await stay();
  await page.getByRole('button', { name: 'Store: Practice store' }).click();
  await page.getByRole('menuitem', { name: 'Add another store' }).click();
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(url).toHaveValue('https://hooks.example/a');

  await goTo(page, 'Products');
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page.getByRole('heading', { name: 'Products', exact: true })).toBeVisible();
  await goTo(page, 'Webhook');
  await expect(url).toHaveValue('');

  await url.fill('https://hooks.example/b');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await closeWindow(app);
  await stay();
  await expect(url).toHaveValue('https://hooks.example/b');
  await closeWindow(app);
  // The window may be gone before the click returns.
  await question
    .getByRole('button', { name: 'Leave without saving' })
    .click()
    .catch((error: unknown) => {
      if (!page.isClosed()) throw error;
    });
  expect(await app.exited).toBe(0);
});

test('a click that leaves the screen while the webhook is being saved leaves once it is saved', async ({
  signedIn: { page },
}) => {
  await goTo(page, 'Webhook');
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill('https://hooks.example/a');
  await clickTogether(page, page.getByRole('button', { name: 'Save webhook' }), navigationTo(page, 'Sync'));
  await expect(page.getByRole('heading', { name: 'Sync', exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await allSaved(page);
  await goTo(page, 'Webhook');
  await expect(page.getByRole('textbox', { name: 'Webhook URL' })).toHaveValue('https://hooks.example/a');
});

test('who leaves an import while its links are being created stays on the other screen', async ({
  signedIn: { page },
}) => {
  await createProduct(page, 'Logo design');
  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'Import links from CSV' }).click();
  await page.getByRole('textbox', { name: 'Paste rows' }).fill('Product,Price USD\nLogo design,149');
  await page.getByRole('button', { name: 'Read rows' }).click();
  const create = page.getByRole('button', { name: 'Create 1 link' });
  await expect(create).toBeEnabled();
  await clickTogether(page, create, navigationTo(page, 'Sync'));
  // The row of the history comes after the answer to "Create".
  await expect(page.getByRole('heading', { name: 'Sync', exact: true })).toBeVisible();
  await allSaved(page);
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByRole('table', { name: 'History' }).getByRole('row')).toHaveCount(3);
});

test('what cannot be done is said on the screen that the seller went to meanwhile', async ({ signedIn: { page } }) => {
  await goTo(page, 'Settings');
  await page.getByRole('textbox', { name: 'Invite' }).fill('no such');
  await clickTogether(page, page.getByRole('button', { name: 'Join team' }), navigationTo(page, 'Sync'));
  await expect(page.getByRole('alert').filter({ hasText: 'This is not an invite' })).toContainText(
    'The team was not joined',
  );
});

test('switching the store asks first, and typed text stays with its store', async ({ signedIn: { page } }) => {
  await page.getByRole('button', { name: /^Store: / }).click();
  await page.getByRole('menuitem', { name: 'Add another store' }).click();
  await page.getByRole('button', { name: 'Open the practice store' }).click();
  await goTo(page, 'Webhook');
  const url = page.getByRole('textbox', { name: 'Webhook URL' });
  await url.fill('https://hooks.example/a');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const switchStore = async () => {
    await page.getByRole('button', { name: 'Store: Practice store' }).click();
    await page.getByRole('menuitem', { name: SELLER.email }).first().click();
  };
  await switchStore();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(url).toHaveValue('https://hooks.example/a');
  await switchStore();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page.getByRole('heading', { name: 'Products', exact: true })).toBeVisible();
  await expect(page.getByText('it runs on this computer')).toHaveCount(0);
});

test('"Show that link" appears only for the address of an existing link, and asks before typed text is lost', async ({
  launchApp,
}) => {
  const app = await launchApp({ args: ['--practice'] });
  const { page } = app;
  await createProduct(page, 'Logo design');
  await createLink(page, 'Logo design', '60', '1044');
  await allSaved(page);
  await page.getByRole('row').filter({ hasText: '1044' }).getByRole('button', { name: 'Copy checkout link' }).click();
  await expect.poll(() => app.clipboardText()).toContain('uuid=');
  const there = await app.clipboardText();

  await page.getByRole('button', { name: 'Add existing link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add existing link' });
  await dialog.getByRole('combobox', { name: 'Product' }).click();
  await page.getByRole('option', { name: 'Logo design' }).click();
  const address = dialog.getByRole('textbox', { name: 'Payment link' });
  const showIt = dialog.getByRole('button', { name: 'Show that link' });
  await address.fill(there.replace(/\?.*$/, ''));
  await dialog.getByRole('button', { name: 'Add link' }).click();
  await expect(address).toHaveAccessibleDescription(/This address has no uuid/);
  await expect(showIt).toHaveCount(0);
  await address.fill(there);
  await expect(address).not.toHaveAccessibleDescription(/This address has no uuid/);
  await dialog.getByRole('button', { name: 'Add link' }).click();
  await showIt.click();
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(address).toHaveValue(there);
  await showIt.click();
  await dialog.getByRole('button', { name: 'Close without saving' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Checkout URL' })).toHaveValue(there);
});

test('a dialog with typed text asks before it closes, and keeps the text', async ({ launchApp }) => {
  const { page } = await launchApp({ args: ['--practice'] });
  await page.getByRole('button', { name: 'New product' }).click();
  const dialog = page.getByRole('dialog', { name: 'New product' });
  await expect(dialog.getByRole('textbox', { name: 'Button title' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'New product' }).click();
  await dialog.getByRole('textbox', { name: 'Product title' }).fill('Logo design');
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('alertdialog', { name: 'Close without saving?' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('textbox', { name: 'Product title' })).toHaveValue('Logo design');
  await expect(dialog.getByRole('textbox', { name: 'Product title' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await dialog.getByRole('button', { name: 'Close without saving' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'New product' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Product title' })).toHaveValue('');
});

test('"Cancel" asks before typed fields and pasted rows are lost, and not where nothing was typed', async ({
  signedIn: { page },
}) => {
  await goTo(page, 'Products');
  const dialog = page.getByRole('dialog', { name: 'New product' });
  const cancel = dialog.getByRole('button', { name: 'Cancel' });
  await page.getByRole('button', { name: 'New product' }).click();
  await cancel.click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'New product' }).click();
  const title = dialog.getByRole('textbox', { name: 'Product title' });
  await title.fill('Logo design');
  await cancel.click();
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(title).toHaveValue('Logo design');
  await cancel.click();
  await dialog.getByRole('button', { name: 'Close without saving' }).click();
  await expect(dialog).toBeHidden();

  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'Import links from CSV' }).click();
  const rows = page.getByRole('textbox', { name: 'Paste rows' });
  await rows.fill('price,order\n60,1042');
  await goTo(page, 'Products');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(rows).toHaveValue('price,order\n60,1042');
  await page.getByRole('button', { name: 'Read rows' }).click();
  await expect(page.getByRole('table')).toContainText('1042');
  await goTo(page, 'Products');
  await expect(page.getByRole('heading', { name: 'Products', exact: true })).toBeVisible();
});
