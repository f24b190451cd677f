// Loads the page of a new window, and shows the window once it has content.
import type { BrowserWindow } from 'electron';
import { languageInUse } from '../../shared/texts/catalog.ts';
import { pageUrl } from './own-page.ts';

/** In ms; after that an empty window is better than none. */
const SHOW_LIMIT = 5_000;

/** Shows a new window when it is painted (which Wayland may never report), when its page is loaded, or after a timeout. */
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
  // The seller may have shown, hidden or closed it meanwhile.
  for (const event of ['show', 'hide', 'closed'] as const) window.once(event as 'show', stop);
}

/**
 * Loads the page in the language in use. Rejects when the page cannot be loaded; not when the window was closed, navigated or crashed meanwhile.
 * @param screen such as "#/sync"
 */
export async function load(window: BrowserWindow, screen = ''): Promise<void> {
  const { webContents } = window;
  let hasCrashed = false;
  const note = () => {
    hasCrashed = true;
  };
  webContents.once('render-process-gone', note);
  try {
    await window.loadURL(pageUrl(languageInUse(), screen));
  } catch (error) {
    if (window.isDestroyed() || webContents.isDestroyed()) return;
    // `watchPage` handles crashes.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_ABORTED' && !hasCrashed && !webContents.isCrashed()) throw error;
  } finally {
    webContents.removeListener('render-process-gone', note);
  }
}
