// From a new link to the customer: the toast after creating, many links copied, customised, printed and replaced, and messages.

import type { Locator, Page } from '@playwright/test';
import { expectNoFindings } from '../support/axe.ts';
import { writeDataFolder } from '../support/data-folder.ts';
import { allSaved, chooseForLink, createLink, createProduct, goTo, linkRow } from '../support/seller.ts';
import { expect, test } from './service.ts';

const dialogOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name });
const toastWith = (page: Page, text: string): Locator => page.getByRole('status').filter({ hasText: text });

test('the toast after creating leads on: to a link of the product, and to the address now or when it comes', async ({
  signedIn: app,
}) => {
  const { page } = app;
  await createProduct(page, 'Coaching hour');
  await toastWith(page, 'Product saved.').getByRole('button', { name: 'New payment link' }).click();
  const form = dialogOf(page, 'New payment link');
  await expect(form.getByText('For Coaching hour')).toBeVisible();
  await form.getByRole('textbox', { name: 'Price', exact: true }).fill('60');
  await form.getByRole('button', { name: 'Create link' }).click();
  await allSaved(page);
  // The button is still there once the link is on the service, whether or not the toast tells so by now.
  await toastWith(page, 'Payment link saved.').getByRole('button', { name: 'Copy checkout link' }).click();
  await expect(page.getByText('Checkout link copied')).toBeVisible();
  await expect.poll(() => app.clipboardText()).toMatch(/uuid=00001-uuid$/);

  const offline = page.getByRole('switch', { name: 'Work offline' });
  await offline.check();
  await createLink(page, 'Coaching hour', '70', '902');
  await toastWith(page, 'Payment link saved.').getByRole('button', { name: 'Copy checkout link' }).click();
  await expect(page.getByText('The checkout link is copied when its address comes.')).toBeVisible();
  expect(await app.clipboardText()).toMatch(/uuid=00001-uuid$/);
  await offline.uncheck();
  await expect.poll(() => app.clipboardText()).toMatch(/uuid=00002-uuid$/);
});

test('a customised link can be closed once it is copied, its filled part stands out, and no field has a raw name', async ({
  launchApp,
  userDataDir,
}) => {
  writeDataFolder({ userDataDir, products: 1, links: 1 });
  const app = await launchApp();
  const { page } = app;
  await goTo(page, 'Payment links');
  await chooseForLink(page, 'order: 1', 'Customise checkout link');
  const dialog = dialogOf(page, 'Customise checkout link');
  const address = dialog.getByRole('textbox', { name: 'Checkout URL' });
  const base = await address.inputValue();
  await expect(dialog.locator('mark')).toHaveCount(0);
  await dialog.getByRole('textbox', { name: 'Phone number' }).fill('600');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Ana');
  await expect(address).toHaveValue(`${base}&phone_number=600&name=Ana`);
  await expect(address).toHaveAttribute('readonly');
  await expect(dialog.locator('mark')).toHaveText('&phone_number=600&name=Ana');
  await dialog.getByRole('button', { name: 'Save as template' }).click();
  const template = dialogOf(page, 'Save template');
  await expect(template.getByRole('checkbox', { name: 'Phone number: always “600”' })).toBeVisible();
  await expect(template.getByRole('checkbox', { name: 'Name: always “Ana”' })).toBeVisible();
  await expect(template).not.toContainText('phone_number');
  await template.getByRole('button', { name: 'Cancel' }).click();

  // What was typed and not copied is asked about.
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(dialog.getByRole('status')).toHaveText('Checkout link copied');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Bo');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.poll(() => app.clipboardText()).toBe(`${base}&phone_number=600&name=Bo`);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('a link is sent with the message of the seller, by e-mail and by WhatsApp; a waiting one says why not', async ({
  launchApp,
  userDataDir,
}) => {
  writeDataFolder({ userDataDir, products: 1, links: 1 });
  const app = await launchApp();
  const { page } = app;
  const opened = async () =>
    (await app.outside()).filter(({ kind }) => kind === 'open-external').map(({ what }) => what);
  await goTo(page, 'Payment links');
  await chooseForLink(page, 'order: 1', 'Send by e-mail');
  await expect(page.getByText('Message opened in your e-mail program')).toBeVisible();
  await linkRow(page, 'order: 1').getByText('Product 1').click();
  const link = await page.getByRole('textbox', { name: 'Checkout URL' }).inputValue();
  const text = (breaks: string) =>
    encodeURIComponent(`Hello,${breaks}${breaks}here is your payment link for Product 1 ($0.90):${breaks}${link}`);
  expect(await opened()).toEqual([`mailto:?subject=Product%201&body=${text('\r\n')}`]);
  expect((await opened())[0]).toContain('Hello%2C%0D%0A%0D%0Ahere');

  await toastWith(page, 'e-mail program').getByRole('button', { name: 'Edit message' }).click();
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  await message.fill('Hi & hello, pay {price} for {product}');
  await page.getByRole('button', { name: 'Save message' }).click();
  await expect(message).toHaveAccessibleDescription(/Keep \{link\} in the message/);
  await message.fill('Hi & hello, pay {price} for {product}: {link} ✓');
  await expectNoFindings(page, 'message');
  await page.getByRole('button', { name: 'Save message' }).click();
  await expect(page.getByText('Message saved')).toBeVisible();
  await app.kill();

  const again = await launchApp();
  await createLink(again.page, 'Product 1', '60', '900');
  await chooseForLink(again.page, 'order: 900', 'Send by WhatsApp');
  await expect(again.page.getByText(/Nothing was opened\. This payment link has no address yet/)).toBeVisible();
  await linkRow(again.page, 'order: 1').getByText('Product 1').click();
  await again.page
    .getByRole('complementary', { name: 'Link details' })
    .getByRole('button', { name: 'Send by WhatsApp' })
    .click();
  await expect(again.page.getByText('Message opened in your browser')).toBeVisible();
  expect((await again.outside()).filter(({ kind }) => kind === 'open-external').map(({ what }) => what)).toEqual([
    `https://wa.me/?text=${encodeURIComponent(`Hi & hello, pay $0.90 for Product 1: ${link} ✓`)}`,
  ]);
});
