// What a page downloads: the app is asked first, then it is saved into the person's folder, never over an earlier file.
import type { Download } from 'playwright';
import { freePath } from './ask-person.ts';
import { preventable } from './events.ts';
import { covered } from './not-covered.ts';
import { noteOutside } from './outside.ts';
import { forApp } from './own-scheme.ts';
import type { WebContents } from './web-contents.ts';

/** Emits `will-download`, and saves what nobody prevents. */
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
