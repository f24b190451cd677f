// Functions that the driver runs inside Electron. They are sent as text, so they may use only their arguments.
import type * as Electron from 'electron';

type Main = Pick<typeof Electron, 'app' | 'BrowserWindow' | 'Menu'>;

/** Chooses an item of the application menu as a person would; false when no such item can be chosen. */
export function chooseMenuItem({ app, BrowserWindow, Menu }: Main, id: string): boolean {
  const item = Menu.getApplicationMenu()?.getMenuItemById(id);
  if (!item?.enabled) return false;
  // Without a window manager no window has the focus.
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0] ?? null;
  // On macOS the system handles these roles; a click from code does nothing.
  const bySystem = process.platform === 'darwin' ? item.role?.toLowerCase() : undefined;
  if (bySystem === 'close') window?.close();
  else if (bySystem === 'quit') app.quit();
  else item.click({}, window ?? undefined, window?.webContents);
  return true;
}
