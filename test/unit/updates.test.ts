// Updates with the real electron-updater and a local feed: what is only reported, what is installed, what never is.
import { EventEmitter, once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TargetConfiguration } from 'electron-builder';
import updaters from 'electron-updater';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installsUpdates, lookForUpdates, packagedFeed, type Updater } from '../../src/main/electron/updates.ts';
import { packageConfig } from '../../tools/package/config.ts';

let folder: string;
let server: Server;
let feed: string;
/** The content of the feed, and the requests to it. */
let newest: string;
let kinds: readonly string[];
let asked: string[];
let stop: () => void;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'storefront-updates-'));
  [newest, kinds, asked, stop] = ['2.0.0', ['deb', 'exe'], [], () => undefined];
  server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    asked.push(path);
    const files = kinds.map((kind) => `  - { url: desk-${newest}.${kind}, sha512: AAAA, size: 4 }`);
    const text = [`version: ${newest}`, 'files:', ...files, ''].join('\n');
    response.writeHead(path.endsWith('.yml') ? 200 : 404).end(text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  feed = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  writeFileSync(join(folder, 'app-update.yml'), `provider: generic\nurl: ${feed}\n`);
});
afterEach(async () => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

/** electron-updater's own class for a kind of package, at version 1.0.0, with Node instead of Electron. */
function updaterOf(kind: 'DebUpdater' | 'NsisUpdater' | 'MacUpdater') {
  const onQuit = vi.fn();
  const updater = new updaters[kind](undefined, {
    version: '1.0.0',
    name: 'desk',
    isPackaged: true,
    appUpdateConfigPath: join(folder, 'app-update.yml'),
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit,
  } as never);
  type Place = { protocol: string; hostname: string; port: string; path: string };
  Object.assign(updater, {
    httpExecutor: {
      request: async ({ protocol, hostname, port, path }: Place) =>
        (await fetch(`${protocol}//${hostname}:${port}${path}`)).text(),
      download: async (url: URL) => {
        if (!(await fetch(url)).ok) throw new Error('The package is not there');
      },
    },
    // What would replace the running app; it must not get beyond the download.
    differentialDownloadInstaller: () => Promise.resolve(true),
    differentialDownloadWebPackage: () => Promise.resolve(true),
  });
  const checked = new Promise<void>((resolve) => {
    updater.on('update-available', () => resolve());
    updater.on('update-not-available', () => resolve());
  });
  return { updater: updater as unknown as Updater, onQuit, checked };
}

const news = () => ({ onAvailable: vi.fn(), onReady: vi.fn() });

it('only reports a newer version in a package that may not install it, without a download', async () => {
  const { updater, onQuit, checked } = updaterOf('DebUpdater');
  const reports = news();
  stop = lookForUpdates(updater, false, reports);
  await checked;
  await expect.poll(() => reports.onAvailable.mock.calls).toEqual([['2.0.0']]);
  expect(asked).toEqual(['/latest-linux.yml']);
  expect(updater).toMatchObject({ autoDownload: false, autoInstallOnAppQuit: false, allowDowngrade: false });
  expect([reports.onReady, onQuit].map((each) => each.mock.calls.length)).toEqual([0, 0]);
});

it('reports a version once, however often it checks', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { updater, checked } = updaterOf('DebUpdater');
  const reports = news();
  stop = lookForUpdates(updater, false, reports);
  await checked;
  const lookAgain = async () => {
    const before = asked.length;
    while (asked.length === before) {
      // A check in progress also serves the next one.
      vi.advanceTimersByTime(6 * 60 * 60 * 1000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await lookAgain();
  await lookAgain();
  expect(reports.onAvailable.mock.calls).toEqual([['2.0.0']]);
  newest = '2.1.0';
  await lookAgain();
  await lookAgain();
  expect(reports.onAvailable.mock.calls).toEqual([['2.0.0'], ['2.1.0']]);
});

it.each(['0.9.9', '1.0.0', '1.0.0-beta.1'])('does not report %s to a 1.0.0: it is not newer', async (version) => {
  newest = version;
  const { updater, checked } = updaterOf('DebUpdater');
  const reports = news();
  stop = lookForUpdates(updater, false, reports);
  await checked;
  expect([reports.onAvailable, reports.onReady].map((each) => each.mock.calls.length)).toEqual([0, 0]);
  expect(asked).toEqual(['/latest-linux.yml']);
});

it('logs a failed download and rejects nothing', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const { updater } = updaterOf('NsisUpdater');
  const reports = news();
  stop = lookForUpdates(updater, true, reports);
  await expect.poll(() => logged).toHaveBeenCalled();
  expect(asked).toContain('/desk-2.0.0.exe');
  // Node reports an unhandled rejection after the microtasks of a turn.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', unhandled);
  expect(logged).toHaveBeenCalledOnce();
  expect(unhandled).not.toHaveBeenCalled();
  expect([reports.onAvailable, reports.onReady].map((each) => each.mock.calls.length)).toEqual([0, 0]);
});

/** The `require('electron')` of electron-updater's class for macOS: Electron's own fetch is missing. */
function standInForSquirrel(): void {
  const require = createRequire(import.meta.url);
  const path = require.resolve('electron');
  require.cache[path] = { exports: { autoUpdater: new EventEmitter() } } as NodeJS.Module;
  stop = () => delete require.cache[path];
}

/** The file types of a macOS feed, as packages are made. */
const packedForMacOS = (): string[] =>
  [packageConfig('release', 'darwin', undefined).mac?.target ?? []]
    .flat()
    .map((target: string | TargetConfiguration) => (typeof target === 'string' ? target : target.target));

it('finds the update for macOS among the packages: the zip, and no other type works', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  standInForSquirrel();
  const outcome = async (offered: readonly string[]) => {
    [kinds, asked] = [offered, []];
    logged.mockClear();
    const end = lookForUpdates(updaterOf('MacUpdater').updater, true, news());
    await expect.poll(() => logged).toHaveBeenCalled();
    end();
    return { asked: asked.filter((path) => !path.endsWith('.yml')), error: String(logged.mock.calls[0]?.[1]) };
  };
  expect(await outcome(packedForMacOS())).toMatchObject({ asked: ['/desk-2.0.0.zip'] });
  expect(await outcome(packedForMacOS().filter((kind) => kind !== 'zip'))).toMatchObject({
    asked: [],
    error: expect.stringContaining('ZIP file not provided'),
  });
});

it('reports a downloaded version as ready, and loads no web installer, whose parts have no signature', () => {
  const { updater } = updaterOf('NsisUpdater');
  const reports = news();
  stop = lookForUpdates(updater, true, reports);
  (updater as unknown as { emit(event: string, info: object): void }).emit('update-downloaded', { version: '2.0.0' });
  expect(reports.onReady.mock.calls).toEqual([['2.0.0']]);
  expect(updater).toMatchObject({
    autoDownload: true,
    autoInstallOnAppQuit: true,
    allowDowngrade: false,
    disableWebInstaller: true,
  });
});

it('logs an unreachable feed, and reports nothing', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
  const reports = news();
  stop = lookForUpdates(updaterOf('DebUpdater').updater, false, reports);
  await expect.poll(() => logged).toHaveBeenCalled();
  expect(logged).toHaveBeenCalledWith('Looking for updates did not work', expect.any(Error));
  expect(reports.onAvailable).not.toHaveBeenCalled();
});

const PACKAGED = { feed: 'https://updates.example/desk', signed: true };
const config = (text: string): string => {
  writeFileSync(join(folder, 'app-update.yml'), text);
  return folder;
};

it.each(['linux', 'freebsd'] as const)('never installs on %s, where packages are not verified', (platform) => {
  expect(installsUpdates(platform, PACKAGED, config('publisherName: Storefront Desk\n'))).toBe(false);
});

it('installs on Windows and macOS only signed packages, and on Windows only with a publisher to verify', () => {
  const unsigned = { ...PACKAGED, signed: false };
  const named = () => config('provider: generic\npublisherName:\n  - Storefront Desk\n');
  const nameless = () => config('provider: generic\nurl: https://publisherName.example/publisherName:\n');
  expect(installsUpdates('win32', PACKAGED, named())).toBe(true);
  expect(installsUpdates('win32', unsigned, named())).toBe(false);
  expect(installsUpdates('win32', PACKAGED, nameless())).toBe(false);
  expect(installsUpdates('darwin', PACKAGED, nameless())).toBe(true);
  expect(installsUpdates('darwin', unsigned, nameless())).toBe(false);
});

it.each([
  [PACKAGED, PACKAGED],
  [undefined, null],
  [{ feed: 'http://updates.example/desk', signed: true }, null],
  [{ feed: 'https://updates.example/desk' }, null],
])('reads the feed from the package: %j', (updates, expected) => {
  mkdirSync(join(folder, 'app'));
  writeFileSync(join(folder, 'app/package.json'), JSON.stringify({ name: 'storefront-desk', updates }));
  expect(packagedFeed(true, join(folder, 'app'))).toEqual(expected);
  expect(packagedFeed(false, join(folder, 'app'))).toBeNull();
});
