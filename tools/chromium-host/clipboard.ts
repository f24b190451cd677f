// clipboard: what the app copies is also on the clipboard of the real page, so that pasting there gives it.
import { Buffer } from 'node:buffer';
import { BrowserWindow } from './browser-window.ts';
import { covered } from './not-covered.ts';

type Payload = string | Blob;

/** One entry of the clipboard: payloads by their types, as in the browser's API of this name. */
export class ClipboardItem {
  constructor(private readonly items: Readonly<Record<string, Payload | Promise<Payload>>>) {}
  get types(): string[] {
    return Object.keys(this.items);
  }
  async getType(type: string): Promise<Blob> {
    const payload = await this.items[type];
    if (payload === undefined) throw new Error(`There is no ${type} on the clipboard`);
    return typeof payload === 'string' ? new Blob([payload], { type }) : payload;
  }
}

const TEXT = 'text/plain';
const PICTURE = 'image/png';

/** What the app has put there: for when no page can be asked. */
let entry = new ClipboardItem({});
let pending: Promise<unknown> = Promise.resolve();

/** Runs in the order of the calls, in whatever page is there. */
function inPage(code: string): Promise<unknown> {
  const next = pending
    .then(() => BrowserWindow.getAllWindows()[0]?.webContents.live?.evaluate(code))
    .catch(() => undefined);
  pending = next;
  return next;
}

const ownText = async (): Promise<string> => (entry.types.includes(TEXT) ? (await entry.getType(TEXT)).text() : '');

/** What a person would paste now. Asks the page, since it may have copied something by itself. */
export async function clipboardTextNow(): Promise<string> {
  const found = await inPage('navigator.clipboard.readText()');
  return typeof found === 'string' ? found : ownText();
}

/** The picture that a person would paste now, a PNG file as base64; empty where there is none. */
export async function clipboardPictureNow(): Promise<string> {
  const found = await inPage(`(async () => {
    const item = (await navigator.clipboard.read()).find(({ types }) => types.includes('${PICTURE}'));
    if (!item) return '';
    const bytes = new Uint8Array(await (await item.getType('${PICTURE}')).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  })()`);
  if (typeof found === 'string') return found;
  return entry.types.includes(PICTURE) ? base64Of(await entry.getType(PICTURE)) : '';
}

const base64Of = async (blob: Blob): Promise<string> => Buffer.from(await blob.arrayBuffer()).toString('base64');

/** The entry as source text for the page, which takes a text and a picture. */
async function forPage(item: ClipboardItem): Promise<string> {
  const parts: string[] = [];
  for (const type of item.types) {
    const content = JSON.stringify(await base64Of(await item.getType(type)));
    // Not by fetch: the page's policy may forbid it.
    const bytes = `Uint8Array.from(atob(${content}), (char) => char.charCodeAt(0))`;
    parts.push(`${JSON.stringify(type)}: new Blob([${bytes}], { type: ${JSON.stringify(type)} })`);
  }
  return `navigator.clipboard.write([new ClipboardItem({ ${parts.join(', ')} })])`;
}

export const clipboard = covered('clipboard', {
  async writeText(value: string): Promise<void> {
    entry = new ClipboardItem({ [TEXT]: String(value) });
    await inPage(`navigator.clipboard.writeText(${JSON.stringify(String(value))})`);
  },
  readText: clipboardTextNow,
  async write([item]: readonly ClipboardItem[]): Promise<void> {
    if (!item) return;
    entry = item;
    await inPage(await forPage(item));
  },
  // Of what the page itself has copied only a text is seen here.
  async read(): Promise<ClipboardItem[]> {
    return [entry];
  },
  async has(type: string): Promise<boolean> {
    return entry.types.includes(type);
  },
  clear(): void {
    void clipboard.writeText('');
  },
});
