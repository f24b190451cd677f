// Many changes settled in one step on the Sync screen.
import type { Locator, Page } from '@playwright/test';
import { allLinks } from '../support/catalog-rows.ts';
import { expect, test } from '../support/desk-test.ts';
import { allSaved, goTo } from '../support/seller.ts';
import { decide, needAttention, waitingChanges, waitingRow } from '../support/sync-screen.ts';

const bar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Selection' });

test('discards all changes that a search finds with one undo, then marks deletions as sent and skips creates', async ({
  signedInWith,
  service,
}) => {
  const desk = await signedInWith({ products: 2, links: 4, sending: 5, deletionsInDoubt: 3 });
  const { page } = desk;
  service.intercept = ({ path }) => (path.endsWith('/products') ? { status: 422, body: '{}' } : undefined);
  await desk.product('Coaching hour');
  await needAttention(page, 9);
  await goTo(page, 'Sync');
  await page.getByRole('searchbox', { name: 'Search changes' }).fill('crash');
  await expect(waitingChanges(page)).toHaveAttribute('aria-rowcount', '6');
  await page.getByRole('checkbox', { name: 'Select all changes' }).check();
  await expect(bar(page)).toContainText('5 selected');
  // A create needs its address to be marked as sent.
  await expect(bar(page).getByRole('button', { name: /Mark as sent/ })).toHaveCount(0);
  await decide(page, bar(page), 'Discard');
  await needAttention(page, 4);
  await page.getByRole('searchbox', { name: 'Search changes' }).fill('');
  await page.getByRole('button', { name: 'Undo' }).click();
  await needAttention(page, 9);

  await waitingRow(page, 'crash 1').getByRole('checkbox').check();
  await page.keyboard.press('ControlOrMeta+a');
  await bar(page).getByRole('button', { name: 'Mark as sent (3 of 9)' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Mark as sent' }).click();
  await expect(question).toBeHidden();
  await needAttention(page, 6);
  await goTo(page, 'Payment links');
  // The list has one of the four links and the five creates in doubt.
  await expect(page.getByRole('table', { name: 'Payment links' })).toHaveAttribute('aria-rowcount', '7');
  expect(service.changes.map(({ path }) => path)).toEqual(['/api/shop/products']);
});

test('addresses copied from the store page settle the links whose answers were lost', async ({ openDesk }) => {
  const desk = await openDesk();
  const { page } = desk;
  await page.getByRole('button', { name: 'Open the practice store' }).click();
  await expect(page.getByRole('button', { name: /^Store: / })).toContainText('Practice store');
  const product = await desk.product('Logo design');
  await allSaved(page);
  await goTo(page, 'Settings');
  const panel = page.getByRole('region', { name: 'Practice store' });
  await panel.getByRole('combobox', { name: 'Lost answers' }).click();
  await page.getByRole('option', { name: 'One answer in 2', exact: true }).click();
  const orders = ['1041', '1042', '1043', '1044'];
  for (const order of orders) await desk.link(product, order);
  await needAttention(page, 2);

  await goTo(page, 'Sync');
  const store = new URL(desk.practiceStore?.url ?? '');
  const text = await copied(new URL('/practice/products', store.origin).href);
  for (const order of orders) expect(text).toContain(`order: ${order}`);
  await page.getByRole('button', { name: 'Paste addresses' }).click();
  const dialog = page.getByRole('dialog', { name: 'Paste addresses' });
  await dialog.getByRole('textbox', { name: 'Payment links' }).fill(text);
  await expect(dialog.getByRole('table', { name: 'Addresses found' }).getByRole('row')).toHaveCount(3);
  await dialog.getByRole('button', { name: 'Mark as sent' }).click();
  await expect(dialog).toBeHidden();
  await allSaved(page);

  // Each link has the address that the store shows next to its order.
  for (const { metadata, paymentLink } of allLinks(desk.store)) {
    const line = text.split('\n').find((row) => row.includes(`order: ${metadata[0]?.value}`));
    expect(paymentLink).toContain('uuid=');
    expect(line).toContain(paymentLink);
  }
});

/** The table rows of a page as text, as a browser copies them. */
async function copied(url: string): Promise<string> {
  const page = await (await fetch(url)).text();
  const rows = [...page.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell = '']) => cell.replace(/<[^>]*>/g, '')).join('\t'),
  );
  return rows.join('\n').replaceAll('&amp;', '&');
}
