// Handles uncaught errors and crashes of the window: logs, notifies, and restores the window.
import { type BrowserWindow, dialog } from 'electron';
import { texts } from '../../shared/texts/main.ts';

const t = texts.shell.faults;

/** After this many crashes within this many ms the window is not reopened automatically. */
const CRASHES = { most: 3, within: 60_000 } as const;

/** Keeps the app running after uncaught errors, and calls `onFault`. */
export function watchUncaught(onFault: () => void): void {
  process.on('uncaughtException', (error) => {
    console.error('Uncaught exception in the main process', error);
    onFault();
  });
  process.on('unhandledRejection', (reason) => {
    console.error('Unhandled rejection in the main process', reason);
    onFault();
  });
}

/** Reloads a crashed page; asks first if it keeps crashing. `end` quits the app. */
export function watchPage(window: BrowserWindow, end: () => void): void {
  const { webContents } = window;
  let crashes: number[] = [];
  webContents.on('render-process-gone', async (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    console.error(`The window’s process is gone: ${reason}, ${exitCode}`);
    const now = Date.now();
    crashes = [...crashes.filter((at) => now - at < CRASHES.within), now];
    if (crashes.length > CRASHES.most) {
      crashes = [];
      const { response } = await dialog.showMessageBox({
        type: 'warning',
        message: t.keepsBreaking,
        detail: t.about,
        buttons: [t.openAgain, texts.shell.tray.quit],
        defaultId: 0,
        cancelId: 1,
      });
      if (response !== 0) return end();
    }
    if (!window.isDestroyed()) webContents.reload();
  });
}
