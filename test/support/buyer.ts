// A buyer's own browser for checkout pages.

import { expect } from '@playwright/test';
import { isRoot } from '@storefront-desk/chromium-host/chromium-args';
import { ensureChromium } from '@storefront-desk/chromium-host/find-chromium';
import { chromium, type Page } from 'playwright';

/** Opens a browser while `act` runs. */
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

/** Buys once at a checkout page of the practice store. */
export const buyAt = (checkout: string): Promise<void> =>
  asBuyer(async (buyer) => {
    await buyer.goto(checkout);
    await buyer.getByRole('button', { name: 'Buy' }).click();
    await expect(buyer.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  });
