// clipboard: what the app copies is also on the clipboard of the real page, so that it can be pasted elsewhere.
import { Buffer } from 'node:buffer';
import { BrowserWindow } from './browser-window.ts';
import type { Chromium } from './chromium.ts';
import { covered, NotCovered } from './objects.ts';

/** One clipboard entry: payloads by type, like the browser's class of this name. */
export class ClipboardItem {
  constructor(readonly items: Readonly<Record<string, Blob>>) {}
  get types(): string[] {
    return Object.keys(this.items);
  }
  async getType(type: string): Promise<Blob> {
    const payload = this.items[type];
    if (payload === undefined) throw new Error(`There is no ${type} on the clipboard`);
    return payload;
  }
}

const TEXT = 'text/plain';

/** Source text that writes the entry in the page. Chromium's clipboard takes a text and a picture. */
async function sourceOf(item: ClipboardItem): Promise<string> {
  const parts: string[] = [];
  for (const [type, blob] of Object.entries(item.items)) {
    const content = JSON.stringify(Buffer.from(await blob.arrayBuffer()).toString('base64'));
    // Without fetch: the page's policy may forbid it.
    const bytes = `Uint8Array.from(atob(${content}), (char) => char.charCodeAt(0))`;
    parts.push(`${JSON.stringify(type)}: new Blob([${bytes}], { type: ${JSON.stringify(type)} })`);
  }
  return `navigator.clipboard.write([new ClipboardItem({ ${parts.join(', ')} })])`;
}

export function createClipboard(chromium: Chromium) {
  /** The app's last copy. The page itself can copy nothing: it has no permission. */
  let entry: ClipboardItem | null = null;
  let pending: Promise<unknown> = Promise.resolve();

  /** Writes in the order of the calls, through any open page. */
  const write = (item: ClipboardItem): Promise<void> => {
    entry = item;
    const written = pending.then(async () => {
      const code = await sourceOf(item);
      const surface = BrowserWindow.getAllWindows()[0]?.webContents.live;
      if (surface) await chromium.allowingClipboard(() => surface.evaluateApart(code));
    });
    // A page in the background or a closed page cannot write.
    pending = written.catch((error: Error) => console.error(`[host] not on the system's clipboard: ${error.message}`));
    return pending as Promise<void>;
  };

  return covered('clipboard', {
    writeText: (text: string) => write(new ClipboardItem({ [TEXT]: new Blob([text], { type: TEXT }) })),
    async write(items: readonly ClipboardItem[]): Promise<void> {
      const [item, ...more] = items;
      if (!item || more.length > 0) throw new NotCovered('clipboard.write of other than one item');
      await write(item);
    },
    readText: async (): Promise<string> => (entry?.items[TEXT] ? entry.items[TEXT].text() : ''),
    read: async (): Promise<ClipboardItem[]> => (entry ? [entry] : []),
  });
}
