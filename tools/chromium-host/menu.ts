// Menu: has no place on a Chromium window, but its accelerators work by keyboard and its items can be found and clicked.
import { EventEmitter } from 'node:events';
import type { MenuItemConstructorOptions } from 'electron';
import { BrowserWindow } from './browser-window.ts';
import { covered } from './not-covered.ts';
import { noteOutside } from './outside.ts';

type Click = (item: MenuItem, window: BrowserWindow | null, event: object) => void;

let lastCommand = 0;

export class MenuItem {
  readonly commandId: number;
  readonly id: string;
  readonly type: string;
  readonly role: string | undefined;
  readonly accelerator: string | undefined;
  readonly submenu: Menu | undefined;
  label: string;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  private readonly onClick: Click | undefined;

  constructor(options: MenuItemConstructorOptions) {
    lastCommand += 1;
    this.commandId = lastCommand;
    this.id = options.id ?? '';
    this.role = options.role?.toLowerCase();
    this.label = options.label ?? options.role ?? '';
    this.type = options.type ?? (options.submenu ? 'submenu' : 'normal');
    this.accelerator = options.accelerator ?? undefined;
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
    this.onClick = options.click as unknown as Click | undefined;
    const submenu = options.submenu as unknown;
    this.submenu =
      submenu instanceof Menu ? submenu : Array.isArray(submenu) ? Menu.buildFromTemplate(submenu) : undefined;
  }

  /** What choosing the item does. */
  click(): void {
    if (!this.enabled) return;
    if (this.type === 'checkbox') this.checked = !this.checked;
    const window = BrowserWindow.getFocusedWindow();
    if (this.onClick) this.onClick(this, window, {});
    else if (this.role) runRole(this.role, window);
  }
}

let quitApp: () => void = () => {};
export function connectMenu(quit: () => void): void {
  quitApp = quit;
}

// Editing works in Chromium by itself; here are only the roles that act on the window or the app.
function runRole(role: string, window: BrowserWindow | null): void {
  const contents = window?.webContents;
  if (role === 'quit') quitApp();
  else if (role === 'close') window?.close();
  else if (role === 'minimize') window?.minimize();
  else if (role === 'togglefullscreen') window?.setFullScreen(!window.isFullScreen());
  else if (role === 'reload' || role === 'forcereload') contents?.reload();
  else if (role === 'resetzoom') contents?.setZoomLevel(0);
  else if (role === 'zoomin') contents?.setZoomLevel(contents.getZoomLevel() + 1);
  else if (role === 'zoomout') contents?.setZoomLevel(contents.getZoomLevel() - 1);
}

const roleKeys: Record<string, string> = {
  quit: 'CmdOrCtrl+Q',
  close: 'CmdOrCtrl+W',
  resetzoom: 'CmdOrCtrl+0',
  zoomin: 'CmdOrCtrl+=',
  zoomout: 'CmdOrCtrl+-',
};

const keyNames: Record<string, string> = {
  esc: 'Escape',
  return: 'Enter',
  plus: '+',
  space: ' ',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
};

/** An accelerator as the page writes what was pressed: modifiers in a fixed order, then the key's value. */
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
    else key = keyNames[name] ?? (part.length === 1 ? part.toUpperCase() : part);
  }
  return [...['Ctrl', 'Alt', 'Shift', 'Meta'].filter((name) => modifiers.has(name)), key].join('+');
}

export class Menu extends EventEmitter {
  readonly items: MenuItem[] = [];
  private static application: Menu | null = null;

  static buildFromTemplate(template: readonly (MenuItemConstructorOptions | MenuItem)[]): Menu {
    const menu = new Menu();
    for (const item of template) menu.append(item instanceof MenuItem ? item : new MenuItem(item));
    return menu;
  }
  static setApplicationMenu(menu: Menu | null): void {
    Menu.application = menu;
    for (const window of BrowserWindow.getAllWindows()) Menu.connect(window);
  }
  static getApplicationMenu(): Menu | null {
    return Menu.application;
  }
  static sendActionToFirstResponder(_action: string): void {}

  /** Lets the window's page know which keys belong to the application menu. */
  static connect(window: BrowserWindow): void {
    window.webContents.accelerators = () => [...(Menu.application?.keys().keys() ?? [])];
    window.webContents.pressAccelerator = (keys) => Menu.application?.keys().get(keys)?.click();
    window.webContents.tellAccelerators();
  }

  append(item: MenuItem): void {
    this.items.push(item);
  }
  insert(position: number, item: MenuItem): void {
    this.items.splice(position, 0, item);
  }
  getMenuItemById(id: string): MenuItem | null {
    return this.all().find((item) => item.id === id) ?? null;
  }
  popup(_options?: object): void {
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
      const accelerator = item.accelerator ?? roleKeys[item.role ?? ''];
      if (accelerator) found.set(pageKeys(accelerator), item);
    }
    return found;
  }
}

export const coveredMenu = covered('Menu', Menu);
