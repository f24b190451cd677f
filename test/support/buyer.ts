// A buyer's own browser for checkout pages.

import { expect } from '@playwright/test';
import { isRoot } from '@storefront-desk/chromium-host/chromium-args';
import { ensureChromium } from '@storefront-desk/chromium-host/find-chromium';
import { chromium, type Page } from 'playwright';
import { FIELD_PREFIX } from '../../src/practice-store/checkout-page.ts';

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

/** Buys at a checkout page of the practice store in USD, without a browser. Returns the status of the answer. */
export async function buy(checkout: string): Promise<number> {
  const { origin, searchParams } = new URL(checkout);
  const body = new URLSearchParams({ currency_id: '2' });
  for (const [name, value] of searchParams) if (name !== 'uuid') body.set(FIELD_PREFIX + name, value);
  const answer = await fetch(checkout, { method: 'POST', headers: { origin }, body });
  await answer.arrayBuffer();
  return answer.status;
}
