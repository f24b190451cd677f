// The functions that the end-to-end driver runs inside Electron, tested on the stand-in's menu items, which are as strict as Electron's.

import { Menu } from '@storefront-desk/chromium-host/menu';
import { connectMenu } from '@storefront-desk/chromium-host/menu-roles';
import { afterEach, expect, it, vi } from 'vitest';
import { chooseMenuItem } from '../../tools/launch/inside-electron.ts';

const platform = process.platform;
const on = (name: string) => Object.defineProperty(process, 'platform', { value: name });
afterEach(() => void on(platform));

const app = { quit: vi.fn(), getName: () => 'Desk', showAboutPanel: vi.fn() };
connectMenu(app);

/** Electron with one window and a menu, as the driver uses it. */
function stage(isFocused: boolean) {
  app.quit.mockClear();
  const window = { close: vi.fn(), webContents: {} };
  const click = vi.fn();
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      { role: 'close', id: 'close' },
      { role: 'quit', id: 'quit' },
      { label: 'Own', id: 'own', click },
      { label: 'Off', id: 'off', enabled: false, click },
    ]),
  );
  const BrowserWindow = {
    getFocusedWindow: () => (isFocused ? window : null),
    getAllWindows: () => [window],
  };
  const main = { app, BrowserWindow, Menu } as unknown as Parameters<typeof chooseMenuItem>[0];
  return { window, click, choose: (id: string) => chooseMenuItem(main, id) };
}

it.each([
  ['linux', true],
  ['linux', false],
  ['win32', true],
  ['darwin', true],
  ['darwin', false],
])('choosing an item by its id acts as for a person on %s (window in front: %s)', (system, isFocused) => {
  on(system);
  const { window, click, choose } = stage(isFocused);
  expect(choose('close')).toBe(true);
  expect(window.close).toHaveBeenCalledOnce();
  expect(choose('quit')).toBe(true);
  expect(app.quit).toHaveBeenCalledOnce();
  expect(choose('own')).toBe(true);
  expect(click.mock.calls.map(([item, given]) => [item.label, given])).toEqual([['Own', window]]);
});

it('an item that is disabled or missing cannot be chosen', () => {
  const { click, choose } = stage(true);
  expect([choose('off'), choose('nothing')]).toEqual([false, false]);
  expect(click).not.toHaveBeenCalled();
});

it('is sent to Electron as text, so it uses nothing from outside', () => {
  on('linux');
  const { window } = stage(true);
  const sent = new Function(`return (${chooseMenuItem.toString()})`)() as typeof chooseMenuItem;
  const BrowserWindow = { getFocusedWindow: () => window, getAllWindows: () => [window] };
  expect(sent({ app, BrowserWindow, Menu } as unknown as Parameters<typeof chooseMenuItem>[0], 'close')).toBe(true);
  expect(window.close).toHaveBeenCalledOnce();
});
