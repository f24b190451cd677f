// The window around the screens: shortcuts, the palette, toasts with "Undo", and the status.
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Output } from '../../src/shared/contract.ts';
import { ok, type Result, refuse } from '../../src/shared/problem.ts';
import { linkId, linksDown, product, type WindowBridge } from '../support/window-bridge.ts';
import { button, connect, dialog, focus, goTo, openWindow, press, row } from '../support/window-page.tsx';

const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const search = () => page.getByRole('searchbox', { name: 'Search payment links' });
const undos = () => page.getByRole('button', { name: 'Undo' });
const palette = () => dialog('Command palette');
const chosen = () => palette().getByRole('option', { selected: true });

async function openLinks(count: number, bridge = connect()): Promise<WindowBridge> {
  bridge.links = linksDown(count);
  await openWindow('#/links', bridge);
  await expect.element(row(count)).toBeVisible();
  return bridge;
}

async function deleteLink(order: number): Promise<void> {
  const previous = undos().elements().length;
  await focus(row(order));
  await press('{Delete}');
  await dialog('Delete payment link').getByRole('button', { name: 'Delete link' }).click();
  await expect.element(row(order)).not.toBeInTheDocument();
  await expect.poll(() => undos().elements().length).toBe(previous + 1);
}

const keptLinks = (bridge: WindowBridge) => bridge.inputs('links.keep').map(({ id }) => id);

test('shortcuts open forms, and are text in a field', async () => {
  await openLinks(3);
  await search().click();
  await press('n?/ z');
  await expect.element(search()).toHaveValue('n?/ z');
  expect(page.getByRole('dialog').query()).toBeNull();
  await press('{Escape}{Control>}n{/Control}');
  await expect.element(dialog('New payment link')).toBeVisible();
  await press('{Escape}');
  await expect.element(dialog('New payment link')).not.toBeInTheDocument();
  await expect.element(search()).toHaveFocus();
  await focus(row(3));
  await press('?');
  await expect.element(dialog('Keyboard shortcuts')).toBeVisible();
});

test('Ctrl+Z undoes the newest deletion, one per press, on any screen', async () => {
  const bridge = await openLinks(5);
  for (const order of [5, 4, 3]) await deleteLink(order);
  bridge.emit('navigate', { to: '#/products', storeId: null });
  await expect.element(heading('Products')).toBeVisible();
  // Holding the keys down undoes nothing more.
  await press('{Control>}{z>3/}{/Control}');
  await press('{Control>}z{/Control}');
  await expect.poll(() => undos().elements().length).toBe(1);
  expect(keptLinks(bridge)).toEqual([linkId(3), linkId(4)]);
});

test('a toast about a sale is announced, and its button opens the link', async () => {
  const bridge = await openLinks(2);
  const to = `#/links/${encodeURIComponent(linkId(1))}`;
  bridge.emit('sold', { storeId: 'store-1', title: 'Sold', message: 'Logo design, $60.00', to });
  const toast = page.getByRole('status').filter({ hasText: 'Logo design, $60.00' });
  await toast.getByRole('button').first().click();
  await expect.element(page.getByRole('complementary', { name: 'Link details' })).toHaveTextContent('1');
  await expect.element(toast).not.toBeInTheDocument();
});

test('the palette opens a link by its metadata, and runs commands', async () => {
  const bridge = await openLinks(30);
  await focus(row(30));
  await press('{Control>}k{/Control}');
  await expect.element(palette().getByRole('combobox')).toHaveFocus();
  await press('order 17');
  await expect.element(chosen()).toHaveTextContent('order: 17');
  await press('{Enter}');
  await expect.element(page.getByRole('complementary', { name: 'Link details' })).toHaveTextContent('17');
  // The keys act on the link that was opened.
  await press('{Delete}');
  await expect.element(dialog('Delete payment link')).toHaveTextContent('order: 17');
  await press('{Escape}');
  await expect.element(dialog('Delete payment link')).not.toBeInTheDocument();
  await press('{Control>}k{/Control}');
  await press('work off');
  await press('{Enter}');
  await expect.poll(() => bridge.isWorkingOffline).toBe(true);
  await expect.element(page.getByRole('status', { name: 'Sync status' })).toHaveTextContent('Offline');
});

test('the palette has the commands of the focused row, but none for a row of an earlier screen', async () => {
  await openLinks(2);
  await focus(row(2));
  const deletes = palette().getByRole('option', { name: 'Delete link' });
  await press('{Control>}k{/Control}');
  await expect.element(deletes).toBeVisible();
  await press('{Escape}');
  await expect.element(row(2)).toHaveFocus();
  await goTo('#/products');
  await expect.element(heading('Products')).toBeVisible();
  await press('{Control>}k{/Control}');
  await expect.element(palette().getByRole('option', { name: 'Payment links' })).toBeVisible();
  expect(deletes.query()).toBeNull();
  await press('{Escape}');
  await expect.element(palette()).not.toBeInTheDocument();
});

test('Enter in the palette runs nothing if the words find nothing', async () => {
  const bridge = await openLinks(3);
  let pending: (() => void)[] = [];
  bridge.answers['products.list'] = ({ search: words }) => {
    const rows = ['Coaching hour', 'Logo design'].map((title) => product(title));
    const matches = rows.filter(({ fields }) => words !== '' && fields.productTitle.toLowerCase().startsWith(words));
    return new Promise<Result<Output<'products.list'>>>((resolve) => {
      pending.push(() => resolve(ok({ rows: matches, total: matches.length })));
    });
  };
  const answer = async () => {
    await expect.poll(() => pending.length).toBeGreaterThan(0);
    for (const one of pending) one();
    pending = [];
  };
  await focus(row(2));
  await press('{Control>}k{/Control}');
  await press('no such thing');
  await press('{Enter}');
  await answer();
  await expect.element(palette().getByRole('status')).toHaveTextContent('Nothing found');
  await userEvent.clear(palette().getByRole('combobox'));
  await press('coach');
  await answer();
  await expect.element(chosen()).toHaveTextContent('Coaching hour');
  await press('{Escape}');
  await expect.element(palette()).not.toBeInTheDocument();
  await expect.element(row(2)).toHaveFocus();
});

test('the window asks about text that was typed on a screen before it shows another screen', async () => {
  const bridge = await openLinks(1);
  bridge.emit('navigate', { to: '#/settings', storeId: null });
  const message = page.getByRole('textbox', { name: 'Message' });
  // This message cannot be saved, because it does not contain the link.
  await message.fill('Here you are');
  const leave = [
    () => bridge.emit('navigate', { to: '#/products', storeId: null }),
    () => page.getByRole('navigation').getByRole('link', { name: 'Products' }).click(),
  ];
  for (const one of leave) {
    await one();
    await button('Keep editing').click();
    await expect.element(message).toHaveValue('Here you are');
    expect(window.location.hash).toBe('#/settings');
  }
  await leave[0]?.();
  await button('Close without saving').click();
  await expect.element(heading('Products')).toBeVisible();
});

test('the window shows why the app did not start', async () => {
  const bridge = connect();
  bridge.answers['frame.get'] = () => refuse('internal', 'The app did not start.');
  await openWindow('#/links', bridge);
  await expect.element(page.getByRole('alert')).toHaveTextContent('The app did not start.');
  expect(button('New payment link').query()).toBeNull();
});
