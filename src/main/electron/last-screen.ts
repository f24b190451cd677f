// Keeps the screen that was shown last, so that the app opens there.
import type { WebContents } from 'electron';
import { z } from 'zod';
import { texts } from '../../shared/texts/main.ts';
import { type Document, openDocument } from '../storage/document.ts';

/** Such as "#/links"; empty for the first screen. An unreadable file is set aside. */
export const openLastScreen = (folder: string): Document<string> =>
  openDocument({
    folder,
    name: 'window',
    what: texts.storage.kept.lastScreen,
    parse: (value) => z.string().safeParse(value).data ?? null,
    initial: '',
    onSetAside: ({ file, reason }) => console.error(`The last screen was not read from ${file}: ${reason}`),
  });

export function keepScreen(contents: WebContents, last: Document<string>): void {
  contents.on('did-navigate-in-page', (_event, url) => {
    // Only the screen, because a record that was open on it may be gone.
    const screen = /#\/(products|links|sales|webhook|sync|settings)/.exec(url)?.[0] ?? '';
    if (screen === last.value) return;
    last.save(screen).catch((error: unknown) => console.error('The last screen could not be kept', error));
  });
}
