// How the three parts are built into out/: main (ESM), preload (one CommonJS file, as a sandboxed preload needs), renderer.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { META_POLICY } from './src/main/electron/page-files.ts';

/** The page's content security policy. Only in the built page: live development needs a socket and inline scripts. */
const contentSecurityPolicy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: META_POLICY },
      injectTo: 'head-prepend',
    },
  ],
};

/** The packages bundled into a part; `npm run package` makes one list of all. */
const license = { fileName: 'licenses.json' };

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      license,
      externalizeDeps: true,
      rolldownOptions: {
        // Each worker thread needs its own entry file.
        input: {
          index: 'src/main/index.ts',
          'reader-worker': 'src/main/catalog/reader-worker.js',
          table: 'src/main/import/file/table.js',
        },
        // Chunks share the folder of the workers, because code that starts a worker resolves its file relative to itself.
        output: { format: 'es', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      license,
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: 'src/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react(), contentSecurityPolicy],
    build: {
      outDir: 'out/renderer',
      license,
      minify: 'oxc',
      // One script and one style sheet, because the page comes from the local disk; only the sales chart loads later.
      chunkSizeWarningLimit: 2_000,
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: {
        input: { index: 'src/renderer/index.html' },
      },
    },
  },
});
