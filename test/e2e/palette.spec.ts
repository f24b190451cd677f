// The command palette, by keyboard: every screen and command, products and payment links.

import type { Page } from '@playwright/test';
import { writeDataFolder } from '../support/data-folder.ts';
import { resize } from '../support/resize.ts';
import { allSaved, createLink, createProduct, goTo, signIn, syncStatus } from '../support/seller.ts';
import { expect, test } from './service.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });

async function find(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(words);
}

const current = (page: Page) => palette(page).getByRole('option', { selected: true });

test('the palette opens screens, commands, products and links by keyboard, and copies a checkout link', async ({
  launchApp,
  service,
}) => {
  const app = await launchApp();
  const { page } = app;
  await expect(page.getByRole('heading', { name: 'Sign in to your store' })).toBeVisible();
  // Signed out there is no store to search, but the practice store and backups are available.
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('option', { name: 'Restore backup' })).toBeVisible();
  await expect(palette(page).getByRole('option', { name: 'New product' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await signIn(page, service);

  await find(page, 'new prod');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New product' });
  await expect(dialog.getByRole('textbox', { name: 'Button title' })).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeHidden();
  await page.keyboard.press('Escape');
  await createProduct(page, 'Logo design');
  await createLink(page, 'Logo design', '80.10', '1042');
  await createLink(page, 'Logo design', '60', '1043');
  await allSaved(page);

  // A link by its metadata, from another screen; its details open.
  await goTo(page, 'Settings');
  await find(page, 'order 1042');
  await expect(current(page)).toContainText('$80.10');
  await expect(palette(page).getByRole('status')).toHaveText('Found 1 payment link');
  await page.keyboard.press('Enter');
  const details = page.getByRole('complementary', { name: 'Link details' });
  await expect(details).toContainText('order');
  const url = await details.getByRole('textbox', { name: 'Checkout URL' }).inputValue();

  // By a pasted address; the secondary action copies it without leaving the screen.
  await goTo(page, 'Products');
  await find(page, '');
  await page.keyboard.insertText(`${url}&utm_source=letter`);
  await expect(current(page)).toContainText('order: 1042');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Checkout link copied')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Products', exact: true })).toBeVisible();

  // Recent items come first while nothing is typed.
  await find(page, '');
  await expect(current(page)).toContainText('order: 1042');
  await expect(palette(page).getByRole('group', { name: 'Recent' }).getByRole('option').nth(1)).toContainText('1043');
  await page.keyboard.press('Escape');

  // Enter does not wait for the list to render, and never uses an older one.
  await find(page, 'work off');
  await page.keyboard.press('Enter');
  await expect(syncStatus(page)).toHaveText('Offline, no changes waiting');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page.keyboard.type('go sync');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Sync', exact: true })).toBeVisible();
  expect(await app.chooseMenuItem('palette')).toBe(true);
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type('no such thing');
  await expect(palette(page).getByRole('status')).toHaveText('Nothing found');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press('Escape');

  // Signed out with the sign-in form put off: the palette brings it back.
  await page.getByRole('button', { name: /^Store: / }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('dialog', { name: 'Sign out' }).getByRole('button', { name: 'Sign out' }).click();
  const signingIn = page.getByRole('region', { name: 'Sign in' });
  await signingIn.getByRole('button', { name: 'Later' }).click();
  await expect(signingIn).toBeHidden();
  await find(page, 'sign');
  await expect(current(page)).toHaveText('Sign in');
  await page.keyboard.press('Enter');
  await expect(signingIn.getByLabel('Password', { exact: true })).toBeFocused();
});

test('among ten thousand links the palette shows a few and says how many there are', async ({
  launchApp,
  userDataDir,
}) => {
  writeDataFolder({ userDataDir, products: 100, links: 10_000 });
  const { page } = await launchApp();
  await expect(page.getByRole('heading', { name: 'Products', exact: true })).toBeVisible();
  await find(page, 'order 743');
  await expect(palette(page).getByRole('status')).toHaveText(/^Found \d+ payment links$/);
  await expect(
    palette(page)
      .getByRole('group', { name: /^Payment links, 8 of / })
      .getByRole('option'),
  ).toHaveCount(8);
  await page.keyboard.press('ArrowUp');
  await expect(palette(page).getByRole('option').last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.type('1');
  await expect(palette(page).getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Link details' })).toContainText('7431');
});

test('a link that the palette opens has the keyboard: no key acts on the row before it', async ({ signedIn: app }) => {
  const { page } = app;
  await createProduct(page, 'Logo design');
  for (const order of ['1001', '1002', '1003']) await createLink(page, 'Logo design', '60', order);
  await allSaved(page);
  const row = (order: string) =>
    page.getByRole('table', { name: 'Payment links' }).getByRole('row').filter({ hasText: order });
  const details = page.getByRole('complementary', { name: 'Link details' });
  const open = async (order: string) => {
    await find(page, `order ${order}`);
    await expect(palette(page).getByRole('status')).toHaveText('Found 1 payment link');
    await page.keyboard.press('Enter');
    await expect(details).toContainText(order);
    await expect(row(order)).toBeFocused();
  };
  await page.keyboard.press('Control+f');
  await page.keyboard.press('ArrowDown');
  await expect(row('1003')).toBeFocused();
  await open('1001');
  await page.keyboard.press('Control+c');
  await expect(page.getByText('Checkout link copied: $60.00, order 1001')).toBeVisible();
  expect(await app.clipboardText()).toBe(await details.getByRole('textbox', { name: 'Checkout URL' }).inputValue());
  await open('1003');
  await page.keyboard.press('ArrowDown');
  await expect(row('1002')).toBeFocused();
  await expect(details).toContainText('1002');
  await page.keyboard.press('Delete');
  const question = page.getByRole('dialog', { name: 'Delete payment link' });
  await expect(question).toContainText('1002');
  await page.keyboard.press('Escape');

  // A link that the search of the list hides is shown in the whole list.
  const search = page.getByRole('searchbox', { name: 'Search payment links' });
  await search.fill('1002');
  await expect(row('1003')).toHaveCount(0);
  await search.press('ArrowDown');
  await open('1001');
  await expect(search).toHaveValue('');
  await page.keyboard.press('Delete');
  await expect(question).toContainText('1001');
});

test('links of products that differ at their end can be told apart in the palette', async ({ signedInWith }) => {
  const titles = ['spring', 'autumn'].map((term) => `Photography workshop for beginners, Berlin, ${term}`);
  const { page } = await signedInWith({
    products: 2,
    links: 6,
    productTitles: titles,
    edit: (link, index) => ({
      ...link,
      prices: [{ currencyId: 2, priceCents: 1_249_900, discountCents: null }],
      useOnce: true,
      metadata: [
        { key: 'order', value: `2026-1044${index}` },
        { key: 'customer', value: 'Schneider & Partner GmbH' },
      ],
    }),
  });
  await resize(page, { width: 1280, height: 800 });
  await find(page, 'photography');
  const links = palette(page).getByRole('group', { name: 'Payment links' }).getByRole('option');
  await expect(links).toHaveCount(6);
  const cut = () =>
    links.evaluateAll((rows) =>
      rows.flatMap((row) =>
        [...row.querySelectorAll('[title]')].flatMap(({ scrollWidth, clientWidth, textContent }) =>
          scrollWidth > clientWidth ? (textContent ?? '') : [],
        ),
      ),
    );
  for (const size of [
    { width: 1280, height: 800 },
    { width: 900, height: 600 },
  ]) {
    await resize(page, size);
    await expect.poll(cut, { message: `${size.width} px`, timeout: 8_000 }).toEqual([]);
  }
  await resize(page, { width: 450, height: 300 });
  const options = palette(page).getByRole('option');
  for (const at of [0, 1, 2]) await expect(options.nth(at)).toBeInViewport({ ratio: 0.95, timeout: 8_000 });
  await expect(palette(page).getByRole('status')).toBeInViewport({ ratio: 1 });
});
