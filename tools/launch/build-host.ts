// The Chromium host as one file of JavaScript: tests start it again and again, and a TypeScript loader costs each start about a second.
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { root } from './project.ts';

const FOLDER = 'node_modules/.cache/storefront-desk/chromium-host';
const FILE = 'run.mjs';

export const HOST_PROGRAM = join(root, FOLDER, FILE);

/** A source asks where it lies to find the project: what is made of it lies elsewhere. */
const knowsItsPlace: Plugin = {
  name: 'knows-its-place',
  transform: (code, id) =>
    id.includes('node_modules') ? null : code.replaceAll('import.meta.dirname', JSON.stringify(dirname(id))),
};

export async function buildHost(): Promise<void> {
  // Most starts have nothing to build.
  const { build } = await import('vite');
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [knowsItsPlace],
    build: {
      ssr: join(root, 'tools/chromium-host/run.ts'),
      outDir: join(root, FOLDER),
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: { output: { format: 'es', entryFileNames: FILE } },
    },
  });
}
