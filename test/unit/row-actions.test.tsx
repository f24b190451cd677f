// Row handlers act on the rendered record, even if the list has changed since.
import type { KeyboardEvent, MouseEvent } from 'react';
import { renderToString } from 'react-dom/server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { RowActions } from '../../src/renderer/components/TableRow.tsx';
import { useActiveRow } from '../../src/renderer/components/useActiveRow.ts';
import { useRowActions } from '../../src/renderer/components/useRowActions.ts';

interface Link {
  readonly id: string;
}

beforeAll(() => vi.stubGlobal('window', { getSelection: () => null }));
afterAll(() => vi.unstubAllGlobals());

/** The actions on a list of these links, and what they did. Links can be added to the list after it was drawn. */
function drawn(links: Link[]) {
  const did: string[] = [];
  const note = (what: string) => (link: Link) => void did.push(`${what} ${link.id}`);
  const set = vi.fn();
  let actions: RowActions<Link> | undefined;
  function Table() {
    const rows = {
      rowAt: (index: number) => links[index],
      indexOf: (key: string) => links.findIndex(({ id }) => id === key),
      rowKey: ({ id }: Link) => id,
    };
    const props = {
      ...rows,
      label: 'Payment links',
      columns: [],
      total: links.length,
      onOpen: note('open'),
      onShortcut: (shortcut: string, link: Link) => note(shortcut)(link),
      menu: {
        label: ({ id }: Link) => id,
        commands: (link: Link) => {
          note('menu')(link);
          return [];
        },
      },
    };
    const active = { ...useActiveRow(rows, links.length), set };
    const surface = { count: links.length, scrollTo: () => {}, rowsInView: () => 10, openMenu: () => {} };
    actions = useRowActions(props, active, surface);
    return null;
  }
  renderToString(<Table />);
  if (!actions) throw new Error('Nothing was drawn');
  return { actions, did, set };
}

const element = { closest: () => null, contains: () => true };
const event = { target: element, currentTarget: element, preventDefault: () => {} };
const click = { ...event, clientX: 0, clientY: 0 } as unknown as MouseEvent;
const press = (key: string, ctrlKey = false) => {
  const keys = { key, ctrlKey, metaKey: false, shiftKey: false, altKey: false };
  return { ...event, ...keys, nativeEvent: keys } as unknown as KeyboardEvent;
};

test('a click, a right click and a key act on the rendered link and make it the active one', () => {
  const links = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
  const { actions, did, set } = drawn(links);
  const on = { index: 1, row: links[1] };
  links.unshift({ id: 'new' });
  actions.onClick(click, on);
  actions.onContextMenu(click, on);
  actions.onKeyDown(press('Enter'), on);
  actions.onKeyDown(press('Delete'), on);
  actions.onFocus(on);
  expect(did).toEqual(['open b', 'menu b', 'open b', 'remove b']);
  expect(new Set(set.mock.calls.flat())).toEqual(new Set([2]));
});

test('the arrow keys start from the current position of the rendered link', () => {
  const links = [{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }];
  const { actions, set } = drawn(links);
  const on = { index: 1, row: links[1] };
  links.unshift({ id: 'new' });
  actions.onKeyDown(press('ArrowDown'), on);
  actions.onKeyDown(press('ArrowUp'), on);
  expect(set.mock.calls).toEqual([[3], [1]]);
});

test('a row that is still loading can be focused, but not opened', () => {
  const { actions, did, set } = drawn([{ id: 'a' }]);
  actions.onClick(click, { index: 4, row: undefined });
  actions.onKeyDown(press('Enter'), { index: 4, row: undefined });
  expect(did).toEqual([]);
  expect(set.mock.calls).toEqual([[4]]);
});
