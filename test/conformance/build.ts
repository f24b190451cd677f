// Builds the conformance suite as a separate app that Electron and the Chromium host can start.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tools/launch/project.ts';

const FOLDER = join(root, 'node_modules/.cache/storefront-desk/conformance');

/** The app's folder, and its main script. */
export const CONFORMANCE_APP = FOLDER;
export const CONFORMANCE_MAIN = join(FOLDER, 'main.js');

export async function buildConformance(): Promise<void> {
  const { build } = await import('vite');
  const one = (entry: string, format: 'es' | 'cjs', entryFileNames: string) =>
    build({
      configFile: false,
      root,
      logLevel: 'warn',
      build: {
        ssr: join(import.meta.dirname, entry),
        outDir: FOLDER,
        emptyOutDir: false,
        target: 'node20',
        rolldownOptions: { external: ['electron'], output: { format, entryFileNames } },
      },
    });
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(
    join(FOLDER, 'package.json'),
    '{ "name": "conformance", "version": "1.2.3", "type": "module", "main": "main.js" }',
  );
  await one('main.ts', 'es', 'main.js');
  await one('preload.ts', 'cjs', 'preload.cjs');
}
