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

export function installMenu(tell: Tell): void {
  const go: MenuItemConstructorOptions[] = SCREENS.map(({ label, to }, index) => ({
    label,
    accelerator: `CmdOrCtrl+${index + 1}`,
    click: () => tell('navigate', { to }),
  }));
  const template: MenuItemConstructorOptions[] = [
    ...(process.platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    {
      label: 'File',
      submenu: [process.platform === 'darwin' ? { role: 'close', id: 'close' } : { role: 'quit', id: 'quit' }],
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
    { role: 'windowMenu' },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
