// Updates a packaged app: installs updates if their signature is checked, else reports a new version.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppUpdater } from 'electron-updater';
import { z } from 'zod';

const INTERVAL_MS = 6 * 60 * 60 * 1000;

/** Written into the package's package.json by tools/package/config.ts. */
const manifestSchema = z.object({
  updates: z.object({ feed: z.url({ protocol: /^https$/ }), signed: z.boolean() }),
});
export type PackagedFeed = z.infer<typeof manifestSchema>['updates'];

/** Null if the package has no feed, and in development. */
export function packagedFeed(isPackaged: boolean, appPath: string): PackagedFeed | null {
  if (!isPackaged) return null;
  const manifest: unknown = JSON.parse(readFileSync(join(appPath, 'package.json'), 'utf8'));
  return manifestSchema.safeParse(manifest).data?.updates ?? null;
}

/**
 * Whether updates are installed: only if somebody checks their signature. On Linux electron-updater does not (a deb
 * goes to `dpkg -i`, or to `apt --allow-unauthenticated --allow-downgrades`); on Windows it compares only the
 * publishers that app-update.yml names. macOS checks it itself.
 * @param resources the folder of app-update.yml
 */
export function installsUpdates(platform: NodeJS.Platform, { signed }: PackagedFeed, resources: string): boolean {
  if (!signed) return false;
  if (platform === 'win32') return /^publisherName:/m.test(readFileSync(join(resources, 'app-update.yml'), 'utf8'));
  return platform === 'darwin';
}

/** Checks regularly, and reports each version once: when it is downloaded, or without `installs` when it exists. */
export function lookForUpdates(updater: AppUpdater, installs: boolean, report: (version: string) => void): void {
  updater.autoDownload = installs;
  updater.autoInstallOnAppQuit = installs;
  updater.allowDowngrade = false;
  // A web installer loads files that its signature does not cover.
  updater.disableWebInstaller = true;
  updater.logger = null;
  let reported = '';
  updater.on(installs ? 'update-downloaded' : 'update-available', ({ version }: { readonly version: string }) => {
    if (version !== reported) report(version);
    reported = version;
  });
  // Only logged: the seller can do nothing about it, and the next check may succeed.
  updater.on('error', (error) => console.error('Looking for updates did not work', error));
  const look = () =>
    void updater
      .checkForUpdates()
      .then((result) => result?.downloadPromise)
      // Every rejection was an `error` event too.
      .catch(() => undefined);
  look();
  setInterval(look, INTERVAL_MS).unref();
}

/** `isReady`: the newer version is installed when the app ends; else this package does not install it. */
export async function watchUpdates(
  feed: PackagedFeed | null,
  report: (version: string, isReady: boolean) => void,
): Promise<void> {
  if (!feed) return;
  const { default: updater } = await import('electron-updater');
  const installs = installsUpdates(process.platform, feed, process.resourcesPath);
  lookForUpdates(updater.autoUpdater, installs, (version) => report(version, installs));
}
