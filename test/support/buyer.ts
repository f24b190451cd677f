// A customer with a browser of their own, in which checkout pages are opened.

import { isRoot } from '@storefront-desk/chromium-host/chromium-args';
import { ensureChromium } from '@storefront-desk/chromium-host/find-chromium';
import { chromium, type Page } from 'playwright';

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
