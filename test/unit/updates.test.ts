// Which packages install updates, and which only report a newer version.
import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppUpdater } from 'electron-updater';
import { expect, it, vi } from 'vitest';
import { installsUpdates, lookForUpdates, packagedFeed } from '../../src/main/electron/updates.ts';
import { temporaryFolder } from '../support/folder.ts';

const updater = () => Object.assign(new EventEmitter(), { checkForUpdates: async () => null }) as unknown as AppUpdater;

it('reports a newer version once, and downloads nothing, in a package that must not install it', () => {
  const one = updater();
  const report = vi.fn();
  lookForUpdates(one, false, report);
  for (let look = 0; look < 2; look += 1) one.emit('update-available', { version: '2.0.0' } as never);
  expect(report.mock.calls).toEqual([['2.0.0']]);
  expect(one).toMatchObject({ autoDownload: false, autoInstallOnAppQuit: false, allowDowngrade: false });
});

it('reports a version once it is downloaded, and never uses a web installer, whose files are not signed', () => {
  const one = updater();
  const report = vi.fn();
  lookForUpdates(one, true, report);
  one.emit('update-downloaded', { version: '2.0.0' } as never);
  expect(report.mock.calls).toEqual([['2.0.0']]);
  expect(one).toMatchObject({
    ...{ autoDownload: true, autoInstallOnAppQuit: true },
    ...{ allowDowngrade: false, disableWebInstaller: true },
  });
});

const PACKAGED = { feed: 'https://updates.example/desk', signed: true };

it('installs only signed packages: on macOS, on Windows if the publisher is named, and never on Linux', () => {
  const folder = temporaryFolder();
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
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'storefront-desk', updates }));
  expect(packagedFeed(true, folder)).toEqual(expected);
  expect(packagedFeed(false, folder)).toBeNull();
});
