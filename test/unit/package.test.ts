// The package check finds wrong contents and wrong fuses.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createPackageWithOptions } from '@electron/asar';
import { afterAll, describe, expect, it } from 'vitest';
import { LINK_SCHEME } from '../../src/main/electron/names.ts';
import { FUSES, packageConfig, UNSIGNED_FEED } from '../../tools/package/config.ts';
import { filesIn, packageOf, packagesIn, problemsIn } from '../../tools/package/contents.ts';
import { wrongFuses } from '../../tools/package/fuses.ts';
import { icnsOf, icoOf } from '../../tools/package/icon-files.ts';
import { missingDownload } from '../../tools/package/missing-download.ts';
import { binariesFor, isForTarget } from '../../tools/package/native-modules.ts';
import { packedApps } from '../../tools/package/packed-apps.ts';
import { runtimePackages } from '../../tools/package/runtime-packages.ts';
import { writeElectronStandIn } from '../support/electron-stand-in.ts';

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'storefront-package-'));
afterAll(() => rmSync(folder, { recursive: true }));

const WHOLE = [
  'package.json',
  'out/main/index.js',
  'out/main/prepare-worker.js',
  'out/main/reader-worker.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
  'node_modules/zod/index.js',
  'node_modules/@scope/thing/index.js',
];
const DATABASE = 'node_modules/@libsql/linux-x64-gnu/index.node';
const LOCK = 'node_modules/fs-native-extensions/prebuilds/linux-x64/fs-native-extensions.node';
const expected = {
  runtime: new Set(['zod', '@scope/thing', 'fs-native-extensions', '@libsql/linux-x64-gnu', '@libsql/linux-x64-musl']),
  binaries: [DATABASE, LOCK],
  limit: 1_000,
};
const packed = (paths: readonly string[], size = 10) =>
  [...paths, DATABASE, LOCK].map((path) => ({ path, size, unpacked: path.endsWith('.node') }));

async function archiveOf(name: string, files: readonly string[]): Promise<string> {
  const source = join(folder, name);
  for (const file of files) {
    mkdirSync(dirname(join(source, file)), { recursive: true });
    writeFileSync(join(source, file), 'ten bytes.');
  }
  await createPackageWithOptions(source, `${source}.asar`, { unpack: '*.node' });
  return `${source}.asar`;
}

describe('the contents of a package', () => {
  it('are listed from the archive, with sizes', async () => {
    const files = filesIn(await archiveOf('whole', [...WHOLE, DATABASE, LOCK]));
    expect(files.map(({ path }) => path).sort()).toEqual([...WHOLE, DATABASE, LOCK].sort());
    expect(files.filter(({ unpacked }) => unpacked).map(({ path }) => path)).toEqual([DATABASE, LOCK]);
    expect(packagesIn(files)).toEqual(
      new Set(['zod', '@scope/thing', '@libsql/linux-x64-gnu', 'fs-native-extensions']),
    );
    expect(new Set(files.map(({ size }) => size))).toEqual(new Set([10]));
    expect(problemsIn(files, expected)).toEqual([]);
  });

  it.each([
    ['src/main/index.ts', 'src/main/index.ts does not belong into a package.'],
    ['test/e2e/x.spec.js', 'test/e2e/x.spec.js does not belong into a package.'],
    ['tools/x.js', 'tools/x.js does not belong into a package.'],
    ['.env', '.env does not belong into a package.'],
    ['out/main/index.js.map', 'out/main/index.js.map is a source.'],
    ['node_modules/zod/index.ts', 'node_modules/zod/index.ts is a source.'],
    ['node_modules/zod/test/all.js', 'node_modules/zod/test/all.js is a test.'],
    ['node_modules/zod/index.c', 'node_modules/zod/index.c is a source.'],
    ['node_modules/zod/fast.node', 'node_modules/zod/fast.node is a native module that this system does not need.'],
    ['node_modules/vitest/index.js', 'The package vitest is only needed for development.'],
    ['node_modules/zod/node_modules/@a/b/c.js', 'The package @a/b is only needed for development.'],
  ])('may not include %s', (path, problem) => {
    expect(problemsIn(packed([...WHOLE, path]), expected)).toEqual([problem]);
  });

  it('must include what the app starts from, within the size limit', () => {
    const without = WHOLE.filter((path) => path !== 'out/preload/index.cjs' && path !== 'out/main/reader-worker.js');
    expect(problemsIn(packed(without, 300), expected)).toEqual([
      'out/main/reader-worker.js is missing: the app would not work.',
      'out/preload/index.cjs is missing: the app would not work.',
      'It has 0.0 MB, more than 0.0 MB.',
    ]);
  });

  it.each([DATABASE, LOCK])('must include the native module %s, outside the archive', (binary) => {
    const without = packed(WHOLE).filter(({ path }) => path !== binary);
    expect(problemsIn(without, expected)).toEqual([
      `${binary} is missing. Pack on the system that the package is for.`,
    ]);
    expect(problemsIn([...without, { path: binary, size: 10, unpacked: false }], expected)).toEqual([
      `${binary} is in the archive, where the system cannot load it.`,
    ]);
  });

  it.each([
    'node_modules/@libsql/linux-x64-musl/index.node',
    'node_modules/fs-native-extensions/prebuilds/win32-x64/fs-native-extensions.node',
  ])('may not include a native module for another system, such as %s', (path) => {
    expect(problemsIn(packed([...WHOLE, path]), expected)).toEqual([
      `${path} is a native module that this system does not need.`,
    ]);
  });

  it('may include only native modules outside the archive', () => {
    const files = [...packed(WHOLE), { path: 'node_modules/zod/fast.js', size: 10, unpacked: true }];
    expect(problemsIn(files, expected)).toEqual([
      'node_modules/zod/fast.js is outside the archive, where its integrity is not checked.',
    ]);
  });

  it('map a nested file to its package', () => {
    expect(packageOf('node_modules/a/node_modules/@b/c/d.js')).toBe('@b/c');
    expect(packageOf('out/main/index.js')).toBeNull();
  });
});

it('the app’s runtime packages are its dependencies, each resolved as in Node', () => {
  const paths = runtimePackages({
    packages: {
      '': { dependencies: { a: '1' } },
      'node_modules/a': { dependencies: { b: '1' }, optionalDependencies: { gone: '1' } },
      'node_modules/a/node_modules/b': { dependencies: { c: '1' } },
      'node_modules/b': { dependencies: { wrong: '1' } },
      'node_modules/c': {},
      'node_modules/wrong': {},
      'node_modules/vitest': {},
    },
  });
  expect(paths).toEqual(['node_modules/a', 'node_modules/a/node_modules/b', 'node_modules/c']);
});

describe('the native modules', () => {
  const TARGETS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'];

  it.each(TARGETS)('for %s are in the lock file or in their module’s package', (name) => {
    const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
    const [system = '', arch = ''] = name.split('-');
    const [database = '', folderLock = ''] = binariesFor({ system, arch });
    expect(lock.packages[dirname(database)]).toMatchObject({ optional: true, os: [system], cpu: [arch] });
    expect(existsSync(join(ROOT, folderLock))).toBe(true);
  });

  it('for another system are excluded', () => {
    const { files } = packageConfig('release', 'win32', undefined);
    expect(files).toContain(`!**/node_modules/@libsql/!(win32-\${arch}-msvc)/**`);
    expect(files).toContain(`!**/node_modules/**/prebuilds/!(win32-\${arch})/**`);
    const names = ['libsql', '@libsql/linux-x64-musl', '@libsql/linux-x64-gnu', '@libsql/darwin-x64'];
    const kept = (system: string) => names.filter((name) => isForTarget(name, { system, arch: 'x64' }));
    expect(kept('linux')).toEqual(['libsql', '@libsql/linux-x64-gnu']);
    expect(kept('darwin')).toEqual(['libsql', '@libsql/darwin-x64']);
  });
});

it('packed apps are found with their system', () => {
  const archives = {
    'linux-unpacked/resources': 'linux-x64',
    'win-arm64-unpacked/resources': 'win32-arm64',
    'mac/Storefront Desk.app/Contents/Resources': 'darwin-x64',
    'mac-arm64/Storefront Desk.app/Contents/Resources': 'darwin-arm64',
  };
  for (const place of Object.keys(archives)) {
    mkdirSync(join(folder, 'apps', place), { recursive: true });
    writeFileSync(join(folder, 'apps', place, 'app.asar'), '');
  }
  const found = packedApps(join(folder, 'apps')).map(({ archive, licenses, target }) => {
    expect(licenses).toBe(join(dirname(archive), 'third-party-licenses.txt'));
    return [dirname(archive).slice(join(folder, 'apps/').length), `${target.system}-${target.arch}`];
  });
  expect(Object.fromEntries(found)).toEqual(archives);
  mkdirSync(join(folder, 'strange/aix-unpacked'), { recursive: true });
  writeFileSync(join(folder, 'strange/aix-unpacked/app.asar'), '');
  expect(() => packedApps(join(folder, 'strange'))).toThrow('The folder aix-unpacked does not say which system');
});

it('lets the Windows uninstaller remove the link registration', () => {
  const script = packageConfig('release', 'linux', undefined).nsis?.include;
  expect(readFileSync(String(script), 'utf8')).toContain(`DeleteRegKey HKCU "Software\\Classes\\${LINK_SCHEME}"`);
});

describe('the fuses', () => {
  it('are configured in one place, each as a sealed app needs it', () => {
    expect(packageConfig('release', 'linux', undefined).electronFuses).toMatchObject(FUSES);
    const on = Object.entries(FUSES).flatMap(([name, is]) => (is ? [name] : []));
    expect(on).toEqual(['enableEmbeddedAsarIntegrityValidation', 'onlyLoadAppFromAsar', 'enableCookieEncryption']);
  });

  it('are read from the binary itself', async () => {
    const binary = writeElectronStandIn(join(folder, 'dist'), '01001100');
    expect(await wrongFuses(binary)).toEqual([]);
    expect(await wrongFuses(writeElectronStandIn(join(folder, 'dist'), '11001101'))).toEqual([
      'The fuse runAsNode is on and should be off.',
      'The fuse grantFileProtocolExtraPrivileges is on and should be off.',
    ]);
  });
});

describe('an update feed', () => {
  const url = 'https://updates.example/desk';

  it('exists only if configured, and only over https', () => {
    const { publish, extraMetadata } = packageConfig('release', 'linux', undefined);
    expect({ publish, updates: Reflect.get(extraMetadata ?? {}, 'updates') }).toEqual({ publish: null });
    expect(packageConfig('release', 'linux', { url, signed: true }).publish).toEqual({ provider: 'generic', url });
    expect(() => packageConfig('release', 'linux', { url: 'http://updates.example/desk', signed: true })).toThrow();
  });

  it('is recorded in the package with whether it is signed, and "signed" forces signing', () => {
    for (const signed of [true, false]) {
      expect(packageConfig('release', 'linux', { url, signed })).toMatchObject({
        extraMetadata: { updates: { feed: url, signed } },
        forceCodeSigning: signed,
      });
    }
  });

  it('gives Windows a publisher to verify and macOS the zip that it updates from', () => {
    const { win, mac } = packageConfig('release', 'linux', { url, signed: true });
    expect(win).toMatchObject({ verifyUpdateCodeSignature: true });
    expect(mac?.target).toEqual(['dmg', 'zip']);
  });

  it.each(['--win', '--mac'])('stops packaging for %s at once without a certificate', (platform) => {
    const env = { ...process.env, STOREFRONT_UPDATE_FEED: url, STOREFRONT_PACKAGE_OUTPUT: join(folder, 'unsigned') };
    const program = join(import.meta.dirname, '../../tools/package/package.ts');
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', program, '--dir', platform], {
      encoding: 'utf8',
      env: { ...env, CSC_LINK: '', WIN_CSC_LINK: '', CSC_NAME: '' },
    });
    expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining(UNSIGNED_FEED) });
    expect(existsSync(join(folder, 'unsigned'))).toBe(false);
  });
});

it('a failed download is named, and other errors are not mistaken for one', () => {
  const lost = Object.assign(new Error('getaddrinfo ENOTFOUND github.com'), { code: 'ENOTFOUND' });
  expect(missingDownload(lost, 'Electron 45 for linux-x64')).toBe(
    'The package could not be made: Electron 45 for linux-x64 is not on this computer and could not be downloaded from github.com. Run it again where the network lets it through.',
  );
  expect(missingDownload(new Error('The icon is too small'), 'Electron')).toBeNull();
});

it('icons contain their pictures', () => {
  const pictures = [16, 256].map((size) => ({ size, png: new Uint8Array(size).fill(size % 255) }));
  const ico = icoOf(pictures);
  expect([ico.readUInt16LE(2), ico.readUInt16LE(4), ico.readUInt8(6), ico.readUInt8(22)]).toEqual([1, 2, 16, 0]);
  const [length, offset] = [ico.readUInt32LE(22 + 8), ico.readUInt32LE(22 + 12)];
  expect(ico.subarray(offset, offset + length)).toEqual(Buffer.from(pictures[1]?.png ?? []));
  const icns = icnsOf([...pictures, { size: 24, png: new Uint8Array(5) }]);
  expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4)]).toEqual(['icns', icns.length]);
  expect([icns.toString('latin1', 8, 12), icns.readUInt32BE(12)]).toEqual(['icp4', 24]);
  expect(icns.toString('latin1', 32, 36)).toBe('ic08');
});
