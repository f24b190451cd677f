// Bundles the Chromium host into JavaScript: tests start it often, and a TypeScript loader costs each start about a second.
import { join } from 'node:path';
import { root } from './project.ts';

const FOLDER = 'node_modules/.cache/storefront-desk/chromium-host';
const SOURCES = join(root, 'packages/chromium-host/src');

export const HOST_SOURCE = join(SOURCES, 'run.ts');
export const HOST_PROGRAM = join(root, FOLDER, 'run.mjs');
export const SERIES_PROGRAM = join(root, FOLDER, 'series.mjs');

export async function buildHost(): Promise<void> {
  // Most starts have nothing to build.
  const { build } = await import('vite');
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: join(root, FOLDER),
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: {
        // The series loads `main` by its address.
        input: { run: HOST_SOURCE, series: join(SOURCES, 'series.ts'), main: join(SOURCES, 'main.ts') },
        output: { format: 'es', entryFileNames: '[name].mjs' },
      },
    },
  });
}
