// The application menu, with the platform's own shortcuts.
import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import { type ASKED_BY_MENU, acceleratorOf } from '../../shared/shortcuts.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Emit } from '../handlers.ts';

const words = texts.shell.menu;

const SCREENS = [
  { label: texts.names.products, screen: 'products' },
  { label: texts.names.paymentLinks, screen: 'links' },
  { label: texts.names.sales, screen: 'sales' },
  { label: texts.names.webhook, screen: 'webhook' },
  { label: texts.names.sync, screen: 'sync' },
  { label: texts.names.settings, screen: 'settings' },
] as const;

const IS_MAC = process.platform === 'darwin';

/** What closing does is a setting, so it has its own label beside "Quit". */
const CLOSE: MenuItemConstructorOptions = {
  role: 'close',
  id: 'close',
  label: words.closeWindow,
  accelerator: 'CmdOrCtrl+W',
};

const macApp = (show: (to: string) => void): MenuItemConstructorOptions[] => [
  { role: 'about' },
  { type: 'separator' },
  { label: words.openSettings, accelerator: 'Cmd+,', click: () => show('#/settings') },
  { type: 'separator' },
  { role: 'services' },
  { type: 'separator' },
  { role: 'hide' },
  { role: 'hideOthers' },
  { role: 'unhide' },
  { type: 'separator' },
  { role: 'quit', id: 'quit' },
];

/** @param show shows the window in front, with a screen in it */
export function installMenu(emit: Emit, show: (to: string) => void): void {
  const go: MenuItemConstructorOptions[] = SCREENS.map(({ label, screen }) => ({
    label,
    accelerator: acceleratorOf(screen),
    click: () => show(`#/${screen}`),
  }));
  // The window handles the keys, so that they work the same everywhere and never while a field needs them.
  const ask = (shortcut: (typeof ASKED_BY_MENU)[number]): MenuItemConstructorOptions => ({
    label: words[shortcut],
    id: shortcut,
    // macOS would take a key without Cmd away from every field.
    ...(IS_MAC && shortcut === 'shortcuts' ? {} : { accelerator: acceleratorOf(shortcut), registerAccelerator: false }),
    click: () => emit('shortcut', { shortcut }),
  });
  const template: MenuItemConstructorOptions[] = [
    ...(IS_MAC ? [{ label: app.name, submenu: macApp(show) }] : []),
    {
      label: words.file,
      submenu: [
        ask('create'),
        { type: 'separator' },
        IS_MAC ? CLOSE : { role: 'quit', id: 'quit', accelerator: 'Ctrl+Q' },
      ],
    },
    { role: 'editMenu' },
    {
      label: words.go,
      submenu: [...go, { type: 'separator' }, ask('search'), ask('palette')],
    },
    {
      label: words.view,
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        // The role's own keys need Shift on most keyboards.
        { role: 'zoomIn', accelerator: 'CmdOrCtrl+=', visible: false },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
      ],
    },
    IS_MAC ? { role: 'windowMenu' } : { label: words.window, submenu: [{ role: 'minimize' }, CLOSE] },
    { label: words.help, submenu: [ask('shortcuts')] },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
