// Every test that needs no window of its own, in plain Node, and components in one page of a browser. `npm test` runs unit,
// promise and window; `npm run test:all` runs the rest too.
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig } from 'vitest/config';
import { findChromium } from './packages/chromium-host/src/find-chromium.ts';
import { findHeadlessShell } from './tools/test/headless-shell.ts';
import { slow } from './tools/test/slow.ts';

/** Limits in ms: a defect must fail, not hang. */
const limits = (ms: number) => ({
  testTimeout: slow(ms),
  hookTimeout: slow(ms),
  expect: { poll: { timeout: slow(10_000) } },
});

const node = (name: string, include: readonly string[], ms: number) => ({
  extends: true as const,
  resolve: { alias: { electron: resolve(import.meta.dirname, 'test/support/app-electron-stub.ts') } },
  test: {
    name,
    include: [...include],
    environment: 'node',
    // electron-store imports `electron` itself, so it has to go through the alias too.
    server: { deps: { inline: ['electron-store'] } },
    ...limits(ms),
  },
});

const executablePath = findHeadlessShell() ?? (await findChromium());

export default defineConfig({
  test: {
    bail: 20,
    // More than cores: many tests wait for servers and processes.
    maxWorkers: availableParallelism() + 1,
    reporters: [
      'default',
      [
        'junit',
        { outputFile: `test-output/${process.env.STOREFRONT_SUITE ?? 'vitest'}.xml`, includeConsoleOutput: false },
      ],
    ],
    projects: [
      node('unit', ['test/unit/**/*.test.{ts,tsx}'], 10_000),
      node('promise', ['test/promise/**/*.test.ts'], 30_000),
      node('features', ['test/features/**/*.test.ts', 'packages/*/test/**/*.test.ts'], 30_000),
      node('team', ['test/team/**/*.test.ts'], 60_000),
      node('nightly', ['test/nightly/**/*.test.ts'], 600_000),
      {
        extends: true as const,
        plugins: [react()],
        test: {
          name: 'window',
          include: ['test/window/**/*.test.tsx'],
          exclude: configDefaults.exclude,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1200, height: 600 },
            provider: playwright({
              actionTimeout: slow(10_000),
              contextOptions: { reducedMotion: 'reduce', locale: 'en-US' },
              launchOptions: { ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] },
            }),
            instances: [{ browser: 'chromium' as const }],
          },
          ...limits(45_000),
        },
      },
    ],
  },
});
