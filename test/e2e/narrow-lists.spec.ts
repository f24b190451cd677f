// What distinguishes rows and records stays whole in narrow windows: titles, order numbers, heads and totals.

import type { Locator, Page } from '@playwright/test';
import { resize } from '../support/resize.ts';
import { allSaved, goTo, linkRow } from '../support/seller.ts';
import { inboxOf, saveWithNewKey, startInbox } from '../support/webhook-screen.ts';
import { expect, test } from './service.ts';

const SPRING = 'Photography workshop for beginners, Berlin, spring';
const TITLES = [SPRING, 'Photography workshop for beginners, Berlin, autumn', 'Handmade ceramic mug, blue glaze'];
const SMALL = { width: 450, height: 300 };
const ZOOMED = { width: 640, height: 400 };
const MIDDLE = { width: 900, height: 600 };
const LARGE = { width: 1280, height: 800 };

const orderOf = (index: number): string => `2026-1044${index}`;
const withOrders = <T extends object>(link: T, index: number) => ({
  ...link,
  metadata: [
    { key: 'order', value: orderOf(index) },
    { key: 'channel', value: 'newsletter' },
  ],
});

const PRICES = [
  { currencyId: 2, priceCents: 112_000, discountCents: null },
  ...[1, 3].map((currencyId) => ({ currencyId, priceCents: 99_900, discountCents: null })),
];

/** The titles in a table that are cut off. */
const titlesCutIn = (table: Locator): Promise<string[]> =>
  table.evaluate((element) =>
    [...element.querySelectorAll('[role="cell"] span[title]')]
      .filter(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => {
        return clientWidth > 0 && (scrollWidth > clientWidth || scrollHeight > clientHeight + 1);
      })
      .flatMap(({ textContent }) => (/workshop|mug/.test(textContent ?? '') ? (textContent ?? '') : [])),
  );

/** The least width of a title's cell in a table, px. */
const titleWidth = (table: Locator): Promise<number> =>
  table.evaluate((element) =>
    Math.min(
      ...[...element.querySelectorAll('[role="cell"]:has(span[title*="workshop"])')].map(
        (cell) => cell.getBoundingClientRect().width,
      ),
    ),
  );

/** The order numbers in a table of which only a part is seen. */
const ordersCutIn = (table: Locator): Promise<string[]> =>
  table.evaluate((element) =>
    [...element.querySelectorAll('[role="cell"] span')].flatMap((span) => {
      const text = [...span.childNodes].find(
        (node) => node.nodeType === Node.TEXT_NODE && /2026-1044/.test(node.textContent ?? ''),
      );
      if (!text) return [];
      const range = document.createRange();
      const start = (text.textContent ?? '').indexOf('2026-1044');
      range.setStart(text, start);
      range.setEnd(text, start + '2026-10440'.length);
      const { right } = range.getBoundingClientRect();
      const cell = span.closest('[role="cell"]')?.getBoundingClientRect();
      const edge = Math.min(cell?.right ?? 0, span.getBoundingClientRect().right);
      return right > edge + 1 ? [`${text.textContent} (${Math.round(right - edge)} px)`] : [];
    }),
  );

/** The heads of columns of which only a part is seen. */
const headsCutIn = (table: Locator): Promise<string[]> =>
  table.evaluate((element) =>
    [...element.querySelectorAll('[role="columnheader"]')].flatMap((head) => {
      const walker = document.createTreeWalker(head, NodeFilter.SHOW_TEXT);
      const text = walker.nextNode();
      if (!text?.parentElement) return [];
      if (getComputedStyle(text.parentElement).position === 'absolute') return [];
      const range = document.createRange();
      range.selectNodeContents(text);
      const shown = head.getBoundingClientRect();
      const { left, right } = range.getBoundingClientRect();
      return right > shown.right + 1 || left < shown.left - 1 ? (head.textContent ?? '') : [];
    }),
  );

/** Resolves once the page has been laid out for a new size of the window. */
const laidOut = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

async function expectNone(cutIn: (table: Locator) => Promise<string[]>, table: Locator, where: string): Promise<void> {
  await laidOut(table.page());
  await expect.poll(() => cutIn(table), { message: where, timeout: 5_000 }).toEqual([]);
}

/** Delivers a sale of each title, the second one in a currency with a long name, and one without an amount. */
async function deliverSales(page: Page): Promise<void> {
  await startInbox(page);
  const key = await saveWithNewKey(page);
  const address = await inboxOf(page)
    .getByText(/^http:/)
    .innerText();
  for (const [at, title] of [...TITLES, ...TITLES].entries()) {
    const sale = {
      ...{ event: 'after_sell', sale_id: `s${at}`, product: { product_title: title } },
      price: at === 4 ? null : { currency_id: at === 2 ? 3 : 2, price: 39 + at, is_discount_price: false },
      metadata: { order: orderOf(at), channel: 'newsletter' },
    };
    await fetch(address, { method: 'POST', headers: { 'Webhook-Key': key }, body: JSON.stringify(sale) });
  }
}

test('products of sales and deliveries share their room with the amounts, row by row', async ({ launchApp }) => {
  const { page } = await launchApp({ args: ['--practice'] });
  await deliverSales(page);
  for (const screen of ['Webhook', 'Sales'] as const) {
    await goTo(page, screen);
    const table = page.getByRole('table', { name: screen === 'Sales' ? 'Sales' : 'Deliveries' });
    await expect(table.getByRole('row')).toHaveCount(7);
    for (const size of [ZOOMED, SMALL]) {
      await resize(page, size);
      const message = `${screen} at ${size.width} px`;
      await expect.poll(() => titleWidth(table), { message, timeout: 5_000 }).toBeGreaterThan(88);
    }
    await resize(page, ZOOMED);
    await expect
      .poll(() => titleWidth(table), { message: `${screen}, the wider window`, timeout: 5_000 })
      .toBeGreaterThan(120);
    for (const size of [SMALL, ZOOMED, MIDDLE, LARGE]) {
      await resize(page, size);
      await expectNone(headsCutIn, table, `heads of ${screen} at ${size.width} px`);
      await expectNone(ordersCutIn, table, `order numbers of ${screen} at ${size.width} px`);
    }
  }
});

test('totals of sales are whole in a small window', async ({ launchApp }) => {
  const { page } = await launchApp({ args: ['--practice'] });
  await deliverSales(page);
  await goTo(page, 'Sales');
  const text = page.getByText('1 without an amount');
  for (const size of [SMALL, ZOOMED, MIDDLE, LARGE]) {
    await resize(page, size);
    const beyond = () =>
      text.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { right, bottom } = range.getBoundingClientRect();
        const box = element.parentElement?.getBoundingClientRect();
        return Math.max(right - (box?.right ?? 0), bottom - (box?.bottom ?? 0));
      });
    await expect.poll(beyond, { message: `${size.width} px`, timeout: 5_000 }).toBeLessThanOrEqual(1);
  }
});

test('second prices give way before titles are cut', async ({ signedInWith }) => {
  const { page } = await signedInWith({
    products: 3,
    links: 9,
    productTitles: TITLES,
    edit: (link, index) => ({
      ...withOrders(link, index),
      prices: index % 3 === 2 ? PRICES.slice(0, 1) : PRICES,
    }),
  });
  await goTo(page, 'Payment links');
  const table = page.getByRole('table', { name: 'Payment links' });
  await expect(table.getByRole('row')).toHaveCount(10);
  await resize(page, MIDDLE);
  await expectNone(titlesCutIn, table, 'titles');
  await expect(table.getByText('+2').first()).toBeVisible();
  await resize(page, { width: 1440, height: 800 });
  await expect(table.getByText('+1').first()).toBeVisible();
  for (const size of [SMALL, ZOOMED, MIDDLE, LARGE]) {
    await resize(page, size);
    await expectNone(headsCutIn, table, `heads at ${size.width} px`);
  }
});

test('the order number of a link with a private note is whole', async ({ signedInWith }) => {
  const { page } = await signedInWith({
    products: 3,
    links: 9,
    productTitles: TITLES,
    edit: (link, index) => ({ ...withOrders(link, index), prices: PRICES, useOnce: true }),
  });
  await goTo(page, 'Payment links');
  const row = linkRow(page, orderOf(8));
  await row.click();
  await page.getByRole('button', { name: 'Add private note' }).click();
  const note = page.getByRole('dialog', { name: 'Private note' });
  await note.getByRole('textbox', { name: 'Private note' }).fill('Friend of Ada');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(note).toBeHidden();
  await page.keyboard.press('Escape');
  for (const size of [SMALL, ZOOMED]) {
    await resize(page, size);
    const mark = row.getByRole('img', { name: 'Private note: Friend of Ada' });
    await expect(mark).toBeVisible();
    const cut = () =>
      row
        .locator('[data-end]')
        .first()
        .evaluate(
          (value) => value.hasAttribute('data-cut') || value.scrollWidth > value.clientWidth || value.clientWidth < 60,
        );
    await expect.poll(cut, { message: `cut at ${size.width} px`, timeout: 5_000 }).toBe(false);
  }
});

test('the heading of a product with a long title is whole', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 3, links: 3, productTitles: TITLES });
  await goTo(page, 'Products');
  await page.getByRole('link', { name: SPRING }).click();
  const heading = page.getByRole('heading', { level: 1, name: SPRING });
  for (const size of [LARGE, MIDDLE, ZOOMED, SMALL]) {
    await resize(page, size);
    const beyond = () =>
      heading.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
        Math.max(scrollWidth - clientWidth, scrollHeight - clientHeight),
      );
    await expect.poll(beyond, { message: `${size.width} px`, timeout: 5_000 }).toBeLessThanOrEqual(2);
  }
});

test('the heads of a history are whole or hidden beside an open change', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 3, links: 0, productTitles: TITLES });
  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'Import links from CSV' }).click();
  const rows = TITLES.map((title, at) => `"${title}",149,${orderOf(at)}`);
  await page
    .getByRole('textbox', { name: 'Paste rows' })
    .fill(['Product,Price USD,metadata: order', ...rows].join('\n'));
  await page.getByRole('button', { name: 'Read rows' }).click();
  await page.getByRole('button', { name: 'Create 3 links' }).click();
  await allSaved(page);
  await goTo(page, 'Sync');
  await page.getByRole('tab', { name: 'History' }).click();
  const table = page.getByRole('table', { name: 'History' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await resize(page, LARGE);
  await table.getByRole('row').nth(1).click();
  await expect(page.getByRole('heading', { name: /^Create payment link/ })).toBeVisible();
  for (const width of [1280, 1200, 1100, 1000]) {
    await resize(page, { width, height: 800 });
    await expectNone(headsCutIn, table, `heads at ${width} px`);
  }
});

/** The prices in a table of which only a part is seen. */
const pricesCutIn = (table: Locator): Promise<string[]> =>
  table.evaluate((element) =>
    [...element.querySelectorAll('[data-figures] [data-at] > *')]
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
      .map(({ textContent }) => textContent ?? ''),
  );

test('a price is whole beside its marks, whatever else has room', async ({ signedInWith }) => {
  const customers = ['Hotel Adlon Kempinski', 'Liu Wei', 'María-José García Fernández', 'Bjorn Svensson-Lindqvist'];
  const { page } = await signedInWith({
    products: 5,
    links: 20,
    productTitles: [
      ...TITLES,
      ...['starter', 'premium'].map((of) => `Brand identity package for restaurants, ${of} edition`),
    ],
    edit: (link, index) => ({
      ...link,
      useOnce: index % 3 === 0,
      prices: [
        { currencyId: 2, priceCents: index % 4 ? 13_900 : 1_199_900, discountCents: index === 18 ? 12_900 : null },
        ...(index % 4 === 0 ? [{ currencyId: 3, priceCents: 1_145_000, discountCents: null }] : []),
      ],
      metadata: [
        { key: 'order', value: `ORD-${orderOf(index)}` },
        { key: 'customer', value: customers[index % 4] ?? '' },
        ...(index % 3 ? [] : [{ key: 'channel', value: 'newsletter November' }]),
      ],
    }),
    sold: [9, 17, 18],
  });
  await goTo(page, 'Payment links');
  const table = page.getByRole('table', { name: 'Payment links' });
  await expect(table.getByRole('row').nth(12)).toBeVisible();
  for (const width of [1920, 1400, 1340, 1280, 1200, 1140, 1080, 900, 640]) {
    await resize(page, { width, height: 900 });
    await expectNone(pricesCutIn, table, `${width} px`);
  }
});

test('the heads of an empty list are whole', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 2, links: 0 });
  for (const screen of ['Payment links', 'Sales'] as const) {
    await goTo(page, screen);
    const table = page.getByRole('table').first();
    await expect(table.getByRole('columnheader').first()).toBeAttached();
    for (const size of [SMALL, ZOOMED, MIDDLE]) {
      await resize(page, size);
      await expectNone(headsCutIn, table, `${screen} at ${size.width} px`);
      expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 'px outside').toBe(0);
    }
  }
});

/** The order numbers of changes that are not seen whole. Where facts are cut, the ellipsis takes the place of what it would cover. */
const ordersOfChangesCutIn = (table: Locator): Promise<string[]> =>
  table.locator('[data-facts]').evaluateAll((elements) => {
    const ELLIPSIS = 14;
    return elements.flatMap((element) => {
      const text = element.firstChild as Text;
      const [order = ''] = /2026\W+1044\d+/u.exec(text.data) ?? [];
      const range = document.createRange();
      range.setStart(text, text.data.indexOf(order));
      range.setEnd(text, text.data.indexOf(order) + order.length);
      const { bottom, right } = element.getBoundingClientRect();
      const isCut = element.scrollHeight > element.clientHeight + 1;
      const edge = (rect: DOMRect) => (isCut && rect.bottom > bottom - 12 ? right - ELLIPSIS : right);
      const isSeen = [...range.getClientRects()].every((rect) => rect.bottom <= bottom + 1 && rect.right <= edge(rect));
      return order !== '' && isSeen ? [] : [text.data];
    });
  });

test('order numbers of changes with several prices are seen in a narrow window', async ({ signedInWith }) => {
  const currencies = [2, 1, 4];
  const { page } = await signedInWith({
    products: 3,
    productTitles: [...TITLES],
    links: 24,
    heldDeletions: 24,
    edit: (link, index) => ({
      ...link,
      prices: currencies.slice(0, index < 16 ? 2 : 3).map((currencyId) => ({
        currencyId,
        priceCents: [6_000, 104_900, 1_249_900, 10_450_000][index % 4] ?? 0,
        discountCents: null,
      })),
      metadata: [
        { key: 'order', value: `2026-1044${index}` },
        { key: 'customer', value: ['Ana Souza', 'Schneider & Partner GmbH', 'Tanaka'][index % 3] ?? '' },
      ],
    }),
  });
  await goTo(page, 'Sync');
  const table = page.getByRole('table', { name: 'Waiting changes' });
  await expect(table).toHaveAttribute('aria-rowcount', '25');
  for (const width of [640, 700, 900]) {
    await resize(page, { width, height: 1200 });
    await expect.poll(() => ordersOfChangesCutIn(table), { message: `${width} px`, timeout: 8_000 }).toEqual([]);
  }
});
