// The normal build with the texts of the test language.
import { join, resolve } from 'node:path';
import { defineConfig, mergeConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import config from '../../../electron.vite.config.ts';

const TEXTS = /\/src\/shared\/texts\/(window|later|main|rules)\.ts$/;

/** Replaces the modules that select the language. */
const pseudoTexts = (): Plugin => ({
  name: 'pseudo-texts',
  enforce: 'pre',
  load(id) {
    const part = TEXTS.exec(id.replaceAll('\\', '/'))?.[1];
    if (!part) return null;
    return `
      import { ${part}InEnglish } from './en/${part}/index.ts';
      import { inPseudo } from ${JSON.stringify(join(import.meta.dirname, 'pseudo.ts'))};
      export const texts = inPseudo(${part}InEnglish);`;
  },
});

/** The output folder. */
const out = process.env.STOREFRONT_PSEUDO_OUT ?? 'test-output/pseudo-language';
const into = (folder: string) => ({ plugins: [pseudoTexts()], build: { outDir: resolve(out, folder) } });

export default defineConfig({
  main: mergeConfig(config.main ?? {}, into('main')),
  preload: mergeConfig(config.preload ?? {}, into('preload')),
  renderer: mergeConfig(config.renderer ?? {}, into('renderer')),
});
