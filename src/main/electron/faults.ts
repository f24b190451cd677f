// Handles uncaught errors and crashes of the window: logs, notifies, and restores the window.
import { type BrowserWindow, dialog, type MessageBoxOptions } from 'electron';
import { texts } from '../../shared/texts/main.ts';

const t = texts.shell.faults;

/** After this many crashes within this many ms the window is not reopened automatically. */
const CRASHES = { most: 3, within: 60_000 } as const;

/** Uncaught errors: the app continues, and `onFault` is called. */
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

/** Reloads a crashed page, and asks about one that hangs. `end` quits the app. */
export function watchPage(window: BrowserWindow, end: () => void): void {
  const { webContents } = window;
  let crashes: number[] = [];
  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    console.error(`The window’s process is gone: ${reason}, ${exitCode}`);
    const now = Date.now();
    crashes = [...crashes.filter((at) => now - at < CRASHES.within), now];
    if (crashes.length <= CRASHES.most) {
      webContents.reload();
      return;
    }
    crashes = [];
    void askAgain(window, t.keepsBreaking, texts.shell.tray.quit).then((again) =>
      again ? webContents.reload() : end(),
    );
  });
  let asking = false;
  webContents.on('unresponsive', () => {
    if (asking) return;
    asking = true;
    console.error('The window does not answer');
    void askAgain(window, t.doesNotAnswer, t.wait).then((again) => {
      asking = false;
      // A hanging page has to be killed; this continues as after a crash.
      if (again && !window.isDestroyed()) webContents.forcefullyCrashRenderer();
    });
  });
}

async function askAgain(window: BrowserWindow, message: string, other: string): Promise<boolean> {
  if (window.isDestroyed()) return false;
  const options: MessageBoxOptions = {
    type: 'warning',
    message,
    detail: t.about,
    buttons: [t.openAgain, other],
    defaultId: 0,
    cancelId: 1,
  };
  // A dialog attached to a hidden window would be invisible.
  const { response } = await (window.isVisible()
    ? dialog.showMessageBox(window, options)
    : dialog.showMessageBox(options));
  return response === 0;
}
