// Columns of links share their room by what most rows hold, so that one long title or price does not narrow every row.

import type { Locator } from '@playwright/test';
import type { LinkRecord } from '../../src/main/catalog/records.ts';
import { resize } from '../support/resize.ts';
import { goTo } from '../support/seller.ts';
import { expect, test } from './service.ts';

const LONG =
  'Photography workshop for beginners in Berlin with a professional photographer, spring 2027, including lunch (English)';
const TITLES = ['Logo design', 'Coaching hour', 'Handmade ceramic mug', 'Brand book', LONG];
const CUSTOMERS = ['Hotel Adlon', 'Liu Wei', 'María García', 'Bjorn Svensson'];

const withCustomer = (link: LinkRecord, index: number): LinkRecord => ({
  ...link,
  useOnce: index % 3 === 0,
  prices: [{ currencyId: 2, priceCents: 13_900, discountCents: null }],
  metadata: [
    { key: 'order', value: `ORD-2026-1${index}` },
    { key: 'customer', value: CUSTOMERS[index % 4] ?? '' },
  ],
});

/** The customers in a table of whom less than `least` px are seen, unless that is all of them. */
const customersCutIn = (table: Locator, least: number): Promise<string[]> =>
  table.evaluate((element, px) => {
    const customers = [...element.querySelectorAll<HTMLElement>('[role="cell"] [data-end]')].filter(
      ({ textContent }) => !/^ORD/.test(textContent ?? ''),
    );
    if (customers.length === 0) return ['none'];
    return customers.flatMap((one) => {
      const isHidden = getComputedStyle(one.parentElement ?? one).position === 'absolute';
      const edge = one.closest('[role="cell"]')?.getBoundingClientRect().right ?? 0;
      const { left, right } = one.getBoundingClientRect();
      const seen = isHidden ? 0 : Math.round(Math.min(right, edge) - left);
      return seen + 1 >= Math.min(px, one.scrollWidth) ? [] : [`${one.textContent}: ${seen} px`];
    });
  }, least);

const withOrder = (link: LinkRecord, index: number): LinkRecord => ({
  ...withCustomer(link, index),
  useOnce: false,
  metadata: [{ key: 'order', value: `ORD-${index}` }],
});

test('one long title takes neither the keys of metadata nor the words of states from other rows', async ({
  signedInWith,
}) => {
  const { page } = await signedInWith({ products: 5, links: 20, productTitles: TITLES, edit: withOrder });
  await goTo(page, 'Payment links');
  const table = page.getByRole('table', { name: 'Payment links' });
  const row = table.getByRole('row').filter({ hasText: 'Logo design' }).first();
  const px = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().width);
  await expect(row).toBeVisible();
  await resize(page, { width: 1200, height: 600 });
  await expect.poll(() => px(row.getByText('order:')), { message: 'key', timeout: 8_000 }).toBeGreaterThan(20);
  await expect.poll(() => px(row.getByText('Synced')), { message: 'word', timeout: 8_000 }).toBeGreaterThan(30);
});

test('customers are seen beside one long title at 900 px', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 5, links: 20, productTitles: TITLES, edit: withCustomer });
  await goTo(page, 'Payment links');
  const table = page.getByRole('table', { name: 'Payment links' });
  await expect(table.getByRole('row').nth(8)).toBeVisible();
  await resize(page, { width: 900, height: 600 });
  await expect.poll(() => customersCutIn(table, 60), { message: 'cut', timeout: 8_000 }).toEqual([]);
});

test('customers are seen beside long prices on the page of a product at 900 px', async ({ signedInWith }) => {
  const { page } = await signedInWith({
    products: 1,
    links: 12,
    productTitles: TITLES,
    edit: (link, index) => ({
      ...withCustomer(link, index),
      prices: [2, 3].map((currencyId) => ({ currencyId, priceCents: 1_249_900, discountCents: null })),
      metadata: [
        { key: 'order', value: `ORD-2026-1${index}` },
        { key: 'customer', value: ['Hotel Adlon Kempinski', 'María-José García Fernández'][index % 2] ?? '' },
      ],
    }),
  });
  await goTo(page, 'Products');
  await page.getByRole('link', { name: 'Logo design' }).click();
  const table = page.getByRole('table', { name: 'Payment links' });
  await expect(table.getByRole('row').nth(8)).toBeVisible();
  await resize(page, { width: 900, height: 600 });
  await expect.poll(() => customersCutIn(table, 120), { message: 'cut', timeout: 8_000 }).toEqual([]);
  await expect(table.getByText('$12,499.00').first()).toBeVisible();
  await resize(page, { width: 1440, height: 600 });
  await expect(table.getByText('12,499.00 Currency 3').first()).toBeInViewport({ ratio: 1 });
});

test('long titles are seen beside prices over $10,000 at 450 px', async ({ signedInWith }) => {
  const titles = ['Handmade walnut dining table, oiled, for 8', 'Handmade walnut dining table, waxed, for 6'];
  const { page } = await signedInWith({
    products: 2,
    links: 12,
    productTitles: titles,
    edit: (link, index) => ({
      ...withCustomer(link, index),
      prices: [2, 3]
        .slice(index % 2)
        .map((currencyId) => ({ currencyId: currencyId - (index % 2), priceCents: 1_249_900, discountCents: null })),
    }),
  });
  await goTo(page, 'Payment links');
  const table = page.getByRole('table', { name: 'Payment links' });
  await expect(table.getByRole('row').nth(8)).toBeVisible();
  await resize(page, { width: 450, height: 600 });
  /** The titles of which less than 19 characters are seen. */
  const cut = () =>
    table.locator('[role="cell"] span[title*="walnut"]').evaluateAll((elements) => {
      const shown = elements.map((one) => (one.hasAttribute('data-cut') ? one.getAttribute('data-shown') : null));
      return shown.filter((text) => text !== null && text.replace(/[\n…]/g, '').length < 19);
    });
  await expect.poll(cut, { message: 'titles', timeout: 8_000 }).toEqual([]);
  for (const at of [1, 2, 3]) {
    const row = table.getByRole('row').nth(at);
    await expect(row.getByText('12,499.00').first()).toBeInViewport({ ratio: 1 });
    const order = row.getByText(/^ORD-2026/);
    await expect(order).toBeVisible();
    expect(await order.evaluate((value) => value.scrollWidth - value.clientWidth)).toBeLessThanOrEqual(0);
  }
});
