// What goes into a package and how it is sealed: the one configuration of electron-builder and of Electron's fuses.
import { basename, join } from 'node:path';
import type { Configuration } from 'electron-builder';
import { z } from 'zod';
import { APP_ID, LINK_SCHEME } from '../../src/main/electron/names.ts';
import { withoutOtherBinaries } from './native-modules.ts';

/** Electron's fuses: what the packaged binary can never be talked into again. */
export const FUSES = {
  runAsNode: false,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  enableCookieEncryption: true,
  grantFileProtocolExtraPrivileges: false,
  loadBrowserProcessSpecificV8Snapshot: false,
} as const;

export const ICONS = 'out/icons';

/** Made before packing. In the package it lies beside the archive, where people can read it. */
export const LICENSES = 'out/third-party-licenses.txt';

/** What the Windows installer and uninstaller do beside copying files. */
const INSTALLER_SCRIPT = join(import.meta.dirname, 'installer.nsh');

const feedSchema = z.url({ protocol: /^https$/ });

export const UNSIGNED_FEED =
  'STOREFRONT_UPDATE_FEED needs signed packages: without a signature anybody who can write to the feed could install ' +
  'what they like. Give the certificate (CSC_LINK and CSC_KEY_PASSWORD, or CSC_NAME for one in the keychain), or leave the feed out.';

/** Whether electron-builder is told of a certificate. Whether it can use it, `forceCodeSigning` finds out. */
export const hasCertificate = (env: NodeJS.ProcessEnv): boolean =>
  Boolean(env.CSC_LINK || env.WIN_CSC_LINK || env.CSC_NAME);

/** A feed for updates, and whether packages for this system are signed: only then does the app install from it. */
export interface Feed {
  readonly url: string;
  readonly signed: boolean;
}

/**
 * @param output the folder that the packages go to
 * @param system which it runs on, as Node names it
 * @param given where the packaged app looks for updates (https); without one it never looks
 * @throws when the feed is no https address
 */
export function packageConfig(output: string, system: NodeJS.Platform, given: Feed | undefined): Configuration {
  const feed = given && { ...given, url: feedSchema.parse(given.url) };
  return {
    appId: APP_ID,
    productName: 'Storefront Desk',
    // A deb names a page; there is none yet, and this name leads nowhere.
    extraMetadata: {
      homepage: 'https://storefront-desk.example',
      // Read by src/main/electron/updates.ts.
      ...(feed ? { updates: { feed: feed.url, signed: feed.signed } } : {}),
    },
    // A package that says that it is signed is signed, or is not made.
    forceCodeSigning: feed?.signed ?? false,
    copyright: 'Storefront Desk',
    directories: { output },
    files: [
      'out/main/**',
      'out/preload/**',
      'out/renderer/**',
      'package.json',
      '!**/*.{map,ts,tsx,mts,cts,md,markdown,flow}',
      '!**/node_modules/**/{test,tests,__tests__,spec,docs,example,examples,benchmark,benchmarks,player,.github}/**',
      '!**/node_modules/**/.*',
      '!**/node_modules/.bin/**',
      '!**/node_modules/**/*.{c,h,bare}',
      '!**/node_modules/**/CMakeLists.txt',
      // Part of LICENSES.
      '!out/*/licenses.json',
      ...withoutOtherBinaries(system),
    ],
    extraResources: [{ from: LICENSES, to: basename(LICENSES) }],
    // Only files in the archive are checked before Electron runs them. Left to itself, electron-builder would put all files
    // of a native module outside.
    asar: { smartUnpack: false },
    // The system loads a binary from a file of its own only.
    asarUnpack: ['**/*.node'],
    electronFuses: { ...FUSES, resetAdHocDarwinSignature: true },
    // The native modules bring their binaries along.
    npmRebuild: false,
    publish: feed ? { provider: 'generic', url: feed.url } : null,
    protocols: [{ name: 'Storefront Desk', schemes: [LINK_SCHEME] }],
    linux: {
      target: ['AppImage', 'deb'],
      category: 'Office',
      icon: `${ICONS}/png`,
      synopsis: 'Run a store on the Storefront service',
      maintainer: 'Storefront Desk',
      executableName: 'storefront-desk',
    },
    deb: { packageName: 'storefront-desk' },
    // Writes the publisher into app-update.yml, without which electron-updater checks no signature.
    win: { target: ['nsis'], icon: `${ICONS}/icon.ico`, verifyUpdateCodeSignature: true },
    nsis: {
      oneClick: false,
      perMachine: false,
      allowToChangeInstallationDirectory: true,
      deleteAppDataOnUninstall: false,
      include: INSTALLER_SCRIPT,
    },
    mac: {
      // The dmg is for people, the zip for updates: Squirrel.Mac takes nothing else.
      target: ['dmg', 'zip'],
      icon: `${ICONS}/icon.icns`,
      category: 'public.app-category.business',
      hardenedRuntime: true,
    },
  };
}
