// Menu: not shown on a Chromium window, but its accelerators work, and a driver may click its items.
import type { MenuItemConstructorOptions } from 'electron';
import { BrowserWindow } from './browser-window.ts';
import { coveredClass } from './objects.ts';

/** What a role does here. The page itself handles the editing keys; the other roles are macOS's own. */
interface Role {
  readonly accelerator?: string;
  readonly run: (window: BrowserWindow) => void;
}

const zoomBy =
  (step: number) =>
  ({ webContents }: BrowserWindow) =>
    webContents.setZoomLevel(webContents.getZoomLevel() + step);

const ROLES: Readonly<Record<string, Role>> = {
  close: { accelerator: 'CmdOrCtrl+W', run: (window) => window.close() },
  minimize: { accelerator: 'CmdOrCtrl+M', run: (window) => window.minimize() },
  togglefullscreen: { accelerator: 'F11', run: (window) => window.setFullScreen(!window.isFullScreen()) },
  resetzoom: { accelerator: 'CmdOrCtrl+0', run: ({ webContents }) => webContents.setZoomLevel(0) },
  zoomin: { accelerator: 'CmdOrCtrl+Plus', run: zoomBy(0.5) },
  zoomout: { accelerator: 'CmdOrCtrl+-', run: zoomBy(-0.5) },
};

let quit: () => void = () => {};

/** Called once at start. The role "quit" works without a window. */
export function connectMenu(quitApp: () => void): void {
  quit = quitApp;
}

class CoveredMenuItem {
  readonly id: string | undefined;
  readonly role: string | undefined;
  readonly type: string;
  readonly label: string;
  readonly enabled: boolean;
  readonly accelerator: string | undefined;
  readonly submenu: Menu | undefined;
  readonly click: (event?: object, window?: BrowserWindow | null) => void;

  constructor(options: MenuItemConstructorOptions) {
    const role = options.role?.toLowerCase();
    const acts = role === undefined ? undefined : ROLES[role];
    const accelerator = options.accelerator ?? (role === 'quit' ? 'CmdOrCtrl+Q' : acts?.accelerator);
    this.id = options.id;
    this.role = role;
    this.type = options.type ?? (options.submenu ? 'submenu' : 'normal');
    this.label = options.label ?? '';
    this.enabled = options.enabled ?? true;
    this.accelerator = options.registerAccelerator === false ? undefined : accelerator;
    this.submenu = Array.isArray(options.submenu) ? CoveredMenu.buildFromTemplate(options.submenu) : undefined;
    this.click = (event = {}, window = BrowserWindow.getFocusedWindow()) => {
      if (role === 'quit') quit();
      else if (acts && window) acts.run(window);
      else options.click?.(this as never, window as never, event as never);
    };
  }
}
export const MenuItem = coveredClass('MenuItem', CoveredMenuItem);

class CoveredMenu {
  private static application: Menu | null = null;
  readonly items: CoveredMenuItem[] = [];

  static buildFromTemplate(template: readonly MenuItemConstructorOptions[]): Menu {
    const menu = new Menu();
    menu.items.push(...template.map((options) => new MenuItem(options)));
    return menu;
  }
  static setApplicationMenu(menu: Menu | null): void {
    CoveredMenu.application = menu;
    for (const { webContents } of BrowserWindow.getAllWindows()) webContents.sendAccelerators();
  }
  static getApplicationMenu(): Menu | null {
    return CoveredMenu.application;
  }
  getMenuItemById(id: string): CoveredMenuItem | null {
    return this.all().find((item) => item.id === id) ?? null;
  }
  all(): CoveredMenuItem[] {
    return this.items.flatMap((item) => [item, ...(item.submenu?.all() ?? [])]);
  }
}
export const Menu = coveredClass('Menu', CoveredMenu);
export type Menu = CoveredMenu;

/** The application menu's items by their keys as the page sends them: modifiers in a fixed order, then the key. */
const itemsByKeys = (): Map<string, CoveredMenuItem> =>
  new Map(
    (Menu.getApplicationMenu()?.all() ?? []).flatMap((item) =>
      item.accelerator === undefined ? [] : [[pageKeys(item.accelerator), item] as const],
    ),
  );

export const accelerators = (): string[] => [...itemsByKeys().keys()];

/** Acts like a person who presses these keys in the focused window. */
export function pressAccelerator(keys: string): void {
  const item = itemsByKeys().get(keys);
  if (item?.enabled) item.click();
}

const MODIFIERS: Readonly<Record<string, string>> = { Ctrl: 'Ctrl', Alt: 'Alt', Shift: 'Shift', Cmd: 'Meta' };

function pageKeys(accelerator: string): string {
  const modifiers = new Set<string>();
  let key = '';
  for (const part of accelerator.split('+')) {
    const modifier = part === 'CmdOrCtrl' ? (process.platform === 'darwin' ? 'Meta' : 'Ctrl') : MODIFIERS[part];
    if (modifier !== undefined) modifiers.add(modifier);
    else key = part.length === 1 ? part.toUpperCase() : part;
  }
  if (key === 'Plus') {
    // Electron's "Plus" is the key that gives a plus with Shift.
    modifiers.add('Shift');
    key = '+';
  }
  return [...['Ctrl', 'Alt', 'Shift', 'Meta'].filter((name) => modifiers.has(name)), key].join('+');
}
