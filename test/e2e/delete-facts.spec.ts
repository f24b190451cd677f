// The question before a deletion identifies each link, and a link that waits for its deletion says so before it is given to a
// customer.

import type { Page } from '@playwright/test';
import { expectNoFindings } from '../support/axe.ts';
import { resize } from '../support/resize.ts';
import { allSaved, chooseForLink, createLink, goTo, linkRow, syncStatus } from '../support/seller.ts';
import { expect, test } from './service.ts';

test('the question before links are deleted shows their product, price, metadata and address', async ({
  signedInWith,
}) => {
  const { page } = await signedInWith({ products: 1, links: 7 });
  await resize(page, { width: 900, height: 600 });
  await allSaved(page);
  await goTo(page, 'Payment links');

  await chooseForLink(page, 'order: 4', 'Delete link');
  const one = page.getByRole('dialog', { name: 'Delete payment link' });
  const facts = one.getByRole('list', { name: 'Payment links to delete' }).getByRole('listitem');
  await expect(facts).toHaveCount(1);
  for (const fact of ['Product 1', '$4.00', 'order: 4', 'Created: Jan 1, 2025', 'uuid='])
    await expect(facts).toContainText(fact);
  await one.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('switch', { name: 'Work offline' }).check();
  await createLink(page, 'Product 1', '60', '901');
  await page.getByRole('checkbox', { name: 'Select all links' }).check();
  await page.getByRole('button', { name: 'Delete links' }).click();
  const many = page.getByRole('dialog', { name: 'Delete payment links' });
  await expect(many).toContainText('Delete 8 payment links?');
  const listed = many.getByRole('list', { name: 'Payment links to delete' }).getByRole('listitem');
  await expect(listed).toHaveCount(5);
  await expect(listed.first()).toContainText('order: 901');
  await expect(listed.first()).toContainText('$60.00');
  await expect(listed.first()).toContainText('No address yet');
  for (const fact of ['Product 1', '$7.00', 'order: 7', 'Created: Jan 1, 2025', 'uuid='])
    await expect(listed.nth(1)).toContainText(fact);
  await expect(many).toContainText('and 3 more');
  await expect(many.getByRole('button', { name: 'Delete links' })).toBeInViewport({ ratio: 1 });
});

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

test('a link that waits for its deletion says so before it is copied, sent, customised or shown as a code', async ({
  signedInWith,
}) => {
  const app = await signedInWith({ products: 1, links: 3 });
  const { page } = app;
  await resize(page, { width: 900, height: 600 });
  await page.getByRole('switch', { name: 'Work offline' }).check();
  await goTo(page, 'Payment links');
  await chooseForLink(page, 'order: 2', 'Delete link');
  await dialog(page, 'Delete payment link').getByRole('button', { name: 'Delete link' }).click();
  await expect(syncStatus(page)).toHaveText('Offline, 1 change waiting');

  // Copied only after the seller has read it; Enter alone does not copy.
  const before = await app.clipboardText();
  const copy = linkRow(page, 'order: 2').getByRole('button', { name: 'Copy checkout link' });
  const question = dialog(page, 'This link is being deleted');
  await copy.click();
  await expect(question).toContainText("Buyers can't pay with it once the deletion is sent.");
  await expectNoFindings(page, 'question before a link that is being deleted is copied');
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  expect(await app.clipboardText()).toBe(before);
  await copy.click();
  await question.getByRole('button', { name: 'Copy anyway' }).click();
  await expect(page.getByText('Checkout link copied')).toBeVisible();
  expect(await app.clipboardText()).toContain('uuid=');

  await chooseForLink(page, 'order: 2', 'Send by e-mail');
  await expect(question.getByRole('button', { name: 'Send anyway' })).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  for (const [item, name] of [
    ['Show QR code', 'QR code'],
    ['Customise checkout link', 'Customise checkout link'],
  ] as const) {
    await chooseForLink(page, 'order: 2', item);
    await expect(dialog(page, name).getByText('This link is being deleted')).toBeVisible();
    await expectNoFindings(page, `${name} of a link that is being deleted`);
    await page.keyboard.press('Escape');
    await expect(dialog(page, name)).toBeHidden();
  }
  await chooseForLink(page, 'order: 1', 'Show QR code');
  await expect(dialog(page, 'QR code').getByRole('button', { name: 'Save as PNG' })).toBeVisible();
  await expect(dialog(page, 'QR code').getByText('being deleted')).toHaveCount(0);
  await page.keyboard.press('Escape');
});

test('a selection says how many of its links wait for deletion before they are shared', async ({ signedInWith }) => {
  const app = await signedInWith({ products: 1, links: 4 });
  const { page } = app;
  await page.getByRole('switch', { name: 'Work offline' }).check();
  await goTo(page, 'Payment links');
  await linkRow(page, 'order: 2').getByRole('checkbox').check();
  await linkRow(page, 'order: 3').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Delete links' }).click();
  await dialog(page, 'Delete payment links').getByRole('button', { name: 'Delete links' }).click();
  await expect(syncStatus(page)).toHaveText('Offline, 2 changes waiting');

  await page.getByRole('checkbox', { name: 'Select all links' }).check();
  await page.getByRole('button', { name: 'Copy addresses' }).click();
  const question = dialog(page, '2 selected links are being deleted or replaced');
  await expect(question).toContainText("Buyers can't pay with them once that is sent.");
  await question.getByRole('button', { name: 'Copy anyway' }).click();
  await expect(page.getByText('4 checkout links copied')).toBeVisible();
  expect((await app.clipboardText()).split('\n')).toHaveLength(4);

  for (const [button, name] of [
    ['Customise', 'Customise checkout links'],
    ['Print QR codes', 'Print QR codes'],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(dialog(page, name).getByText('2 selected links are being deleted or replaced')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page, name)).toBeHidden();
  }
});

test('a selection leaves out the links with a warning on a click, and the rest is shared', async ({ signedInWith }) => {
  const app = await signedInWith({ products: 1, links: 4 });
  const { page } = app;
  await page.getByRole('switch', { name: 'Work offline' }).check();
  await goTo(page, 'Payment links');
  await linkRow(page, 'order: 2').getByRole('checkbox').check();
  await linkRow(page, 'order: 3').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Delete links' }).click();
  await dialog(page, 'Delete payment links').getByRole('button', { name: 'Delete links' }).click();
  const warning = '2 selected links are being deleted or replaced';
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  const selectAll = () => page.getByRole('checkbox', { name: 'Select all links' }).check();
  const areLeftOut = async () => {
    await expect(bar).toContainText('2 selected');
    for (const order of ['order: 1', 'order: 4'])
      await expect(linkRow(page, order).getByRole('checkbox')).toBeChecked();
  };

  await selectAll();
  await page.getByRole('button', { name: 'Copy addresses' }).click();
  await expectNoFindings(page, 'question before links that are being deleted are copied');
  await dialog(page, warning).getByRole('button', { name: 'Leave them out' }).click();
  await expect(dialog(page, warning)).toBeHidden();
  await expect(page.getByText('2 checkout links copied')).toBeVisible();
  expect((await app.clipboardText()).split('\n')).toHaveLength(2);
  await areLeftOut();

  await selectAll();
  await expect(bar).toContainText('4 selected');
  await page.getByRole('button', { name: 'Customise', exact: true }).click();
  const customise = dialog(page, 'Customise checkout links');
  const phone = customise.getByRole('textbox', { name: 'Phone number' });
  await phone.fill('600');
  await expectNoFindings(page, 'customise links that are being deleted');
  await customise.getByRole('button', { name: 'Leave them out' }).click();
  await expect(customise.getByText(warning)).toBeHidden();
  await expect(customise).toContainText('filled in for 2 links');
  await expect(phone).toHaveValue('600');
  await expect(customise).toBeFocused();
  await customise.getByRole('button', { name: 'Copy addresses' }).click();
  await expect(customise.getByRole('status')).toHaveText('2 checkout links copied.');
  await page.keyboard.press('Escape');
  await areLeftOut();

  // Chosen one by one, they stay selected while a search hides them.
  for (const at of [1, 4]) await linkRow(page, `order: ${at}`).getByRole('checkbox').uncheck();
  for (const at of [1, 2, 3, 4]) await linkRow(page, `order: ${at}`).getByRole('checkbox').check();
  await page.getByRole('searchbox', { name: 'Search payment links' }).fill('order: 4');
  await expect(bar).toContainText('3 not shown');
  await page.getByRole('button', { name: 'Print QR codes', exact: true }).click();
  const sheet = dialog(page, 'Print QR codes');
  await expect(sheet).toContainText('3 of the 4 selected links are not shown');
  await sheet.getByRole('button', { name: 'Leave them out' }).click();
  await expect(sheet).toContainText('2 codes on 1 page');
  await expect(sheet).toContainText('1 of the 2 selected links is not shown');
  await page.keyboard.press('Escape');
});

test('"Keep this link" cancels a waiting deletion until it is being sent', async ({ signedInWith, service }) => {
  const { page } = await signedInWith({ products: 1, links: 3 });
  await resize(page, { width: 900, height: 600 });
  const offline = page.getByRole('switch', { name: 'Work offline' });
  await offline.check();
  await goTo(page, 'Payment links');
  const remove = async (order: string) => {
    await chooseForLink(page, order, 'Delete link');
    await dialog(page, 'Delete payment link').getByRole('button', { name: 'Delete link' }).click();
    await expect(linkRow(page, order)).toContainText('Waiting');
  };
  await remove('order: 2');
  await linkRow(page, 'order: 2').getByText('Product 1').click();
  const details = page.getByRole('complementary', { name: 'Link details' });
  const keep = details.getByRole('button', { name: 'Keep this link' });
  await keep.click();
  // An "Undo" there would delete the link without a question once there is a connection.
  const stays = page.locator('.mantine-Notification-root', { hasText: 'The link stays:' });
  await expect(stays).toBeVisible();
  await expect(stays.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(keep).toHaveCount(0);
  await expect(details.getByRole('button', { name: 'Delete link' })).toBeEnabled();
  await expect(syncStatus(page)).toHaveText('Offline, no changes waiting');

  await details.getByRole('button', { name: 'Close details' }).click();
  await remove('order: 3');
  await chooseForLink(page, 'order: 3', 'Keep this link');
  await expect(syncStatus(page)).toHaveText('Offline, no changes waiting');

  // Being sent: too late to keep.
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  service.intercept = async ({ method }) => {
    if (method === 'DELETE') await answered;
    return undefined;
  };
  await offline.uncheck();
  await chooseForLink(page, 'order: 2', 'Delete link');
  await dialog(page, 'Delete payment link').getByRole('button', { name: 'Delete link' }).click();
  await expect(linkRow(page, 'order: 2')).toContainText('Sending');
  await linkRow(page, 'order: 2').getByText('Product 1').click();
  await expect(keep).toBeDisabled();
  await expect(keep).toHaveAccessibleDescription(/too late/);
  answer();
  await allSaved(page);
  await expect(linkRow(page, 'order: 2')).toHaveCount(0);
  expect(service.changes.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('keeping a link warns when an earlier attempt may already have deleted it', async ({ signedInWith, service }) => {
  const { page } = await signedInWith({ products: 1, links: 1 });
  await goTo(page, 'Payment links');
  service.intercept = ({ method }) => (method === 'DELETE' ? { status: 404, body: 'No route' } : undefined);
  await chooseForLink(page, 'order: 1', 'Delete link');
  await dialog(page, 'Delete payment link').getByRole('button', { name: 'Delete link' }).click();
  await expect(linkRow(page, 'order: 1')).toContainText('Needs review');
  await chooseForLink(page, 'order: 1', 'Keep this link');
  await expect(page.getByText('may have been carried out on the service', { exact: false })).toBeVisible();
});

test('a link whose creation is in doubt may be on the service: the question before its deletion says so', async ({
  signedInWith,
}) => {
  const { page } = await signedInWith({ products: 1, links: 1, sending: 1 });
  await expect(syncStatus(page)).toHaveText('1 change needs your attention');
  await goTo(page, 'Payment links');
  await chooseForLink(page, 'crash', 'Delete link');
  await expect(dialog(page, 'Delete payment link')).toContainText(
    'It may exist on the service already, and buyers may be able to pay with it.',
  );
});

test('a link that waits for its deletion is struck through on the page of its product too', async ({
  signedInWith,
}) => {
  const { page } = await signedInWith({ products: 1, links: 2 });
  await page.getByRole('switch', { name: 'Work offline' }).check();
  await goTo(page, 'Payment links');
  await page.getByRole('table', { name: 'Payment links' }).getByRole('row').nth(1).click();
  await page.getByRole('button', { name: 'Delete link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete link' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await goTo(page, 'Products');
  await page.getByRole('link', { name: 'Product 1' }).click();
  const table = page.getByRole('table', { name: 'Payment links' });
  const isStruck = (row: number) =>
    table
      .getByRole('row')
      .nth(row)
      .getByText(/^order: |^\d+$/)
      .first()
      .evaluate((element) => getComputedStyle(element).textDecorationLine === 'line-through');
  await expect(table.getByRole('row')).toHaveCount(3);
  expect([await isStruck(1), await isStruck(2)]).toEqual([true, false]);
});

test('toasts about a link show its order number whole beside a long name', async ({ signedInWith }) => {
  const { page } = await signedInWith({
    products: 1,
    links: 2,
    edit: (link, index) => ({
      ...link,
      prices: [2, 1].map((currencyId) => ({ currencyId, priceCents: 10_450_000, discountCents: null })),
      metadata: [
        { key: 'order', value: `ORD-2026-1044${index}` },
        { key: 'customer', value: 'Annegret Müller-Lüdenscheidt und Söhne Gartenbau GmbH & Co. KG' },
      ],
    }),
  });
  await goTo(page, 'Payment links');
  await chooseForLink(page, 'ORD-2026-10441', 'Delete link');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete link' }).click();
  const toast = page.locator('.mantine-Notification-root');
  await expect(toast).toContainText('$104,500.00, 104,500.00 Currency 1, order ORD-2026-10441, cust');
  await expect(toast).toContainText('KG');
});

test('the question before a waiting replacement is deleted says once what happens', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 1, links: 1 });
  await page.getByRole('switch', { name: 'Work offline' }).check();
  await goTo(page, 'Payment links');
  await chooseForLink(page, 'order', 'Replace link');
  const form = page.getByRole('dialog', { name: 'Replace payment link' });
  await form.getByRole('textbox', { name: 'Price', exact: true }).fill('55');
  await form.getByRole('button', { name: 'Replace link' }).click();
  await expect(form).toBeHidden();
  const links = page.getByRole('table', { name: 'Payment links' });
  await links
    .getByRole('row')
    .filter({ hasText: '$55.00' })
    .getByRole('button', { name: /^More actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Delete link' }).click();
  const question = page.getByRole('dialog', { name: 'Delete payment link' });
  await expect(question.getByText('It was created to replace an older link')).toHaveCount(1);
  await expect(question.getByText('If it has not left this computer')).toHaveCount(1);
});
