// Updates of a packaged app, from the feed that it was packaged with. Without a feed it never looks, nor when it is developed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** How often it looks while it runs (ms). */
const EVERY = 6 * 60 * 60 * 1000;

/** What is used of electron-updater. */
export interface Updater {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  allowDowngrade: boolean;
  logger: unknown;
  on(event: 'update-downloaded', listener: (info: { readonly version: string }) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  checkForUpdates(): Promise<unknown>;
}

/** Whether the package names a feed; electron-builder writes it beside the archive. */
export const hasFeed = (isPackaged: boolean, resources: string): boolean =>
  isPackaged && existsSync(join(resources, 'app-update.yml'));

/** Looks now and then. `onReady` is told the version that is installed when the app ends; the returned function stops it. */
export function lookForUpdates(updater: Updater, onReady: (version: string) => void): () => void {
  updater.autoDownload = true;
  updater.autoInstallOnAppQuit = true;
  updater.allowDowngrade = false;
  updater.logger = null;
  updater.on('update-downloaded', ({ version }) => onReady(version));
  // Told in the log only: the seller can do nothing about it, and the next look may find it.
  updater.on('error', (error) => console.error('Looking for updates did not work', error));
  // What rejects was told by the event.
  const look = () => void updater.checkForUpdates().catch(() => undefined);
  look();
  const timer = setInterval(look, EVERY);
  timer.unref();
  return () => clearInterval(timer);
}

/** Looks for updates from now on, where the package names a feed. */
export async function watchUpdates(
  isPackaged: boolean,
  resources: string,
  onReady: (version: string) => void,
): Promise<void> {
  if (!hasFeed(isPackaged, resources)) return;
  const { default: updater } = await import('electron-updater');
  lookForUpdates(updater.autoUpdater, onReady);
}
