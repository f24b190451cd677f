// How the rows of an import share the width: titles first, then reasons, before columns that stand half empty.

import type { Locator, Page } from '@playwright/test';
import { resize } from '../support/resize.ts';
import { goTo } from '../support/seller.ts';
import { expect, test } from './service.ts';

const SPRING = 'Photography workshop for beginners, Berlin, spring';
const AUTUMN = 'Photography workshop for beginners, Berlin, autumn';
const MUG = 'Handmade ceramic mug, blue glaze';
const MIDDLE = { width: 900, height: 600 };
const LARGE = { width: 1280, height: 800 };

/** The fourth row has no such product, the fifth a discount above its price, the sixth no price. */
const rowsIn = (currency: string): string =>
  [
    'Artikel,Preis,Waehrung (ISO),Rabattpreis,Bestellnr,Kunde',
    `"${SPRING}","12.499,00",${currency},,2026-10451,Schneider & Partner GmbH`,
    `"${AUTUMN}","149,00",${currency},"129,00",2026-10452,Ana Souza`,
    `"${MUG}","1.500,00",${currency},,2026-10453,Tanaka`,
    `Handmade ceramic mugs,"25,00",${currency},,2026-10454,Tanaka`,
    `Logo design,"80,00",${currency},"90,00",2026-10455,Ana`,
    `Logo design,,${currency},,2026-10456,Ana`,
    `Logo design,"80,00",${currency},,2026-10457,Ana`,
  ].join('\n');

async function readRows(page: Page, currency: string): Promise<Locator> {
  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'Import links from CSV' }).click();
  await page.getByRole('textbox', { name: 'Paste rows' }).fill(rowsIn(currency));
  await page.getByRole('button', { name: 'Read rows' }).click();
  const table = page.getByRole('table', { name: 'Rows to import' });
  await expect(table.getByRole('row').nth(2)).toBeVisible();
  return table;
}

const CATALOG = { products: 4, links: 0, productTitles: [SPRING, AUTUMN, MUG, 'Logo design'] };

/** Which of these texts are cut off. */
const cutOf = (texts: Locator): Promise<string[]> =>
  texts.evaluateAll((all) =>
    all.flatMap((one) =>
      one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1 ? (one.textContent ?? '') : [],
    ),
  );

/** Waits until none of these texts is cut off. */
const expectWhole = (texts: Locator, message: string) =>
  expect.poll(() => cutOf(texts), { message, timeout: 8_000 }).toEqual([]);

test('titles of rows in an unknown currency are whole beside what was typed as their price', async ({
  signedInWith,
}) => {
  const { page } = await signedInWith(CATALOG);
  const table = await readRows(page, 'EUR');
  await expect(page.getByRole('button', { name: 'Add EUR' })).toBeVisible();
  for (const size of [MIDDLE, LARGE]) {
    await resize(page, size);
    await expectWhole(table.getByTitle(/^(Photography|Handmade)/), `titles at ${size.width} px`);
    await expectWhole(table.getByTitle(/ · EUR/).locator('visible=true'), `prices at ${size.width} px`);
  }
});

test('the reasons in the result of an import get the room that no other column needs', async ({ signedInWith }) => {
  const { page } = await signedInWith(CATALOG);
  await readRows(page, 'USD');
  await page.getByRole('button', { name: 'Create 4 links' }).click();
  const table = page.getByRole('table', { name: 'Imported rows' });
  await expect(page.getByText(/^4 of 4 sent/)).toBeVisible();
  const head = table.getByRole('columnheader', { name: 'Checkout URL or' });
  for (const size of [LARGE, MIDDLE]) {
    await resize(page, size);
    await expectWhole(head, `the head at ${size.width} px`);
    await expectWhole(table.getByTitle(/^(Photography|Handmade)/), `titles at ${size.width} px`);
  }
  const reasons = table.locator('[data-wrong]');
  await expect(reasons).toHaveCount(3);
  for (const size of [LARGE, MIDDLE]) {
    await resize(page, size);
    await expectWhole(reasons, `reasons at ${size.width} px`);
    // Each row is as high as its reason, below the one before.
    const gaps = () =>
      table.locator('[data-index]').evaluateAll((rows) =>
        rows.flatMap((row, at) => {
          const before = rows[at - 1]?.getBoundingClientRect().bottom;
          return before === undefined ? [] : Math.round(row.getBoundingClientRect().top - before);
        }),
      );
    await expect.poll(gaps, { message: `px between rows at ${size.width} px` }).toEqual([0, 0, 0, 0, 0, 0]);
  }
});

test('the button of an import shows in the smallest window how many links it creates', async ({ signedInWith }) => {
  const { page } = await signedInWith(CATALOG);
  await readRows(page, 'USD');
  await resize(page, { width: 450, height: 300 });
  const button = page.getByRole('button', { name: 'Create 4 links', exact: true });
  const number = button.getByText('4', { exact: true });
  await expect(number).toBeVisible();
  expect(await number.evaluate((one) => one.getBoundingClientRect().width)).toBeGreaterThan(6);
  await resize(page, MIDDLE);
  await expect(number).toBeHidden();
});
