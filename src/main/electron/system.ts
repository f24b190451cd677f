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
import { ok, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Platform, SaveQuestion } from '../platform.ts';

const t = texts.shell;

const appWindow = (): BrowserWindow | undefined => BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];

const fileOptions = (title: string, kind: SaveQuestion['kind'], name = '') => ({
  title,
  defaultPath: join(app.getPath('documents'), name),
  filters: [{ name: kind.name, extensions: [kind.extension] }],
});

/** A question is open: one at a time, so that a page cannot wear the seller down with repeated ones. */
let isAsking = false;

/** Changes when something is copied in the app, and when its window loses the focus. */
let clipboardGeneration = 0;
const passClipboard = () => {
  clipboardGeneration += 1;
};
app.on('browser-window-blur', passClipboard);

/** Electron's error when the dialog for printing was cancelled. */
const CANCELLED = /cancel/i;

export const systemPlatform: Omit<Platform, 'restart' | 'openInBrowser' | 'practicePages'> = {
  async askWhatToOpen({ title, kind }) {
    const options: OpenDialogOptions = { ...fileOptions(title, kind), properties: ['openFile'] };
    const window = appWindow();
    const { filePaths } = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options));
    return filePaths[0] ?? null;
  },
  async askWhereToSave({ title, name, kind }) {
    const options: SaveDialogOptions = {
      ...fileOptions(title, kind, name),
      properties: ['showOverwriteConfirmation', 'createDirectory'],
    };
    const window = appWindow();
    const { filePath } = await (window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options));
    return filePath || null;
  },
  async confirm({ message, detail, button }) {
    const refusal = refuse('forbidden', texts.stores.exits.notConfirmed);
    if (isAsking) return refusal;
    isAsking = true;
    const options: MessageBoxOptions = {
      ...{ type: 'warning', message, detail, noLink: true },
      buttons: [button, t.confirm.cancel],
      ...{ defaultId: 1, cancelId: 1 },
    };
    try {
      const window = BrowserWindow.getAllWindows().find((each) => each.isVisible());
      // A dialog attached to a hidden window would be invisible.
      const { response } = await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options));
      return response === 0 ? ok(undefined) : refusal;
    } finally {
      isAsking = false;
    }
  },
  async copy(text) {
    passClipboard();
    await clipboard.writeText(text);
  },
  async copyPicture(png) {
    passClipboard();
    await clipboard.write([new ClipboardItem({ 'image/png': new Blob([png], { type: 'image/png' }) })]);
  },
  noteExternalCopy: passClipboard,
  generation: () => clipboardGeneration,
  isFocused: () => BrowserWindow.getFocusedWindow() !== null,
  async openFolder(path) {
    const problem = await shell.openPath(path);
    if (problem === '') return ok(undefined);
    console.error(`A folder could not be opened: ${problem}`);
    return refuse('internal', t.folderNotOpened({ folder: path }));
  },
  print: () =>
    new Promise((resolve) => {
      const window = appWindow();
      if (!window) return resolve(ok({ printed: false }));
      window.webContents.print({ printBackground: true }, (success, reason) => {
        if (success || CANCELLED.test(reason)) resolve(ok({ printed: success }));
        else resolve(refuse('internal', reason ? t.notPrinted({ reason }) : t.notPrintedWithoutReason));
      });
    }),
};
