// Sharing one payment link: customise, QR code, copy when ready, similar link, replace.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expectNoFindings } from '../support/axe.ts';
import { writeDataFolder } from '../support/data-folder.ts';
import { drawSvg, readQrPixels, readQrPng } from '../support/read-qr.ts';
import { resize } from '../support/resize.ts';
import { allSaved, createLink, createProduct, goTo, syncStatus } from '../support/seller.ts';
import { expect, test } from './service.ts';

const tableOf = (page: Page): Locator => page.getByRole('table', { name: 'Payment links' });
const rowOf = (page: Page, order: string): Locator =>
  tableOf(page)
    .getByRole('row')
    .filter({ hasText: `order: ${order}` });
const dialogOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name });

/** Presses one key until the control has the focus; a few presses must do. */
async function pressUntilFocused(page: Page, key: string, target: Locator): Promise<void> {
  await target.waitFor();
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 10 && !(await isThere()); presses += 1) await page.keyboard.press(key);
  await expect(target).toBeFocused();
}

/** Chooses from the menu of a row. */
async function choose(page: Page, row: Locator, name: string): Promise<void> {
  await row.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name }).click();
}

test('customises, copies, shows and saves a link by keyboard alone; its codes read as the address', async ({
  launchApp,
  userDataDir,
}) => {
  writeDataFolder({ userDataDir, products: 2, links: 3 });
  const app = await launchApp();
  const { page } = app;
  const { keyboard } = page;
  await resize(page, { width: 900, height: 600 });
  await page.getByRole('button', { name: 'Later' }).click();
  await goTo(page, 'Payment links');
  const row = rowOf(page, '3');
  await row.focus();
  const menu = row.getByRole('button', { name: /^More actions/ });
  await pressUntilFocused(page, 'Tab', menu);
  await keyboard.press('Enter');
  await pressUntilFocused(page, 'ArrowDown', page.getByRole('menuitem', { name: 'Customise checkout link' }));
  await keyboard.press('Enter');

  const dialog = dialogOf(page, 'Customise checkout link');
  await expect(dialog.getByRole('textbox', { name: 'Phone number' })).toBeFocused();
  await expect(dialog.getByText('Product 1', { exact: true })).toBeVisible();
  await expect(dialog.getByText(/\$3\.00.* · order: 3/)).toBeVisible();
  const address = dialog.getByRole('textbox', { name: 'Checkout URL' });
  const link = await address.inputValue();
  expect(link).toMatch(/^https:\/\/checkout\.example\/mara\/200000\?uuid=[\w-]+$/);
  await keyboard.type('+48 600&100');
  await keyboard.press('Tab');
  await keyboard.type('Zażółć 🧾');
  await keyboard.press('Tab');
  await keyboard.type('uuid');
  await expect(dialog.getByRole('textbox', { name: 'Field 1' })).toHaveAccessibleDescription(/cannot be a field/);
  await keyboard.press('Tab');
  await keyboard.type('a#b');
  // Invalid: nothing is copied, and the focus is on the field.
  await keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Field 1' })).toBeFocused();
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type('note');
  const customised = `${link}&phone_number=%2B48%20600%26100&name=Za%C5%BC%C3%B3%C5%82%C4%87%20%F0%9F%A7%BE&note=a%23b`;
  await expect(address).toHaveValue(customised);
  await expectNoFindings(page, 'customise');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoFindings(page, 'customise, dark');
  await keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toHaveText('Checkout link copied');
  expect(await app.clipboardText()).toBe(customised);

  await dialog.getByRole('button', { name: 'Show QR code' }).focus();
  await keyboard.press('Enter');
  const code = dialogOf(page, 'QR code');
  await expect(code.getByRole('button', { name: 'Save as PNG' })).toBeFocused();
  const picture = code.getByRole('img', { name: `QR code of ${customised}` });
  await expectNoFindings(page, 'QR code, dark');
  expect(readQrPng(await picture.screenshot())).toBe(customised);
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoFindings(page, 'QR code');
  expect(readQrPng(await picture.screenshot())).toBe(customised);
  const png = join(userDataDir, 'code.png');
  await app.answerDialogs({ save: png });
  await keyboard.press('Enter');
  await expect(code.getByRole('status')).toHaveText('Saved as code.png');
  expect(readQrPng(await readFile(png))).toBe(customised);
  const svg = join(userDataDir, 'code.svg');
  await app.answerDialogs({ save: svg });
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(code.getByRole('status')).toHaveText('Saved as code.svg');
  const drawn = drawSvg(await readFile(svg, 'utf8'), 4);
  expect(readQrPixels(drawn.pixels, drawn.size, drawn.size)).toBe(customised);
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(code.getByRole('status')).toHaveText('Picture copied');
  expect(readQrPng(await app.clipboardPicture())).toBe(customised);

  // Back to the typed text and out, to where it began: it was copied, so closing asks nothing.
  await keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'Show QR code' })).toBeFocused();
  await expect(address).toHaveValue(customised);
  await keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(menu).toBeFocused();

  // The label, from the row's own button.
  await keyboard.press('Shift+Tab');
  await keyboard.press('Enter');
  await pressUntilFocused(page, 'Tab', code.getByRole('button', { name: 'Print label' }));
  await keyboard.press('Enter');
  await expect(code.getByRole('status')).toHaveText('Label sent to the printer');
  expect((await app.outside()).filter(({ kind }) => kind === 'print')).toHaveLength(1);
  // Printed: the label, and nothing else of the window.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(code).toBeHidden();
  expect(await page.locator('body').innerText()).toMatch(/^Product 1\s+\$3\.00$/);
  expect(readQrPng(await page.screenshot())).toBe(link);
});

test('a template of fields outlives a restart, fills the form, and can be renamed and deleted', async ({
  launchApp,
  userDataDir,
}) => {
  writeDataFolder({ userDataDir, products: 1, links: 1 });
  const first = await launchApp();
  await goTo(first.page, 'Payment links');
  await choose(first.page, rowOf(first.page, '1'), 'Customise checkout link');
  const typing = dialogOf(first.page, 'Customise checkout link');
  await typing.getByRole('textbox', { name: 'Name' }).fill('Ana');
  await typing.getByRole('textbox', { name: 'Field 1' }).fill('utm_source');
  await typing.getByRole('textbox', { name: 'Field value 1' }).fill('whatsapp');
  await typing.getByRole('button', { name: 'Add field' }).click();
  await typing.getByRole('textbox', { name: 'Field 2' }).fill('city');
  await typing.getByRole('button', { name: 'Save as template' }).click();
  const saving = dialogOf(first.page, 'Save template');
  await expect(saving.getByRole('textbox', { name: 'Template name' })).toBeFocused();
  await expect(saving.getByRole('checkbox', { name: /^Name/ })).not.toBeChecked();
  await expect(saving.getByRole('checkbox', { name: /^utm_source/ })).toBeChecked();
  await expectNoFindings(first.page, 'save template');
  await saving.getByRole('textbox', { name: 'Template name' }).fill('WhatsApp with name');
  await first.page.keyboard.press('Enter');
  // The typed text is still there.
  await expect(typing.getByRole('textbox', { name: 'Name' })).toHaveValue('Ana');
  await expect(typing.getByRole('combobox', { name: 'Template' })).toHaveValue('WhatsApp with name');
  await first.kill();

  const { page, clipboardText } = await launchApp();
  await goTo(page, 'Products');
  await page.getByRole('table', { name: 'Products' }).getByText('Product 1').click();
  await page.getByRole('button', { name: 'Customise checkout link' }).first().click();
  const dialog = dialogOf(page, 'Customise checkout link');
  const address = dialog.getByRole('textbox', { name: 'Checkout URL' });
  await expect(address).toHaveValue('https://checkout.example/mara/200000');
  await dialog.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'WhatsApp with name' }).click();
  // On to the value for this customer.
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('Bo');
  await dialog.getByRole('textbox', { name: 'Field value 2' }).fill('Łódź');
  const customised = 'https://checkout.example/mara/200000?name=Bo&utm_source=whatsapp&city=%C5%81%C3%B3d%C5%BA';
  await expect(address).toHaveValue(customised);
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect.poll(clipboardText).toBe(customised);
  await dialog.getByRole('button', { name: 'Rename template' }).click();
  const renaming = dialogOf(page, 'Rename template');
  await renaming.getByRole('textbox', { name: 'Template name' }).fill('WhatsApp');
  await renaming.getByRole('button', { name: 'Rename template' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Template' })).toHaveValue('WhatsApp');
  await expect(address).toHaveValue(customised);
  await dialog.getByRole('button', { name: 'Delete template' }).click();
  await dialogOf(page, 'Delete template').getByRole('button', { name: 'Delete template' }).click();
  await expect(dialog.getByPlaceholder('None saved yet')).toBeVisible();
  await expect(address).toHaveValue(customised);
});

test('an unsent link is copied once when it gets its address, unless something else was copied', async ({
  signedInWith,
}) => {
  const app = await signedInWith({ products: 1, links: 1 });
  const { page } = app;
  await allSaved(page);
  const offline = page.getByRole('switch', { name: 'Work offline' });
  await offline.check();
  for (const order of ['901', '902']) await createLink(page, 'Product 1', '60', order);
  const ask = rowOf(page, '901').getByRole('button', { name: 'Copy when ready' });
  await ask.click();
  await expect(ask).toHaveAttribute('aria-pressed', 'true');
  await rowOf(page, '901').getByText('order').click();
  const details = page.getByRole('complementary', { name: 'Link details' });
  await expect(details).toContainText('Waiting: the address comes when it is sent');
  await expect(details.getByRole('button', { name: 'Copy when ready' })).toHaveAttribute('aria-pressed', 'true');
  await offline.uncheck();
  await expect(page.getByText('Checkout link copied: Product 1, $60.00, order 901')).toBeVisible();
  const address = await details.getByRole('textbox', { name: 'Checkout URL' }).inputValue();
  await expect.poll(() => app.clipboardText()).toBe(address);

  await offline.check();
  await createLink(page, 'Product 1', '60', '903');
  await rowOf(page, '903').getByRole('button', { name: 'Copy when ready' }).click();
  await rowOf(page, '1').first().getByRole('button', { name: 'Copy checkout link' }).click();
  await expect.poll(() => app.clipboardText()).toContain('https://');
  const other = await app.clipboardText();
  await offline.uncheck();
  await expect(page.getByText('The checkout link is ready: Product 1, $60.00, order 903')).toBeVisible();
  expect(await app.clipboardText()).toBe(other);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.poll(() => app.clipboardText()).toMatch(/uuid=00003-uuid$/);
});

test('a similar link starts from the other one, and a replaced link is deleted after the new one exists', async ({
  signedIn: { page },
  service,
}) => {
  await createProduct(page, 'Coaching hour');
  await createLink(page, 'Coaching hour', '60', '1044');
  await allSaved(page);
  await choose(page, rowOf(page, '1044'), 'Create similar link');
  const similar = dialogOf(page, 'New payment link');
  await expect(similar.getByRole('combobox', { name: 'Product' })).toHaveValue('Coaching hour');
  await expect(similar.getByRole('textbox', { name: 'Price', exact: true })).toHaveValue('60');
  await expect(similar.getByRole('textbox', { name: 'Metadata value 1' })).toBeFocused();
  await page.keyboard.type('1045');
  await page.keyboard.press('Enter');
  await expect(similar).toBeHidden();
  await allSaved(page);
  await expect
    .poll(() => JSON.parse(service.changes.at(-1)?.raw ?? ''))
    .toMatchObject({
      prices: [{ currency_id: 2, price: 60 }],
      metadata: { order: '1045' },
    });

  // Offline, so that it waits visibly and can be undone.
  const offline = page.getByRole('switch', { name: 'Work offline' });
  await offline.check();
  const replace = async () => {
    await choose(page, rowOf(page, '1044'), 'Replace link');
    const dialog = dialogOf(page, 'Replace payment link');
    await expect(dialog).toContainText('the old one is deleted');
    await expect(dialog.getByRole('textbox', { name: 'Price', exact: true })).toBeFocused();
    await page.keyboard.type('75');
    await dialog.getByRole('textbox', { name: 'Metadata value 1' }).fill('1046');
    return dialog;
  };
  const dialog = await replace();
  await expectNoFindings(page, 'replace');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoFindings(page, 'replace, dark');
  await dialog.getByRole('button', { name: 'Replace link' }).click();
  await expect(rowOf(page, '1044')).toContainText('Being replaced');
  await expect(syncStatus(page)).toHaveText('Offline, 2 changes waiting');
  await expectNoFindings(page, 'being replaced, dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoFindings(page, 'being replaced');
  // The old link leads to the new one.
  await rowOf(page, '1044').getByRole('button', { name: 'Copy checkout link' }).click();
  const replaced = dialogOf(page, 'This link is being replaced');
  await replaced.getByRole('button', { name: 'Copy new link' }).click();
  await expect(replaced).toBeHidden();
  await expect(page.getByText('It is copied as soon as it has one.')).toBeVisible();
  await choose(page, rowOf(page, '1044'), 'Show QR code');
  await dialogOf(page, 'QR code').getByRole('button', { name: 'Show new link' }).click();
  await expect(dialogOf(page, 'QR code')).toBeHidden();
  await expect(page.getByRole('complementary', { name: 'Link details' })).toContainText('1046');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, '1044')).toContainText('Synced');
  await expect(rowOf(page, '1046')).toHaveCount(0);

  await (await replace()).getByRole('button', { name: 'Replace link' }).click();
  await expect(rowOf(page, '1046')).toContainText('Waiting');
  await rowOf(page, '1046')
    .getByRole('button', { name: /^More actions/ })
    .click();
  await expect(page.getByRole('menuitem', { name: 'Edit link' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Replace link' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Delete link' }).click();
  const question = dialogOf(page, 'Delete payment link');
  await expect(question).toContainText('the older link stays');
  await question.getByRole('button', { name: 'Delete link' }).click();
  const takenBack = page.getByRole('status').filter({ hasText: 'The link that it was to replace stays.' });
  await takenBack.getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, '1044')).toContainText('Being replaced');
  await offline.uncheck();
  await allSaved(page);
  await expect(rowOf(page, '1044')).toHaveCount(0);
  expect(service.changes.slice(-2).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/shop/products/118/payment-links',
    'DELETE /api/shop/118/payment-links/00001-uuid',
  ]);
});

test('a basic checkout link without a known default price says so beside its commands and when it goes out', async ({
  launchApp,
  userDataDir,
}) => {
  writeDataFolder({ userDataDir, products: 1, links: 1 });
  const app = await launchApp();
  const { page } = app;
  await resize(page, { width: 900, height: 600 });
  await goTo(page, 'Products');
  const row = page.getByRole('table', { name: 'Products' }).getByRole('row').filter({ hasText: 'Product 1' });
  await row.focus();
  await page.keyboard.press('ControlOrMeta+c');
  await expect(page.getByRole('alert').filter({ hasText: 'Basic checkout link copied' })).toBeVisible();
  expect(await app.clipboardText()).toBe('https://checkout.example/mara/200000');
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: 'Copy basic checkout link' })).toContainText('Ctrl C');
  await page.keyboard.press('Escape');
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'Product 1', exact: true }).click();
  await expect(page.getByText('No default price is known')).toBeInViewport({ ratio: 1 });
  const copy = page.getByRole('button', { name: 'Copy basic checkout link' });
  await expect(copy).toHaveAccessibleDescription('No default price is known');
  await copy.click();
  const said = page.getByRole('alert').filter({ hasText: 'Basic checkout link copied' });
  await expect(said).toContainText("Buyers can't pay with the basic checkout link unless");
  expect(await app.clipboardText()).toBe('https://checkout.example/mara/200000');
  for (const name of ['Show QR code', 'Customise checkout link']) {
    await page.getByRole('button', { name, description: 'No default price is known' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('note')).toContainText('No default price is known');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  await expectNoFindings(page, 'a product without a known default price');
});
