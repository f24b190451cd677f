// The application menu, with the platform's own shortcuts.
import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { Tell } from '../desk/told.ts';

const SCREENS = [
  { label: 'Products', to: '#/products' },
  { label: 'Payment links', to: '#/links' },
  { label: 'Webhook', to: '#/webhook' },
  { label: 'Sync', to: '#/sync' },
  { label: 'Settings', to: '#/settings' },
] as const;

const IS_MAC = process.platform === 'darwin';

/** What closing does is a setting, so it has words of its own beside "Quit". */
const CLOSE: MenuItemConstructorOptions = {
  role: 'close',
  id: 'close',
  label: 'Close window',
  accelerator: 'CmdOrCtrl+W',
};

const macApp = (show: (to: string) => void): MenuItemConstructorOptions[] => [
  { role: 'about' },
  { type: 'separator' },
  { label: 'Settings…', accelerator: 'Cmd+,', click: () => show('#/settings') },
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
      label: 'File',
      submenu: [IS_MAC ? CLOSE : { role: 'quit', id: 'quit', accelerator: 'Ctrl+Q' }],
    },
    { role: 'editMenu' },
    {
      label: 'Go',
      submenu: [
        ...go,
        { type: 'separator' },
        // The window itself hears the shortcut, so that it works in the same way everywhere.
        {
          label: 'Command palette',
          id: 'palette',
          accelerator: 'CmdOrCtrl+K',
          registerAccelerator: false,
          click: () => tell('palette', {}),
        },
      ],
    },
    {
      label: 'View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
      ],
    },
    IS_MAC ? { role: 'windowMenu' } : { label: 'Window', submenu: [{ role: 'minimize' }, CLOSE] },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
