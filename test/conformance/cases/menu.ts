// Menu and MenuItem.
import assert from 'node:assert/strict';
import type { MenuItem, MenuItemConstructorOptions } from 'electron';
import type { ElectronModule, ProcessCases, SharedCases } from '../conformance-case.ts';

const IS_MAC = process.platform === 'darwin';

/** The only item of a menu. */
function itemOf({ Menu }: ElectronModule, options: MenuItemConstructorOptions): MenuItem {
  const [item] = Menu.buildFromTemplate([options]).items;
  if (!item) throw new Error('The menu is empty');
  return item;
}

export const shared: SharedCases = {
  async 'MenuItem.click with the role "close" closes the window that it is given; without one it calls the app'(
    electron,
    { createWindow, nextEvent },
  ) {
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
  'MenuItem.click turns a checkbox around; of radio items side by side only one is checked'(electron) {
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
  'Menu.buildFromTemplate rejects invalid templates, and drops separators at the edges'({ Menu }) {
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
};

export const alone: ProcessCases = {
  'MenuItem.click with the role "quit" quits without a window, except on macOS, where the system does it': {
    main(electron, say) {
      const { app } = electron;
      app.on('before-quit', () => say('before-quit'));
      void app.whenReady().then(() => {
        itemOf(electron, { role: 'quit', click: () => say('clicked') }).click();
        if (IS_MAC) app.exit(0);
      });
    },
    says: [IS_MAC ? 'clicked' : 'before-quit'],
  },
};
