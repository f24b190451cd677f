// Prints the window with the system's dialog.
import { BrowserWindow } from 'electron';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';

const t = texts.shell;

/** Electron's error when the dialog was cancelled. */
const CALLED_OFF = /cancel/i;

export function printWindow(): Promise<Result<{ printed: boolean }>> {
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
  if (!window) return Promise.resolve(ok({ printed: false }));
  return new Promise((resolve) => {
    window.webContents.print({ printBackground: true }, (success, reason) => {
      if (success || CALLED_OFF.test(reason)) resolve(ok({ printed: success }));
      else resolve(refuse('internal', reason ? t.notPrinted({ reason }) : t.notPrintedWithoutReason));
    });
  });
}
