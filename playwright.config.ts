// Tests in a window: the desk (the built window on the real core), the whole app on Electron or the Chromium host, and sweeps.
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { installedElectron } from './tools/launch/electron-binary.ts';
import { slow } from './tools/test/slow.ts';

// electron-store imports `electron`, which in plain Node is the path of its program and would be downloaded now. Nothing runs it here.
if (!installedElectron()) process.env.ELECTRON_OVERRIDE_DIST_PATH = 'nowhere';

export default defineConfig({
  testDir: 'test',
  outputDir: 'test-output/browser',
  globalSetup: './test/support/app-e2e-setup.ts',
  workers: Math.max(2, availableParallelism()),
  fullyParallel: true,
  retries: 0,
  // A defect must fail, not hang.
  timeout: slow(45_000),
  expect: { timeout: slow(10_000) },
  maxFailures: 20,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['junit', { outputFile: `test-output/${process.env.STOREFRONT_SUITE ?? 'playwright'}.xml` }]],
  projects: [
    { name: 'desk', testMatch: 'desk/*.spec.ts' },
    { name: 'desk-more', testMatch: 'desk/more/*.spec.ts' },
    { name: 'app', testMatch: 'app/*.spec.ts' },
    { name: 'app-more', testMatch: 'app/more/*.spec.ts' },
    { name: 'layout', testMatch: 'layout/*.spec.ts', timeout: slow(120_000) },
    { name: 'conformance', testMatch: 'conformance/*.spec.ts' },
    { name: 'app-nightly', testMatch: 'nightly/*.spec.ts', timeout: slow(600_000) },
  ],
});
