// The screen "Sales" and the deliveries behind it in small windows.

import type { Page } from '@playwright/test';
import { resize } from '../support/resize.ts';
import { goTo } from '../support/seller.ts';
import { inboxOf, saveWithNewKey, startInbox } from '../support/webhook-screen.ts';
import { expect, test } from './service.ts';

const TITLES = [
  'Photography workshop for beginners, Berlin, spring',
  'Handmade ceramic mug, blue glaze',
  'Logo design',
];
const CUSTOMER = 'María-José García Fernández';

async function deliverSales(page: Page): Promise<void> {
  await startInbox(page);
  const key = await saveWithNewKey(page);
  const address = await inboxOf(page)
    .getByText(/^http:/)
    .innerText();
  for (const at of [0, 1, 2, 3, 4, 5]) {
    const sale = {
      ...{ event: 'after_sell', sale_id: `s${at}`, product: { product_title: TITLES[at % 3] } },
      price: { currency_id: 2, price: 12_900 + at, is_discount_price: false },
      metadata: { order: `2026-1044${at}`, customer: CUSTOMER },
    };
    await fetch(address, { method: 'POST', headers: { 'Webhook-Key': key }, body: JSON.stringify(sale) });
  }
}

test('sales show two rows at 450×300, with a warning above', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 2, links: 20, sold: [1, 2, 3, 4, 5, 6] });
  await goTo(page, 'Sales');
  const rows = page.getByRole('table', { name: 'Sales' }).getByRole('row');
  const see = page.getByRole('button', { name: 'See Webhook' });
  await expect(rows).toHaveCount(7);
  await expect(see).toBeVisible();
  await resize(page, { width: 450, height: 300 });
  for (const at of [1, 2]) await expect(rows.nth(at)).toBeInViewport({ ratio: 0.95, timeout: 8_000 });
  await expect(see).toBeInViewport({ ratio: 1 });
  await expect(see).toHaveAccessibleDescription(/webhook/i);
  await see.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Webhook' })).toBeVisible();
});

test('deliveries leave no gaps between icons at 900 px while texts are cut', async ({ launchApp }) => {
  const { page } = await launchApp({ args: ['--practice'] });
  await deliverSales(page);
  const table = page.getByRole('table', { name: 'Deliveries' });
  await expect(table.getByRole('row')).toHaveCount(7);
  await resize(page, { width: 900, height: 600 });
  const row = table.getByRole('row').nth(1);
  const gaps = () =>
    row.evaluate((element) => {
      const icons = [...element.querySelectorAll('[role="cell"] svg')].map((icon) => icon.getBoundingClientRect());
      return icons.slice(1).map(({ left }, at) => Math.round(left - (icons[at]?.right ?? 0)));
    });
  await expect.poll(async () => Math.max(0, ...(await gaps())), { message: 'px', timeout: 8_000 }).toBeLessThan(24);
});
