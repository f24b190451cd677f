// Menu: not shown on a Chromium window, but its accelerators work and its items can be found and clicked.
import { EventEmitter } from 'node:events';
import type { MenuItemConstructorOptions } from 'electron';
import { BrowserWindow } from './browser-window.ts';
import { roleOf, runBySystem, runRole } from './menu-roles.ts';
import { covered, NotCovered } from './not-covered.ts';
import { noteOutside } from './outside.ts';
import type { WebContents } from './web-contents.ts';

const TYPES = ['normal', 'separator', 'submenu', 'checkbox', 'radio', 'header', 'palette'];
const SORTING = ['before', 'after', 'beforeGroupContaining', 'afterGroupContaining'] as const;

type Click = (item: MenuItem, window: BrowserWindow | null | undefined, event: unknown) => void;

let lastCommand = 0;
let lastGroup = 0;
const radioChecks = new WeakMap<MenuItem, boolean>();

export class MenuItem {
  declare readonly commandId: number;
  declare readonly id: string | undefined;
  declare readonly type: string;
  declare readonly role: string | undefined;
  declare readonly accelerator: string | undefined;
  declare readonly submenu: Menu | undefined;
  declare readonly registerAccelerator: boolean;
  declare readonly acceleratorWorksWhenHidden: boolean;
  declare readonly groupId: number | undefined;
  declare label: string;
  declare enabled: boolean;
  declare visible: boolean;
  declare checked: boolean;
  /** Unlike a person's click: the caller names the window, and a disabled item is clicked, too. */
  readonly click: (event?: unknown, window?: BrowserWindow | null, page?: WebContents | null) => void;

  constructor(options: MenuItemConstructorOptions) {
    const role = options.role?.toLowerCase();
    const known = roleOf(role);
    const below = (options.submenu ?? known?.submenu) as unknown;
    const submenu = Array.isArray(below) ? Menu.buildFromTemplate(below) : below;
    const type = options.type ?? (submenu ? 'submenu' : 'normal');
    if (type === 'submenu' && !(submenu instanceof Menu)) throw new Error('Invalid submenu');
    if (!TYPES.includes(type)) throw new Error(`Unknown menu item type: ${type}`);
    const { click, ...fields } = options;
    // The app's own fields are kept.
    Object.assign(this, fields, {
      label: options.label ?? known?.label ?? '',
      enabled: options.enabled ?? true,
      visible: options.visible ?? true,
      checked: options.checked ?? false,
      acceleratorWorksWhenHidden: options.acceleratorWorksWhenHidden ?? true,
      registerAccelerator: options.registerAccelerator ?? !known?.unregistered,
    });
    lastCommand += 1;
    const fixed = {
      commandId: lastCommand,
      type,
      role,
      submenu,
      accelerator: options.accelerator ?? known?.accelerator,
    };
    for (const [name, value] of Object.entries(fixed)) {
      Object.defineProperty(this, name, { value, writable: false, enumerable: true });
    }
    this.click = (event, window, page) => {
      if (type === 'checkbox' || type === 'radio') this.checked = !this.checked;
      // A role wins over the app's function, unless it does nothing.
      if (!runRole(role, window ?? null, page ?? null) && click) (click as unknown as Click)(this, window, event);
    };
  }
}

/** Chooses the item as a person would in the focused window; false when that is impossible. */
export function choose(item: MenuItem): boolean {
  if (!item.enabled) return false;
  const window = BrowserWindow.getFocusedWindow();
  const page = window?.webContents ?? null;
  if (!runBySystem(item.role, window, page)) item.click({}, window, page);
  return true;
}

const keyNames: Record<string, string> = {
  esc: 'Escape',
  return: 'Enter',
  space: ' ',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
};

/** An accelerator in the notation of the page: modifiers in a fixed order, then the key's value. */
export function pageKeys(accelerator: string): string {
  const modifiers = new Set<string>();
  let key = '';
  for (const part of accelerator.split('+')) {
    const name = part.toLowerCase();
    if (name === 'cmdorctrl' || name === 'commandorcontrol')
      modifiers.add(process.platform === 'darwin' ? 'Meta' : 'Ctrl');
    else if (name === 'ctrl' || name === 'control') modifiers.add('Ctrl');
    else if (name === 'alt' || name === 'option') modifiers.add('Alt');
    else if (name === 'shift') modifiers.add('Shift');
    else if (name === 'cmd' || name === 'command' || name === 'meta' || name === 'super') modifiers.add('Meta');
    else if (name === 'plus') {
      // In Electron this is the key that gives a plus with Shift.
      modifiers.add('Shift');
      key = '+';
    } else key = keyNames[name] ?? (part.length === 1 ? part.toUpperCase() : part);
  }
  return [...['Ctrl', 'Alt', 'Shift', 'Meta'].filter((name) => modifiers.has(name)), key].join('+');
}

export class Menu extends EventEmitter {
  readonly items: MenuItem[] = [];
  private static application: Menu | null = null;

  static buildFromTemplate(template: readonly (MenuItemConstructorOptions | MenuItem)[]): Menu {
    if (!Array.isArray(template)) throw new TypeError('Invalid template for Menu: Menu template must be an array');
    for (const item of template) checkTemplate(item);
    const menu = new Menu();
    for (const item of withoutExtraSeparators(template)) {
      menu.append(item instanceof MenuItem ? item : new MenuItem(item));
    }
    return menu;
  }
  static setApplicationMenu(menu: Menu | null): void {
    if (menu && !(menu instanceof Menu)) throw new TypeError('Invalid menu');
    Menu.application = menu;
    for (const window of BrowserWindow.getAllWindows()) Menu.connect(window);
  }
  static getApplicationMenu(): Menu | null {
    return Menu.application;
  }
  static sendActionToFirstResponder(_action: string): void {}

  /** Sends the accelerators of the application menu to the window's page. */
  static connect(window: BrowserWindow): void {
    window.webContents.accelerators = () => [...(Menu.application?.keys().keys() ?? [])];
    window.webContents.pressAccelerator = (keys) => {
      const item = Menu.application?.keys().get(keys);
      if (item) choose(item);
    };
    window.webContents.sendAccelerators();
  }

  append(item: MenuItem): void {
    this.insert(this.items.length, item);
  }
  insert(position: number, item: MenuItem): void {
    if (!(item instanceof MenuItem)) throw new TypeError('Invalid item');
    if (position < 0 || position > this.items.length) throw new RangeError(`There is no position ${position}`);
    if (item.type === 'radio') this.joinGroup(item, position);
    this.items.splice(position, 0, item);
  }
  /** Adjacent radio items form a group: checking one unchecks the others. */
  private joinGroup(item: MenuItem, position: number): void {
    const beside = this.items[position - 1] ?? this.items[position];
    if (beside?.type !== 'radio') lastGroup += 1;
    const groupId = beside?.type === 'radio' ? beside.groupId : lastGroup;
    radioChecks.set(item, item.checked);
    Object.defineProperty(item, 'groupId', { value: groupId, enumerable: true });
    Object.defineProperty(item, 'checked', {
      enumerable: true,
      get: () => radioChecks.get(item) ?? false,
      set: () => {
        for (const other of this.items.filter((each) => each !== item && each.groupId === groupId)) {
          radioChecks.set(other, false);
        }
        radioChecks.set(item, true);
      },
    });
  }
  getMenuItemById(id: string): MenuItem | null {
    const own = this.items.find((item) => item.id === id);
    if (own) return own;
    for (const { submenu } of this.items) {
      const found = submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }
  popup(options: object = {}): void {
    if (typeof options !== 'object' || options === null) throw new TypeError('Options must be an object');
    if (BrowserWindow.getAllWindows().length === 0) throw new Error('Cannot open Menu without a BaseWindow present');
    const labels = this.items.filter((item) => item.visible && item.type !== 'separator').map((item) => item.label);
    noteOutside('menu', labels.join(' | '));
  }
  closePopup(): void {}

  private all(): MenuItem[] {
    return this.items.flatMap((item) => [item, ...(item.submenu?.all() ?? [])]);
  }
  private keys(): Map<string, MenuItem> {
    const found = new Map<string, MenuItem>();
    for (const item of this.all()) {
      const works = item.registerAccelerator && (item.visible || item.acceleratorWorksWhenHidden);
      // Chromium handles the editing keys itself.
      const isEditing = ['undo', 'redo', 'selectall'].includes(item.role ?? '');
      if (item.accelerator && works && !isEditing) found.set(pageKeys(item.accelerator), item);
    }
    return found;
  }
}

function checkTemplate(item: MenuItemConstructorOptions | MenuItem | null | undefined): void {
  const isValid =
    item !== null &&
    typeof item === 'object' &&
    (Object.hasOwn(item, 'label') || Object.hasOwn(item, 'role') || item.type === 'separator');
  if (!isValid) throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type');
  const sorting = SORTING.find((name) => Object.hasOwn(item, name));
  if (sorting) throw new NotCovered(`sorting menu items by "${sorting}"`);
}

/** One separator between items, none at the edges. */
function withoutExtraSeparators<T extends { readonly type?: string | undefined; readonly visible?: boolean }>(
  items: readonly T[],
): T[] {
  const isLine = (item: T | undefined) => item?.type === 'separator' && item.visible !== false;
  return items
    .filter((item, index) => !isLine(item) || index === 0 || items[index - 1]?.type !== 'separator')
    .filter((item, index, left) => !isLine(item) || (index !== 0 && index !== left.length - 1));
}

export const coveredMenu = covered('Menu', Menu);
