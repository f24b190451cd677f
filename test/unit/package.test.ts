// The check of a package finds what does not belong there, and the fuses that are not as they should be.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createPackageWithOptions } from '@electron/asar';
import { afterAll, describe, expect, it } from 'vitest';
import { LINK_SCHEME } from '../../src/main/shell/names.ts';
import { FUSES, packageConfig, UNSIGNED_FEED } from '../../tools/package/config.ts';
import { filesIn, packageOf, problemsIn } from '../../tools/package/contents.ts';
import { wrongFuses } from '../../tools/package/fuses.ts';
import { icnsOf, icoOf } from '../../tools/package/icon-files.ts';
import { missingDownload } from '../../tools/package/missing-download.ts';
import { runtimePackages } from '../../tools/package/runtime-packages.ts';
import { writeElectronStandIn } from '../support/electron-stand-in.ts';

const folder = mkdtempSync(join(tmpdir(), 'storefront-package-'));
afterAll(() => rmSync(folder, { recursive: true }));

const WHOLE = [
  'package.json',
  'out/main/index.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
  'node_modules/zod/index.js',
  'node_modules/@scope/thing/index.js',
];
const LOCK = 'node_modules/fs-native-extensions/prebuilds/linux-x64/fs-native-extensions.node';
const expected = { runtime: new Set(['zod', '@scope/thing', 'fs-native-extensions']), limit: 1_000 };
const packed = (paths: readonly string[], size = 10) =>
  [...paths, LOCK].map((path) => ({ path, size, unpacked: path === LOCK }));

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
    const files = filesIn(await archiveOf('whole', [...WHOLE, LOCK]));
    expect(files.map(({ path }) => path).sort()).toEqual([...WHOLE, LOCK].sort());
    expect(files.filter(({ unpacked }) => unpacked).map(({ path }) => path)).toEqual([LOCK]);
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
    ['node_modules/zod/fast.node', 'node_modules/zod/fast.node is in the archive, where the system cannot load it.'],
    ['node_modules/vitest/index.js', 'The package vitest is only needed for development.'],
    ['node_modules/zod/node_modules/@a/b/c.js', 'The package @a/b is only needed for development.'],
  ])('may not have %s', (path, problem) => {
    expect(problemsIn(packed([...WHOLE, path]), expected)).toEqual([problem]);
  });

  it('must have what the app starts from, and not be too large', () => {
    const without = WHOLE.filter((path) => path !== 'out/preload/index.cjs');
    expect(problemsIn(packed(without, 300), expected)).toEqual([
      'out/preload/index.cjs is missing: the app would not start.',
      'It has 0.0 MB, more than 0.0 MB.',
    ]);
  });

  it('must have the binary of the folder lock, for one system', () => {
    const others = packed([...WHOLE, LOCK.replace('linux-x64', 'win32-x64')]).map((file) => ({
      ...file,
      unpacked: true,
    }));
    expect(problemsIn(others, expected)).toEqual(['It has 2 binaries of fs-native-extensions, and needs one.']);
    const none = packed(WHOLE).filter(({ path }) => path !== LOCK);
    expect(problemsIn(none, expected)).toEqual(['It has 0 binaries of fs-native-extensions, and needs one.']);
  });

  it('know the package of a nested file', () => {
    expect(packageOf('node_modules/a/node_modules/@b/c/d.js')).toBe('@b/c');
    expect(packageOf('out/main/index.js')).toBeNull();
  });
});

it('what runs in the app is what its dependencies need, each found as Node finds it', () => {
  const names = runtimePackages({
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
  expect([...names].sort()).toEqual(['a', 'b', 'c']);
});

it('lets the Windows uninstaller take back the entry for links', () => {
  const script = packageConfig('release', 'linux', undefined).nsis?.include;
  expect(readFileSync(String(script), 'utf8')).toContain(`DeleteRegKey HKCU "Software\\Classes\\${LINK_SCHEME}"`);
});

describe('the fuses', () => {
  it('are asked for in one place, each as a sealed app needs it', () => {
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

describe('a feed of updates', () => {
  const url = 'https://updates.example/desk';

  it('is there only where one is given, and only over https', () => {
    const { publish, extraMetadata } = packageConfig('release', 'linux', undefined);
    expect({ publish, updates: Reflect.get(extraMetadata ?? {}, 'updates') }).toEqual({ publish: null });
    expect(packageConfig('release', 'linux', { url, signed: true }).publish).toEqual({ provider: 'generic', url });
    expect(() => packageConfig('release', 'linux', { url: 'http://updates.example/desk', signed: true })).toThrow();
  });

  it('is named in the package together with whether it is signed, and "signed" forces signing', () => {
    for (const signed of [true, false]) {
      expect(packageConfig('release', 'linux', { url, signed })).toMatchObject({
        extraMetadata: { updates: { feed: url, signed } },
        forceCodeSigning: signed,
      });
    }
  });

  it('gives Windows a publisher to check and macOS the zip that it updates from', () => {
    const { win, mac } = packageConfig('release', 'linux', { url, signed: true });
    expect(win).toMatchObject({ verifyUpdateCodeSignature: true });
    expect(mac?.target).toEqual(['dmg', 'zip']);
  });

  it.each(['--win', '--mac'])('stops packaging for %s at once when there is no certificate', (platform) => {
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

it('a download that failed is named, and another fault is not taken for one', () => {
  const lost = Object.assign(new Error('getaddrinfo ENOTFOUND github.com'), { code: 'ENOTFOUND' });
  expect(missingDownload(lost, 'Electron 45 for linux-x64')).toBe(
    'The package could not be made: Electron 45 for linux-x64 is not on this computer and could not be downloaded from github.com. Run it again where the network lets it through.',
  );
  expect(missingDownload(new Error('The icon is too small'), 'Electron')).toBeNull();
});

it('icons hold the pictures they are made of', () => {
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
