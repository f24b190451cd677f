// The system's open dialog.
import { app, BrowserWindow, dialog, type OpenDialogOptions } from 'electron';
import type { AskWhatToOpen } from '../platform.ts';

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
