// clipboard: what the app copies is also on the clipboard of the real page, so that pasting there gives it.
import { BrowserWindow } from './browser-window.ts';
import { type NativeImage, nativeImage } from './native-image.ts';
import { covered } from './not-covered.ts';

let text = '';
let html = '';
let image: NativeImage = nativeImage.createEmpty();
let pending: Promise<unknown> = Promise.resolve();

/** Runs in the order of the calls, in whatever page is there. */
function inPage(code: string): Promise<unknown> {
  const next = pending
    .then(() => BrowserWindow.getAllWindows()[0]?.webContents.live?.evaluate(code))
    .catch(() => undefined);
  pending = next;
  return next;
}

/** What a person would paste now. Asks the page, since it may have copied something by itself. */
export async function clipboardTextNow(): Promise<string> {
  const found = await inPage('navigator.clipboard.readText()');
  return typeof found === 'string' ? found : text;
}

export const clipboard = covered('clipboard', {
  writeText: (value: string) => {
    text = String(value);
    void inPage(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  },
  // Electron answers at once, and the page can only be asked: what the page itself has copied is not seen here.
  readText: () => text,
  writeHTML: (value: string) => {
    html = value;
  },
  readHTML: () => html,
  write: (data: { text?: string; html?: string; image?: NativeImage }) => {
    if (data.text !== undefined) clipboard.writeText(data.text);
    if (data.html !== undefined) html = data.html;
    if (data.image) clipboard.writeImage(data.image);
  },
  writeImage: (value: NativeImage) => {
    image = value;
    const url = JSON.stringify(image.toDataURL());
    // Not by fetch: the page's policy may forbid it.
    void inPage(`(async () => {
      const bytes = Uint8Array.from(atob(${url}.split(',')[1]), (c) => c.charCodeAt(0));
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': new Blob([bytes], { type: 'image/png' }) })]);
    })()`);
  },
  readImage: () => image,
  availableFormats: () => (image.isEmpty() ? ['text/plain'] : ['image/png']),
  has: (format: string) => clipboard.availableFormats().includes(format),
  clear: () => {
    image = nativeImage.createEmpty();
    clipboard.writeText('');
  },
});
