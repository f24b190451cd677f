// Roles of menu items: their actions, labels, accelerators and submenus.
import type { MenuItemConstructorOptions } from 'electron';
import type { BrowserWindow } from './browser-window.ts';
import type { WebContents } from './web-contents.ts';

/** The part of the app that roles act on; set once at start. */
export interface MenuApp {
  quit(): void;
  getName(): string;
  showAboutPanel(): void;
}

let app: MenuApp | undefined;
export function connectMenu(given: MenuApp): void {
  app = given;
}

const isMac = (): boolean => process.platform === 'darwin';
const isWindows = (): boolean => process.platform === 'win32';
const named = (verb: string): string => `${verb} ${app?.getName() ?? ''}`.trimEnd();

interface Role {
  readonly label: string;
  readonly accelerator?: string | undefined;
  /** The page itself handles these keys. */
  readonly unregistered?: true;
  /** macOS handles all other roles itself. */
  readonly alsoOnMac?: true;
  readonly forApp?: (app: MenuApp) => void;
  readonly forWindow?: (window: BrowserWindow) => void;
  readonly forContents?: (contents: WebContents) => void;
  readonly submenu?: readonly MenuItemConstructorOptions[];
}

const zoomBy = (step: number) => (contents: WebContents) => contents.setZoomLevel(contents.getZoomLevel() + step);
const separator: MenuItemConstructorOptions = { type: 'separator' };
const items = (...roles: (MenuItemConstructorOptions['role'] | null)[]): MenuItemConstructorOptions[] =>
  roles.map((role) => (role ? { role } : separator));

/** Roles that work only in a system menu, by label. */
const ONLY_NAMED: Readonly<Record<string, string>> = {
  front: 'Bring All to Front',
  help: 'Help',
  services: 'Services',
  recentdocuments: 'Open Recent',
  clearrecentdocuments: 'Clear Menu',
  unhide: 'Show All',
  window: 'Window',
  zoom: 'Zoom',
};

function roles(): Readonly<Record<string, Role>> {
  return {
    about: {
      label: process.platform === 'linux' ? 'About' : named('About'),
      ...(isMac() ? {} : { forApp: (given: MenuApp) => given.showAboutPanel() }),
    },
    close: {
      label: isMac() ? 'Close Window' : 'Close',
      accelerator: 'CommandOrControl+W',
      forWindow: (window) => window.close(),
    },
    copy: { label: 'Copy', accelerator: 'CommandOrControl+C', unregistered: true, forContents: (page) => page.copy() },
    cut: { label: 'Cut', accelerator: 'CommandOrControl+X', unregistered: true, forContents: (page) => page.cut() },
    paste: {
      label: 'Paste',
      accelerator: 'CommandOrControl+V',
      unregistered: true,
      forContents: (page) => page.paste(),
    },
    delete: { label: 'Delete', forContents: (page) => page.delete() },
    undo: { label: 'Undo', accelerator: 'CommandOrControl+Z', forContents: (page) => page.undo() },
    redo: {
      label: 'Redo',
      accelerator: isWindows() ? 'Control+Y' : 'Shift+CommandOrControl+Z',
      forContents: (page) => page.redo(),
    },
    selectall: { label: 'Select All', accelerator: 'CommandOrControl+A', forContents: (page) => page.selectAll() },
    minimize: { label: 'Minimize', accelerator: 'CommandOrControl+M', forWindow: (window) => window.minimize() },
    togglefullscreen: {
      label: 'Toggle Full Screen',
      accelerator: isMac() ? 'Control+Command+F' : 'F11',
      forWindow: (window) => window.setFullScreen(!window.isFullScreen()),
    },
    reload: {
      label: 'Reload',
      accelerator: 'CmdOrCtrl+R',
      alsoOnMac: true,
      forWindow: (window) => window.reload(),
    },
    forcereload: {
      label: 'Force Reload',
      accelerator: 'Shift+CmdOrCtrl+R',
      alsoOnMac: true,
      forWindow: (window) => window.webContents.reloadIgnoringCache(),
    },
    toggledevtools: {
      label: 'Toggle Developer Tools',
      accelerator: isMac() ? 'Alt+Command+I' : 'Ctrl+Shift+I',
      alsoOnMac: true,
      forContents: (page) => page.toggleDevTools(),
    },
    resetzoom: {
      label: 'Actual Size',
      accelerator: 'CommandOrControl+0',
      alsoOnMac: true,
      forContents: (page) => page.setZoomLevel(0),
    },
    zoomin: {
      label: 'Zoom In',
      accelerator: 'CommandOrControl+Plus',
      alsoOnMac: true,
      forContents: zoomBy(0.5),
    },
    zoomout: { label: 'Zoom Out', accelerator: 'CommandOrControl+-', alsoOnMac: true, forContents: zoomBy(-0.5) },
    hide: { label: named('Hide'), accelerator: 'Command+H' },
    hideothers: { label: 'Hide Others', accelerator: 'Command+Alt+H' },
    quit: {
      label: isMac() ? named('Quit') : isWindows() ? 'Exit' : 'Quit',
      accelerator: isWindows() ? undefined : 'CommandOrControl+Q',
      forApp: (given) => given.quit(),
    },
    appmenu: {
      label: app?.getName() ?? '',
      submenu: items('about', null, 'services', null, 'hide', 'hideOthers', 'unhide', null, 'quit'),
    },
    filemenu: { label: 'File', submenu: items(isMac() ? 'close' : 'quit') },
    editmenu: {
      label: 'Edit',
      submenu: items('undo', 'redo', null, 'cut', 'copy', 'paste', 'delete', null, 'selectAll'),
    },
    viewmenu: {
      label: 'View',
      submenu: items(
        ...(['reload', 'forceReload', 'toggleDevTools', null] as const),
        ...(['resetZoom', 'zoomIn', 'zoomOut', null, 'togglefullscreen'] as const),
      ),
    },
    windowmenu: {
      label: 'Window',
      submenu: isMac() ? items('minimize', 'zoom', null, 'front') : items('minimize', 'zoom', 'close'),
    },
    ...Object.fromEntries(Object.entries(ONLY_NAMED).map(([role, label]) => [role, { label }])),
  };
}

/** Undefined for an unknown role. */
export const roleOf = (name: string | undefined): Role | undefined => {
  const all = roles();
  return name !== undefined && Object.hasOwn(all, name) ? all[name] : undefined;
};

/** Runs the role; false if it does nothing, because the system would handle it or there is no window. */
export function runRole(name: string | undefined, window: BrowserWindow | null, page: WebContents | null): boolean {
  const role = roleOf(name);
  return role !== undefined && (!isMac() || role.alsoOnMac === true) && act(role, window, page);
}

/** The action of a person in the menu of macOS. */
export function runBySystem(name: string | undefined, window: BrowserWindow | null, page: WebContents | null): boolean {
  const role = roleOf(name);
  return role !== undefined && isMac() && role.alsoOnMac !== true && act(role, window, page);
}

function act(role: Role, window: BrowserWindow | null, page: WebContents | null): boolean {
  if (role.forApp && app) role.forApp(app);
  else if (role.forWindow && window) role.forWindow(window);
  else if (role.forContents && page) role.forContents(page);
  else return false;
  return true;
}
