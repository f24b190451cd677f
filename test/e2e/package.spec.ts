// The package is made of the real build; only Electron's own files are stood in for where its download is not had.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../tools/launch/project.ts';
import { writeElectronStandIn } from '../support/electron-stand-in.ts';
import { expect, test } from './fixture.ts';

test('a package holds the built app and what it needs, and is sealed', async ({ userDataDir }) => {
  test.skip(process.platform !== 'linux', 'the stand-in has the layout of the Linux download');
  const output = join(userDataDir, 'release');
  const electron = join(userDataDir, 'electron-dist');
  writeElectronStandIn(electron, '11110011');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', join(root, 'tools/package/package.ts'), '--dir'],
    {
      cwd: root,
      env: { ...process.env, STOREFRONT_ELECTRON_DIST: electron, STOREFRONT_PACKAGE_OUTPUT: output },
    },
  );
  expect(stdout).toContain('The packages hold what they should.');
  expect(stdout).toMatch(/app\.asar: \d+ files, \d+\.\d MB/);
  // Flipped in the binary itself.
  expect(readFileSync(join(output, 'linux-unpacked/storefront-desk')).toString('latin1')).toContain('01001100');
});
