// clipboard: text copied by the app is also on the clipboard of the real page, so that pasting works there.
import { Buffer } from 'node:buffer';
import { BrowserWindow } from './browser-window.ts';
import { covered, NotCovered } from './not-covered.ts';
import { withPermissions } from './permissions.ts';

type Payload = string | Blob;

/** One clipboard entry: payloads by type, as in the browser API of this name. */
export class ClipboardItem {
  constructor(readonly items: Readonly<Record<string, Payload | Promise<Payload>>>) {
    if (typeof items !== 'object' || items === null || Array.isArray(items))
      throw new TypeError('ClipboardItem takes an object of payloads by their types');
    if (Object.keys(items).length === 0) throw new TypeError('ClipboardItem takes at least one type');
  }
  get types(): string[] {
    return Object.keys(this.items);
  }
  async getType(type: string): Promise<Blob> {
    const payload = await this.items[type];
    if (payload === undefined) throw new Error(`There is no ${type} on the clipboard`);
    if (typeof payload === 'string') return new Blob([payload], { type });
    if (!(payload instanceof Blob)) throw new TypeError(`The payload of ${type} is neither a text nor a Blob`);
    return payload;
  }
}

const TEXT = 'text/plain';
const PICTURE = 'image/png';

/** What the app has copied, for when no page can be asked. */
let entry: ClipboardItem | null = null;
/** Items from `read`, which cannot be written. */
const fromClipboard = new WeakSet<ClipboardItem>();
const has = (type: string): boolean => entry?.types.includes(type) ?? false;
let pending: Promise<unknown> = Promise.resolve();

/** Runs in the order of the calls, in any open page. The page itself may lack the permission. */
function inPage(code: string): Promise<unknown> {
  const next = pending
    .then(() => {
      const surface = BrowserWindow.getAllWindows()[0]?.webContents.live;
      const names = ['clipboard-read', 'clipboard-write'];
      return surface && withPermissions(surface, names, () => surface.evaluateApart(code));
    })
    .catch(() => undefined);
  pending = next;
  return next;
}

const ownText = async (): Promise<string> => (has(TEXT) && entry ? (await entry.getType(TEXT)).text() : '');

/** The current text. Asks the page, which may have copied something itself. */
export async function clipboardTextNow(): Promise<string> {
  const found = await inPage('navigator.clipboard.readText()');
  return typeof found === 'string' ? found : ownText();
}

/** The current picture, a PNG file as base64; empty without one. */
export async function clipboardPictureNow(): Promise<string> {
  const found = await inPage(`(async () => {
    const item = (await navigator.clipboard.read()).find(({ types }) => types.includes('${PICTURE}'));
    if (!item) return '';
    const bytes = new Uint8Array(await (await item.getType('${PICTURE}')).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  })()`);
  if (typeof found === 'string') return found;
  return has(PICTURE) && entry ? base64Of(await entry.getType(PICTURE)) : '';
}

const base64Of = async (blob: Blob): Promise<string> => Buffer.from(await blob.arrayBuffer()).toString('base64');

/** The entry as source text for the page, which accepts a text and a picture. */
async function forPage(item: ClipboardItem): Promise<string> {
  const parts: string[] = [];
  for (const type of item.types) {
    const content = JSON.stringify(await base64Of(await item.getType(type)));
    // Without fetch: the page's policy may forbid it.
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
  async write(items: readonly ClipboardItem[]): Promise<void> {
    if (!Array.isArray(items) || !items.every((each) => each instanceof ClipboardItem))
      throw new TypeError('clipboard.write takes an array of ClipboardItem');
    if (items.length > 1) throw new NotCovered('clipboard.write of more than one item');
    const [item] = items;
    if (!item) return;
    if (fromClipboard.has(item)) throw new TypeError('clipboard.write takes no ClipboardItem that was read');
    const code = await forPage(item);
    entry = item;
    await inPage(code);
  },
  // Only text that the page itself has copied is visible here.
  async read(): Promise<ClipboardItem[]> {
    if (!entry) return [];
    const read = new ClipboardItem(entry.items);
    fromClipboard.add(read);
    return [read];
  },
  async has(type: string): Promise<boolean> {
    return has(type);
  },
  clear(): void {
    entry = null;
    void inPage("navigator.clipboard.writeText('')");
  },
});
