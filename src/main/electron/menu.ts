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

type Role = NonNullable<MenuItemConstructorOptions['role']> & keyof typeof t;

/** Gives every role a label of its own, because Electron's are in the language of the system, not of the app. */
const item = (role: Role): MenuItemConstructorOptions => ({ role, label: t[role], id: role });

const items = (...roles: readonly (Role | 'separator')[]): MenuItemConstructorOptions[] =>
  roles.map((role) => (role === 'separator' ? SEPARATOR : item(role)));

/** What closing does is a setting, so it has its own label beside "Quit". */
const close = () => ({ ...item('close'), accelerator: 'CmdOrCtrl+W' });

const macApp = (): MenuItemConstructorOptions[] => [
  ...items('about', 'separator'),
  { label: t.openSettings, accelerator: 'Cmd+,', click: () => showScreen('#/settings') },
  ...items('separator', 'services', 'separator', 'hide', 'hideOthers', 'unhide', 'separator', 'quit'),
];

const view = (): MenuItemConstructorOptions[] => [
  ...items('resetZoom', 'zoomIn'),
  // The role's own keys need Shift on most keyboards.
  { role: 'zoomIn', accelerator: 'CmdOrCtrl+=', visible: false },
  ...items('zoomOut', 'separator', 'togglefullscreen'),
  ...(app.isPackaged ? [] : items('toggleDevTools')),
];

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
  const edit = items('undo', 'redo', 'separator', 'cut', 'copy', 'paste', 'delete', 'separator', 'selectAll');
  const template: MenuItemConstructorOptions[] = [
    ...(IS_MAC ? [{ label: app.name, submenu: macApp() }] : []),
    {
      label: t.file,
      submenu: [ask('create'), SEPARATOR, IS_MAC ? close() : { ...item('quit'), accelerator: 'Ctrl+Q' }],
    },
    { label: t.edit, submenu: edit },
    { label: t.go, submenu: [...go, SEPARATOR, ask('search'), ask('palette')] },
    { label: t.view, submenu: view() },
    IS_MAC
      ? { ...item('window'), submenu: items('minimize', 'zoom', 'separator', 'front') }
      : { label: t.window, submenu: [item('minimize'), close()] },
    { label: t.help, submenu: [ask('shortcuts')] },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
