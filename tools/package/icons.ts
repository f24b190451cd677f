// Draws the app's icons from icon.svg into out/icons.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRoot } from '@storefront-desk/chromium-host/chromium';
import { ensureChromium } from '@storefront-desk/chromium-host/find-chromium';
import { chromium } from 'playwright';
import { root } from '../launch/project.ts';
import { ICONS } from './config.ts';
import { icnsOf, icoOf, type Picture } from './icon-files.ts';

const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024];

/** Renders a square SVG in the Chromium of the tests, with a transparent background. */
async function render(svg: string, sizes: readonly number[]): Promise<Picture[]> {
  const browser = await chromium.launch({ executablePath: await ensureChromium(), chromiumSandbox: !isRoot() });
  try {
    const page = await browser.newPage();
    const pictures: Picture[] = [];
    for (const size of sizes) {
      await page.setViewportSize({ width: size, height: size });
      await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
      pictures.push({ size, png: await page.screenshot({ omitBackground: true }) });
    }
    return pictures;
  } finally {
    await browser.close();
  }
}

export async function makeIcons(): Promise<void> {
  const folder = join(root, ICONS);
  const svg = readFileSync(join(import.meta.dirname, 'icon.svg'), 'utf8');
  const pictures = await render(svg, SIZES);
  mkdirSync(join(folder, 'png'), { recursive: true });
  for (const { size, png } of pictures) writeFileSync(join(folder, 'png', `${size}x${size}.png`), png);
  writeFileSync(join(folder, 'icon.ico'), icoOf(pictures.filter(({ size }) => size <= 256)));
  writeFileSync(join(folder, 'icon.icns'), icnsOf(pictures));
}
