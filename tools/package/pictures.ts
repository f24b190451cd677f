// `npx tsx tools/package/pictures.ts`: draws the small pictures that the running app shows into src/main/electron/pictures.
// They are kept there, since the app is also run from its sources; run it again when an SVG has changed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../launch/project.ts';
import { withPen } from './draw.ts';

const FOLDER = join(root, 'src/main/electron/pictures');
const svgOf = (name: string): string => readFileSync(join(import.meta.dirname, `${name}.svg`), 'utf8');

/** The numbers on the taskbar's icon; "9+" takes a smaller script. */
const overlay = (text: string): string =>
  svgOf('overlay')
    .replace('>1<', `>${text}<`)
    .replace('font-size="11.5"', `font-size="${text.length > 1 ? 9 : 11.5}"`)
    .replace('y="12"', `y="${text.length > 1 ? 11.2 : 12}"`);

await withPen(async (draw) => {
  mkdirSync(FOLDER, { recursive: true });
  /** In the size that is named, and for screens with twice the pixels. */
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
