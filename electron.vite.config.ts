// How the three parts are built into out/: main (ESM), preload (one CommonJS file, as a sandboxed preload needs), renderer.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { META_POLICY } from './src/main/shell/page-policy.ts';

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

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      externalizeDeps: true,
      rolldownOptions: { input: { index: 'src/main/index.ts' }, output: { format: 'es' } },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
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
      minify: 'oxc',
      rolldownOptions: { input: { index: 'src/renderer/index.html' } },
    },
  },
});
