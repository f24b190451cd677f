// `npx tsx tools/package/pictures.ts`: renders the small pictures of the running app into src/main/electron/pictures.
// They are committed, since the app also runs from its sources; run it again after an SVG has changed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../launch/project.ts';
import { withPen } from './draw.ts';

const FOLDER = join(root, 'src/main/electron/pictures');
const svgOf = (name: string): string => readFileSync(join(import.meta.dirname, `${name}.svg`), 'utf8');

/** The numbers on the taskbar icon; "9+" needs a smaller font. */
const overlay = (text: string): string =>
  svgOf('overlay')
    .replace('>1<', `>${text}<`)
    .replace('font-size="11.5"', `font-size="${text.length > 1 ? 9 : 11.5}"`)
    .replace('y="12"', `y="${text.length > 1 ? 11.2 : 12}"`);

await withPen(async (draw) => {
  mkdirSync(FOLDER, { recursive: true });
  /** At the named size, and at twice that for high-density screens. */
  const keep = async (name: string, svg: string, size: number) => {
    writeFileSync(join(FOLDER, `${name}.png`), (await draw(svg, size)).png);
    writeFileSync(join(FOLDER, `${name}@2x.png`), (await draw(svg, 2 * size)).png);
  };
  await keep('tray-win32', svgOf('icon'), 16);
  await keep('tray-linux', svgOf('icon'), 24);
  await keep('tray-darwin', svgOf('tray-template'), 18);
  for (const text of ['1', '2', '3', '4', '5', '6', '7', '8', '9', '9+']) {
    await keep(`overlay-${text.replace('9+', 'more')}`, overlay(text), 16);
  }
});
