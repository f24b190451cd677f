// Bundles the Chromium host into JavaScript: tests start it often, and a TypeScript loader costs each start about a second.
import { join } from 'node:path';
import { root } from './project.ts';

const FOLDER = 'node_modules/.cache/storefront-desk/chromium-host';

export const HOST_SOURCE = join(root, 'packages/chromium-host/src/run.ts');
export const HOST_PROGRAM = join(root, FOLDER, 'run.mjs');

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
        input: { run: HOST_SOURCE },
        output: { format: 'es', entryFileNames: '[name].mjs' },
      },
    },
  });
}
