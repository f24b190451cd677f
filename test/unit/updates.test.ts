// Updates with the real electron-updater and a local feed: what is only reported, what is installed, what never is.
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import updaters, { type AppUpdater } from 'electron-updater';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { installsUpdates, lookForUpdates, packagedFeed } from '../../src/main/electron/updates.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'storefront-updates-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A feed with version 2.0.0; `asked`: the paths of the requests to it. */
async function startFeed() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    asked.push(path);
    const files = ['deb', 'exe'].map((kind) => `  - { url: desk-2.0.0.${kind}, sha512: AAAA, size: 4 }`);
    response.writeHead(path.endsWith('.yml') ? 200 : 404).end(['version: 2.0.0', 'files:', ...files, ''].join('\n'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  writeFileSync(join(folder, 'app-update.yml'), `provider: generic\nurl: ${url}\n`);
  return asked;
}

/** electron-updater's own class for a kind of package, at version 1.0.0, with Node instead of Electron. */
function updaterOf(kind: 'DebUpdater' | 'NsisUpdater'): AppUpdater {
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
    onQuit: () => undefined,
  } as never);
  type Place = { protocol: string; hostname: string; port: string; path: string };
  const request = async ({ protocol, hostname, port, path }: Place) =>
    (await fetch(`${protocol}//${hostname}:${port}${path}`)).text();
  return Object.assign(updater, { httpExecutor: { request } }) as unknown as AppUpdater;
}

it('only reports a newer version, once, in a package that may not install it, without a download', async () => {
  const asked = await startFeed();
  const updater = updaterOf('DebUpdater');
  const report = vi.fn();
  lookForUpdates(updater, false, report);
  await expect.poll(() => report.mock.calls).toEqual([['2.0.0']]);
  updater.emit('update-available', { version: '2.0.0' } as never);
  expect(report).toHaveBeenCalledOnce();
  expect(asked).toEqual(['/latest-linux.yml']);
  expect(updater).toMatchObject({ autoDownload: false, autoInstallOnAppQuit: false, allowDowngrade: false });
});

it('reports a downloaded version as ready, and loads no web installer, whose parts have no signature', () => {
  const updater = updaterOf('NsisUpdater');
  updater.checkForUpdates = async () => null;
  const report = vi.fn();
  lookForUpdates(updater, true, report);
  updater.emit('update-downloaded', { version: '2.0.0' } as never);
  expect(report.mock.calls).toEqual([['2.0.0']]);
  expect(updater).toMatchObject({
    ...{ autoDownload: true, autoInstallOnAppQuit: true },
    ...{ allowDowngrade: false, disableWebInstaller: true },
  });
});

const PACKAGED = { feed: 'https://updates.example/desk', signed: true };

it('installs on Windows and macOS only signed packages, on Windows only with a publisher to verify, on Linux never', () => {
  const config = (text: string): string => {
    writeFileSync(join(folder, 'app-update.yml'), text);
    return folder;
  };
  const unsigned = { ...PACKAGED, signed: false };
  const named = () => config('provider: generic\npublisherName:\n  - Storefront Desk\n');
  const nameless = () => config('provider: generic\nurl: https://publisherName.example/publisherName:\n');
  expect(installsUpdates('win32', PACKAGED, named())).toBe(true);
  expect(installsUpdates('win32', unsigned, named())).toBe(false);
  expect(installsUpdates('win32', PACKAGED, nameless())).toBe(false);
  expect(installsUpdates('darwin', PACKAGED, nameless())).toBe(true);
  expect(installsUpdates('darwin', unsigned, nameless())).toBe(false);
  expect(installsUpdates('linux', PACKAGED, named())).toBe(false);
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
