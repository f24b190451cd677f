// End-to-end tests: each starts the app itself, so no browser of Playwright's own is used.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.{spec,test}.ts',
  outputDir: 'test-output/e2e',
  globalSetup: './test/support/app-e2e-setup.ts',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: 'test-output/e2e.json' }]],
});
