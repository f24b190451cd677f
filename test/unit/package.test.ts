// The package check finds wrong contents; a package has the fuses and the update feed that keep it sealed.
import { describe, expect, it } from 'vitest';
import { packageOf, problemsIn } from '../../tools/package/checks.ts';
import { FUSES, packageConfig } from '../../tools/package/config.ts';
import { runtimePackages } from '../../tools/package/licenses.ts';

const WHOLE = [
  'package.json',
  'out/main/index.js',
  'out/main/reader-worker.js',
  'out/main/table-worker.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
  'node_modules/zod/index.js',
  'node_modules/@scope/thing/index.js',
];
const DATABASE = 'node_modules/@libsql/linux-x64-gnu/index.node';
const runtime = new Set(['zod', '@scope/thing', '@libsql/linux-x64-gnu', '@libsql/linux-x64-musl']);
const problems = (files: Parameters<typeof problemsIn>[0]) =>
  problemsIn(files, runtime, { system: 'linux', arch: 'x64' });
const packed = (paths: readonly string[], size = 10) =>
  [...paths, DATABASE].map((path) => ({ path, size, unpacked: path.endsWith('.node') }));

describe('the contents of a package', () => {
  it('are the built app, its runtime packages and their native modules, nothing else', () => {
    expect(problems(packed(WHOLE))).toEqual([]);
    for (const path of [
      'src/main/index.ts',
      'test/x.spec.js',
      'tools/x.js',
      '.env',
      'out/main/index.js.map',
      'node_modules/zod/index.ts',
      'node_modules/zod/fast.node',
      'node_modules/vitest/index.js',
      'node_modules/zod/node_modules/@a/b/c.js',
      'node_modules/@libsql/linux-x64-musl/index.node',
    ])
      expect(problems(packed([...WHOLE, path])), path).toHaveLength(1);
  });

  it('include what the app starts from, within the size limit', () => {
    const without = WHOLE.filter((path) => path !== 'out/preload/index.cjs');
    expect(problems(packed(without, 5 * 1024 * 1024))).toHaveLength(2);
  });

  it('have native modules outside the archive, and nothing else there', () => {
    const without = packed(WHOLE).filter(({ path }) => path !== DATABASE);
    expect(problems(without)).toHaveLength(1);
    expect(problems([...without, { path: DATABASE, size: 10, unpacked: false }])).toHaveLength(1);
    const files = [...packed(WHOLE), { path: 'node_modules/zod/fast.js', size: 10, unpacked: true }];
    expect(problems(files)).toHaveLength(1);
  });

  it('belong to the package of the innermost folder', () => {
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

describe('the fuses', () => {
  it('are configured in one place, each as a sealed app needs it', () => {
    expect(packageConfig('release', 'linux', undefined).electronFuses).toMatchObject(FUSES);
    const on = Object.entries(FUSES).flatMap(([name, is]) => (is ? [name] : []));
    expect(on).toEqual(['enableEmbeddedAsarIntegrityValidation', 'onlyLoadAppFromAsar', 'enableCookieEncryption']);
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
});

it('an AppImage needs no libfuse2, and keeps the sandbox', () => {
  const { toolsets, linux } = packageConfig('release', 'linux', undefined);
  expect(toolsets?.appimage).toBe('1.0.3');
  expect(linux?.executableArgs).toEqual([]);
});
