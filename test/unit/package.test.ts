// What runs in a package, and the fuses and the update feed that keep it sealed.
import { describe, expect, it } from 'vitest';
import { FUSES, packageConfig } from '../../tools/package/config.ts';
import { packageOf, runtimePackages } from '../../tools/package/licenses.ts';

it('a file belongs to the package of the innermost folder', () => {
  expect(packageOf('node_modules/a/node_modules/@b/c/d.js')).toBe('@b/c');
  expect(packageOf('out/main/index.js')).toBeNull();
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
