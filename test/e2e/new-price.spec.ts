// "Replace with a new price" shows its changes by discount and currency before the click, and offers Undo while that is possible.

import { expectNoFindings } from '../support/axe.ts';
import { writeDataFolder } from '../support/data-folder.ts';
import { resize } from '../support/resize.ts';
import {
  allSaved,
  chooseForLink,
  createLink,
  createProduct,
  goTo,
  linkRow,
  openLinkForm,
  signIn,
} from '../support/seller.ts';
import { expect, test } from './service.ts';

test('a new price keeps discounts and currencies as chosen, says so first, and offers Undo until it is sent', async ({
  launchApp,
  service,
  userDataDir,
}) => {
  // Link 1 costs $1.00, discounted to $0.90; the others have no discount.
  writeDataFolder({ userDataDir, products: 1, links: 3, serviceAddress: service.url });
  const { page } = await launchApp();
  await signIn(page, service);
  await allSaved(page);
  await goTo(page, 'Payment links');
  await page.getByRole('checkbox', { name: 'Select all links' }).check();
  await page.getByRole('button', { name: 'Replace with a new price' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace with a new price' });
  const prices = dialog.getByRole('textbox', { name: 'Price', exact: true });
  // Buyers pay the new price, unless the seller keeps lower discounts.
  const decision = dialog.getByRole('radiogroup', { name: 'Discounts: 1 link has one' });
  const remove = decision.getByRole('radio', { name: 'Remove them: buyers pay the new price' });
  const keep = decision.getByRole('radio', { name: 'Keep those that are below the new price' });
  await expect(remove).toBeChecked();
  const groups = dialog.getByRole('list', { name: 'Prices of the selected links' }).getByRole('listitem');
  // What is furthest from the usual price is first, whatever is typed.
  await expect(groups).toHaveText(['1 link at $3.00', '1 link at $2.00', /^1 link at \$0.90 instead of\s+\$1.00$/]);
  await prices.fill('0.95');
  await expect(groups.first()).toHaveText('1 link at $3.00 → $0.95');
  await expect(groups.last()).toHaveText(/^1 link at \$0.90 instead of\s+\$1.00 → \$0.95$/);
  await keep.check();
  await expect(dialog).toContainText('1 link keeps its discounted price.');
  await expect(groups.last()).toHaveText(/ → \$0.90 instead of\s+\$0.95$/);
  await prices.fill('0.90');
  await expect(dialog).toContainText('1 link loses its discount.');
  await expect(dialog).not.toContainText('keeps its discounted price');
  await prices.fill('2');
  await expect(dialog).toContainText('2 links will be replaced. Nothing changes for 1.');
  await expect(groups.nth(1)).toHaveText('1 link at $2.00: no change');
  await remove.check();
  await expect(dialog).toContainText('1 link loses its discount.');
  await keep.check();

  await dialog.getByRole('button', { name: 'Add another currency' }).click();
  await dialog.getByRole('textbox', { name: 'Currency id' }).fill('3');
  await dialog.getByRole('textbox', { name: 'Currency name' }).fill('EUR');
  await dialog.getByRole('button', { name: 'Add currency' }).click();
  await prices.nth(1).fill('1.80');
  const add = dialog.getByRole('checkbox', { name: 'Add the price to links that have none in its currency' });
  await expect(add).not.toBeChecked();
  await expect(dialog).toContainText('3 links have no price in EUR.');
  await add.check();
  await expect(dialog).toContainText('3 links get a price in EUR.');
  await expect(dialog).toContainText('3 links will be replaced.');
  await expectNoFindings(page, 'new price rules');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoFindings(page, 'new price rules, dark');
  await add.uncheck();
  await expect(dialog).toContainText('2 links will be replaced. Nothing changes for 1.');
  await dialog.getByRole('button', { name: 'Replace links' }).click();

  const toast = page
    .getByRole('status')
    .filter({ hasText: '2 links replaced, and the old ones deleted. 1 link stays as before.' });
  await expect(toast).toBeVisible();
  await expect(toast.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  // "Show new links" works from any screen, whatever the list showed.
  await page.getByRole('searchbox', { name: 'Search payment links' }).fill('order: 1');
  await goTo(page, 'Settings');
  await toast.getByRole('button', { name: 'Show new links' }).click();
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('2 selected');
  for (const order of ['order: 1', 'order: 3']) {
    await expect(linkRow(page, order).getByRole('checkbox', { name: /^Select / })).toBeChecked();
  }
  await page.getByRole('toolbar').getByRole('button', { name: 'Copy addresses' }).click();
  await expect(page.getByText('2 checkout links copied')).toBeVisible();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  const sent = service.changes.filter(({ path, method }) => method === 'POST' && path.includes('payment-links'));
  expect(sent.map(({ raw }) => JSON.parse(raw).prices)).toEqual(
    expect.arrayContaining([
      [{ currency_id: 2, price: 2, is_discount_price: true, discount_price: 0.9 }],
      [expect.objectContaining({ currency_id: 2, price: 2, is_discount_price: false })],
    ]),
  );
  await expect(linkRow(page, 'order: 2').filter({ hasText: '$2.00' })).toHaveCount(1);

  // Only another currency: prices in USD stay, unless the seller removes them.
  await page.getByRole('checkbox', { name: 'Select all links' }).check();
  await page.getByRole('button', { name: 'Replace with a new price' }).click();
  await dialog.getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: 'EUR', exact: true }).click();
  await prices.fill('5');
  await page.keyboard.press('Enter');
  await expect(
    dialog.getByRole('alert').filter({ hasText: 'No selected link would get another price.' }),
  ).toBeVisible();
  await add.check();
  await expect(dialog).toContainText('3 links keep a price in USD.');
  await dialog.getByRole('checkbox', { name: 'Keep prices in other currencies' }).uncheck();
  await expect(dialog).toContainText('3 links lose their price in USD.');
});

test('Undo takes a replacement of many back although the new links were sent', async ({ signedInWith, service }) => {
  const { page } = await signedInWith({ products: 1, links: 2 });
  await goTo(page, 'Payment links');
  await page.getByRole('checkbox', { name: 'Select all links' }).check();
  await page.getByRole('button', { name: 'Replace with a new price' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace with a new price' });
  await dialog.getByRole('textbox', { name: 'Price', exact: true }).fill('7');
  const created = () =>
    service.changes.filter(({ path, method }) => method === 'POST' && path.endsWith('links')).length;
  await dialog.getByRole('button', { name: 'Replace links' }).click();
  const toast = page.getByRole('status').filter({ hasText: '2 replacements saved' });
  // In time for Undo, which ends after some seconds.
  await expect.poll(created, { intervals: [20] }).toBe(2);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(
    page.getByText('2 replacements undone. 2 new links were sent already and will be deleted.'),
  ).toBeVisible();
  const deleted = () =>
    service.changes
      .filter(({ method }) => method === 'DELETE')
      .map(({ path }) => path.split('/').at(-1))
      .sort();
  await expect.poll(deleted).toEqual(['00001-uuid', '00002-uuid']);
  await allSaved(page);
  await expect(page.getByRole('row').filter({ hasText: '$7.00' })).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: '$2.00' })).toHaveCount(1);
});

test('one link is replaced only where something changes, and the new address is offered at once', async ({
  signedIn: app,
  service,
}) => {
  const { page } = app;
  await createProduct(page, 'Coaching hour');
  await createLink(page, 'Coaching hour', '60', '1044');
  await allSaved(page);
  const dialog = page.getByRole('dialog', { name: 'Replace payment link' });
  const price = dialog.getByRole('textbox', { name: 'Price', exact: true });
  const replace = dialog.getByRole('button', { name: 'Replace link' });
  // Its text follows the sending: the first one may be gone before it is read.
  const replaced = page.getByRole('status').filter({ hasText: /Replacement saved|The new link is on the service/ });
  const sent = service.changes.length;
  await chooseForLink(page, '1044', 'Replace link');
  await expect(dialog.getByRole('note')).not.toContainText('sold');
  // Written otherwise, it is the same price.
  await price.fill('60.00');
  await replace.click();
  await expect(dialog.getByRole('alert')).toContainText('the new link would be the same');
  expect(service.changes).toHaveLength(sent);
  await price.fill('75');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await replace.click();
  await replaced.getByRole('button', { name: 'Copy checkout link' }).click();
  await allSaved(page);
  await expect.poll(() => app.clipboardText()).toContain('uuid=');

  await page.getByRole('switch', { name: 'Work offline' }).check();
  await chooseForLink(page, '1044', 'Replace link');
  await price.fill('80');
  await replace.click();
  await expect(replaced.getByRole('button', { name: 'Undo' })).toBeVisible();
  await replaced.getByRole('button', { name: 'Copy when ready' }).click();
  await expect(page.getByText('Not copied yet: it has no address. It is copied as soon as it has one.')).toBeVisible();
});

test('the details of a replaced link become those of the new one', async ({ signedIn: { page }, service }) => {
  await createProduct(page, 'Coaching hour');
  await createLink(page, 'Coaching hour', '60', '1044');
  await allSaved(page);
  await linkRow(page, '1044').click();
  const details = page.getByRole('complementary', { name: 'Link details' });
  await expect(details).toContainText('$60.00');
  const address = details.getByRole('textbox', { name: 'Checkout URL' });
  const old = await address.inputValue();
  await details.getByRole('button', { name: 'Replace link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace payment link' });
  await dialog.getByRole('textbox', { name: 'Price', exact: true }).fill('75');
  await dialog.getByRole('button', { name: 'Replace link' }).click();
  await expect.poll(() => service.changes.filter(({ method }) => method === 'DELETE').length).toBe(1);
  await expect(details).toContainText('$75.00');
  await expect(address).not.toHaveValue(old);
});

test('a new price names the products of its links, and says what it means for those that have sold', async ({
  launchApp,
  userDataDir,
}) => {
  // Links 1 and 4 are for a single sale.
  writeDataFolder({ userDataDir, products: 7, links: 8, sold: [0, 1, 3] });
  const { page } = await launchApp();
  await resize(page, { width: 900, height: 600 });
  await page.getByRole('button', { name: 'Later' }).click();
  await goTo(page, 'Payment links');
  await page.getByRole('checkbox', { name: 'Select all links' }).check();
  await page.getByRole('button', { name: 'Replace with a new price' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace with a new price' });
  const products = dialog.getByRole('list', { name: 'Products of the selected links' }).getByRole('listitem');
  await expect(products).toHaveText([
    'Product 1: 2 links',
    'Product 2: 1 link',
    'Product 3: 1 link',
    'Product 4: 1 link',
    'Product 5: 1 link',
    'And 2 more products: 2 links',
  ]);
  await dialog.getByRole('textbox', { name: 'Price', exact: true }).fill('50');
  const sold = dialog.getByRole('note');
  await expect(sold).toContainText('3 of these links have sold, 2 of them for a single sale');
  await expect(sold).toContainText('Nothing changes for their buyers');
  await expect(sold).toContainText('The 2 new links for a single sale can be sold once more.');
  await expectNoFindings(page, 'a new price for links that have sold');
});

test('starts in the currency of most links, and shows how many each product has', async ({ signedIn: { page } }) => {
  const title = 'Photography workshop for beginners, with a walk through the old town, Berlin, spring';
  await resize(page, { width: 900, height: 600 });
  await goTo(page, 'Settings');
  await page.getByRole('textbox', { name: 'Currency id' }).fill('3');
  await page.getByRole('textbox', { name: 'Currency name' }).fill('EUR');
  await page.getByRole('button', { name: 'Add currency' }).click();
  await createProduct(page, title);
  await createLink(page, title, '60', '1');
  for (const price of ['70', '80']) {
    const form = await openLinkForm(page);
    await form.getByRole('combobox', { name: 'Product' }).click();
    await page.getByRole('option', { name: title }).click();
    await form.getByRole('combobox', { name: 'Currency' }).click();
    await page.getByRole('option', { name: 'EUR', exact: true }).click();
    await form.getByRole('textbox', { name: 'Price', exact: true }).fill(price);
    await form.getByRole('button', { name: 'Create link' }).click();
    await expect(form).toBeHidden();
  }
  await allSaved(page);
  await goTo(page, 'Payment links');
  await page.getByRole('checkbox', { name: 'Select all links' }).check();
  await page.getByRole('button', { name: 'Replace with a new price' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace with a new price' });
  await expect(dialog.getByRole('combobox', { name: 'Currency' })).toHaveValue('EUR');
  const product = dialog.getByRole('list', { name: 'Products of the selected links' }).getByRole('listitem');
  await expect(product).toHaveText(/spring: 3 links$/);
  const isCut = () => product.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  expect(await isCut()).toBe(false);
});

test('a price that is far off is in sight before and while a new one is typed, and the prices use the room of the window', async ({
  signedInWith,
}) => {
  const { page } = await signedInWith({
    products: 1,
    links: 9,
    // Two at $152.00, and one that another digit made a hundred times dearer.
    edit: (link, index) => {
      const priceCents = index === 0 ? 1_269_400 : index < 3 ? 15_200 : 15_000 + index * 100;
      return { ...link, prices: [{ currencyId: 2, priceCents, discountCents: null }] };
    },
  });
  await goTo(page, 'Payment links');
  await page.getByRole('checkbox', { name: 'Select all links' }).check();
  await page.getByRole('button', { name: 'Replace with a new price' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace with a new price' });
  const list = dialog.getByRole('list', { name: 'Prices of the selected links' });
  const price = dialog.getByRole('textbox', { name: 'Price', exact: true });
  const scrolls = () => list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  await expect(list.getByRole('listitem')).toHaveCount(8);
  await expect.poll(scrolls, 'px to scroll before a price is entered').toBe(0);
  // Lines never change places under the pointer: the usual price is first, then what is furthest from it.
  const oldPrices = ['152', '12,694', '158', '157', '156', '155', '154', '153'].map((whole) => `at $${whole}.00`);
  await expect(list.getByRole('listitem')).toContainText(oldPrices);
  for (const typed of ['1', '15', '154']) {
    await price.fill(typed);
    await expect(list.getByRole('listitem').nth(1)).toHaveText(`1 link at $12,694.00 → $${typed}.00`);
    await expect(list.getByRole('listitem')).toContainText(oldPrices);
  }
  await expect(list.getByRole('listitem').nth(6)).toHaveText('1 link at $154.00: no change');
  await expect.poll(scrolls, 'px to scroll').toBe(0);
  for (const [width, height] of [
    [900, 600],
    [640, 400],
    [1280, 800],
  ] as const) {
    await resize(page, { width, height });
    await price.scrollIntoViewIfNeeded();
    await expect(price).toBeInViewport({ ratio: 1 });
    await list.getByRole('listitem').first().scrollIntoViewIfNeeded();
    await expect(list.getByText('$12,694.00')).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole('button', { name: 'Replace links' })).toBeInViewport({ ratio: 1 });
  }
  await expect.poll(scrolls, 'px to scroll in the large window again').toBe(0);
});
