// A press is a click on the control where it started, even if that control moves.
import type { Locator, Page } from '@playwright/test';
import { goTo } from '../support/seller.ts';
import { expect, test } from './service.ts';

async function middleOf(control: Locator): Promise<{ x: number; y: number }> {
  const box = await control.boundingBox();
  if (!box) throw new Error('The control is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const linkRows = (page: Page): Locator => page.getByRole('table', { name: 'Payment links' }).getByRole('row');

/** Creates a link without using the screen. */
async function createLink(page: Page): Promise<void> {
  const answer = await page.evaluate(async () => {
    const all = { offset: 0, limit: 1, search: '', state: null };
    const products = await window.storefront.invoke('products.list', all);
    if (!products.ok) return products;
    const [product] = products.value.rows;
    const draft = { prices: [{ currencyId: 1, priceCents: 9_900, discountCents: null }], metadata: [], useOnce: false };
    return window.storefront.invoke('links.create', { productId: product?.id ?? '', draft });
  });
  expect(answer).toMatchObject({ ok: true });
}

/** Presses the middle of `pressed`, and waits until its row has moved down. */
async function pressAndMove(page: Page, pressed: Locator): Promise<{ x: number; y: number }> {
  await pressed.hover();
  const point = await middleOf(pressed);
  await page.mouse.down();
  await createLink(page);
  await expect.poll(async () => (await middleOf(pressed)).y).toBeGreaterThan(point.y + 30);
  return point;
}

test('a row that moves while it is pressed is clicked all the same', async ({ signedInWith }) => {
  const { page, clipboardText } = await signedInWith({ products: 1, links: 5 });
  await goTo(page, 'Payment links');
  const row = linkRows(page).filter({ hasText: 'order: 3' });
  const copy = row.getByRole('button', { name: 'Copy checkout link' });
  const details = page.getByRole('complementary', { name: 'Link details' });

  const { x, y } = await pressAndMove(page, copy);
  // Leaving the button takes the press back, as everywhere.
  await page.mouse.move(x - 300, y);
  await page.mouse.up();
  await pressAndMove(page, copy);
  expect(await clipboardText()).toBe('');
  await page.mouse.up();
  await expect(page.getByRole('status').filter({ hasText: 'order 3' })).toBeVisible();
  expect(await clipboardText()).not.toBe('');
  await expect(details).toHaveCount(0);

  await pressAndMove(page, row.getByText('order'));
  await page.mouse.up();
  await expect(details).toContainText('order3');
});

test('a button that moves while it is pressed is clicked all the same, whatever moves it', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 1, links: 0 });
  await goTo(page, 'Products');
  const create = page.getByRole('button', { name: 'New product' });
  await create.hover();
  await page.mouse.down();
  await create.evaluate((button: HTMLElement) => {
    button.style.marginTop = '120px';
  });
  await page.mouse.up();
  await expect(page.getByRole('dialog', { name: 'New product' })).toBeVisible();
});

test('a drag over the text of a row marks it, and opens nothing', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 1, links: 5 });
  await goTo(page, 'Payment links');
  const { x, y } = await middleOf(linkRows(page).filter({ hasText: 'order: 3' }).getByText('Product 1'));
  await page.mouse.move(x - 25, y);
  await page.mouse.down();
  await page.mouse.move(x + 25, y, { steps: 10 });
  await page.mouse.up();
  expect(await page.evaluate(() => String(window.getSelection()))).toMatch(/[a-z]{3}/);
  await expect(page.getByRole('complementary', { name: 'Link details' })).toHaveCount(0);
});
