// Bundles the relay into one file that needs nothing but Node.
import { join } from 'node:path';
import { build } from 'vite';
import { root } from '../launch/project.ts';

/** Writes `relay.mjs` into the folder. */
export async function bundleRelay(folder: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: join(root, 'src/relay/cli.ts'),
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rollupOptions: { output: { entryFileNames: 'relay.mjs', codeSplitting: false } },
    },
  });
}
