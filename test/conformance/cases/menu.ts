// Menu and MenuItem.
import assert from 'node:assert/strict';
import type { MenuItem, MenuItemConstructorOptions } from 'electron';
import type { ElectronModule, ProcessCase, SharedCase } from '../conformance-case.ts';

const IS_MAC = process.platform === 'darwin';

/** The only item of a menu. */
function itemOf({ Menu }: ElectronModule, options: MenuItemConstructorOptions): MenuItem {
  const [item] = Menu.buildFromTemplate([options]).items;
  if (!item) throw new Error('The menu is empty');
  return item;
}

export const menuCases: readonly SharedCase[] = [
  {
    name: 'MenuItem.click with the role "close" closes the window that it is given; without one it calls the app',
    source: 'lib/browser/api/menu-item-roles.ts',
    async run(electron, { createWindow, nextEvent }) {
      const calls: unknown[] = [];
      const item = itemOf(electron, { role: 'close', click: (_item, window) => calls.push(window) });
      const window = createWindow();
      item.click({}, null, null);
      assert.deepEqual([calls, window.isDestroyed()], [[null], false]);
      if (IS_MAC) {
        // There the system closes the window, not a click from code.
        item.click({}, window, window.webContents);
        assert.deepEqual([calls, window.isDestroyed()], [[null, window], false]);
        return;
      }
      const closed = nextEvent(window, 'closed');
      item.click({}, window, window.webContents);
      await closed;
      assert.equal(calls.length, 1);
    },
  },
  {
    name: 'MenuItem.click does not look for a focused window',
    source: 'lib/browser/api/menu-item.ts',
    async run(electron, { openPage }) {
      const window = await openPage({ show: true });
      itemOf(electron, { role: 'close' }).click();
      itemOf(electron, { role: 'zoomIn' }).click();
      assert.deepEqual([window.isDestroyed(), window.webContents.getZoomLevel()], [false, 0]);
    },
  },
  {
    name: 'MenuItem.click: a role that acts on the page wins over the app, on macOS too, and needs the page',
    source: 'lib/browser/api/menu-item-roles.ts',
    async run(electron, { openPage }) {
      const calls: string[] = [];
      const window = await openPage();
      const item = itemOf(electron, { role: 'zoomIn', click: () => calls.push('app') });
      item.click({}, window, window.webContents);
      assert.deepEqual([calls, window.webContents.getZoomLevel() > 0], [[], true]);
      item.click({}, window, null);
      assert.deepEqual(calls, ['app']);
      window.webContents.setZoomLevel(0);
    },
  },
  {
    name: 'MenuItem.click of an unknown role calls the app, with the item, the window and the event',
    source: 'spec/api-menu-item-spec.ts',
    run(electron, { createWindow }) {
      const calls: unknown[][] = [];
      const window = createWindow();
      const event = {};
      const item = itemOf(electron, { role: 'nobody' as 'close', click: (...args) => calls.push(args) });
      item.click(event, window, window.webContents);
      assert.equal(calls.length, 1);
      assert.equal(calls[0]?.[0], item);
      assert.equal(calls[0]?.[1], window);
      assert.equal(calls[0]?.[2], event);
    },
  },
  {
    name: 'MenuItem.click from code works on a disabled item, too',
    source: 'lib/browser/api/menu-item.ts',
    run(electron) {
      const calls: string[] = [];
      itemOf(electron, { label: 'Off', enabled: false, click: () => calls.push('clicked') }).click();
      assert.deepEqual(calls, ['clicked']);
    },
  },
  {
    name: 'MenuItem.click turns a checkbox around; of radio items side by side only one is checked',
    source: 'spec/api-menu-item-spec.ts',
    run(electron) {
      const checkbox = itemOf(electron, { label: 'Check', type: 'checkbox' });
      checkbox.click();
      const once = checkbox.checked;
      checkbox.click();
      assert.deepEqual([once, checkbox.checked], [true, false]);
      const { items } = electron.Menu.buildFromTemplate([
        { label: '1', type: 'radio', checked: true },
        { label: '2', type: 'radio' },
        { type: 'separator' },
        { label: '3', type: 'radio', checked: true },
      ]);
      items[1]?.click();
      items[1]?.click();
      assert.deepEqual(
        items.map(({ checked }) => checked),
        [false, true, false, true],
      );
    },
  },
  {
    name: 'Menu.buildFromTemplate rejects invalid templates, and drops separators at the edges',
    source: 'spec/api-menu-spec.ts',
    run({ Menu }) {
      const build = (template: unknown) => () => Menu.buildFromTemplate(template as MenuItemConstructorOptions[]);
      assert.throws(build('items'), /must be an array/);
      assert.throws(build([{ visible: true }]), /at least one of label, role or type/);
      assert.throws(build([null]), /at least one of label, role or type/);
      assert.throws(build([{ label: 'x', type: 'nothing' }]), /Unknown menu item type/);
      assert.throws(build([{ label: 'x', type: 'submenu' }]), /Invalid submenu/);
      const line = { type: 'separator' } as const;
      const { items } = Menu.buildFromTemplate([line, line, { label: 'a' }, line, line, { label: 'b' }, line]);
      assert.deepEqual(
        items.map(({ type }) => type),
        ['normal', 'separator', 'normal'],
      );
    },
  },
  {
    name: 'MenuItem: a role sets the label, the keys and the submenu, unless others are given',
    source: 'spec/api-menu-item-spec.ts',
    run(electron) {
      assert.equal(itemOf(electron, { role: 'minimize' }).accelerator, 'CommandOrControl+M');
      assert.equal(itemOf(electron, { role: 'zoomIn' }).label, 'Zoom In');
      const given = itemOf(electron, { role: 'close', label: 'Away', accelerator: 'D' });
      assert.deepEqual([given.role, given.label, given.accelerator], ['close', 'Away', 'D']);
      const file = itemOf(electron, { role: 'fileMenu' });
      assert.equal(file.submenu?.items[0]?.role, IS_MAC ? 'close' : 'quit');
    },
  },
];

export const menuProcessCases: readonly ProcessCase[] = [
  {
    name: 'MenuItem.click with the role "quit" quits without a window, except on macOS, where the system does it',
    source: 'lib/browser/api/menu-item-roles.ts',
    main(electron, say) {
      const { app } = electron;
      app.on('before-quit', () => say('before-quit'));
      void app.whenReady().then(() => {
        itemOf(electron, { role: 'quit', click: () => say('clicked') }).click();
        if (IS_MAC) app.exit(0);
      });
    },
    async check(process) {
      assert.equal(await process.exit(), 0);
      assert.deepEqual(process.said, [IS_MAC ? 'clicked' : 'before-quit']);
    },
  },
];
