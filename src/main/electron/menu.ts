// The application menu, with the platform's own shortcuts.
import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import { type ASKED_BY_MENU, acceleratorOf } from '../../shared/shortcuts.ts';
import { texts } from '../../shared/texts/main.ts';
import { emit } from './ipc.ts';
import { showScreen } from './window.ts';

const t = texts.shell.menu;

const SCREENS = ['products', 'links', 'sales', 'webhook', 'sync', 'settings'] as const;

const IS_MAC = process.platform === 'darwin';

const SEPARATOR: MenuItemConstructorOptions = { type: 'separator' };

type Role = NonNullable<MenuItemConstructorOptions['role']>;

/** Gives every role a label of its own, because Electron's are in the language of the system, not of the app. */
const item = (role: Role, label: string): MenuItemConstructorOptions => ({ role, label });

/** What closing does is a setting, so it has its own label beside "Quit". */
const close = () => ({ ...item('close', t.closeWindow), id: 'close', accelerator: 'CmdOrCtrl+W' });
const quit = () => ({ ...item('quit', t.quit), id: 'quit' });

const macApp = (): MenuItemConstructorOptions[] => [
  item('about', t.about),
  SEPARATOR,
  { label: t.openSettings, accelerator: 'Cmd+,', click: () => showScreen('#/settings') },
  SEPARATOR,
  item('services', t.services),
  SEPARATOR,
  item('hide', t.hide),
  item('hideOthers', t.hideOthers),
  item('unhide', t.showAll),
  SEPARATOR,
  quit(),
];

const edit = (): MenuItemConstructorOptions[] => [
  item('undo', t.undo),
  item('redo', t.redo),
  SEPARATOR,
  item('cut', t.cut),
  item('copy', t.copy),
  item('paste', t.paste),
  item('delete', t.delete),
  SEPARATOR,
  item('selectAll', t.selectAll),
];

const view = (): MenuItemConstructorOptions[] => [
  item('resetZoom', t.actualSize),
  item('zoomIn', t.zoomIn),
  // The role's own keys need Shift on most keyboards.
  { ...item('zoomIn', t.zoomIn), accelerator: 'CmdOrCtrl+=', visible: false },
  item('zoomOut', t.zoomOut),
  SEPARATOR,
  item('togglefullscreen', t.fullScreen),
  ...(app.isPackaged ? [] : [item('toggleDevTools', t.developerTools)]),
];

const windowMenu = (): MenuItemConstructorOptions => {
  const minimize = item('minimize', t.minimize);
  if (!IS_MAC) return { label: t.window, submenu: [minimize, close()] };
  const submenu = [minimize, item('zoom', t.zoom), SEPARATOR, item('front', t.bringAllToFront)];
  return { ...item('window', t.window), submenu };
};

/** Call again after a change of the language. */
export function installMenu(): void {
  const go: MenuItemConstructorOptions[] = SCREENS.map((screen) => ({
    label: texts.names[screen === 'links' ? 'paymentLinks' : screen],
    accelerator: acceleratorOf(screen),
    click: () => showScreen(`#/${screen}`),
  }));
  // The window handles the keys, so that they work the same everywhere and never while a field needs them.
  const ask = (shortcut: (typeof ASKED_BY_MENU)[number]): MenuItemConstructorOptions => ({
    label: t[shortcut],
    id: shortcut,
    // macOS would take a key without Cmd away from every field.
    ...(IS_MAC && shortcut === 'shortcuts' ? {} : { accelerator: acceleratorOf(shortcut), registerAccelerator: false }),
    click: () => emit('shortcut', { shortcut }),
  });
  const template: MenuItemConstructorOptions[] = [
    ...(IS_MAC ? [{ label: app.name, submenu: macApp() }] : []),
    { label: t.file, submenu: [ask('create'), SEPARATOR, IS_MAC ? close() : { ...quit(), accelerator: 'Ctrl+Q' }] },
    { label: t.edit, submenu: edit() },
    { label: t.go, submenu: [...go, SEPARATOR, ask('search'), ask('palette')] },
    { label: t.view, submenu: view() },
    windowMenu(),
    { label: t.help, submenu: [ask('shortcuts')] },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
