// Dialogs of the system, which no page can show, cover or answer: open a file, save one, confirm.
import { join } from 'node:path';
import {
  app,
  BrowserWindow,
  dialog,
  type MessageBoxOptions,
  type OpenDialogOptions,
  type SaveDialogOptions,
} from 'electron';
import { texts } from '../../shared/texts/main.ts';
import type { AskWhatToOpen, AskWhereToSave, Confirm } from '../platform.ts';

export const askWhatToOpen: AskWhatToOpen = async ({ title, kind }) => {
  const options: OpenDialogOptions = {
    title,
    defaultPath: app.getPath('documents'),
    filters: [{ name: kind.name, extensions: [kind.extension] }],
    properties: ['openFile'],
  };
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
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
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
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
    buttons: [button, texts.shell.confirm.cancel],
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
