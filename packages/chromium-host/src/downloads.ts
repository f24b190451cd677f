// Downloads of a page: asks the app first, then saves to the person's folder without overwriting a file.
import type { Download } from 'playwright';
import { freePath } from './ask-person.ts';
import { preventable } from './events.ts';
import { covered } from './not-covered.ts';
import { noteOutside } from './outside.ts';
import { forApp } from './own-scheme.ts';
import type { WebContents } from './web-contents.ts';

/** Emits `will-download`, and saves unless it is prevented. */
export function announceDownload(download: Download, contents: WebContents, folder: string): void {
  const event = preventable();
  let isCancelled = false;
  const item = covered('DownloadItem', {
    getURL: () => forApp(download.url()),
    getFilename: () => download.suggestedFilename(),
    cancel: () => {
      isCancelled = true;
    },
  });
  contents.session.emit('will-download', event, item, contents);
  void (event.defaultPrevented || isCancelled ? download.cancel() : saveDownload(download, folder));
}

async function saveDownload(download: Download, folder: string): Promise<void> {
  const path = freePath(folder, download.suggestedFilename());
  try {
    await download.saveAs(path);
    noteOutside('download', path);
  } catch (error) {
    console.error(`[host] the download could not be saved: ${String(error)}`);
  }
}
