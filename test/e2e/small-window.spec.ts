// Small windows: enough uniform rows, and details that leave the list its space.

import type { Locator, Page } from '@playwright/test';
import { expectNoFindings } from '../support/axe.ts';
import { resize } from '../support/resize.ts';
import { createProduct, goTo } from '../support/seller.ts';
import { inboxOf, saveWithNewKey, startInbox } from '../support/webhook-screen.ts';
import { expect, test } from './service.ts';

const LONG = 'Coaching hour with a senior designer';
const MIDDLE = 'Logo design in three drafts';

/** Creates links from CSV rows, offline. */
async function importLinks(page: Page, rows: readonly string[]): Promise<void> {
  await page.getByRole('switch', { name: 'Work offline' }).check();
  for (const title of ['Logo design', MIDDLE, LONG]) await createProduct(page, title);
  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'Import links from CSV' }).click();
  await page.getByRole('textbox', { name: 'Paste rows' }).fill(rows.join('\n'));
  await page.getByRole('button', { name: 'Read rows' }).click();
  await page.getByRole('button', { name: `Create ${rows.length - 1} links` }).click();
  await expect(page.getByText(`0 of ${rows.length - 1} sent, ${rows.length - 1} waiting`)).toBeVisible();
}

const HEAD = 'Product,Price USD,Discounted price USD,Order number';

test('regular prices appear in all rows of a table or in none', async ({ signedIn: { page } }) => {
  await importLinks(page, [
    HEAD,
    'Logo design,100.55,80.10,ORD-2026-1001',
    `${LONG},100.55,80.10,ORD-2026-1002`,
    `"${LONG}",60,,ORD-2026-1003`,
  ]);
  await goTo(page, 'Payment links');
  const table = page.getByRole('table', { name: 'Payment links' });
  await expect(table.getByRole('row')).toHaveCount(4);
  const seen = () =>
    table.locator('s').evaluateAll((prices) =>
      prices.map((price) => {
        const { width, top } = price.getBoundingClientRect();
        return width > 1 && top < (price.closest('[role="cell"]')?.getBoundingClientRect().bottom ?? 0);
      }),
    );
  const found: boolean[] = [];
  for (let width = 1280; width >= 640; width -= 20) {
    await resize(page, { width, height: 600 });
    await expect
      .poll(async () => new Set(await seen()).size, `${width} px wide: all of the regular prices, or none`)
      .toBe(1);
    found.push((await seen()).every(Boolean));
    // The price paid is never cut.
    const paid = table.getByRole('cell', { name: '$80.10' }).first();
    expect(await paid.evaluate((cell) => cell.scrollWidth <= cell.clientWidth)).toBe(true);
  }
  expect(found.at(0)).toBe(true);
  expect(found.at(-1)).toBe(false);
  // Screen readers read them all the same.
  await expect(table.getByRole('cell', { name: '$80.10 instead of $100.55' })).toHaveCount(2);
});

test('details give the list the width they do not need', async ({ signedIn: { page } }) => {
  await importLinks(page, [HEAD, 'Logo design,60,,1001', `${MIDDLE},60,,1002`]);
  await resize(page, { width: 900, height: 600 });
  await goTo(page, 'Payment links');
  const row = page.getByRole('table', { name: 'Payment links' }).getByRole('row').filter({ hasText: '1002' });
  await row.click();
  const details = page.getByRole('complementary', { name: 'Link details' });
  await expect(details).toContainText(MIDDLE);
  const title = row.getByTitle(MIDDLE);
  await expect
    .poll(() => title.locator('xpath=..').evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth))
    .toBe(true);
  const cut = await details
    .getByRole('button')
    .evaluateAll((buttons) => buttons.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
  expect(cut).toBe(0);
  expect(await details.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('money is whole beside the details of a sale and of a link', async ({ signedInWith }) => {
  const { page } = await signedInWith({
    products: 1,
    links: 2,
    edit: (link, index) => ({
      ...link,
      useOnce: true,
      prices: [2, 3, 4]
        .slice(0, index + 2)
        .map((currencyId) => ({ currencyId, priceCents: 126_050, discountCents: null })),
      metadata: [{ key: 'order', value: `ORD-2026-104${index}` }],
    }),
  });
  await resize(page, { width: 900, height: 600 });
  await startInbox(page);
  const key = await saveWithNewKey(page);
  const address = await inboxOf(page)
    .getByText(/^http:/)
    .innerText();
  const sale = {
    event: 'after_sell',
    sale_id: 's1',
    product: { product_title: LONG },
    price: { currency_id: 2, price: 37_815, is_discount_price: false },
    metadata: { order: 'ORD-2026-1041', customer: 'Mara' },
  };
  await fetch(address, { method: 'POST', headers: { 'Webhook-Key': key }, body: JSON.stringify(sale) });
  await goTo(page, 'Sales');
  const isWhole = (cell: Locator) => cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
  const amount = page.getByRole('table', { name: 'Sales' }).getByRole('cell', { name: '$37,815.00' });
  await amount.click();
  await expect(page.getByRole('complementary', { name: 'Sale details' })).toBeVisible();
  await expect.poll(() => isWhole(amount)).toBe(true);

  await goTo(page, 'Payment links');
  const row = page.getByRole('table', { name: 'Payment links' }).getByRole('row').filter({ hasText: '1041' });
  await expect(row.getByText('+1', { exact: true })).toBeVisible();
  await row.click();
  await expect(page.getByRole('complementary', { name: 'Link details' })).toBeVisible();
  await expect(row.getByText('+2', { exact: true })).toBeVisible();
  const prices = row.getByTitle(/^\$1,260\.50, .*1,260\.50/);
  await expect.poll(() => isWhole(prices)).toBe(true);
  // Screen readers read all of them.
  await expect(row.getByRole('cell', { name: /\$1,260\.50 · .*1,260\.50.* · / })).toHaveCount(1);
});

test('a product page keeps rows of its links visible, and shows all of the product on request', async ({
  signedIn: { page },
}) => {
  await importLinks(page, [HEAD, ...Array.from({ length: 30 }, (_, at) => `Logo design,60,,${1001 + at}`)]);
  await goTo(page, 'Products');
  await page.getByRole('link', { name: 'Logo design', exact: true }).click();
  const table = page.getByRole('table', { name: 'Payment links' });
  await expect(table.getByRole('row').nth(1)).toBeVisible();
  const facts = page.getByText('One hour, by video.');
  const wholeRows = () =>
    table
      .locator('[data-index]')
      .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length);
  // A high window shows everything at once.
  await resize(page, { width: 1280, height: 800 });
  await expect(facts).toBeVisible();
  for (const [width, height, rows] of [
    [900, 600, 5],
    [640, 400, 2],
  ] as const) {
    await resize(page, { width, height });
    await expect(facts).toBeHidden();
    expect(await wholeRows()).toBeGreaterThanOrEqual(rows);
    await expect(page.getByText('Draft', { exact: true })).toBeInViewport({ ratio: 1 });
    const more = page.getByRole('button', { name: 'Product details' });
    await more.press('Enter');
    await expect(more).toHaveAttribute('aria-expanded', 'true');
    await page.getByRole('button', { name: 'Add private note' }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('button', { name: 'Add private note' })).toBeInViewport({ ratio: 1 });
    await expect(facts).toBeVisible();
    await expectNoFindings(page, `a product at ${width}×${height}`);
    await more.press('Enter');
    await expect(facts).toBeHidden();
  }
});

test('changes say in words what they do where titles have no space, and cut nothing for it', async ({
  signedIn: { page },
}) => {
  await importLinks(page, [HEAD, `${MIDDLE},1260.50,,ORD-2026-1042`, 'Logo design,60,,ORD-2026-1043']);
  await goTo(page, 'Sync');
  const table = page.getByRole('table', { name: 'Waiting changes' });
  const row = table.getByRole('row').filter({ hasText: 'ORD-2026-1042' });
  const part = (text: string) => row.getByText(text, { exact: true });
  const shown = [part('Create link'), part(MIDDLE), part('$1,260.50, ORD-2026-1042')];
  await resize(page, { width: 900, height: 600 });
  for (const each of shown) {
    await expect(each).toBeInViewport({ ratio: 1 });
    expect(await each.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
  }
  await expect(table.getByText('Create product', { exact: true }).first()).toBeVisible();
  // As at 200 % zoom: a name may be cut there, and the row has the whole title.
  await resize(page, { width: 640, height: 400 });
  await expect(part('Create link')).toBeInViewport({ ratio: 1 });
  await expect(row.getByTitle(`Create payment link for "${MIDDLE}", $1,260.50`, { exact: false })).toBeVisible();
});

test('details show facts without scrolling, and every command by its name; a list shows both prices', async ({
  signedIn: { page },
}) => {
  await resize(page, { width: 900, height: 600 });
  await goTo(page, 'Settings');
  await page.getByRole('textbox', { name: 'Currency id' }).fill('3');
  await page.getByRole('textbox', { name: 'Currency name' }).fill('EUR');
  await page.getByRole('button', { name: 'Add currency' }).click();
  await createProduct(page, MIDDLE);
  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'Import links from CSV' }).click();
  const rows = ['Product,Price USD,Price EUR,Order', `${MIDDLE},160.50,149.90,ORD-2026-1042`];
  await page.getByRole('textbox', { name: 'Paste rows' }).fill(rows.join('\n'));
  await page.getByRole('button', { name: 'Read rows' }).click();
  await page.getByRole('button', { name: 'Create 1 link', exact: true }).click();
  await expect(page.getByText('1 of 1 sent')).toBeVisible();
  // A row of the result has its own copy button.
  await page.getByRole('table', { name: 'Imported rows' }).getByRole('button', { name: 'Copy checkout link' }).click();
  await expect(page.getByText('Checkout link copied', { exact: false })).toBeVisible();

  await goTo(page, 'Payment links');
  const row = page.getByRole('table', { name: 'Payment links' }).getByRole('row').filter({ hasText: '1042' });
  for (const price of ['$160.50', '€149.90']) {
    const shown = row.getByText(price, { exact: true });
    await expect(shown).toBeInViewport({ ratio: 1 });
    expect(await shown.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
  }
  await row.click();
  const details = page.getByRole('complementary', { name: 'Link details' });
  await expect(details.getByText('State', { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(details.getByText('€149.90', { exact: true })).toBeInViewport({ ratio: 1 });
  for (const name of ['Copy checkout link', 'Customise checkout link', 'Show QR code', 'Create similar link']) {
    await expect(details.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  }
  for (const name of ['Replace link', 'Delete link', 'Send by e-mail', 'Send by WhatsApp', 'Open in browser']) {
    await expect(details.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  }
  for (const name of ['Replace link', 'Delete link']) {
    await expect(details.getByRole('button', { name }).getByText(name)).toBeInViewport({ ratio: 1 });
  }
  await expectNoFindings(page, 'details at 900×600');
  await resize(page, { width: 1280, height: 800 });
  await expect(details.getByRole('button', { name: 'Delete link' }).getByText('Delete link')).toBeVisible();
});

test('rows fit the table whatever they hold, and their menu fits the window', async ({ signedInWith }) => {
  const named = { key: 'order', value: '1042 Customer with a long name' };
  const { page } = await signedInWith({
    products: 1,
    links: 60,
    sold: [59],
    edit: (link, index) =>
      index === 59
        ? {
            ...link,
            useOnce: true,
            prices: [
              { currencyId: 2, priceCents: 811_055, discountCents: null },
              { currencyId: 3, priceCents: 711_055, discountCents: null },
            ],
          }
        : { ...link, metadata: index % 2 === 0 ? [named] : [{ key: 'order', value: `L${index}` }] },
  });
  await resize(page, { width: 900, height: 600 });
  await goTo(page, 'Payment links');
  const table = page.getByRole('table', { name: 'Payment links' });
  const overflow = () => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  const sold = page.getByRole('checkbox', { name: /^Sold/ });
  await expect(table.getByRole('row')).not.toHaveCount(2);
  await expect.poll(overflow).toBe(0);
  await sold.check();
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect.poll(overflow).toBe(0);
  await sold.uncheck();
  await expect(table.getByRole('row')).not.toHaveCount(2);
  await expect.poll(overflow).toBe(0);
  const menuButton = (row: number) =>
    table
      .getByRole('row')
      .nth(row)
      .getByRole('button', { name: /^More actions/ });
  await expect(menuButton(1)).toBeInViewport({ ratio: 1 });
  for (let width = 1280; width >= 640; width -= 40) {
    await resize(page, { width, height: 600 });
    await expect.poll(overflow, `at ${width} px`).toBe(0);
    await expect(menuButton(1)).toBeInViewport({ ratio: 1 });
  }

  // As at 200 % of 1280×800.
  await resize(page, { width: 640, height: 400 });
  const menu = page.getByRole('menu');
  const fits = async () => {
    const box = await menu.boundingBox();
    return box !== null && box.y >= 0 && box.y + box.height <= 400;
  };
  for (const open of [() => menuButton(2).click(), () => table.getByRole('row').nth(3).click({ button: 'right' })]) {
    await open();
    await expect.poll(fits).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    const last = page.getByRole('menuitem', { name: 'Delete link' });
    await expect(last).toBeFocused();
    await expect(last).toBeInViewport({ ratio: 0.9 });
    expect(await page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(0);
    await page.evaluate(() => document.scrollingElement?.scrollTo(0, 200));
    expect(await page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(0);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
  }

  // Details leave the list room for the names in it.
  await resize(page, { width: 960, height: 540 });
  await table.getByRole('row').filter({ hasText: 'L57' }).click();
  await expect(page.getByRole('complementary', { name: 'Link details' })).toBeVisible();
  const title = table.getByRole('row').filter({ hasText: 'L57' }).getByTitle('Product 1');
  await expect
    .poll(() => title.locator('xpath=..').evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth))
    .toBe(true);
});

test('a row whose details open below the list stays in sight', async ({ signedIn: { page } }) => {
  await importLinks(page, [HEAD, ...Array.from({ length: 12 }, (_, at) => `Logo design,60,,${1001 + at}`)]);
  await resize(page, { width: 900, height: 600 });
  await goTo(page, 'Sync');
  const row = page.getByRole('table', { name: 'Waiting changes' }).getByRole('row').nth(6);
  await row.click();
  await expect(page.getByRole('heading', { name: /^Create payment link/ })).toBeVisible();
  await expect(row).toHaveAttribute('aria-current', 'true');
  await expect(row).toBeInViewport({ ratio: 0.95 });
});
