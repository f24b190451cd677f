// Long titles and metadata in lists at usual window sizes: no column is cut while another has room to spare.
import type { Locator } from '@playwright/test';
import { buyAt } from '../support/buyer.ts';
import { allSaved, createLink, createProduct, goTo, linkRow } from '../support/seller.ts';
import { saveWithNewKey, startInbox } from '../support/webhook-screen.ts';
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
      const cut = [...row.querySelectorAll('[role="cell"] span[title], [role="cell"] span[title] *')].filter((part) => {
        const { overflowX } = getComputedStyle(part);
        if (overflowX === 'visible' || part.getBoundingClientRect().width <= 1) return false;
        return part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight + 1;
      });
      const { height } = row.getBoundingClientRect();
      return [...cut.map(({ textContent }) => textContent ?? ''), ...(height === 40 ? [] : [`a row of ${height} px`])];
    }),
  );

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
    await page.setViewportSize(size);
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
    await page.setViewportSize(size);
    await expect
      .poll(() => cutIn(page.getByRole('table')), { message: `cut at ${size.width} px`, timeout: 8_000 })
      .toEqual([]);
  }
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
    await page.setViewportSize({ width, height: 600 });
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
  await page.setViewportSize({ width: 1280, height: 800 });
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
