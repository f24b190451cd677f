// Electron without a window, for `vi.mock('electron')`: keeps the handlers of the page's calls.
import { EventEmitter } from 'node:events';

type Handler = (event: unknown, input: unknown) => Promise<unknown>;

export const handled = new Map<string, Handler>();
export const ipcMain = Object.assign(new EventEmitter(), {
  handle: (channel: string, handler: Handler) => handled.set(channel, handler),
});
export const app = { isPackaged: true, getPath: () => '/home/mara/data', getVersion: () => '0.1.0' };
export default { app, ipcMain, shell: {} };
