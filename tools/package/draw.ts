// Draws pictures from SVG, in the Chromium that the tests use.
import { chromium } from 'playwright';
import { isRoot } from '../chromium-host/chromium-args.ts';
import { ensureChromium } from '../launch/find-chromium.ts';
import type { Picture } from './icon-files.ts';

/** Draws a square SVG in a size in pixels, with a transparent ground. */
export type Draw = (svg: string, size: number) => Promise<Picture>;

export async function withPen<T>(work: (draw: Draw) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath: await ensureChromium(), chromiumSandbox: !isRoot() });
  try {
    const page = await browser.newPage();
    return await work(async (svg, size) => {
      await page.setViewportSize({ width: size, height: size });
      await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
      return { size, png: await page.screenshot({ omitBackground: true }) };
    });
  } finally {
    await browser.close();
  }
}
