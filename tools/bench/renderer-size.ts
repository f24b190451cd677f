// How much JavaScript the window has to load.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../launch/project.ts';
import { below, type Row } from './measure.ts';

export function measureRendererSize(): Row[] {
  const folder = join(root, 'out/renderer');
  const bytes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0);
  return [below('renderer JavaScript, gzipped', bytes / 1000, 'kB', 300)];
}
