// The screen "Webhook" at usual window sizes: settings and test beside each other, and deliveries within the first screen.

import type { Locator } from '@playwright/test';
import { expectNoFindingsInBothThemes } from '../support/axe.ts';
import { buyAt } from '../support/buyer.ts';
import { resize } from '../support/resize.ts';
import { allSaved, createLink, createProduct, goTo, linkRow } from '../support/seller.ts';
import { saveWithNewKey, startInbox } from '../support/webhook-screen.ts';
import { expect, test } from './fixture.ts';

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not shown');
  return box;
}

test('settings and test are beside each other, and deliveries within the first screen', async ({ launchApp }) => {
  const app = await launchApp({ args: ['--practice'] });
  const { page } = app;
  await resize(page, { width: 1280, height: 800 });
  await startInbox(page);
  await saveWithNewKey(page);
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect(page.getByRole('region', { name: 'Test result' })).toContainText('Test delivered');
  await createProduct(page, 'Logo design');
  await createLink(page, 'Logo design', '60', '1042');
  await allSaved(page);
  await linkRow(page, '1042').getByRole('button', { name: 'Copy checkout link' }).click();
  await expect(page.getByText('Checkout link copied')).toBeVisible();
  await buyAt(await app.clipboardText());
  await goTo(page, 'Webhook');
  const table = page.getByRole('table', { name: 'Deliveries' });
  const sale = table.getByRole('row').nth(1);
  await expect(sale).toContainText('Logo design');
  const inSight = async (rows: number) => {
    const last = await boxOf(table.getByRole('row').nth(rows));
    return last.y + last.height <= (page.viewportSize()?.height ?? 0);
  };
  for (const [width, height] of [
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await resize(page, { width, height });
    const settings = await boxOf(page.getByRole('textbox', { name: 'Webhook URL' }));
    const send = await boxOf(page.getByRole('button', { name: 'Send test event' }));
    expect(send.x).toBeGreaterThan(settings.x + settings.width);
    expect(await inSight(1)).toBe(true);
    await expectNoFindingsInBothThemes(page, `webhook, ${width}`);
  }
  await resize(page, { width: 1280, height: 800 });

  // Beside its details the list keeps the time, and says what a delivery is.
  await sale.click();
  await expect(page.getByRole('region', { name: 'Delivery', exact: true })).toBeVisible();
  for (const header of ['Time', 'Event', 'Verified']) {
    await expect(table.getByRole('columnheader', { name: header, exact: true })).toBeVisible();
  }
  await expect(sale.getByText('Sale', { exact: true })).toBeVisible();
  await resize(page, { width: 900, height: 600 });
  for (const word of ['Sale', 'Verified']) await expect(sale.getByText(word, { exact: true })).toBeVisible();
  await resize(page, { width: 1280, height: 800 });

  // The code for receivers is shown on request.
  const code = page.getByText('import { createServer }');
  await expect(code).toHaveCount(0);
  await page.getByRole('tab', { name: 'Node' }).click();
  await expect(code).toBeVisible();
  await page.getByRole('tab', { name: 'Node' }).click();
  await expect(code).toHaveCount(0);
});
