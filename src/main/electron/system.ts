// What the app asks of the system: its dialogs, which no page can show, cover or answer; the clipboard, folders and printing.
import { join } from 'node:path';
import {
  app,
  BrowserWindow,
  ClipboardItem,
  clipboard,
  dialog,
  type MessageBoxOptions,
  type OpenDialogOptions,
  type SaveDialogOptions,
  shell,
} from 'electron';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { AskWhatToOpen, AskWhereToSave, Clipboard, Confirm, Platform } from '../platform.ts';

const t = texts.shell;

const appWindow = (): BrowserWindow | undefined => BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];

export const askWhatToOpen: AskWhatToOpen = async ({ title, kind }) => {
  const options: OpenDialogOptions = {
    title,
    defaultPath: app.getPath('documents'),
    filters: [{ name: kind.name, extensions: [kind.extension] }],
    properties: ['openFile'],
  };
  const window = appWindow();
  const answer = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options));
  return answer.canceled ? null : (answer.filePaths[0] ?? null);
};

export const askWhereToSave: AskWhereToSave = async ({ title, name, kind }) => {
  const options: SaveDialogOptions = {
    title,
    defaultPath: join(app.getPath('documents'), name),
    filters: [{ name: kind.name, extensions: [kind.extension] }],
    properties: ['showOverwriteConfirmation', 'createDirectory'],
  };
  const window = appWindow();
  const answer = await (window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options));
  return answer.canceled || !answer.filePath ? null : answer.filePath;
};

let isOpen = false;

/** One question at a time, so that a page cannot wear the seller down with repeated ones. */
export const confirm: Confirm = async ({ message, detail, button }) => {
  if (isOpen) return false;
  isOpen = true;
  const options: MessageBoxOptions = {
    type: 'warning',
    message,
    detail,
    buttons: [button, t.confirm.cancel],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  };
  try {
    const window = BrowserWindow.getAllWindows().find((each) => each.isVisible());
    // A dialog attached to a hidden window would be invisible.
    const { response } = await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options));
    return response === 0;
  } finally {
    isOpen = false;
  }
};

/** Writes to the clipboard; never reads it. */
export function systemClipboard(): Pick<Platform, keyof Clipboard | 'copyPicture'> {
  let moment = 0;
  const pass = () => {
    moment += 1;
  };
  app.on('browser-window-blur', pass);
  return {
    async copy(text) {
      pass();
      await clipboard.writeText(text);
    },
    async copyPicture(png) {
      pass();
      await clipboard.write([new ClipboardItem({ 'image/png': new Blob([png], { type: 'image/png' }) })]);
    },
    noteExternalCopy: pass,
    generation: () => moment,
    isFocused: () => BrowserWindow.getFocusedWindow() !== null,
  };
}

/** Shows a folder in the system's file manager. */
export async function openFolder(path: string): Promise<Result<undefined>> {
  const problem = await shell.openPath(path);
  if (problem === '') return ok(undefined);
  console.error(`A folder could not be opened: ${problem}`);
  return refuse('internal', t.folderNotOpened({ folder: path }));
}

/** Electron's error when the dialog was cancelled. */
const CALLED_OFF = /cancel/i;

export function printWindow(): Promise<Result<{ printed: boolean }>> {
  const window = appWindow();
  if (!window) return Promise.resolve(ok({ printed: false }));
  return new Promise((resolve) => {
    window.webContents.print({ printBackground: true }, (success, reason) => {
      if (success || CALLED_OFF.test(reason)) resolve(ok({ printed: success }));
      else resolve(refuse('internal', reason ? t.notPrinted({ reason }) : t.notPrintedWithoutReason));
    });
  });
}
