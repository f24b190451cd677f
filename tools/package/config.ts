// What a package contains and how it is sealed: the configuration of electron-builder and of Electron's fuses.
import { basename, join } from 'node:path';
import type { Configuration } from 'electron-builder';
import { z } from 'zod';
import { APP_ID, LINK_SCHEME } from '../../src/main/electron/command-line.ts';

/** Electron's fuses, which seal the packaged binary for good. */
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

/** Drawn from icon.svg. */
const ICONS = 'tools/package/icons';

/** Electron for Linux is built against glibc; npm also installs the binary for musl. */
const C_LIBRARY: Readonly<Record<string, string>> = { linux: '-gnu', win32: '-msvc' };

/** Generated before packing. The package has it outside the archive, so that people can read it. */
export const LICENSES = 'out/third-party-licenses.txt';

/** What the Windows installer and uninstaller do besides copying files. */
const INSTALLER_SCRIPT = join(import.meta.dirname, 'installer.nsh');

const feedSchema = z.url({ protocol: /^https$/ });

export const UNSIGNED_FEED =
  'STOREFRONT_UPDATE_FEED needs signed packages: without a signature anybody who can write to the feed could install ' +
  'what they like. Give the certificate (CSC_LINK and CSC_KEY_PASSWORD, or CSC_NAME for one in the keychain), or leave the feed out.';

/** Whether electron-builder has a certificate. `forceCodeSigning` finds out whether it works. */
export const hasCertificate = (env: NodeJS.ProcessEnv): boolean =>
  Boolean(env.CSC_LINK || env.WIN_CSC_LINK || env.CSC_NAME);

/** The update feed, and whether packages for this system are signed: the app installs signed updates only. */
export interface Feed {
  readonly url: string;
  readonly signed: boolean;
}

/**
 * @param output the folder for the packages
 * @param system the system to package for, in Node's names
 * @param given the update feed of the packaged app (https); without one the app never looks for updates
 * @throws when the feed is not an https address
 */
export function packageConfig(output: string, system: NodeJS.Platform, given: Feed | undefined): Configuration {
  const feed = given && { ...given, url: feedSchema.parse(given.url) };
  return {
    appId: APP_ID,
    productName: 'Storefront Desk',
    // A deb needs a home page; there is none yet, so this name leads nowhere.
    extraMetadata: {
      homepage: 'https://storefront-desk.example',
      // Read by src/main/electron/updates.ts.
      ...(feed ? { updates: { feed: feed.url, signed: feed.signed } } : {}),
    },
    // Packaging fails rather than mark an unsigned package as signed.
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
      // Their content is in LICENSES.
      '!out/*/licenses.json',
      // The binaries of other systems; electron-builder inserts the processor.
      `!**/node_modules/@libsql/!(${system}-\${arch}${C_LIBRARY[system] ?? ''})/**`,
      `!**/node_modules/**/prebuilds/!(${system}-\${arch})/**`,
    ],
    extraResources: [{ from: LICENSES, to: basename(LICENSES) }],
    // Electron checks only files in the archive before it runs them. By default, electron-builder would put all files
    // of a native module outside.
    asar: { smartUnpack: false },
    // The system loads a binary only from a file of its own.
    asarUnpack: ['**/*.node'],
    electronFuses: { ...FUSES, resetAdHocDarwinSignature: true },
    // The native modules include their binaries.
    npmRebuild: false,
    publish: feed ? { provider: 'generic', url: feed.url } : null,
    protocols: [{ name: 'Storefront Desk', schemes: [LINK_SCHEME] }],
    // The legacy toolset needs libfuse2, and starts the app without its sandbox.
    toolsets: { appimage: '1.0.3' },
    linux: {
      target: ['AppImage', 'deb'],
      executableArgs: [],
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
      // The dmg is for people, the zip for updates: Squirrel.Mac accepts no other format.
      target: ['dmg', 'zip'],
      icon: `${ICONS}/icon.icns`,
      category: 'public.app-category.business',
      hardenedRuntime: true,
      // macOS calls a downloaded app damaged if it is only signed. Needs Apple's credentials in the environment.
      notarize: feed?.signed ?? false,
    },
  };
}
