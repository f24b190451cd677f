// Where the fields of a wrong cell of an import are: inside the window, and beside what they are about.

import type { Page } from '@playwright/test';
import { resize } from '../support/resize.ts';
import { goTo } from '../support/seller.ts';
import { expect, test } from './service.ts';

async function readRows(page: Page, lines: readonly string[]): Promise<void> {
  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'Import links from CSV' }).click();
  await page.getByRole('textbox', { name: 'Paste rows' }).fill(lines.join('\n'));
  await page.getByRole('button', { name: 'Read rows' }).click();
}

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Rows to import' }).getByRole('row');

const SIZES = [
  { width: 900, height: 600 },
  { width: 640, height: 400 },
  { width: 450, height: 300 },
] as const;
const UNKNOWN = 'Photography workshop for beginners, Hamburg, autumn';

/** Px by which the box with the fields of a cell reaches beyond the window. */
const beyondWindow = (page: Page): Promise<number> =>
  page.getByRole('dialog').evaluate((box) => {
    const { left, top, right, bottom } = box.getBoundingClientRect();
    return Math.max(0, -left, -top, right - window.innerWidth, bottom - window.innerHeight);
  });

test('the fields of a wrong cell are inside the window, with their buttons', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 1, links: 0 });
  const good = Array.from({ length: 4 }, (_, at) => `Product 1,8${at},C-${at}`);
  await readRows(page, [
    'Product,Price,Order',
    `"${UNKNOWN}",149,C-9`,
    'Product 1,abc,C-8',
    ...good,
    'Product 1,x,C-7',
  ]);
  await expect(rowsOf(page)).toHaveCount(8);
  for (const size of SIZES) {
    await resize(page, size);
    for (const line of [2, 3, 8]) {
      const where = `line ${line} at ${size.width} px`;
      // A focused row stays in the document while the list scrolls.
      await rowsOf(page).nth(1).focus();
      if (line === 8) await page.keyboard.press('End');
      await page.getByRole('button', { name: `Correct line ${line}` }).click({ timeout: 8_000 });
      await expect(page.getByRole('dialog').getByRole('textbox').first(), where).toBeFocused();
      await expect.poll(() => beyondWindow(page), { message: where, timeout: 8_000 }).toBe(0);
      for (const name of ['Cancel', 'Save and check'])
        await expect(page.getByRole('button', { name }), where).toBeInViewport({ ratio: 0.99, timeout: 8_000 });
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  }
});

test('the fields of a wrong cell leave its row in sight, with the product that it is about', async ({
  signedInWith,
}) => {
  const title = 'Photography workshop for beginners, Berlin, spring';
  const { page } = await signedInWith({ products: 1, links: 0, productTitles: [title] });
  await readRows(page, [
    'Product,Price,Customer,metadata: order',
    ...[`"${title}",abc,Schneider & Partner GmbH,C-1`, `"${title}",14,Tanaka,"C-2\nnext line"`],
  ]);
  for (const width of [900, 1280]) {
    await resize(page, { width, height: 600 });
    for (const line of [2, 3]) {
      const row = rowsOf(page).nth(line - 1);
      await page.getByRole('button', { name: `Correct line ${line}` }).click({ timeout: 8_000 });
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('textbox').first()).toBeFocused();
      const covered = async () => {
        const [fields, product] = [await dialog.boundingBox(), await row.getByText(title).boundingBox()];
        if (!fields || !product) return 'not shown';
        const isBeside = fields.x >= product.x + product.width || fields.x + fields.width <= product.x;
        return isBeside || fields.y >= product.y + product.height || fields.y + fields.height <= product.y;
      };
      await expect.poll(covered, { message: `line ${line} at ${width} px`, timeout: 8_000 }).toBe(true);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
  }
});

test('"Save and check" stays in sight below three wrong fields in the smallest window', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 1, links: 0 });
  await readRows(page, ['Product,Price USD,Discounted price USD,Single use', 'Product 1,abc,def,perhaps']);
  await resize(page, { width: 450, height: 300 });
  await page.getByRole('button', { name: 'Correct line 2' }).last().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox')).toHaveCount(3);
  const save = dialog.getByRole('button', { name: 'Save and check' });
  await expect(dialog.getByRole('textbox').first()).toBeFocused();
  await expect(save).toBeInViewport({ ratio: 0.99 });
  // A field with the focus is not behind the buttons.
  for (const _ of [1, 2]) await page.keyboard.press('Tab');
  const last = dialog.getByRole('textbox').last();
  await expect(last).toBeFocused();
  await expect(save).toBeInViewport({ ratio: 0.99 });
  const gap = async () => ((await save.boundingBox())?.y ?? 0) - ((await last.boundingBox())?.y ?? 0);
  await expect.poll(gap).toBeGreaterThan(30);
});
