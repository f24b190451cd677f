// The "Product" combobox of a payment link: the form sends what the box shows.
import { resize } from '../support/resize.ts';
import { allSaved, createLink, createProduct, goTo, linkRow, openLinkForm } from '../support/seller.ts';
import { expect, test } from './service.ts';

test('editing the "Product" text clears the choice, Enter picks from the current results, and only a chosen product is sent', async ({
  signedIn: { page },
  service,
}) => {
  for (const title of ['Aaa first', 'Coaching hour', 'Ext7']) await createProduct(page, title);
  const dialog = await openLinkForm(page);
  const box = dialog.getByRole('combobox', { name: 'Product' });
  const wrong = dialog.getByText('Choose a product', { exact: true });
  await dialog.getByRole('textbox', { name: 'Price', exact: true }).fill('12.50');
  const linksSent = () => service.changes.filter(({ path }) => path.endsWith('/payment-links'));

  // Enter on the closed box opens the list, and sends nothing.
  await box.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox', { name: 'Product' })).toBeVisible();
  await page.keyboard.press('Escape');

  // Typed and entered in one go, faster than any list can arrive.
  await box.evaluate((input: HTMLInputElement) => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    for (const text of ['C', 'Co', 'Coach']) {
      set?.call(input, text);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }));
  });
  await expect(box).toHaveValue('Coaching hour');

  // No product has this name: click and Ctrl+Enter show an error at the field.
  await box.fill('zzz');
  await page.keyboard.press('Control+Enter');
  await expect(wrong).toBeVisible();
  await expect(box).toHaveValue('zzz');
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(wrong).toBeVisible();
  await expect(box).toBeFocused();

  // The beginning of a name is no product either.
  await box.fill('Ext');
  await expect(page.getByRole('option')).toHaveText(['Ext7']);
  await page.keyboard.press('Control+Enter');
  await expect(wrong).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option')).toHaveText(['Ext7']);
  await page.keyboard.press('Enter');
  await expect(box).toHaveValue('Ext7');
  await page.keyboard.press('Tab');
  await expect(box).toHaveValue('Ext7');
  expect(linksSent()).toEqual([]);

  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('table', { name: 'Payment links' })).toContainText('Ext7');
  await expect.poll(() => linksSent().length).toBe(1);
  expect(linksSent()[0]?.path).toBe('/api/shop/products/120/payment-links');
});

test('products with the same title can be told apart in every list', async ({ signedIn: { page } }) => {
  await resize(page, { width: 900, height: 600 });
  for (const title of ['Coaching hour', 'Logo design']) await createProduct(page, title);
  await createLink(page, 'Coaching hour', '60', '1042');
  await allSaved(page);
  const id = /^Product 118, created \w+ \d+, \d{4}, .*/;
  await expect(linkRow(page, '1042').getByText(id)).toHaveCount(0);
  await createProduct(page, 'Coaching hour');
  await allSaved(page);
  const products = page.getByRole('table', { name: 'Products' });
  await expect(products.getByText(/^Product \d+, created /)).toHaveCount(2);
  await products.getByRole('row').filter({ hasText: 'Product 118' }).getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Coaching hour', exact: true })).toBeVisible();
  await expect(page.getByText(id)).toBeVisible();
  await goTo(page, 'Payment links');
  await expect(linkRow(page, '1042').getByText(id)).toBeVisible();
  await linkRow(page, '1042').getByText('order: 1042').click();
  await expect(page.getByRole('complementary', { name: 'Link details' }).getByText(id)).toBeVisible();
});

test('a new link starts in the price where the product is known, and in the currency used last', async ({
  signedIn: { page },
}) => {
  await goTo(page, 'Settings');
  await page.getByRole('textbox', { name: 'Currency id' }).fill('3');
  await page.getByRole('textbox', { name: 'Currency name' }).fill('EUR');
  await page.getByRole('button', { name: 'Add currency' }).click();
  await createProduct(page, 'Coaching hour');
  await goTo(page, 'Payment links');
  const dialog = page.getByRole('dialog', { name: 'New payment link' });
  const box = dialog.getByRole('combobox', { name: 'Product' });
  const price = dialog.getByRole('textbox', { name: 'Price', exact: true });
  const currency = dialog.getByRole('combobox', { name: 'Currency' });
  const open = () => page.getByRole('button', { name: 'New payment link' }).click();
  const create = async (name: string | null, amount: string) => {
    if (name !== null) {
      await currency.click();
      await page.getByRole('option', { name, exact: true }).click();
    }
    await price.fill(amount);
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await expect(dialog).toBeHidden();
  };
  await open();
  await expect(box).toHaveValue('Coaching hour');
  await expect(price).toBeFocused();
  await expect(currency).toHaveValue('USD');
  await create('EUR', '60');
  await open();
  await expect(currency).toHaveValue('EUR');
  // The suggestion is no text to lose.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await createProduct(page, 'Logo design');
  await goTo(page, 'Payment links');
  await open();
  await expect(box).toBeFocused();
  await expect(currency).toHaveValue('EUR');
  await box.click();
  await page.getByRole('option', { name: 'Logo design' }).click();
  await create('USD', '80');
  await open();
  await expect(currency).toHaveValue('USD');
  await box.click();
  await page.getByRole('option', { name: 'Coaching hour' }).click();
  await expect(currency).toHaveValue('EUR');
  // What the seller chose or typed stays.
  await price.fill('5');
  await box.click();
  await page.getByRole('option', { name: 'Logo design' }).click();
  await expect(box).toHaveValue('Logo design');
  await expect(currency).toHaveValue('EUR');
});
