// How much JavaScript the window loads before it is usable, and the total.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseSync } from 'vite';
import { root } from '../launch/project.ts';
import { below, type Row, withoutTarget } from './measure.ts';

/** The built window. */
const FOLDER = join(root, 'out/renderer');

/** The scripts named by the page and its static imports, by path: everything loaded at start but texts. */
export function firstScripts(folder = FOLDER): string[] {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const found = new Set([...page.matchAll(/(?:src|href)="\.\/([^"]+\.js)"/g)].map(([, path = '']) => path));
  // The loop also visits the ones added meanwhile.
  for (const path of found) {
    for (const statement of parseSync(path, readFileSync(join(folder, path), 'utf8')).program.body) {
      const source = 'source' in statement ? statement.source?.value : undefined;
      if (source !== undefined) found.add(join(dirname(path), source));
    }
  }
  return [...found];
}

/** The texts of the first screen in English, which the page imports only once it knows the language. */
const firstTexts = (folder = FOLDER): string[] => {
  const texts = readdirSync(join(folder, 'assets')).filter((file) => /^window_rules_names-.*\.js$/.test(file));
  const english = texts.filter((file) => readFileSync(join(folder, 'assets', file), 'utf8').includes('Payment links'));
  if (english.length !== 1) throw new Error(`Expected one file with the English texts, found ${english.length}`);
  return english.map((file) => join('assets', file));
};

export const allScripts = (folder = FOLDER): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));

/** In kB of 1,000 bytes. */
export const gzippedKb = (paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + gzipSync(readFileSync(join(FOLDER, path))).length, 0) / 1000;

export function measureRendererSize(): Row[] {
  return [
    below(
      'renderer JavaScript of the first screen, gzipped',
      gzippedKb([...firstScripts(), ...firstTexts()]),
      'kB',
      250,
    ),
    withoutTarget('renderer JavaScript in all, gzipped', gzippedKb(allScripts()), 'kB'),
  ];
}
