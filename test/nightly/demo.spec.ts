// Runs the first command of the README.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { root } from '../../tools/launch/project.ts';

test('npm run demo does a seller’s whole job', async () => {
  const demo = promisify(execFile)(process.execPath, ['--import', 'tsx', join(root, 'tools/demo/demo.ts')], {
    cwd: root,
  });
  const { stdout } = await demo.catch((error: { stdout: string }) => error);
  expect(stdout).not.toContain('FAILED');
  expect(stdout).toMatch(/\d+ steps done/);
});
