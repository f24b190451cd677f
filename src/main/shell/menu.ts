// The application menu, with the platform's own shortcuts.
import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import { texts } from '../../shared/texts/main.ts';
import type { Tell } from '../desk/told.ts';

const words = texts.shell.menu;

const SCREENS = [
  { label: texts.names.products, to: '#/products' },
  { label: texts.names.paymentLinks, to: '#/links' },
  { label: texts.names.webhook, to: '#/webhook' },
  { label: texts.names.sync, to: '#/sync' },
  { label: texts.names.settings, to: '#/settings' },
] as const;

const IS_MAC = process.platform === 'darwin';

/** What closing does is a setting, so it has words of its own beside "Quit". */
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

/** @param show brings the window to the front with a screen in it */
export function installMenu(tell: Tell, show: (to: string) => void): void {
  const go: MenuItemConstructorOptions[] = SCREENS.map(({ label, to }, index) => ({
    label,
    accelerator: `CmdOrCtrl+${index + 1}`,
    click: () => show(to),
  }));
  const template: MenuItemConstructorOptions[] = [
    ...(IS_MAC ? [{ label: app.name, submenu: macApp(show) }] : []),
    {
      label: words.file,
      submenu: [IS_MAC ? CLOSE : { role: 'quit', id: 'quit', accelerator: 'Ctrl+Q' }],
    },
    { role: 'editMenu' },
    {
      label: words.go,
      submenu: [
        ...go,
        { type: 'separator' },
        // The window itself hears the shortcut, so that it works in the same way everywhere.
        {
          label: words.palette,
          id: 'palette',
          accelerator: 'CmdOrCtrl+K',
          registerAccelerator: false,
          click: () => tell('palette', {}),
        },
      ],
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
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
