// Rows stay under the pointer while others come and go before them.
import type { Locator, Page } from '@playwright/test';
import { allSaved, createLink, goTo, syncStatus } from '../support/seller.ts';
import { expect, test } from './service.ts';

const tableOf = (page: Page, name: string): Locator => page.getByRole('table', { name });

const scrolledTo = (table: Locator, top: number): Promise<void> =>
  table.evaluate((element, to) => {
    element.scrollTop = to;
  }, top);

/** Where the pointer rests: the middle of the table. */
async function pointerOver(table: Locator): Promise<{ x: number; y: number }> {
  const box = await table.boundingBox();
  if (!box) throw new Error('The table is not shown');
  return { x: box.x + 60, y: box.y + 36 + (box.height - 36) / 2 };
}

/** The text of the row that a click there would open. */
const rowAt = (page: Page, point: { x: number; y: number }): Promise<string> =>
  page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest('[role="row"]')?.textContent ?? '', point);

async function createProduct(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'New product' });
  await dialog.getByRole('textbox', { name: 'Button title' }).fill('Book now');
  await dialog.getByRole('textbox', { name: 'Product title' }).fill(title);
  await dialog.getByRole('textbox', { name: 'Product description' }).fill('One hour, by video.');
  await dialog.getByRole('button', { name: 'Save product' }).click();
  await expect(dialog).toBeHidden();
}

test('a click in the lists of products and of sync opens the row under the pointer', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 300, links: 0, sending: 120 });
  await expect(syncStatus(page)).toHaveText('120 changes need your attention');

  await goTo(page, 'Products');
  const products = tableOf(page, 'Products');
  await scrolledTo(products, 4_010);
  const overProducts = await pointerOver(products);
  await expect.poll(() => rowAt(page, overProducts)).toContain('Product 1');
  const product = await rowAt(page, overProducts);
  await page.getByRole('button', { name: 'New product' }).click();
  await createProduct(page, 'Newest product');
  await expect(products).toHaveAttribute('aria-rowcount', '302');
  expect(await rowAt(page, overProducts)).toBe(product);

  await goTo(page, 'Sync');
  const waiting = tableOf(page, 'Waiting changes');
  await waiting.getByRole('row').nth(1).getByRole('checkbox').check();
  await scrolledTo(waiting, 2_010);
  const overWaiting = await pointerOver(waiting);
  await expect.poll(() => rowAt(page, overWaiting)).toContain('Create payment link');
  const change = await rowAt(page, overWaiting);
  const discard = async () => {
    await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Discard' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Discard/ })
      .click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await discard();
  await expect(waiting).toHaveAttribute('aria-rowcount', '120');
  expect(await rowAt(page, overWaiting)).toBe(change);

  await page.getByRole('checkbox', { name: 'Select all changes' }).check();
  await discard();
  await allSaved(page);
  await page.getByRole('tab', { name: 'History' }).click();
  const history = tableOf(page, 'History');
  await expect(history).toHaveAttribute('aria-rowcount', '122');
  await scrolledTo(history, 2_010);
  const overHistory = await pointerOver(history);
  await expect.poll(() => rowAt(page, overHistory)).toContain('Create payment link');
  const settled = await rowAt(page, overHistory);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('option', { name: 'New product' }).click();
  await createProduct(page, 'Another product');
  await expect(history).toHaveAttribute('aria-rowcount', '123');
  expect(await rowAt(page, overHistory)).toBe(settled);
});

test('rows of sync stay under a resting pointer while they are sent, and close up when it leaves', async ({
  signedIn: { page },
  service,
}) => {
  await goTo(page, 'Products');
  await page.getByRole('button', { name: 'New product' }).first().click();
  await createProduct(page, 'Coaching hour');
  await allSaved(page);
  const offline = page.getByRole('switch', { name: 'Work offline' });
  await offline.setChecked(true);
  for (let order = 1; order <= 12; order += 1) await createLink(page, 'Coaching hour', '60', `A-${1000 + order}`);
  await goTo(page, 'Sync');
  const waiting = tableOf(page, 'Waiting changes');
  await expect(waiting).toHaveAttribute('aria-rowcount', '13');
  const box = await waiting.boundingBox();
  if (!box) throw new Error('The table is not shown');
  const point = { x: box.x + 200, y: box.y + 36 + 40 * 5 + 20 };
  service.intercept = async () => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    return undefined;
  };
  await page.mouse.move(point.x, point.y);
  await expect.poll(() => rowAt(page, point)).toContain('A-1006');
  await offline.evaluate((element) => (element as HTMLElement).click());
  await expect(waiting.getByRole('row').nth(1)).toContainText('Sent');
  while ((await syncStatus(page).textContent()) !== 'All changes are saved on the service') {
    expect(await rowAt(page, point)).toContain('A-1006');
    await page.waitForTimeout(150);
  }
  await page.mouse.move(point.x + 1, point.y);
  await expect(waiting.getByRole('row').nth(6)).toContainText('Sent');
  expect(await rowAt(page, point)).toContain('A-1006');
  await page.mouse.click(point.x, point.y);
  await expect(page.getByRole('heading', { name: /A-1006/, level: 2 })).toBeVisible();
  expect(await rowAt(page, point)).toContain('A-1006');
  await expect(waiting.getByRole('row').nth(6).getByRole('checkbox')).toHaveCount(0);
  await page.mouse.move(10, 10);
  await expect(page.getByText('No changes are waiting')).toBeVisible();
});

test('once all changes are sent, the list says so though the pointer rests on it', async ({ signedIn: { page } }) => {
  await page.getByRole('button', { name: 'New product' }).first().click();
  await createProduct(page, 'Coaching hour');
  await allSaved(page);
  const offline = page.getByRole('switch', { name: 'Work offline' });
  await offline.setChecked(true);
  await createLink(page, 'Coaching hour', '60', 'A-1001');
  await goTo(page, 'Sync');
  await tableOf(page, 'Waiting changes').getByRole('row').nth(1).hover();
  await offline.evaluate((element) => (element as HTMLElement).click());
  await allSaved(page);
  await expect(page.getByText('No changes are waiting')).toBeVisible();
});

test('the undo of a replacement leaves the list of links where it was scrolled to', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 1, links: 200 });
  await goTo(page, 'Payment links');
  const table = page.getByRole('table', { name: 'Payment links' });
  await expect(table.locator('[data-index="3"]')).toBeVisible();
  await scrolledTo(table, 3_000);
  await table.locator('[data-index="78"]').getByRole('checkbox').click();
  await table
    .locator('[data-index="80"]')
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Replace with a new price' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace with a new price' });
  await dialog.getByRole('textbox', { name: 'Price', exact: true }).fill('777');
  await dialog.getByRole('button', { name: 'Replace links' }).click();
  await expect(dialog).toBeHidden();
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  await scrolledTo(table, 1_000);
  // The row there, and where exactly it is.
  const inSight = () =>
    table.evaluate((list) => {
      const { left, top } = list.getBoundingClientRect();
      const row = document.elementFromPoint(left + 60, top + 200)?.closest('[data-index]');
      return `${row?.textContent} at ${Math.round(row?.getBoundingClientRect().top ?? -1)} px`;
    });
  await expect.poll(inSight).toContain('order: 17');
  const before = await inSight();
  await undo.click();
  await expect(page.getByText(/^3 replacements undone/)).toBeVisible();
  // The focus is back on the row that had it, out of sight.
  await expect(table.locator('[data-index]:focus')).toHaveCount(1);
  expect(await inSight()).toBe(before);
});
