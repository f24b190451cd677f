// Bundles the Chromium host into one JavaScript file: tests start it often, and a TypeScript loader costs each start about a second.
import { join } from 'node:path';
import { root } from './project.ts';

const FOLDER = 'node_modules/.cache/storefront-desk/chromium-host';
const FILE = 'run.mjs';

export const HOST_SOURCE = join(root, 'packages/chromium-host/src/run.ts');
export const HOST_PROGRAM = join(root, FOLDER, FILE);

export async function buildHost(): Promise<void> {
  // Most starts have nothing to build.
  const { build } = await import('vite');
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      ssr: HOST_SOURCE,
      outDir: join(root, FOLDER),
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: { output: { format: 'es', entryFileNames: FILE } },
    },
  });
}
