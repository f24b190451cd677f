// Titles and order numbers that do not fit keep what distinguishes them: titles their end, order numbers everything.

import type { Locator, Page } from '@playwright/test';
import { resize } from '../support/resize.ts';
import { allSaved, goTo, linkRow } from '../support/seller.ts';
import { inboxOf, saveWithNewKey, startInbox } from '../support/webhook-screen.ts';
import { expect, test } from './service.ts';

const SPRING = 'Photography workshop for beginners, Berlin, spring';
const AUTUMN = 'Photography workshop for beginners, Berlin, autumn';
const BOOK = 'E-book: Ten gardens for small balconies (2nd edition)';
const CUSTOMERS = ['Ana Souza', 'Schneider & Partner GmbH', 'Tanaka'];
const MIDDLE = { width: 900, height: 600 };
const LARGE = { width: 1280, height: 800 };

const catalog = {
  products: 3,
  links: 9,
  productTitles: [SPRING, AUTUMN, BOOK],
  edit: <T extends { readonly prices: unknown }>(link: T, index: number) => ({
    ...link,
    prices: [
      { currencyId: 2, priceCents: index % 3 ? 15_000 : 1_269_400, discountCents: null },
      ...(index > 5 ? [{ currencyId: 3, priceCents: 1_150_000, discountCents: null }] : []),
    ],
    metadata: [
      { key: 'order', value: `2026-1044${index}` },
      { key: 'customer', value: CUSTOMERS[index % 3] ?? '' },
    ],
  }),
};

/** The titles of a series in a table, each as far as it is seen. */
const seenIn = (table: Locator): Promise<string[]> =>
  table.evaluate((element) =>
    [...element.querySelectorAll('[role="cell"] *')].flatMap((part) => {
      const text = part.firstChild;
      if (!(text instanceof Text) || part.childNodes.length > 1 || !text.data.startsWith('Photography')) return [];
      const box = part.getBoundingClientRect();
      if (box.width <= 1) return [];
      const { content } = getComputedStyle(part, '::after');
      const shown = /^"(.*)" \/ ""$/.exec(content)?.[1];
      if (shown !== undefined) return [shown];
      const letters = [...text.data].filter((_, at) => {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        const { right, bottom } = range.getBoundingClientRect();
        return right <= box.right + 1 && bottom <= box.bottom + 1;
      });
      return [letters.join('')];
    }),
  );

/** Waits until each title of a series is seen with its end. */
async function expectEnds(table: Locator, where: string): Promise<void> {
  const other = async () => {
    const seen = await seenIn(table);
    return seen.length === 0 ? ['nothing'] : seen.filter((title) => !/(spring|autumn)$/.test(title));
  };
  await expect.poll(other, { message: where, timeout: 8_000 }).toEqual([]);
}

test('links of products that differ at their end can be told apart beside details', async ({ signedInWith }) => {
  const { page } = await signedInWith(catalog);
  await goTo(page, 'Payment links');
  const table = page.getByRole('table', { name: 'Payment links' });
  await linkRow(page, '2026-10444').click();
  await expect(page.getByRole('complementary', { name: 'Link details' })).toContainText('2026-10444');
  for (const size of [LARGE, MIDDLE, LARGE]) {
    await resize(page, size);
    await expectEnds(table, `${size.width} px`);
  }
});

test('sales of products that differ at their end can be told apart beside details', async ({ launchApp }) => {
  const { page } = await launchApp({ args: ['--practice'] });
  await startInbox(page);
  const key = await saveWithNewKey(page);
  const address = await inboxOf(page)
    .getByText(/^http:/)
    .innerText();
  for (const [at, title] of [SPRING, AUTUMN, SPRING, AUTUMN].entries()) {
    const sale = {
      ...{ event: 'after_sell', sale_id: `s${at}`, product: { product_title: title } },
      price: { currency_id: 2, price: 12_499, is_discount_price: false },
      metadata: { order: `2026-1045${at}` },
    };
    await fetch(address, { method: 'POST', headers: { 'Webhook-Key': key }, body: JSON.stringify(sale) });
  }
  await goTo(page, 'Sales');
  const table = page.getByRole('table', { name: 'Sales' });
  await expect(table.getByRole('row')).toHaveCount(5);
  await table.getByRole('row').nth(1).click();
  await expect(page.getByRole('heading', { name: AUTUMN })).toBeVisible();
  for (const size of [MIDDLE, LARGE]) {
    await resize(page, size);
    await expectEnds(table, `${size.width} px`);
  }
});

async function importLinks(page: Page): Promise<void> {
  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'Import links from CSV' }).click();
  const order = (at: number) => `"2026-2000${at}, Schneider & Partner GmbH, Munich"`;
  const rows = [SPRING, AUTUMN].map((title, at) => `"${title}",14999.50,${order(at)}`);
  await page
    .getByRole('textbox', { name: 'Paste rows' })
    .fill(['Product,Price USD,metadata: order', ...rows].join('\n'));
  await page.getByRole('button', { name: 'Read rows' }).click();
  await page.getByRole('button', { name: 'Create 2 links' }).click();
  await allSaved(page);
}

test('changes of products that differ at their end can be told apart beside an open one', async ({ signedInWith }) => {
  const { page } = await signedInWith({ ...catalog, links: 0 });
  await importLinks(page);
  await goTo(page, 'Sync');
  await page.getByRole('tab', { name: 'History' }).click();
  const table = page.getByRole('table', { name: 'History' });
  await expect(table.getByRole('row')).toHaveCount(3);
  await resize(page, LARGE);
  await table.getByRole('row').nth(1).click();
  await expect(page.getByRole('heading', { name: /^Create payment link/ })).toBeVisible();
  await expectEnds(table, '1280 px');
});

/** The first values of metadata in a table that are cut off. */
const ordersCutIn = (table: Locator): Promise<string[]> =>
  table.evaluate((element) =>
    [...element.querySelectorAll('[role="row"]')].flatMap((row) => {
      const order = row.querySelector('[data-end]');
      if (!order || (!order.hasAttribute('data-cut') && order.scrollWidth <= order.clientWidth)) return [];
      return order.textContent ?? '';
    }),
  );

test('an order number is whole before anything of a customer is shown', async ({ signedInWith }) => {
  const { page } = await signedInWith({
    ...catalog,
    edit: (link, index) => ({
      ...catalog.edit(link, index),
      prices: [{ currencyId: 2, priceCents: index % 3 ? 15_000 : 1_249_900, discountCents: null }],
      useOnce: index % 3 === 0,
    }),
  });
  await goTo(page, 'Payment links');
  const table = page.getByRole('table', { name: 'Payment links' });
  await expect(table.getByRole('row')).toHaveCount(10);
  for (let width = 430; width < 480; width += 1) {
    await resize(page, { width, height: 600 });
    await expect.poll(() => ordersCutIn(table), { message: `${width} px`, timeout: 8_000 }).toEqual([]);
  }
});

test('the mark of a private note is beside the order number where it has room', async ({ signedInWith }) => {
  const { page } = await signedInWith(catalog);
  await goTo(page, 'Payment links');
  const row = linkRow(page, '2026-10445');
  await row.click();
  await page.getByRole('button', { name: 'Add private note' }).click();
  const note = page.getByRole('dialog', { name: 'Private note' });
  await note.getByRole('textbox', { name: 'Private note' }).fill('Friend of Ada');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(note).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary', { name: 'Link details' })).toBeHidden();
  const mark = row.getByRole('img', { name: 'Private note: Friend of Ada' });
  await expect(mark).toBeVisible();
  for (const width of [1280, 1240]) {
    await resize(page, { width, height: 600 });
    const apart = async () => {
      const [one, other] = [await mark.boundingBox(), await row.locator('[data-end]').first().boundingBox()];
      return Math.abs((one?.y ?? 0) + (one?.height ?? 0) / 2 - (other?.y ?? 1_000) - (other?.height ?? 0) / 2);
    };
    await expect.poll(apart, { message: `px up or down at ${width} px`, timeout: 8_000 }).toBeLessThan(4);
    expect(await ordersCutIn(page.getByRole('table', { name: 'Payment links' }))).toEqual([]);
  }
});

/**
 * The facts of changes in a table that are broken over two lines. Without room for names on a line of their own, prices and
 * order numbers are whole; without room for two prices as well, nothing is.
 */
const brokenIn = (table: Locator, hasRoom: boolean): Promise<string[]> =>
  table.evaluate((element, checksAll) => {
    const parts = [...element.querySelectorAll('[role="cell"] [data-facts]')];
    if (parts.length === 0) return ['nothing'];
    return parts.flatMap((part) => {
      const text = part.firstChild;
      if (!(text instanceof Text) || (!checksAll && /Currency/.test(text.data))) return [];
      let start = 0;
      return text.data.split(', ').filter((fact) => {
        const range = document.createRange();
        range.setStart(text, start);
        range.setEnd(text, start + fact.length);
        start += fact.length + 2;
        if (!checksAll && !/\d/.test(fact)) return false;
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
      });
    });
  }, hasRoom);

test('order numbers, prices and names of changes are not broken over two lines', async ({ signedInWith }) => {
  const { page } = await signedInWith({
    ...catalog,
    heldDeletions: 9,
    sending: 3,
    edit: (link, index) => ({
      ...catalog.edit(link, index),
      metadata: [
        { key: 'order', value: `ORD-2026-1044${index}` },
        { key: 'customer', value: CUSTOMERS[index % 3] ?? '' },
      ],
    }),
  });
  await goTo(page, 'Sync');
  const table = page.getByRole('table', { name: 'Waiting changes' });
  await expect(table.getByRole('row')).toHaveCount(13);
  const expectWhole = async (width: number, hasRoom: boolean): Promise<void> => {
    await resize(page, { width, height: 900 });
    const message = `${width} px`;
    await expect.poll(() => brokenIn(table, hasRoom), { message, timeout: 8_000 }).toEqual([]);
  };
  await expectWhole(1280, true);
  await expectWhole(900, true);
  await expectWhole(640, false);
  await resize(page, LARGE);
  await table.getByRole('row').nth(1).click();
  await expect(page.getByRole('heading', { name: /^Create payment link/ })).toBeVisible();
  await expectWhole(1280, false);
});

test('prices in an unnamed currency stay inside the details, and the heading has the whole order number', async ({
  signedInWith,
}) => {
  const { page } = await signedInWith(catalog);
  await goTo(page, 'Payment links');
  await linkRow(page, '2026-10446').click();
  const details = page.getByRole('complementary', { name: 'Link details' });
  await expect(details).toContainText('11,500.00');
  for (const size of [LARGE, { width: 1920, height: 1080 }, MIDDLE]) {
    await resize(page, size);
    const beyond = () =>
      details.evaluate((pane) => {
        const edge = pane.getBoundingClientRect().right - 16;
        return [...pane.querySelectorAll('dd, dd *')].flatMap((part) => {
          const { right } = part.getBoundingClientRect();
          return right > edge + 1 ? [`${part.textContent} by ${Math.round(right - edge)} px`] : [];
        });
      });
    await expect.poll(beyond, { message: `${size.width} px`, timeout: 8_000 }).toEqual([]);
    const cut = () =>
      details.getByText(/· 2026-10446/).evaluate((text) => {
        const at = (text.textContent ?? '').indexOf('2026-10446');
        const range = document.createRange();
        range.setStart(text.firstChild ?? text, at);
        range.setEnd(text.firstChild ?? text, at + 10);
        return range.getBoundingClientRect().bottom - text.getBoundingClientRect().bottom;
      });
    await expect.poll(cut, { message: `heading at ${size.width} px`, timeout: 8_000 }).toBeLessThanOrEqual(1);
  }
  await resize(page, { width: 1920, height: 1080 });
  await expect.poll(async () => (await details.boundingBox())?.width ?? 0).toBeGreaterThan(310);
});
