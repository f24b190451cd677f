// Prices as sellers write them, adding a currency in the form, and field errors of the service.

import { appTexts } from '../support/app-texts.ts';
import { expectNoFindings } from '../support/axe.ts';
import { writeDataFolder } from '../support/data-folder.ts';
import { SELLER } from '../support/recording-service.ts';
import { resize } from '../support/resize.ts';
import { allSaved, createProduct, goTo, openLinkForm } from '../support/seller.ts';
import { expect, test } from './service.ts';

test('a price is understood as written and sent exactly, in a currency added in the form', async ({
  signedIn: { page },
  service,
}) => {
  await resize(page, { width: 900, height: 600 });
  await createProduct(page, 'Logo design');
  const dialog = await openLinkForm(page);
  const group = (number: number) => dialog.getByRole('group', { name: `Price ${number}` });
  const price = group(1).getByRole('textbox', { name: 'Price', exact: true });
  const create = dialog.getByRole('button', { name: 'Create link' });
  const height = () => group(1).evaluate((element) => (element as HTMLElement).offsetHeight);
  const before = await height();
  await price.fill('$1.234,5');
  await expect(price).toHaveAccessibleDescription('$1,234.50');
  expect(await height()).toBe(before);
  await price.fill('1234.50');
  await expect(price).toHaveAccessibleDescription('');
  await price.fill('1,234');
  await expect(price).toHaveAccessibleDescription('$1,234.00');
  for (const [typed, said] of [
    ['€80', '“€80” is not an amount in USD'],
    ['abc', '“abc” is not an amount. Write it in digits, for example 100.55'],
  ] as const) {
    await price.fill(typed);
    await create.click();
    await expect(price).toHaveAccessibleDescription(said);
  }
  await price.fill('1 234,50 $');
  await expect(price).toHaveAccessibleDescription('$1,234.50');

  await dialog.getByRole('button', { name: 'Add another currency' }).click();
  const id = dialog.getByRole('textbox', { name: 'Currency id' });
  await expect(id).toBeFocused();
  await id.fill('2');
  await page.keyboard.press('Enter');
  await expect(id).toHaveAccessibleDescription('This id is already in the list');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoFindings(page, `adding a currency, ${colorScheme}`);
  }
  await id.fill('8');
  await dialog.getByRole('textbox', { name: 'Currency name' }).fill('JPY');
  await page.keyboard.press('Enter');
  const yen = group(2).getByRole('textbox', { name: 'Price', exact: true });
  await expect(yen).toBeFocused();
  await expect(group(2).getByRole('combobox', { name: 'Currency' })).toHaveValue('JPY');
  await yen.fill('1.500');
  await expect(yen).toHaveAccessibleDescription('¥1,500');
  // Another way to do it: in the list of currencies.
  await group(1).getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: 'Add a currency…' }).click();
  await expect(id).toBeFocused();
  await group(1).getByRole('button', { name: 'Cancel' }).click();
  await expect(group(1).getByRole('combobox', { name: 'Currency' })).toHaveValue('USD');
  // Escape closes the form of the currency, not the dialog around it.
  await group(1).getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: 'Add a currency…' }).click();
  await expect(id).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(id).toBeHidden();
  await expect(group(1).getByRole('combobox', { name: 'Currency' })).toBeFocused();
  await expect(dialog).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await create.click();
  await expect(dialog).toBeHidden();
  await allSaved(page);
  await expect
    .poll(() => service.changes.at(-1)?.raw)
    .toBe(
      '{"prices":[{"currency_id":2,"price":1234.5,"is_discount_price":false},{"currency_id":8,"price":1500,"is_discount_price":false}]}',
    );
  await goTo(page, 'Settings');
  await expect(page.getByRole('table', { name: 'Currencies' })).toContainText('JPY');
});

test('text typed while a currency is being saved stays', async ({ signedIn: { page } }) => {
  await createProduct(page, 'Coaching hour');
  const dialog = await openLinkForm(page);
  await dialog.getByRole('button', { name: 'Add another currency' }).click();
  await dialog.getByRole('textbox', { name: 'Currency id' }).fill('3');
  await dialog.getByRole('textbox', { name: 'Currency name' }).fill('EUR');
  const price = dialog.getByRole('textbox', { name: 'Price', exact: true }).nth(1);
  const [add, field] = [
    await dialog.getByRole('button', { name: 'Add currency' }).elementHandle(),
    await price.elementHandle(),
  ];
  // Clicks and types in one task of the page, so that no response can arrive in between.
  await page.evaluate(
    ([button, input]) => {
      (button as HTMLElement).click();
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '1.80');
      (input as HTMLElement).dispatchEvent(new Event('input', { bubbles: true }));
    },
    [add, field],
  );
  await expect(dialog.getByRole('combobox', { name: 'Currency' }).nth(1)).toHaveValue('EUR');
  await expect(price).toHaveValue('1.80');
});

test('field errors of the service appear at their fields when a rejected change is edited', async ({
  signedIn: { page },
  service,
}) => {
  const errors = { product_title: ['The title is taken.'], shop: ['The shop is closed on Mondays.'] };
  let refuses = true;
  service.intercept = ({ path }) =>
    refuses && path.endsWith('/products')
      ? { status: 422, body: JSON.stringify({ message: 'The product is not valid.', errors }) }
      : undefined;
  await createProduct(page, 'Logo design');
  await goTo(page, 'Sync');
  await page.getByRole('table', { name: 'Waiting changes' }).getByRole('row').nth(1).click();
  await page.getByRole('button', { name: 'Edit and send again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit product' });
  const title = dialog.getByRole('textbox', { name: 'Product title' });
  await expect(title).toHaveAccessibleDescription(/The title is taken\./);
  await expect(title).toBeFocused();
  // What stands at a field is not repeated above it; what has no field stands there.
  const note = dialog.getByRole('note');
  await expect(note).toContainText('shop: The shop is closed on Mondays.');
  await expect(note).not.toContainText('The title is taken.');
  // An error stays while other fields change, and goes with its own.
  await dialog.getByRole('textbox', { name: 'Button title' }).fill('Buy it');
  await expect(title).toHaveAccessibleDescription(/The title is taken\./);
  await title.fill('Logo design, round');
  await expect(title).not.toHaveAccessibleDescription(/taken/);
  refuses = false;
  await dialog.getByRole('button', { name: 'Save product' }).click();
  await allSaved(page);
  await expect.poll(() => service.changes.at(-1)?.raw).toContain('"product_title":"Logo design, round"');

  service.intercept = ({ path }) =>
    path.endsWith('/payment-links')
      ? { status: 422, body: '{"errors":{"prices.0.amount":["At least 5.00, please."],"metadata.order":["Taken."]}}' }
      : undefined;
  const link = await openLinkForm(page);
  await link.getByRole('textbox', { name: 'Price', exact: true }).fill('1');
  await link.getByRole('textbox', { name: 'Metadata key 1' }).fill('order');
  await link.getByRole('textbox', { name: 'Metadata value 1' }).fill('1042');
  await link.getByRole('button', { name: 'Create link' }).click();
  await goTo(page, 'Sync');
  await page.getByRole('table', { name: 'Waiting changes' }).getByRole('row').nth(1).click();
  await page.getByRole('button', { name: 'Edit and send again' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit payment link' });
  const price = edit.getByRole('textbox', { name: 'Price', exact: true });
  await expect(price).toHaveAccessibleDescription('At least 5.00, please.');
  await expect(price).toBeFocused();
  await expect(edit.getByRole('textbox', { name: 'Metadata value 1' })).toHaveAccessibleDescription('Taken.');
});

test('a link is not created in the currency before while another one is being added', async ({
  signedInWith,
  service,
}) => {
  const { page } = await signedInWith({ products: 1, links: 0 });
  const form = await openLinkForm(page);
  const currency = form.getByRole('combobox', { name: 'Currency' });
  const add = async () => {
    await currency.click();
    await page.getByRole('option', { name: 'Add a currency' }).click();
    const adding = form.getByRole('group', { name: 'Add currency' });
    await adding.getByRole('textbox', { name: 'Currency id' }).fill('4');
    await adding.getByRole('textbox', { name: 'Name' }).fill('GBP');
    return adding;
  };
  await form.getByRole('textbox', { name: 'Price', exact: true }).fill('1,234.50');
  await expect(currency).toHaveValue('USD');
  const first = await add();
  await form.getByRole('button', { name: 'Create link' }).click();
  await expect(currency).toHaveAccessibleDescription('Choose a currency');
  expect(service.changes).toEqual([]);
  await first.getByRole('button', { name: 'Cancel' }).click();
  await expect(currency).toHaveValue('USD');
  const second = await add();
  await second.getByRole('button', { name: 'Add currency' }).click();
  await expect(currency).toHaveValue('GBP');
  await form.getByRole('button', { name: 'Create link' }).click();
  await allSaved(page);
  await expect.poll(() => service.changes.at(-1)?.raw).toContain('"currency_id":4');
});

test('a price is read with the decimal sign of the language, as money is shown in it', async ({
  launchApp,
  service,
  userDataDir,
}) => {
  writeDataFolder({ products: 1, links: 0, userDataDir, serviceAddress: service.url });
  const { page } = await launchApp({ args: ['--lang=de'] });
  const { window: german, names } = appTexts('de');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const { form } = german.signIn;
  await page.getByRole('textbox', { name: form.serviceAddress, exact: true }).fill(service.url);
  await page.getByRole('textbox', { name: form.email, exact: true }).fill(SELLER.email);
  await page.getByLabel(form.password, { exact: true }).fill(SELLER.password);
  await button(form.signIn).click();
  await page.getByRole('navigation').getByRole('link', { name: names.paymentLinks }).click();
  await button(german.links.newLink).first().click();
  const dialog = page.getByRole('dialog');
  const price = dialog.getByRole('textbox', { name: german.links.facts.price, exact: true });
  await expect(price).toHaveAttribute('placeholder', '100,55');
  const create = dialog.getByRole('button', { name: german.linkForm.create });
  for (const [typed, said] of [
    ['1,500', 'Bedeutet „1,500“ 1.500,00 oder 1,500? Im ersten Fall schreiben Sie 1500,00'],
    ['12,345', 'Der Dienst nimmt höchstens zwei Nachkommastellen an, zum Beispiel 100,55'],
  ] as const) {
    await price.fill(typed);
    await create.click();
    await expect(price).toHaveAccessibleDescription(said);
  }
  for (const [typed, shown] of [
    ['12,50', '12,50\u00a0$'],
    ['1,234.50', '1.234,50\u00a0$'],
    ['1.500', '1.500,00\u00a0$'],
  ] as const) {
    await price.fill(typed);
    await expect(price).toHaveAccessibleDescription(shown);
  }
  await create.click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => service.changes.at(-1)?.raw).toContain('"price":1500,');
});
