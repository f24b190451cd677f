// Keyboard shortcuts: their keys, and their names in the menu and for assistive technology.
import { expect, it } from 'vitest';
import { ariaKeysOf, isPressed } from '../../src/renderer/state/keys.ts';
import { acceleratorOf, SHORTCUTS, type Shortcut } from '../../src/shared/shortcuts.ts';

const NOTHING_HELD = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const press = (key: string, held: Partial<typeof NOTHING_HELD> = {}, code = '') => ({
  ...NOTHING_HELD,
  ...held,
  key,
  code,
});
const pressed = (event: ReturnType<typeof press>) =>
  (Object.keys(SHORTCUTS) as Shortcut[]).filter((shortcut) => isPressed(shortcut, event));

it.each<[string, ReturnType<typeof press>, Shortcut[]]>([
  ['Ctrl+N', press('n', { ctrlKey: true }), ['create']],
  ['Cmd+N', press('n', { metaKey: true }), ['create']],
  ['Ctrl+N with Caps Lock', press('N', { ctrlKey: true }), ['create']],
  ['Ctrl+N on a Russian keyboard', press('т', { ctrlKey: true }, 'KeyN'), ['create']],
  ['Ctrl+B on a Dvorak keyboard, on the N key of a US keyboard', press('b', { ctrlKey: true }, 'KeyN'), []],
  ['Ctrl+Shift+N', press('N', { ctrlKey: true, shiftKey: true }), []],
  ['N', press('n'), []],
  ['/', press('/'), ['search']],
  ['/ on a German keyboard', press('/', { shiftKey: true }), ['search']],
  ['Ctrl+/', press('/', { ctrlKey: true }), []],
  ['?', press('?', { shiftKey: true }), ['shortcuts']],
  ['Delete', press('Delete'), ['remove']],
  ['Ctrl+Delete', press('Delete', { ctrlKey: true }), []],
  ['Shift+F10', press('F10', { shiftKey: true }), ['commands']],
  ['the Menu key', press('ContextMenu'), ['commands']],
  ['Shift+ArrowDown', press('ArrowDown', { shiftKey: true }), ['extend']],
  ['Ctrl+Enter', press('Enter', { ctrlKey: true }), ['save']],
  ['Ctrl+Shift+Enter', press('Enter', { ctrlKey: true, shiftKey: true }), ['saveAndNew']],
  ['Ctrl+Alt+C', press('c', { ctrlKey: true, altKey: true }), []],
])('finds the shortcut, if any, of %s', (_, event, shortcuts) => {
  expect(pressed(event)).toEqual(shortcuts);
});

it('no two shortcuts have the same keys', () => {
  const all = Object.values(SHORTCUTS).flat();
  expect(new Set(all).size).toBe(all.length);
});

it('names keys as the menu and assistive technology expect', () => {
  expect([acceleratorOf('create'), acceleratorOf('products'), acceleratorOf('shortcuts')]).toEqual([
    'CmdOrCtrl+N',
    'CmdOrCtrl+1',
    '?',
  ]);
  expect([ariaKeysOf('search'), ariaKeysOf('remove')]).toEqual(['Control+F Meta+F /', 'Delete']);
});
