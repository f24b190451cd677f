// How much JavaScript the window loads before it is usable, and the total.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
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
export const firstTexts = (folder = FOLDER): string[] => scriptsNamed(/^en-window-/, folder);

/** The texts in other languages, which an English window never loads. */
export const otherTexts = (folder = FOLDER): string[] =>
  scriptsNamed(/^(?!en-)[a-z]{2}(-[A-Z]{2})?-(window|later)-/, folder);

const scriptsNamed = (name: RegExp, folder: string): string[] => {
  const found = allScripts(folder).filter((path) => name.test(basename(path)));
  if (found.length === 0) throw new Error(`No script is named ${name}`);
  return found;
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
