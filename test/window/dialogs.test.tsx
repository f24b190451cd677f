// Dialogs: a question acts once and on purpose; a form keeps its text, shows errors at their fields, and is sent once.
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ok, type Result, refuse } from '../../src/shared/problem.ts';
import { linkId, linksDown, type WindowBridge } from '../support/window-bridge.ts';
import { button, clickOutside, connect, dialog, focus, openWindow, press, row } from '../support/window-page.tsx';

const form = () => dialog('New product');
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const asks = () => dialog('Close without saving?');
const problem = () => form().getByRole('alert');

const FIELDS = {
  productTitle: 'Product title',
  buttonTitle: 'Button title',
  productDescription: 'Product description',
} as const;
const WHOLE = { productTitle: 'Logo design', buttonTitle: 'Buy now', productDescription: 'A logo.' };

async function openForm(bridge = connect()): Promise<WindowBridge> {
  await openWindow('#/products', bridge);
  await button('New product').click();
  await expect.element(form()).toBeVisible();
  return bridge;
}

async function fill(values: Partial<typeof WHOLE> = WHOLE): Promise<void> {
  for (const name of Object.keys(values) as (keyof typeof WHOLE)[]) await field(FIELDS[name]).fill(values[name] ?? '');
}

async function expectTyped(): Promise<void> {
  for (const name of Object.keys(WHOLE) as (keyof typeof WHOLE)[])
    await expect.element(field(FIELDS[name])).toHaveValue(WHOLE[name]);
}

test('a form asks before it closes with typed text, and keeps the text if the seller goes on editing', async () => {
  await openForm();
  const close = [() => press('{Escape}'), () => button('Close').click(), () => button('Cancel').click()];
  // Without any typed text the form closes at once.
  for (const one of close) {
    await one();
    await expect.element(form()).not.toBeInTheDocument();
    await button('New product').click();
  }
  await fill();
  await clickOutside();
  await field('Product title').click();
  expect(asks().query()).toBeNull();
  for (const one of close) {
    await one();
    await expect.element(asks()).toBeVisible();
    await expect.element(button('Keep editing')).toHaveFocus();
    await press('{Enter}');
    await expectTyped();
    expect(form().element().contains(document.activeElement)).toBe(true);
  }
  await press('{Escape}');
  await button('Close without saving').click();
  await expect.element(form()).not.toBeInTheDocument();
  await expect.element(button('New product')).toHaveFocus();
  await button('New product').click();
  await expect.element(field('Product title')).toHaveValue('');
});

test('closing the window asks about typed text, and goes on only when the seller agrees', async () => {
  const bridge = await openForm();
  bridge.answers['leave.agreed'] = () => ok(undefined);
  await fill();
  expect(bridge.inputs('leave.unsaved').at(-1)).toMatchObject({ unsaved: true });
  bridge.emit('closing', {});
  await button('Keep editing').click();
  await expectTyped();
  expect(bridge.inputs('leave.agreed')).toEqual([]);
  bridge.emit('closing', {});
  await button('Close without saving').click();
  await expect.poll(() => bridge.inputs('leave.agreed')).toHaveLength(1);
});

test('a form is sent once despite a double click and Enter while it is saved, and shows that it is busy', async () => {
  const bridge = connect();
  const pending: ((result: Result<{ id: string }>) => void)[] = [];
  bridge.answers['products.create'] = () => new Promise((resolve) => pending.push(resolve));
  await openForm(bridge);
  await fill();
  const save = button('Save product');
  await save.dblClick();
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await press('{Enter}');
  await field('Product title').click();
  await press('{Enter}{Control>}{Enter}{/Control}');
  expect(bridge.inputs('products.create')).toEqual([WHOLE]);
  for (const resolve of pending) resolve(ok({ id: 'product-1' }));
  await expect.element(form()).not.toBeInTheDocument();
  expect(bridge.inputs('products.create')).toHaveLength(1);
});

test('a refused change keeps the form and its text, with each error at its field and the focus on the first', async () => {
  const bridge = connect();
  bridge.answers['products.create'] = () =>
    refuse('invalid', 'The product is not valid.', { productTitle: 'Taken.', productDescription: 'Too short.' });
  await openForm(bridge);
  await fill();
  await button('Save product').click();
  await expect.element(field('Product title')).toHaveAccessibleDescription(expect.stringContaining('Taken.'));
  await expect.element(field('Product title')).toHaveFocus();
  await expect.element(field('Product description')).toHaveAccessibleDescription(expect.stringContaining('Too short.'));
  await expect.element(field('Button title')).not.toHaveAttribute('aria-invalid', 'true');
  await expectTyped();
  // An error disappears when its text changes.
  await fill({ productTitle: 'Round logo' });
  await expect.element(field('Product title')).not.toHaveAttribute('aria-invalid', 'true');
  bridge.answers['products.create'] = () => ok({ id: 'product-1' });
  // In this field Enter starts a new line, so Ctrl+Enter submits.
  await field('Product description').click();
  await press('{Control>}{Enter}{/Control}');
  await expect.element(form()).not.toBeInTheDocument();
});

test('a full disk, a broken call and an error without a field are shown in the form, which keeps its text', async () => {
  const bridge = await openForm();
  await fill();
  const answers = [
    [() => refuse('storage', 'The disk is full.'), 'The disk is full.'],
    [() => refuse('invalid', 'The shop is closed.', { shop: 'The shop is closed.' }), 'The shop is closed.'],
    [
      () => {
        throw new Error('The main process broke');
      },
      'Nothing was changed',
    ],
  ] as const;
  for (const [answer, reason] of answers) {
    bridge.answers['products.create'] = answer;
    await button('Save product').click();
    await expect.element(problem()).toHaveTextContent(reason);
    await expectTyped();
    await fill({ productTitle: '' });
    await expect.element(problem()).not.toBeInTheDocument();
    await fill();
  }
  bridge.answers['products.create'] = () => ok({ id: 'product-1' });
  await button('Save product').click();
  await expect.element(form()).not.toBeInTheDocument();
});

test('switching to another store asks about typed text, and closes the form', async () => {
  const bridge = await openForm();
  await fill();
  bridge.answers['stores.switch'] = () => ok(undefined);
  bridge.emit('navigate', { to: '#/products', storeId: 'another' });
  await expect.element(asks()).toBeVisible();
  expect(bridge.inputs('stores.switch')).toEqual([]);
  await button('Close without saving').click();
  await expect.element(form()).not.toBeInTheDocument();
  expect(bridge.inputs('stores.switch')).toEqual([{ storeId: 'another' }]);
});

test('a refused sign-in shows errors at their fields, never shows the password, and is sent once', async () => {
  const bridge = connect();
  const frame = bridge.frame();
  bridge.answers['frame.get'] = () => ok({ ...frame, currentStoreId: null, stores: [], status: null });
  const pending: ((result: Result<{ storeId: string }>) => void)[] = [];
  bridge.answers['session.signIn'] = () => new Promise((resolve) => pending.push(resolve));
  await openWindow('#/', bridge);
  const password = page.getByLabelText('Password', { exact: true });
  await field('Service address').fill('https://service.example/');
  await field('Email').fill('mara@shop.example');
  await password.fill('correct horse');
  await press('{Enter}{Enter}');
  await expect.poll(() => bridge.inputs('session.signIn')).toHaveLength(1);
  await userEvent.click(button('Sign in'), { force: true });
  pending[0]?.(refuse('service', 'Invalid.', { email: 'This account is closed.' }));
  await expect.element(field('Email')).toHaveAccessibleDescription(expect.stringContaining('This account is closed.'));
  await expect.element(field('Email')).toHaveFocus();
  await expect.element(password).toHaveAttribute('type', 'password');
  expect(bridge.inputs('session.signIn')).toHaveLength(1);
  expect(document.body.textContent).not.toContain('correct horse');
});

const question = () => dialog('Delete payment link');

/** Shows three links, and asks whether to delete the second. */
async function askToDelete(bridge = connect()): Promise<WindowBridge> {
  bridge.links = linksDown(3);
  await openWindow('#/links', bridge);
  await focus(row('2'));
  await press('{Delete}');
  await expect.element(question()).toHaveTextContent('order: 2');
  return bridge;
}

test('a question focuses "Cancel", so that Enter changes nothing, and returns the focus to the row', async () => {
  const bridge = await askToDelete();
  await expect.element(button('Cancel')).toHaveFocus();
  await press('{Enter}');
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(row('2')).toHaveFocus();
  expect(bridge.inputs('links.delete')).toEqual([]);
});

test('Tab stays inside a question, and what is behind it is hidden and has no shortcuts', async () => {
  await askToDelete();
  await expect.element(button('Cancel')).toHaveFocus();
  for (let presses = 0; presses < 5; presses += 1) {
    await press('{Tab}');
    expect(question().element().contains(document.activeElement)).toBe(true);
  }
  expect(page.getByRole('table').query()).toBeNull();
  await press('{Control>}n{/Control}?');
  await press('{Control>}k{/Control}');
  // Escape closes one dialog only.
  await press('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('a question acts once however often it is answered, and nothing closes it meanwhile', async () => {
  const bridge = connect();
  let answer = () => {};
  bridge.answers['links.delete'] = () =>
    new Promise((resolve) => {
      answer = () => resolve(ok({ deletion: 'deletion', deleted: 1, left: 0 }));
    });
  await askToDelete(bridge);
  await button('Delete link').dblClick();
  await press('{Enter}{Escape}');
  await expect.element(question()).toBeVisible();
  answer();
  await expect.element(question()).not.toBeInTheDocument();
  expect(bridge.inputs('links.delete')).toEqual([{ ids: [linkId(2)] }]);
});

test('Escape closes the dialog but not the details behind it, even if these fill the window or nothing has the focus', async () => {
  const bridge = connect();
  bridge.links = linksDown(3);
  await openWindow(`#/links/${encodeURIComponent(linkId(2))}`, bridge);
  const details = page.getByRole('complementary', { name: 'Link details' });
  await expect.element(details).toHaveTextContent('order');
  await details.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete link' }).click();
  await expect.element(button('Cancel')).toHaveFocus();
  await page.viewport(600, 400);
  await expect.poll(() => document.querySelector('[data-whole]')).not.toBeNull();
  await page.viewport(1200, 600);
  await expect.element(button('Cancel')).toHaveFocus();
  (document.activeElement as HTMLElement).blur();
  await press('{Escape}');
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(details).toBeVisible();
  await press('{Escape}');
  await expect.element(details).not.toBeInTheDocument();
});
