// What the webhook inbox reads from deliveries: test or sale, product, amount and metadata, and which link was sold.

import type { Page } from '@playwright/test';
import { expectNoFindings } from '../support/axe.ts';
import { buyAt } from '../support/buyer.ts';
import { freePort } from '../support/free-port.ts';
import { resize } from '../support/resize.ts';
import { allSaved, createLink, createProduct, goTo, linkRow } from '../support/seller.ts';
import { expect, test } from './fixture.ts';

const table = (page: Page) => page.getByRole('table', { name: 'Deliveries' });
const newest = (page: Page) => table(page).getByRole('row').nth(1);

test('deliveries show what they are, in the list and in the details, and lead to the link that was sold', async ({
  launchApp,
}) => {
  const app = await launchApp({ args: ['--practice'] });
  const { page } = app;
  await resize(page, { width: 1280, height: 800 });
  await goTo(page, 'Webhook');
  await page.getByRole('textbox', { name: 'Port' }).fill(String(await freePort()));
  await page.getByRole('button', { name: 'Start inbox' }).click();
  await page.getByRole('button', { name: 'Use this address' }).click();
  await page.getByRole('button', { name: 'Generate key' }).click();
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await expect(page.getByText('Saved on the service', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect(newest(page)).toContainText('Test');
  await expect(newest(page)).toContainText('Verified');
  await page.getByRole('searchbox', { name: 'Search deliveries' }).press('ArrowDown');
  await expect(newest(page)).toBeFocused();

  await createProduct(page, 'Logo design');
  await createLink(page, 'Logo design', '100.55', '1042');
  await allSaved(page);
  await linkRow(page, '1042').getByRole('button', { name: 'Copy checkout link' }).click();
  await expect(page.getByText('Checkout link copied')).toBeVisible();
  await buyAt(await app.clipboardText());
  await goTo(page, 'Webhook');
  for (const fact of ['Sale', 'Verified', 'Logo design', '$100.55', 'order: 1042', '200']) {
    await expect(newest(page).getByText(fact, { exact: true })).toBeVisible();
  }

  // One with metadata only, one with nothing known, and one that cannot be parsed.
  const address = await page.getByText(/^http:.*after-sell$/).innerText();
  const deliver = (body: string) => fetch(address, { method: 'POST', body });
  await deliver('{"metadata":{"order":"1042"}}');
  await expect(newest(page).getByText('order: 1042')).toBeVisible();
  await expect(newest(page).getByText('Logo design')).toBeVisible();
  await expect(newest(page).getByText('Not verified')).toBeVisible();
  await expect(newest(page)).not.toContainText('$');
  await deliver('{"total":100.55,"currency":"USD"}');
  await expect(newest(page).getByText('Unknown')).toBeVisible();
  await expect(newest(page)).not.toContainText('100.55');
  await deliver('{"half":');
  await expect(newest(page).getByText('Not JSON')).toBeVisible();

  const search = page.getByRole('searchbox', { name: 'Search deliveries' });
  await search.fill('Logo design');
  await expect(page.getByText('1 match', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('1 match for “Logo design”')).toBeAttached();
  await search.fill('1042 order');
  await expect(page.getByText('2 matches', { exact: true }).first()).toBeVisible();
  await search.fill('');
  await expect(page.getByText('2 matches', { exact: true })).toHaveCount(0);

  const panel = page.getByRole('region', { name: 'Delivery', exact: true });
  await expect(table(page).getByRole('row').nth(2)).toContainText('Unknown');
  await table(page).getByRole('row').nth(2).click();
  await expect(panel).toContainText("doesn't say whether it is a sale or a test");
  await table(page).getByRole('row').nth(4).click();
  for (const fact of ['Sale', 'Logo design', '$100.55', 'order: 1042']) {
    await expect(panel.getByText(fact, { exact: true })).toBeVisible();
  }
  await expect(panel).toContainText('"content_length"');
  const edges = async () => ({ list: await table(page).boundingBox(), panel: await panel.boundingBox() });
  const { list, panel: beside } = await edges();
  expect(beside?.x).toBeGreaterThanOrEqual((list?.x ?? 0) + (list?.width ?? 0));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoFindings(page, `a delivery beside the list, ${colorScheme}`);
  }
  await resize(page, { width: 900, height: 600 });
  await expect.poll(async () => (await edges()).panel?.x).toBe((await edges()).list?.x);
  await expectNoFindings(page, 'a delivery below the list');
  await panel.getByRole('link', { name: 'Show the link' }).click();
  await expect(page.getByRole('complementary', { name: 'Link details' })).toContainText('1042');
});
