// Finding links: by search and filters, on a product's page, and while their product is hidden.
import type { Page } from '@playwright/test';
import { expect, test } from '../support/desk-test.ts';
import { createLink, goTo } from '../support/seller.ts';

const table = (page: Page, name = 'Payment links') => page.getByRole('table', { name });
const search = (page: Page, name = 'Search payment links') => page.getByRole('searchbox', { name });
const firstRow = (page: Page, name?: string) => table(page, name).getByRole('row').nth(1);
const rowOf = (page: Page, order: number) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByText(`order: ${order}`, { exact: true }) });
test('links are found by a search, by their state and by their date', async ({ signedInWith }) => {
  // The links were created one second apart, starting in 2025.
  const { page } = await signedInWith({ products: 3, links: 120, sending: 2 });
  const filter = async (...items: string[]) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    for (const name of items) await page.getByRole('menuitem', { name }).click();
  };
  const chip = (name: string) => page.getByRole('button', { name: `Remove filter: ${name}`, exact: true });
  await goTo(page, 'Payment links');
  await filter('Needs attention');
  await expect(table(page)).toHaveAttribute('aria-rowcount', '3');
  await chip('Needs attention').click();
  await expect(table(page)).toHaveAttribute('aria-rowcount', '123');
  await filter('Filter by product');
  await page.getByRole('dialog', { name: 'Filter by product' }).getByRole('combobox', { name: 'Product' }).click();
  await page.getByRole('option', { name: 'Product 3' }).click();
  await expect(table(page)).toHaveAttribute('aria-rowcount', '41');
  await expect(firstRow(page)).toContainText('Product 3');
  await chip('Product 3').click();
  await expect(table(page)).toHaveAttribute('aria-rowcount', '123');

  await createLink(page, 'Product 1', '1234,50', '901');
  await search(page).fill('product 1 $1,234.50');
  await expect(table(page)).toHaveAttribute('aria-rowcount', '2');
  await expect(firstRow(page)).toContainText('order: 901');
  await search(page).fill('');
  await filter('Last 7 days');
  await expect(rowOf(page, 901)).toBeVisible();
  await expect(rowOf(page, 120)).toHaveCount(0);
  await filter('Choose dates…');
  const dialog = page.getByRole('dialog', { name: 'Created between' });
  await dialog.getByLabel('From').fill('2024-12-30');
  await dialog.getByLabel('To').fill('2025-01-02');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(table(page)).toHaveAttribute('aria-rowcount', '123');
  await search(page).fill('order: 901');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rowOf(page, 901)).toBeVisible();
});

test('the page of a product lists its links, and stays open when one of them is opened', async ({ signedInWith }) => {
  const desk = await signedInWith({ products: 2, productTitles: ['Coaching', 'Logo design'], links: 6 });
  const { page } = desk;
  await goTo(page, 'Products');
  await table(page, 'Products').getByRole('row').filter({ hasText: 'Coaching' }).click();
  const heading = page.getByRole('heading', { name: 'Coaching', level: 1 });
  await expect(table(page)).toHaveAttribute('aria-rowcount', '4');
  await page.getByRole('button', { name: 'Copy basic checkout link' }).click();
  await expect.poll(() => desk.copied.at(-1)).not.toContain('uuid=');
  await firstRow(page).click();
  const details = page.getByRole('complementary', { name: 'Link details' });
  const address = details.getByRole('textbox', { name: 'Checkout URL' });
  const first = await address.inputValue();
  await page.keyboard.press('ArrowDown');
  await expect(address).not.toHaveValue(first);
  await expect(heading).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Duplicate product' }).click();
  const form = page.getByRole('dialog', { name: 'New product' });
  await expect(form.getByRole('textbox', { name: 'Product title' })).toHaveValue('Coaching');
});

test('a hidden product disappears from the list and the link form until it is shown', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 2, productTitles: ['Coaching', 'Logo design'], links: 0 });
  await goTo(page, 'Products');
  const row = (title: string) => table(page, 'Products').getByRole('row').filter({ hasText: title });
  await row('Coaching')
    .getByRole('button', { name: /^More actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Hide product' }).click();
  await expect(row('Coaching')).toHaveCount(0);
  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'New payment link' }).click();
  // The form chooses the only product that it offers.
  await expect(page.getByRole('combobox', { name: 'Product' })).toHaveValue('Logo design');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await goTo(page, 'Products');
  await page.getByRole('button', { name: '1 hidden' }).click();
  await row('Coaching')
    .getByRole('button', { name: /^More actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Show in the list' }).click();
  await expect(row('Coaching')).toBeVisible();
  await expect(row('Logo design')).toBeVisible();
});
