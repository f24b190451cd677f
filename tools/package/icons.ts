// Draws the app's icons from icon.svg into out/icons.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../launch/project.ts';
import { ICONS } from './config.ts';
import { withPen } from './draw.ts';
import { icnsOf, icoOf, type Picture } from './icon-files.ts';

const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024];

export async function makeIcons(): Promise<void> {
  const folder = join(root, ICONS);
  const svg = readFileSync(join(import.meta.dirname, 'icon.svg'), 'utf8');
  const pictures: Picture[] = [];
  await withPen(async (draw) => {
    for (const size of SIZES) pictures.push(await draw(svg, size));
  });
  mkdirSync(join(folder, 'png'), { recursive: true });
  for (const { size, png } of pictures) writeFileSync(join(folder, 'png', `${size}x${size}.png`), png);
  writeFileSync(join(folder, 'icon.ico'), icoOf(pictures.filter(({ size }) => size <= 256)));
  writeFileSync(join(folder, 'icon.icns'), icnsOf(pictures));
}
