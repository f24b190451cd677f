// Confirmation in a system dialog, which no page can show, cover or answer.
import { BrowserWindow, dialog, type MessageBoxOptions } from 'electron';
import { texts } from '../../shared/texts/main.ts';
import type { Confirm } from '../platform.ts';

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
