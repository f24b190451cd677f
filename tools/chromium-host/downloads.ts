// Saves what a page downloads into the person's folder for it, never over an earlier file.
import type { Download } from 'playwright';
import { freePath } from './ask-person.ts';
import { noteOutside } from './outside.ts';

export async function saveDownload(download: Download, folder: string): Promise<void> {
  const path = freePath(folder, download.suggestedFilename());
  try {
    await download.saveAs(path);
    noteOutside('download', path);
  } catch (error) {
    console.error(`[host] the download could not be saved: ${String(error)}`);
  }
}
