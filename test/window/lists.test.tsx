// The list of payment links: moving, opening and selecting with keys and mouse, and commands for the right link.
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ok, refuse } from '../../src/shared/problem.ts';
import { linkId, linksDown, type WindowBridge } from '../support/window-bridge.ts';
import { button, connect, dialog, focus, openWindow, press, row } from '../support/window-page.tsx';

const table = () => page.getByRole('table', { name: 'Payment links' });
const boxOf = (order: number) => row(order).getByRole('checkbox');
const search = () => page.getByRole('searchbox', { name: 'Search payment links' });
const details = () => page.getByRole('complementary', { name: 'Link details' });
const bar = () => page.getByRole('toolbar', { name: 'Selection' });
const question = () => dialog('Delete payment link');

/** Shows this many links, the highest order first. */
async function openList(count: number, bridge = connect()): Promise<WindowBridge> {
  bridge.links = linksDown(count);
  await openWindow('#/links', bridge);
  await expect.element(row(count)).toBeVisible();
  return bridge;
}

/** The selected ids, as a command for the selection gets them. */
async function selectedIds(bridge: WindowBridge): Promise<readonly string[]> {
  const previous = bridge.inputs('share.many').length;
  await bar().getByRole('button', { name: 'Copy addresses' }).click();
  await expect.poll(() => bridge.inputs('share.many')).toHaveLength(previous + 1);
  return bridge.inputs('share.many').at(-1)?.ids ?? [];
}

const ids = (...orders: number[]) => orders.map(linkId);

test('a list is one Tab stop, and its keys reach every row, even rows that are not loaded', async () => {
  await openList(300);
  await focus(row(300));
  for (const [key, order] of [
    ['{ArrowDown}', 299],
    ['{ArrowDown}', 298],
    ['{ArrowUp}', 299],
    ['{End}', 1],
    ['{ArrowDown}', 1],
    ['{Home}', 300],
  ] as const) {
    await press(key);
    await expect.element(row(order), { message: `${key} to ${order}` }).toHaveFocus();
  }
  await press('{PageDown}');
  await expect.element(row(300)).not.toHaveFocus();
  expect(table().element().querySelectorAll('[role="row"][tabindex="0"]')).toHaveLength(1);
});

test('Enter opens the details, which follow the arrow keys, and Escape closes them and stays on the row', async () => {
  const bridge = await openList(300);
  await focus(row(300));
  await press('{Enter}');
  await expect.element(details()).toHaveTextContent('300');
  await press('{ArrowDown}');
  await expect.element(details()).toHaveTextContent('299');
  await expect.element(row(299)).toHaveAttribute('aria-current', 'true');
  await press('{End}');
  await expect.element(details().getByText('1', { exact: true }).first()).toBeVisible();
  await press('{Escape}');
  await expect.element(details()).not.toBeInTheDocument();
  await expect.element(row(1)).toHaveFocus();
  await press('{ArrowUp}{Control>}c{/Control}');
  await expect.poll(() => bridge.inputs('links.copyCheckoutLink')).toEqual([{ id: linkId(2) }]);
});

test('Space selects, Shift and an arrow extend and shrink the range, and Escape ends the selection', async () => {
  const bridge = await openList(10);
  await focus(row(8));
  await press(' ');
  await expect.element(boxOf(8)).toBeChecked();
  await press('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  await expect.element(boxOf(6)).toBeChecked();
  expect(await selectedIds(bridge)).toEqual(ids(8, 7, 6));
  await focus(row(6));
  await press('{Shift>}{ArrowUp}{/Shift}');
  await expect.element(boxOf(6)).not.toBeChecked();
  expect(await selectedIds(bridge)).toEqual(ids(8, 7));
  await focus(row(7));
  await press('{Escape}');
  await expect.element(bar()).not.toBeInTheDocument();
  await expect.element(boxOf(8)).not.toBeChecked();
});

test('Ctrl+click toggles a row, and Shift+click selects up to it, even over rows that are not loaded', async () => {
  const bridge = await openList(300);
  await row(300).click({ modifiers: ['Control'] });
  await row(298).click({ modifiers: ['Control'] });
  expect(await selectedIds(bridge)).toEqual(ids(300, 298));
  await row(298).click({ modifiers: ['Control'] });
  await boxOf(300).click();
  await expect.element(bar()).not.toBeInTheDocument();
  await boxOf(299).click();
  table().element().scrollTo(0, 1_000_000);
  await userEvent.click(boxOf(3), { modifiers: ['Shift'] });
  await expect.element(bar()).toHaveTextContent('297');
  const selected = await selectedIds(bridge);
  expect(selected).toHaveLength(297);
  expect([selected[0], selected.at(-1)]).toEqual(ids(299, 3));
  await expect.element(details()).not.toBeInTheDocument();
});

test('"select all" selects all rows of the search, even if Delete follows at once', async () => {
  const bridge = connect();
  let answer = () => {};
  bridge.answers['links.ids'] = () =>
    new Promise((resolve) => {
      answer = () => resolve(ok({ ids: ids(30, 3) }));
    });
  bridge.answers['links.beforeDelete'] = ({ ids }) => ok({ links: ids.length, addresses: ids.length, left: 0 });
  bridge.answers['links.delete'] = ({ ids }) => ok({ deletion: 'deletion', deleted: ids.length, left: 0 });
  await openList(30, bridge);
  await search().fill('order 3');
  await expect.element(row(29)).not.toBeInTheDocument();
  await focus(row(30));
  await press('{Control>}a{/Control}{Delete}');
  answer();
  const many = dialog('Delete payment links');
  await expect.element(many.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  expect(bridge.inputs('links.ids')[0]).toMatchObject({ search: 'order 3' });
  expect(bridge.inputs('links.beforeDelete')[0]?.ids).toEqual(ids(30, 3));
  await many.getByRole('button', { name: 'Delete' }).dblClick();
  await expect.element(many).not.toBeInTheDocument();
  expect(bridge.inputs('links.delete')).toEqual([{ ids: ids(30, 3) }]);
  await expect.element(bar()).not.toBeInTheDocument();
});

test('keys and menus act on the link under them, even if new links arrive above it', async () => {
  const bridge = await openList(5);
  await focus(row(3));
  bridge.setLinks(linksDown(9));
  await expect.element(row(9)).toBeVisible();
  await press('{Delete}');
  await expect.element(question()).toHaveTextContent('order: 3');
  await press('{Escape}');
  await expect.element(row(3)).toHaveFocus();

  await row(4).click({ button: 'right' });
  const remove = page.getByRole('menuitem', { name: 'Delete link' });
  await expect.element(remove).toBeVisible();
  bridge.setLinks(linksDown(12));
  await expect.element(row(12)).toBeVisible();
  await remove.click();
  await expect.element(question()).toHaveTextContent('order: 4');
  bridge.setLinks(linksDown(15));
  await question().getByRole('button', { name: 'Delete link' }).click();
  await expect.element(question()).not.toBeInTheDocument();
  expect(bridge.inputs('links.delete')).toEqual([{ ids: [linkId(4)] }]);
});

test('a row offers the same commands by its button, by right click and by the keyboard', async () => {
  await openList(5);
  const items = page.getByRole('menuitem');
  const names = () => items.elements().map(({ textContent }) => textContent);
  await row(4)
    .getByRole('button', { name: /^More actions/ })
    .click();
  await expect.element(items.first()).toBeVisible();
  const commands = names();
  expect(commands.length).toBeGreaterThan(4);
  const open = [() => row(4).click({ button: 'right' }), () => press('{Shift>}{F10}{/Shift}')];
  for (const one of open) {
    await press('{Escape}');
    await expect.element(items.first()).not.toBeInTheDocument();
    if (one === open[1]) await expect.element(row(4)).toHaveFocus();
    await one();
    await expect.element(items.first()).toBeVisible();
    expect(names()).toEqual(commands);
  }
});

test('the selection keeps its links when others arrive, and loses deleted ones', async () => {
  const bridge = await openList(5);
  await boxOf(4).click();
  await boxOf(2).click();
  bridge.setLinks(linksDown(8));
  await expect.element(row(8)).toBeVisible();
  await expect.element(boxOf(4)).toBeChecked();
  await expect.element(boxOf(8)).not.toBeChecked();
  bridge.setLinks(linksDown(8).filter(({ id }) => id !== linkId(4)));
  await expect.element(row(4)).not.toBeInTheDocument();
  await expect.element(bar()).toHaveTextContent('1');
  expect(await selectedIds(bridge)).toEqual(ids(2));
});

test('"/" goes to the search, an arrow from there into the list, and Escape ends the search', async () => {
  await openList(30);
  await focus(row(28));
  await press('/');
  await expect.element(search()).toHaveFocus();
  await search().fill('order 2');
  await expect.element(row(30)).not.toBeInTheDocument();
  await press('{ArrowDown}');
  await expect.element(row(29)).toHaveFocus();
  await press('{ArrowUp}{Escape}');
  await expect.element(search()).toHaveValue('');
  await expect.element(row(30)).toBeVisible();
});

test('a click on a header sorts the whole list by its column, and a second click reverses the order', async () => {
  const bridge = await openList(30);
  const header = table().getByRole('columnheader', { name: 'Product' });
  for (const [sorted, descending] of [
    ['ascending', false],
    ['descending', true],
  ] as const) {
    await header.getByRole('button').click();
    await expect.element(header).toHaveAttribute('aria-sort', sorted);
    await expect
      .poll(() => bridge.inputs('links.list').at(-1))
      .toMatchObject({ offset: 0, order: { by: 'title', descending } });
  }
});

test('a list that cannot be read says why, and an empty one offers the next step', async () => {
  const bridge = connect();
  bridge.answers['links.list'] = () => refuse('storage', 'The disk has an error.');
  await openWindow('#/links', bridge);
  await expect.element(page.getByRole('alert')).toHaveTextContent('The disk has an error.');
  delete bridge.answers['links.list'];
  bridge.setLinks([]);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  const main = page.getByRole('main');
  await expect.element(main.getByText('Nothing here yet')).toBeVisible();
  await expect.element(button('New payment link')).toBeEnabled();
});
