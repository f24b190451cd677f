// Renders SVG pictures in the Chromium of the tests.

import { isRoot } from '@storefront-desk/chromium-host/chromium-args';
import { ensureChromium } from '@storefront-desk/chromium-host/find-chromium';
import { chromium } from 'playwright';
import type { Picture } from './icon-files.ts';

/** Renders a square SVG at a size in pixels, with a transparent background. */
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
