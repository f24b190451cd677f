// The form of a payment link sends exactly the money, the metadata and the product that were entered.
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { ok, refuse } from '../../src/shared/problem.ts';
import { link, linkId, linksDown, product, type WindowBridge } from '../support/window-bridge.ts';
import { button, connect, dialog, openWindow, press, row } from '../support/window-page.tsx';

const form = () => dialog('New payment link');
const box = () => form().getByRole('combobox', { name: 'Product' });
const group = (number: number) => form().getByRole('group', { name: `Price ${number}` });
const price = (number = 1) => group(number).getByRole('textbox', { name: 'Price', exact: true });
const currency = (number = 1) => group(number).getByRole('combobox', { name: 'Currency' });
const key = (number: number) => form().getByRole('textbox', { name: `Metadata key ${number}` });
const value = (number: number) => form().getByRole('textbox', { name: `Metadata value ${number}` });
const option = (name: string) => page.getByRole('option', { name, exact: true });
const create = () => form().getByRole('button', { name: 'Create link' }).click();

const EUR = { id: 3, name: 'EUR' };

/** Opens the form, which chooses the product if there is only one. */
async function openForm(bridge = connect()): Promise<WindowBridge> {
  await openWindow('#/links', bridge);
  await button('New payment link').click();
  await expect.element(box()).toBeVisible();
  return bridge;
}

/** Presses Enter as an input method does to accept its text. The page must ignore it. */
function endComposition(field: Locator, more: KeyboardEventInit = {}): void {
  const keys = { key: 'Enter', code: 'Enter', keyCode: 229, isComposing: true, bubbles: true, cancelable: true };
  expect(field.element().dispatchEvent(new KeyboardEvent('keydown', { ...keys, ...more }))).toBe(true);
}

/** The drafts that were sent so far. */
const drafts = (bridge: WindowBridge) => bridge.inputs('links.create').map(({ draft }) => draft);

async function expectCreated(bridge: WindowBridge, draft: object, productId = 'product-Logo design'): Promise<void> {
  await expect.element(form()).not.toBeInTheDocument();
  expect(bridge.inputs('links.create')).toMatchObject([{ productId, draft }]);
}

test('a price is understood as sellers write it, and the exact cents are sent', async () => {
  const bridge = await openForm();
  for (const [typed, shown] of [
    ['$1.234,5', '$1,234.50'],
    ['1 234 $', '$1,234.00'],
    ['1234.5', ''],
  ] as const) {
    await price().fill(typed);
    await expect.element(price(), { message: typed }).toHaveAccessibleDescription(shown);
  }
  for (const typed of ['', '0', '€80', '12.345']) {
    await price().fill(typed);
    await create();
    await expect.element(price(), { message: typed }).toHaveAttribute('aria-invalid', 'true');
  }
  expect(drafts(bridge)).toEqual([]);
  await price().fill('$1.234,5');
  await create();
  await expectCreated(bridge, {
    prices: [{ currencyId: 2, priceCents: 123_450, discountCents: null }],
    useOnce: false,
    metadata: [],
  });
});

test('each currency is offered once, and a row keeps its text when the row above it is removed', async () => {
  const bridge = connect();
  bridge.settings = { ...bridge.settings, currencies: [...bridge.settings.currencies, EUR] };
  await openForm(bridge);
  await price().fill('60');
  await form().getByRole('button', { name: 'Add another currency' }).click();
  await expect.element(currency(2)).toHaveValue('EUR');
  await expect.element(currency(2)).toHaveFocus();
  await expect.element(price(2)).not.toHaveAttribute('aria-invalid', 'true');
  await currency(1).click();
  await expect.element(option('USD')).toBeVisible();
  expect(option('EUR').query()).toBeNull();
  await press('{Escape}');
  await price(2).fill('abc');
  await form().getByRole('button', { name: 'Remove price 1' }).click();
  await expect.element(price(1)).toHaveValue('abc');
  await create();
  await expect.element(price(1)).toHaveAttribute('aria-invalid', 'true');
  await price(1).fill('55');
  await create();
  await expectCreated(bridge, { prices: [{ currencyId: 3, priceCents: 5_500, discountCents: null }] });
});

test('a currency added from the form is saved and chosen, and closing its dialog keeps the previous one', async () => {
  const bridge = await openForm();
  await price().fill('60');
  const name = dialog('Add currency').getByRole('combobox', { name: 'Code or name' });
  const add = async () => {
    await currency().click();
    await page.getByRole('option', { name: 'Add a currency' }).click();
    await expect.element(name).toHaveFocus();
  };
  await add();
  await press('{Escape}');
  await expect.element(currency()).toHaveValue('USD');
  await expect.element(currency()).toHaveFocus();
  await add();
  await name.fill('euro');
  await dialog('Add currency').getByRole('textbox', { name: 'Currency id' }).fill('2');
  await press('{Enter}');
  await expect.element(page.getByRole('textbox', { name: 'Currency id' })).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('textbox', { name: 'Currency id' }).fill('3');
  await press('{Enter}');
  await expect.element(currency()).toHaveValue('EUR');
  // The new row takes the only other currency, and gets the focus.
  await form().getByRole('button', { name: 'Add another currency' }).click();
  await expect.element(currency(2)).toHaveFocus();
  await form().getByRole('button', { name: 'Remove price 2' }).click();
  await create();
  await expectCreated(bridge, { prices: [{ currencyId: 3, priceCents: 6_000, discountCents: null }] });
  expect(bridge.settings.currencies).toContainEqual(EUR);
});

test('metadata is refused at its field without a key, without a value, and with a repeated key', async () => {
  const bridge = await openForm();
  await price().fill('5');
  await key(1).fill('order');
  await create();
  await expect.element(value(1)).toHaveAttribute('aria-invalid', 'true');
  await expect.element(value(1)).toHaveFocus();
  await value(1).fill('1042');
  for (let rows = 2; rows <= 3; rows += 1) {
    await form().getByRole('button', { name: 'Add metadata' }).click();
    await expect.element(key(rows)).toHaveFocus();
  }
  await value(3).fill('Ana');
  await create();
  await expect.element(key(3)).toHaveAttribute('aria-invalid', 'true');
  await key(3).fill('order');
  await create();
  await expect.element(key(3)).toHaveAttribute('aria-invalid', 'true');
  expect(drafts(bridge)).toEqual([]);
  // `__proto__` is a key like any other; the row that stays empty is not sent.
  await key(3).fill('__proto__');
  await create();
  await expectCreated(bridge, {
    metadata: [
      { key: 'order', value: '1042' },
      { key: '__proto__', value: 'Ana' },
    ],
  });
});

test('a new link starts with the product, the currency and the metadata keys used last', async () => {
  const bridge = connect();
  bridge.settings = { ...bridge.settings, currencies: [...bridge.settings.currencies, EUR] };
  bridge.products = ['Coaching hour', 'Logo design'].map((title) => product(title));
  const prices = [{ currencyId: 3, priceCents: 6_000, discountCents: null }];
  bridge.links = [link('1043', { prices }), link('7', { productId: 'product-Coaching hour', metadata: [] })];
  await openForm(bridge);
  await expect.element(box()).toHaveValue('Logo design');
  await expect.element(price()).toHaveFocus();
  await expect.element(currency()).toHaveValue('EUR');
  await expect.element(key(1)).toHaveValue('order');
  // Another product has another last link.
  await box().click();
  await option('Coaching hour').click();
  await expect.element(currency()).toHaveValue('USD');
  await expect.element(key(1)).toHaveValue('');
  await box().click();
  await option('Logo design').click();
  await expect.element(key(1)).toHaveValue('order');
  // A suggested key without a value is not sent.
  await price().fill('65');
  await create();
  await expectCreated(bridge, { metadata: [], prices: [{ currencyId: 3, priceCents: 6_500, discountCents: null }] });
});

test('several links are created one after the other, each once, and the newest row gets the focus', async () => {
  const bridge = connect();
  bridge.links = linksDown(3);
  let created = 3;
  bridge.answers['links.create'] = ({ draft }) => {
    created += 1;
    bridge.setLinks([link(`${created}`, { prices: draft.prices, metadata: draft.metadata }), ...bridge.links]);
    return ok({ id: linkId(created) });
  };
  await openForm(bridge);
  await price().fill('65');
  await value(1).fill('4');
  await press('{Control>}{Shift>}{Enter}{/Shift}{/Control}');
  await expect.element(value(1)).toHaveValue('');
  await expect.element(value(1)).toHaveFocus();
  await value(1).fill('5');
  await form().getByRole('button', { name: 'Create another' }).dblClick();
  await expect.element(value(1)).toHaveValue('');
  await expect.element(price()).toHaveValue('65');
  await value(1).fill('6');
  await create();
  await expect.element(form()).not.toBeInTheDocument();
  await expect.element(row('6')).toHaveFocus();
  expect(drafts(bridge).map(({ metadata }) => metadata)).toEqual(
    ['4', '5', '6'].map((order) => [{ key: 'order', value: order }]),
  );
});

test('changing the text of the product clears the choice, and only a product that was chosen is sent', async () => {
  const bridge = connect();
  bridge.products = ['Aaa first', 'Coaching hour', 'Ext7'].map((title) => product(title));
  await openForm(bridge);
  await price().fill('12.50');
  // Enter picks an option, and sends nothing.
  await box().click();
  await press('{Enter}');
  await expect.element(box()).toHaveValue('Aaa first');
  for (const typed of ['zzz', 'Ext']) {
    await box().fill(typed);
    await press('{Control>}{Enter}{/Control}');
    await expect.element(box(), { message: typed }).toHaveAttribute('aria-invalid', 'true');
    await expect.element(box()).toHaveValue(typed);
  }
  expect(drafts(bridge)).toEqual([]);
  await press('{Enter}');
  await expect.element(option('Ext7')).toBeVisible();
  await press('{Enter}');
  await expect.element(box()).toHaveValue('Ext7');
  await press('{Control>}{Enter}{/Control}');
  await expectCreated(bridge, {}, 'product-Ext7');
});

test('Enter that ends a composition chooses no product, and with Ctrl submits nothing', async () => {
  const bridge = connect();
  bridge.products = ['Aaa first', 'Coaching hour'].map((title) => product(title));
  await openForm(bridge);
  await box().fill('Coach');
  await expect.element(option('Coaching hour')).toBeVisible();
  endComposition(box());
  await expect.element(box()).toHaveValue('Coach');
  await press('{Enter}');
  await expect.element(box()).toHaveValue('Coaching hour');
  await price().fill('60');
  endComposition(price(), { ctrlKey: true });
  await price().fill('70');
  await press('{Control>}{Enter}{/Control}');
  await expectCreated(
    bridge,
    { prices: [{ currencyId: 2, priceCents: 7_000, discountCents: null }] },
    'product-Coaching hour',
  );
});

test('errors of a refused link are shown at its rows, even below an empty row of metadata', async () => {
  const bridge = connect();
  bridge.answers['links.create'] = () =>
    refuse('invalid', 'Not valid.', {
      'draft.prices.0.priceCents': 'At least 5.00.',
      'draft.metadata.0.value': 'Taken.',
    });
  await openForm(bridge);
  await price().fill('1');
  await form().getByRole('button', { name: 'Add metadata' }).click();
  await key(2).fill('order');
  await value(2).fill('1042');
  await create();
  await expect.element(price()).toHaveAccessibleDescription('At least 5.00.');
  await expect.element(price()).toHaveFocus();
  await expect.element(value(2)).toHaveAccessibleDescription('Taken.');
  await expect.element(value(2)).toHaveValue('1042');
});
