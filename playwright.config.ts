// End-to-end tests and the conformance suite: each starts the app itself, so no browser of Playwright's own is used.
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'test',
  testMatch: ['e2e/**/*.{spec,test}.ts', 'conformance/*.spec.ts'],
  outputDir: 'test-output/e2e',
  globalSetup: './test/support/app-e2e-setup.ts',
  workers: Math.max(2, availableParallelism()),
  fullyParallel: true,
  retries: 0,
  // Generous: they end what hangs, they do not measure. A loaded machine may take long for what is right.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: 'test-output/e2e.json' }]],
});
