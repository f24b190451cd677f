// What the driver runs inside Electron. Each function is sent there as text: it may use nothing but its arguments.
import type * as Electron from 'electron';

type Main = Pick<typeof Electron, 'app' | 'BrowserWindow' | 'Menu'>;

/** Chooses an item of the application menu as a person would; false when there is none that can be chosen. */
export function chooseMenuItem({ app, BrowserWindow, Menu }: Main, id: string): boolean {
  const item = Menu.getApplicationMenu()?.getMenuItemById(id);
  if (!item?.enabled) return false;
  // Without a window manager no window has the focus.
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0] ?? null;
  // On macOS the system does what these roles say; a click from code does nothing.
  const bySystem = process.platform === 'darwin' ? item.role?.toLowerCase() : undefined;
  if (bySystem === 'close') window?.close();
  else if (bySystem === 'quit') app.quit();
  else item.click({}, window ?? undefined, window?.webContents);
  return true;
}
