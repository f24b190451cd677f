// The normal build, with the languages for tests besides the others.
import { resolve } from 'node:path';
import { defineConfig, mergeConfig } from 'electron-vite';

process.env.STOREFRONT_PSEUDO = '1';
const { default: config } = await import('../../../electron.vite.config.ts');

/** The output folder. */
const out = process.env.STOREFRONT_PSEUDO_OUT ?? 'test-output/pseudo-language';
const into = (folder: string) => ({ build: { outDir: resolve(out, folder) } });

export default defineConfig({
  main: mergeConfig(config.main ?? {}, into('main')),
  preload: mergeConfig(config.preload ?? {}, into('preload')),
  renderer: mergeConfig(config.renderer ?? {}, into('renderer')),
});
