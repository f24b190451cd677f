// Unit tests (pure code) and integration tests (real files, sockets and servers), both in plain Node.
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

const shared = {
  extends: true as const,
  resolve: { alias: { electron: resolve(import.meta.dirname, 'test/support/app-electron-stub.ts') } },
};

/** Generous, in ms: they end what hangs, they do not measure. A loaded machine may take long for what is right. */
const limits = { testTimeout: 400_000, hookTimeout: 400_000, expect: { poll: { timeout: 60_000 } } };

/** electron-store imports `electron` itself, so it has to go through the alias too. */
const server = { deps: { inline: ['electron-store'] } };

export default defineConfig({
  test: {
    // More than cores: many integration tests wait for servers and processes.
    maxWorkers: availableParallelism() + 2,
    reporters: ['default', ['json', { outputFile: `test-output/${process.env.STOREFRONT_SUITE ?? 'vitest'}.json` }]],
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}'],
          environment: 'node',
          server,
          ...limits,
        },
      },
      {
        ...shared,
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
          environment: 'node',
          server,
          ...limits,
        },
      },
    ],
  },
});
