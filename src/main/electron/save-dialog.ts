// The system's save dialog.
import { join } from 'node:path';
import { app, BrowserWindow, dialog, type SaveDialogOptions } from 'electron';
import type { AskWhereToSave } from '../platform.ts';

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
