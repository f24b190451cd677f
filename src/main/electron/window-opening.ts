// How the window appears: its page is loaded, and it is shown when there is something to see.
import type { BrowserWindow } from 'electron';
import { ownUrl } from './own-page.ts';

/** Then an empty window is better than none (ms). */
const SHOW_LIMIT = 5_000;

/** Shows a new window once: when it is painted, which Wayland may never report, when its page is loaded, or after a while. */
export function showWhenReady(window: BrowserWindow): void {
  const { webContents } = window;
  const show = () => window.show();
  const timer = setTimeout(show, SHOW_LIMIT);
  const stop = () => {
    clearTimeout(timer);
    window.removeListener('ready-to-show', show);
    webContents.removeListener('did-finish-load', show);
  };
  window.once('ready-to-show', show);
  webContents.once('did-finish-load', show);
  // The seller may have asked for it meanwhile, or hidden or closed it again.
  for (const event of ['show', 'hide', 'closed'] as const) window.once(event as 'show', stop);
}

/** Rejects when the page cannot be loaded. A window that was closed, went to another page or crashed meanwhile is no failure here. */
export async function load(window: BrowserWindow): Promise<void> {
  const { webContents } = window;
  let hasCrashed = false;
  const note = () => {
    hasCrashed = true;
  };
  webContents.once('render-process-gone', note);
  try {
    await window.loadURL(ownUrl);
  } catch (error) {
    if (window.isDestroyed() || webContents.isDestroyed()) return;
    // Crashes are dealt with where they are watched for: the page is loaded again, or the seller is asked.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_ABORTED' && !hasCrashed && !webContents.isCrashed()) throw error;
  } finally {
    webContents.removeListener('render-process-gone', note);
  }
}
