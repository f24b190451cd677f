// A customer with a browser of their own, in which checkout pages are opened.
import { chromium, type Page } from 'playwright';
import { isRoot } from '../../tools/chromium-host/chromium-args.ts';
import { ensureChromium } from '../../tools/launch/find-chromium.ts';

/** Opens a browser for as long as `act` takes. */
export async function asBuyer(act: (page: Page) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: isRoot() ? ['--no-sandbox'] : [],
  });
  try {
    await act(await browser.newPage());
  } finally {
    await browser.close();
  }
}
