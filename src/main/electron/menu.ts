// The application menu, with the platform's own shortcuts.
import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import { type ASKED_BY_MENU, acceleratorOf } from '../../shared/shortcuts.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Emit } from '../handlers.ts';

const t = texts.shell.menu;

const SCREENS = [
  { name: 'products', screen: 'products' },
  { name: 'paymentLinks', screen: 'links' },
  { name: 'sales', screen: 'sales' },
  { name: 'webhook', screen: 'webhook' },
  { name: 'sync', screen: 'sync' },
  { name: 'settings', screen: 'settings' },
] as const;

const IS_MAC = process.platform === 'darwin';

const SEPARATOR: MenuItemConstructorOptions = { type: 'separator' };

// Every role has a label of its own here: Electron's are in the language of the system, not of the app.

/** What closing does is a setting, so it has its own label beside "Quit". */
const close = (): MenuItemConstructorOptions => ({
  role: 'close',
  id: 'close',
  label: t.closeWindow,
  accelerator: 'CmdOrCtrl+W',
});

const quit = (): MenuItemConstructorOptions => ({ role: 'quit', id: 'quit', label: t.quit });

const macApp = (show: (to: string) => void): MenuItemConstructorOptions[] => [
  { role: 'about', label: t.about },
  SEPARATOR,
  { label: t.openSettings, accelerator: 'Cmd+,', click: () => show('#/settings') },
  SEPARATOR,
  { role: 'services', label: t.services },
  SEPARATOR,
  { role: 'hide', label: t.hide },
  { role: 'hideOthers', label: t.hideOthers },
  { role: 'unhide', label: t.showAll },
  SEPARATOR,
  quit(),
];

const edit = (): MenuItemConstructorOptions[] => [
  { role: 'undo', label: t.undo },
  { role: 'redo', label: t.redo },
  SEPARATOR,
  { role: 'cut', label: t.cut },
  { role: 'copy', label: t.copy },
  { role: 'paste', label: t.paste },
  { role: 'delete', label: t.delete },
  SEPARATOR,
  { role: 'selectAll', label: t.selectAll },
];

const view = (): MenuItemConstructorOptions[] => [
  { role: 'resetZoom', label: t.actualSize },
  { role: 'zoomIn', label: t.zoomIn },
  // The role's own keys need Shift on most keyboards.
  { role: 'zoomIn', label: t.zoomIn, accelerator: 'CmdOrCtrl+=', visible: false },
  { role: 'zoomOut', label: t.zoomOut },
  SEPARATOR,
  { role: 'togglefullscreen', label: t.fullScreen },
  ...(app.isPackaged ? [] : [{ role: 'toggleDevTools', label: t.developerTools } as const]),
];

const windowMenu = (): MenuItemConstructorOptions => {
  const minimize: MenuItemConstructorOptions = { role: 'minimize', label: t.minimize };
  if (!IS_MAC) return { label: t.window, submenu: [minimize, close()] };
  const zoom: MenuItemConstructorOptions = { role: 'zoom', label: t.zoom };
  const front: MenuItemConstructorOptions = { role: 'front', label: t.bringAllToFront };
  return { role: 'window', label: t.window, submenu: [minimize, zoom, SEPARATOR, front] };
};

/**
 * Call again after a change of the language.
 * @param show shows the window in front, with a screen in it
 */
export function installMenu(emit: Emit, show: (to: string) => void): void {
  const go: MenuItemConstructorOptions[] = SCREENS.map(({ name, screen }) => ({
    label: texts.names[name],
    accelerator: acceleratorOf(screen),
    click: () => show(`#/${screen}`),
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
    ...(IS_MAC ? [{ label: app.name, submenu: macApp(show) }] : []),
    {
      label: t.file,
      submenu: [ask('create'), SEPARATOR, IS_MAC ? close() : { ...quit(), accelerator: 'Ctrl+Q' }],
    },
    { label: t.edit, submenu: edit() },
    { label: t.go, submenu: [...go, SEPARATOR, ask('search'), ask('palette')] },
    { label: t.view, submenu: view() },
    windowMenu(),
    { label: t.help, submenu: [ask('shortcuts')] },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
