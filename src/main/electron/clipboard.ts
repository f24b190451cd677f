// Writes to the system's clipboard; never reads it.
import { app, BrowserWindow, ClipboardItem, clipboard } from 'electron';
import type { Clipboard } from '../platform.ts';

export interface SystemClipboard extends Clipboard {
  /** A PNG file. */
  copyPicture(png: Uint8Array<ArrayBuffer>): Promise<void>;
}

export function systemClipboard(): SystemClipboard {
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
