// "Send by e-mail" and "Send by WhatsApp", with the message that the seller keeps in Settings.
import type { Locator, Page } from '@playwright/test';
import { expectNoFindings } from '../support/axe.ts';
import { writeDataFolder } from '../support/data-folder.ts';
import { chooseForLink, createLink, goTo, linkRow } from '../support/seller.ts';
import { expect, test } from './fixture.ts';

const toastWith = (page: Page, text: string): Locator => page.getByRole('status').filter({ hasText: text });

test('sends a link with the seller’s message by e-mail and WhatsApp; a waiting link says why it cannot', async ({
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

  await toastWith(page, 'e-mail program').getByRole('button', { name: 'Edit template' }).click();
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  await expect(message).toBeFocused();
  await expect(message).toBeInViewport();
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
  await linkRow(again.page, 'order: 900')
    .getByRole('button', { name: /^More actions/ })
    .click();
  const waiting = again.page.getByRole('menuitem', { name: 'Send by WhatsApp' });
  await expect(waiting).toBeDisabled();
  await expect(waiting).toHaveAccessibleDescription('Waiting: the address comes when it is sent');
  await again.page.keyboard.press('Escape');
  await linkRow(again.page, 'order: 900').getByText('Product 1').click();
  const byEmail = again.page.getByRole('button', { name: 'Send by e-mail' });
  await expect(byEmail).toBeDisabled();
  await expect(byEmail).toHaveAccessibleDescription('Waiting: the address comes when it is sent');
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
