// Long titles and metadata in lists at usual window sizes: no column is cut while another has room to spare.

import type { Locator, Page } from '@playwright/test';
import { buyAt } from '../support/buyer.ts';
import { resize } from '../support/resize.ts';
import { allSaved, createLink, createProduct, goTo, linkRow } from '../support/seller.ts';
import { inboxOf, saveWithNewKey, startInbox } from '../support/webhook-screen.ts';
import { expect, test } from './service.ts';

const TITLES = ['Logo design for a small business, three drafts', 'Coaching hour with a senior designer', 'Brand book'];

const SIZES = [
  { width: 900, height: 600 },
  { width: 1280, height: 800 },
] as const;

/** The titles, metadata and states in a table that are cut off, and rows that are not 40 px high. */
const cutIn = (table: Locator): Promise<string[]> =>
  table.evaluate((element) =>
    [...element.querySelectorAll('[role="row"]:has([role="cell"])')].flatMap((row) => {
      const titled = '[role="cell"] :is(a, span)[title]';
      const cut = [...row.querySelectorAll(`${titled}, ${titled} *`)].filter((part) => {
        const { overflowX } = getComputedStyle(part);
        if (overflowX === 'visible' || part.getBoundingClientRect().width <= 1) return false;
        return part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight + 1;
      });
      const { height } = row.getBoundingClientRect();
      return [...cut.map(({ textContent }) => textContent ?? ''), ...(height === 40 ? [] : [`a row of ${height} px`])];
    }),
  );

/** The order numbers in a table that are cut off. */
const ordersCutIn = (table: Locator): Promise<string[]> =>
  table.evaluate((element) =>
    [...element.querySelectorAll('[role="row"]')].flatMap((row) => {
      const order = row.querySelector('[data-end]');
      if (!order || (!order.hasAttribute('data-cut') && order.scrollWidth <= order.clientWidth)) return [];
      return order.textContent ?? '';
    }),
  );

/** The parts that are cut off, but for metadata after the order number. */
const titlesCutIn = async (table: Locator): Promise<string[]> =>
  (await cutIn(table)).filter((text) => !CHANNELS.includes(text));

/** The prices and order numbers that are cut off in titles of changes. */
const factsCutIn = async (table: Locator): Promise<string[]> =>
  (await cutIn(table)).filter((text) => text.includes('2026-'));

const LONGER = [
  'Photography workshop for beginners, Berlin, spring',
  'Handmade ceramic mug, blue glaze',
  'E-book: Ten gardens for small balconies (2nd edition)',
  'Logo design',
];
const CHANNELS = ['newsletter', 'partner shop', 'referral'];

/** Rows of a file for links with an order number and a channel. */
const fileOf = (titles: readonly string[]): string =>
  [
    'Product,Price USD,Discounted price USD,Single use,metadata: order,metadata: channel',
    ...titles.map((title, at) => `"${title}",149,129,${at % 2 ? 'yes' : 'no'},2026-1044${at},${CHANNELS[at % 3]}`),
  ].join('\n');

async function readRows(page: Page, rows: string): Promise<void> {
  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'Import links from CSV' }).click();
  await page.getByRole('textbox', { name: 'Paste rows' }).fill(rows);
  await page.getByRole('button', { name: 'Read rows' }).click();
}

/** Waits until nothing is cut in a table at a window size. */
async function expectWhole(table: Locator, size: { width: number; height: number }, cut = cutIn): Promise<void> {
  await resize(table.page(), size);
  await expect.poll(() => cut(table), { message: `cut at ${size.width} px`, timeout: 8_000 }).toEqual([]);
}

test('titles of products are whole at 900 px', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 4, links: 9, productTitles: LONGER });
  await goTo(page, 'Products');
  const table = page.getByRole('table', { name: 'Products' });
  await expect(table.getByRole('row')).toHaveCount(5);
  await expectWhole(table, { width: 900, height: 600 });
});

test('an order number is whole in the rows of a file at 200 % zoom', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 4, links: 0, productTitles: LONGER });
  await readRows(page, fileOf(LONGER));
  await expect(page.getByRole('button', { name: 'Create 4 links' })).toBeVisible();
  await expectWhole(page.getByRole('table'), { width: 640, height: 400 }, ordersCutIn);
});

test('addresses give way before what identifies the rows of an import', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 4, links: 0, productTitles: LONGER });
  await readRows(page, `${fileOf(LONGER)}\nLogo design,abc,,no,2026-10449,referral`);
  await page.getByRole('button', { name: 'Create 4 links' }).click();
  const table = page.getByRole('table', { name: 'Imported rows' });
  await expect(page.getByText('4 of 4 sent')).toBeVisible();
  await expectWhole(table, { width: 900, height: 600 }, async () => [
    ...(await titlesCutIn(table)).filter((text) => LONGER.includes(text)),
    ...(await ordersCutIn(table)),
  ]);
  await resize(page, { width: 1600, height: 900 });
  await expect
    .poll(
      () =>
        table
          .getByText('order:')
          .first()
          .evaluate((key) => key.getBoundingClientRect().width),
      { timeout: 8_000 },
    )
    .toBeGreaterThan(20);
});

test('changes of long titles are whole, also beside an open one', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 4, links: 0, productTitles: LONGER });
  await page.getByRole('switch', { name: 'Work offline' }).check();
  await readRows(page, fileOf(LONGER));
  await page.getByRole('button', { name: 'Create 4 links' }).click();
  await expect(page.getByText('0 of 4 sent, 4 waiting')).toBeVisible();
  for (const tab of ['Waiting changes', 'History'] as const) {
    await goTo(page, 'Sync');
    const table = page.getByRole('table', { name: tab });
    if (tab === 'History') {
      await page.getByRole('switch', { name: 'Work offline' }).uncheck();
      await allSaved(page);
      await page.getByRole('tab', { name: 'History' }).click();
    }
    await expect(table.getByRole('row')).toHaveCount(5);
    for (const size of SIZES) await expectWhole(table, size);
    await expectWhole(table, { width: 640, height: 400 }, factsCutIn);
    await resize(page, { width: 1280, height: 800 });
    await table.getByRole('row').nth(1).click();
    await expect(page.getByRole('heading', { name: /^Create payment link/ })).toBeVisible();
    await expectWhole(table, { width: 1280, height: 800 });
    await page.keyboard.press('Escape');
  }
});

test('details show the whole title in their heading and among the facts', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 1, links: 1, productTitles: LONGER });
  for (const size of SIZES) {
    await resize(page, size);
    await goTo(page, 'Payment links');
    await linkRow(page, 'order').click();
    const details = page.getByRole('complementary', { name: 'Link details' });
    const titles = details.getByText(LONGER[0] ?? '', { exact: true });
    await expect(titles).toHaveCount(2);
    for (const title of await titles.all())
      expect(await title.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThan(3);
    await page.keyboard.press('Escape');
  }
});

test('sales and deliveries show products and order numbers whole', async ({ launchApp }) => {
  const { page } = await launchApp({ args: ['--practice'] });
  await startInbox(page);
  const key = await saveWithNewKey(page);
  const address = await inboxOf(page)
    .getByText(/^http:/)
    .innerText();
  for (const [at, title] of LONGER.entries()) {
    const sale = {
      ...{ event: 'after_sell', sale_id: `s${at}`, product: { product_title: title } },
      price: { currency_id: 2, price: 12_900 + at * 1_111, is_discount_price: false },
      metadata: { order: `2026-1044${at}`, channel: CHANNELS[at % 3] },
    };
    await fetch(address, { method: 'POST', headers: { 'Webhook-Key': key }, body: JSON.stringify(sale) });
  }
  const deliveries = page.getByRole('table', { name: 'Deliveries' });
  await expect(deliveries.getByRole('row')).toHaveCount(5);
  // In the smallest one the longest title gives way to what the inbox has answered.
  for (const size of SIZES) await expectWhole(deliveries, size, size.width < 1_000 ? ordersCutIn : titlesCutIn);
  await expectWhole(deliveries, { width: 640, height: 400 }, ordersCutIn);
  await resize(page, { width: 1280, height: 800 });
  await deliveries.getByRole('row').nth(1).click();
  await expect(page.getByRole('region', { name: 'Delivery', exact: true })).toBeVisible();
  await expectWhole(deliveries, { width: 1280, height: 800 }, ordersCutIn);
  await goTo(page, 'Sales');
  const sales = page.getByRole('table', { name: 'Sales' });
  await expect(sales.getByRole('row')).toHaveCount(5);
  for (const size of SIZES) await expectWhole(sales, size, titlesCutIn);
  await expectWhole(sales, { width: 640, height: 400 }, ordersCutIn);
});

test('long titles and order numbers are whole in the list of links', async ({ signedInWith }) => {
  const { page } = await signedInWith({
    products: 3,
    links: 9,
    productTitles: TITLES,
    edit: (link, index) => ({ ...link, metadata: [{ key: 'order', value: `ORD-2026-10${index + 10}` }] }),
  });
  await goTo(page, 'Payment links');
  const table = page.getByRole('table', { name: 'Payment links' });
  await expect(table.getByRole('row')).toHaveCount(10);
  for (const size of SIZES) {
    await resize(page, size);
    await expect.poll(() => cutIn(table), { message: `cut at ${size.width} px`, timeout: 8_000 }).toEqual([]);
  }
});

test('two values of metadata are whole beside long titles in the rows of a file', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 3, links: 0, productTitles: TITLES });
  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'Import links from CSV' }).click();
  const rows = ['Ana Kowalska', 'Jana Oberhuber', 'Jo Li'].map(
    (customer, at) => `"${TITLES[at]}",60,ORD-2026-201${at},${customer}`,
  );
  await page
    .getByRole('textbox', { name: 'Paste rows' })
    .fill(['Product,Price USD,Order number,Customer', ...rows].join('\n'));
  await page.getByRole('button', { name: 'Read rows' }).click();
  await expect(page.getByRole('button', { name: 'Create 3 links' })).toBeVisible();
  for (const size of SIZES) {
    await resize(page, size);
    await expect
      .poll(() => cutIn(page.getByRole('table')), { message: `cut at ${size.width} px`, timeout: 8_000 })
      .toEqual([]);
  }
});

test('metadata that had no room is shown again once it has', async ({ signedInWith }) => {
  const { page } = await signedInWith({
    products: 3,
    links: 9,
    productTitles: TITLES,
    edit: (link, index) => ({
      ...link,
      metadata: [
        { key: 'order', value: `2026-1044${index}` },
        { key: 'channel', value: 'partner shop' },
      ],
    }),
  });
  await goTo(page, 'Payment links');
  const table = page.getByRole('table', { name: 'Payment links' });
  const hidden = table.locator('[data-cut="rest"]');
  await resize(page, { width: 450, height: 600 });
  await expect.poll(() => hidden.count(), { timeout: 8_000 }).toBeGreaterThan(0);
  await resize(page, { width: 1280, height: 600 });
  await expect.poll(() => hidden.count(), { timeout: 8_000 }).toBe(0);
});

test('a value that is cut shows where', async ({ signedInWith }) => {
  const { page } = await signedInWith({
    products: 3,
    links: 9,
    productTitles: TITLES,
    edit: (link, index) => ({
      ...link,
      metadata: [
        { key: 'order', value: `ORDER-2026-00000012${index}` },
        { key: 'customer', value: 'Maximilian Oberhuber-Kowalska'.slice(0, 12 + 2 * index) },
      ],
    }),
  });
  await goTo(page, 'Payment links');
  const table = page.getByRole('table', { name: 'Payment links' });
  await expect(table.getByRole('row').nth(5)).toBeVisible();
  /** Px between the beginning of a value that is cut and its end. */
  const starts = () =>
    table
      .locator('[data-cut][data-end]')
      .evaluateAll((values) =>
        values.map((value) => value.clientWidth - Number.parseFloat(getComputedStyle(value, '::after').width)),
      );
  let cut = 0;
  for (const width of [1280, 1100, 980, 940, 900, 860, 820, 640]) {
    await resize(page, { width, height: 600 });
    await expect
      .poll(async () => (await starts()).filter((px) => px < -1), { message: `${width} px`, timeout: 8_000 })
      .toEqual([]);
    cut += (await starts()).length;
  }
  expect(cut).toBeGreaterThan(0);
});

test('the product of a delivery is whole beside its details', async ({ launchApp }) => {
  const app = await launchApp({ args: ['--practice'] });
  const { page } = app;
  await resize(page, { width: 1280, height: 800 });
  await startInbox(page);
  await saveWithNewKey(page);
  const title = TITLES[0] ?? '';
  await createProduct(page, title);
  await createLink(page, title, '60', 'ORD-2026-1042');
  await allSaved(page);
  await linkRow(page, '1042').getByRole('button', { name: 'Copy checkout link' }).click();
  await expect(page.getByText('Checkout link copied')).toBeVisible();
  await buyAt(await app.clipboardText());
  await goTo(page, 'Webhook');
  const table = page.getByRole('table', { name: 'Deliveries' });
  const sale = table.getByRole('row').filter({ hasText: title });
  await sale.click();
  await expect(page.getByRole('region', { name: 'Delivery', exact: true })).toContainText('1042');
  await expect.poll(() => cutIn(table), { message: 'cut', timeout: 8_000 }).toEqual([]);
});

test('the heading of a product shows the end of its title', async ({ signedInWith }) => {
  const title = 'Handmade walnut dining table, 220 × 95 cm, oiled, for eight people (delivery excluded)';
  const { page } = await signedInWith({ products: 1, links: 1, productTitles: [title] });
  await page.getByRole('button', { name: /^Store: / }).focus();
  await goTo(page, 'Products');
  await page.getByRole('link', { name: title }).click();
  const heading = page.getByRole('heading', { level: 1, name: title });
  const seen = () =>
    heading.evaluate((element) => {
      const part = element.querySelector('[data-cut]');
      if (part) return part.getAttribute('data-shown');
      const lines = element.firstElementChild ?? element;
      return lines.scrollHeight > lines.clientHeight + 1 ? 'cut' : element.textContent;
    });
  for (const size of [...SIZES, { width: 640, height: 480 }]) {
    await resize(page, size);
    await expect.poll(seen, { message: `${size.width} px`, timeout: 8_000 }).toMatch(/\(delivery excluded\)$/);
  }
});
