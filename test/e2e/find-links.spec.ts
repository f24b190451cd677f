// Finding links: result counts, the tabs of the list, sorting, dates, and private notes.

import type { Page } from '@playwright/test';
import { expectNoFindings } from '../support/axe.ts';
import { writeDataFolder } from '../support/data-folder.ts';
import { resize } from '../support/resize.ts';
import { allSaved, createLink, createProduct, goTo, linkRow, signIn } from '../support/seller.ts';
import { expect, test } from './service.ts';

const table = (page: Page, name = 'Payment links') => page.getByRole('table', { name });
const search = (page: Page, name = 'Search payment links') => page.getByRole('searchbox', { name });
const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });
const firstRow = (page: Page, name?: string) => table(page, name).getByRole('row').nth(1);
const tab = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });

/** Records each announcement about a search. */
function noteAnnouncements(): void {
  const spoken: string[] = [];
  Object.assign(window, { spoken });
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      const text = element?.closest('[aria-live]')?.textContent ?? '';
      if (text.includes('match')) spoken.push(text);
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}
const announced = (page: Page) => page.evaluate(() => (window as unknown as { spoken: string[] }).spoken);

test('a search announces its number of links once typing stops, and the tabs count its results', async ({
  signedInWith,
}) => {
  const { page } = await signedInWith({ products: 3, links: 300, sending: 2 });
  await goTo(page, 'Payment links');
  await expect(tab(page, 'All 302')).toBeVisible();
  await expect(tab(page, 'Needs attention 2')).toBeVisible();
  await page.evaluate(noteAnnouncements);

  await search(page).pressSequentially('crash 2');
  await expect(page.getByText('1 match', { exact: true })).toBeVisible();
  await expect(tab(page, 'All 1')).toBeVisible();
  await expect(tab(page, 'Needs attention 1')).toBeVisible();
  await expect(page.getByText('Single use 0')).toBeVisible();
  await expect.poll(() => announced(page)).toEqual(['1 match for “crash 2”']);

  await search(page).fill('order: 1');
  const rows = async () => Number(await table(page).getAttribute('aria-rowcount')) - 1;
  await expect.poll(rows).toBeGreaterThan(100);
  await expect(tab(page, 'Needs attention 1')).toBeVisible();
  const all = await rows();
  await expect(page.getByText(`${all} matches`, { exact: true })).toBeVisible();
  await expect(tab(page, `All ${all}`)).toBeVisible();
  await expect.poll(() => announced(page)).toContain(`${all} matches for “order: 1”`);
  const singleUse = page.getByText(/^Single use \d+$/);
  const counted = Number(/\d+/.exec(await singleUse.innerText())?.[0]);
  await singleUse.click();
  await expect(page.getByText(`${counted} matches`, { exact: true })).toBeVisible();
  expect(await rows()).toBe(counted);
  await expect(tab(page, `All ${all}`)).toBeVisible();
  await singleUse.click();
  await resize(page, { width: 900, height: 600 });
  await expect(page.getByText(`${all}`, { exact: true })).toBeVisible();
  await expect(page.getByText(`${all} matches`, { exact: true })).toBeHidden();
  await expectNoFindings(page, 'payment links, searched');

  await search(page).fill('nowhere to be found');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await expect(tab(page, 'All 0')).toBeVisible();
  await search(page).fill('');
  await expect(tab(page, 'All 302')).toBeVisible();
  await expect(page.getByText(/match/)).toHaveCount(0);

  await goTo(page, 'Products');
  await search(page, 'Search products').fill('1002');
  await expect.poll(() => announced(page)).toContain('1 match for “1002”');
});

test('a search ignores accents and curly quotes, and accepts a decimal comma', async ({ launchApp, userDataDir }) => {
  writeDataFolder({ userDataDir, products: 1, links: 12 });
  const { page } = await launchApp();
  await createProduct(page, 'Beratung García & O’Brien');
  await createLink(page, 'Beratung García & O’Brien', '1234,50', '901');
  await goTo(page, 'Payment links');
  for (const typed of ['garcia', 'GARCÍA', "o'brien", 'o’brien 901', '1.234,50', '€1.234,50', '$1,234.50', '1234,5']) {
    await search(page).fill(typed);
    await expect(page.getByText('1 match', { exact: true }), typed).toBeVisible();
    await expect(firstRow(page), typed).toContainText('order: 901');
    await search(page).fill('');
    await expect(page.getByText('1 match', { exact: true })).toHaveCount(0);
  }
  await goTo(page, 'Products');
  await search(page, 'Search products').fill('garcia');
  await expect(table(page, 'Products').getByRole('row')).toHaveCount(2);
});

test('column headers sort lists, also by keyboard, and the order is kept', async ({ launchApp, userDataDir }) => {
  writeDataFolder({ userDataDir, products: 12, links: 240 });
  const { page } = await launchApp();
  await resize(page, { width: 1280, height: 800 });
  await goTo(page, 'Payment links');
  await expect(head(page, 'Created')).toHaveAttribute('aria-sort', 'descending');
  await expect(head(page, 'Product')).toHaveAttribute('aria-sort', 'none');
  // Metadata keys differ from link to link, so they have no order.
  await expect(head(page, 'Metadata')).not.toHaveAttribute('aria-sort');
  await expect(head(page, 'Metadata').getByRole('button')).toHaveCount(0);
  await expect(firstRow(page)).toContainText('order: 240');

  await head(page, 'Product').getByRole('button', { name: 'Product' }).click();
  await expect(head(page, 'Product')).toHaveAttribute('aria-sort', 'ascending');
  await expect(firstRow(page)).toContainText('Product 1');
  await expect(firstRow(page)).toContainText('order: 229');
  await page.keyboard.press('Enter');
  await expect(head(page, 'Product')).toHaveAttribute('aria-sort', 'descending');
  // By the number, not by its first digit.
  await expect(firstRow(page)).toContainText('Product 12');
  await head(page, 'Price').getByRole('button').click();
  await expect(head(page, 'Price')).toHaveAttribute('aria-sort', 'ascending');
  await expect(firstRow(page)).toContainText('$0.90');
  await head(page, 'Price').getByRole('button').click();
  await expect(firstRow(page)).toContainText('$240.00');
  await head(page, 'State').getByRole('button').click();
  await expect(head(page, 'State')).toHaveAttribute('aria-sort', 'ascending');
  await expect(firstRow(page)).toContainText('order: 240');
  await head(page, 'State').getByRole('button').click();
  await expect(firstRow(page).getByText('order: 1', { exact: true })).toBeVisible();
  await head(page, 'Created').getByRole('button').click();
  await expect(firstRow(page)).toContainText('order: 240');
  await head(page, 'Created').getByRole('button').click();
  await expect(head(page, 'Created')).toHaveAttribute('aria-sort', 'ascending');
  await expect(firstRow(page).getByText('order: 1', { exact: true })).toBeVisible();
  await search(page).fill('order: 2');
  await expect(firstRow(page).getByText('order: 2', { exact: true })).toBeVisible();
  // A selection of all follows the order of the list, and so does a range.
  await firstRow(page).getByRole('checkbox').check();
  await table(page)
    .getByRole('row')
    .nth(4)
    .click({ modifiers: ['Shift'] });
  await expect(page.getByText('4 selected', { exact: true })).toBeVisible();

  await goTo(page, 'Products');
  await head(page, 'State').getByRole('button').click();
  await expect(firstRow(page, 'Products').getByRole('link')).toHaveText('Product 12');
  await head(page, 'Title').getByRole('button').click();
  await expect(firstRow(page, 'Products').getByRole('link')).toHaveText('Product 1');
  await head(page, 'Title').getByRole('button').click();
  await expect(firstRow(page, 'Products').getByRole('link')).toHaveText('Product 12');
  await expectNoFindings(page, 'products, sorted');
  await goTo(page, 'Payment links');
  await expect(head(page, 'Created')).toHaveAttribute('aria-sort', 'ascending');
  await goTo(page, 'Products');
  await expect(head(page, 'Title')).toHaveAttribute('aria-sort', 'descending');
});

test('filters links by their creation date, together with a search', async ({ launchApp, service, userDataDir }) => {
  // The links were created one second apart, starting in 2025.
  writeDataFolder({ userDataDir, products: 1, links: 120, serviceAddress: service.url });
  const { page } = await launchApp();
  await signIn(page, service);
  await createLink(page, 'Product 1', '60', '901');
  await allSaved(page);
  await expect(tab(page, 'All 121')).toBeVisible();
  const created = page.getByRole('button', { name: /^Created: / });
  const choose = async (name: string) => {
    await created.click();
    await page.getByRole('menuitem', { name }).click();
  };
  for (const span of ['Today', 'Last 7 days', 'Last 30 days', 'This year']) {
    await choose(span);
    await expect(created).toHaveAccessibleName(`Created: ${span}`);
    await expect(table(page)).toHaveAttribute('aria-rowcount', '2');
    await expect(linkRow(page, 'order: 901')).toBeVisible();
    await expect(tab(page, 'All 1')).toBeVisible();
  }
  await choose('Choose dates…');
  const dialog = page.getByRole('dialog', { name: 'Created between' });
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog.getByText('Enter at least one date.')).toBeVisible();
  await dialog.getByLabel('From').fill('2025-01-02');
  await dialog.getByLabel('To').fill('2024-12-30');
  await expect(dialog.getByText('This date is before the first one.')).toBeVisible();
  await dialog.getByLabel('From').fill('2024-12-30');
  await dialog.getByLabel('To').fill('2025-01-02');
  await expectNoFindings(page, 'created between');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(table(page)).toHaveAttribute('aria-rowcount', '121');
  await expect(created).toHaveAccessibleName(/^Created: Dec 30, 2024 – Jan 2, 2025$/);
  await expect(created).toBeFocused();
  await search(page).fill('order: 12');
  await expect(table(page)).toHaveAttribute('aria-rowcount', '4');
  await search(page).fill('order: 901');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await expect(page.getByText('No link matches "order: 901" with these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(created).toHaveAccessibleName('Created: Any time');
  await expect(linkRow(page, 'order: 901')).toBeVisible();
  await choose('Today');
  await choose('Any time');
  await expect(created).toHaveAccessibleName('Created: Any time');
});

test('a private note stays with a waiting link and a product, is found by search, and is never sent', async ({
  signedIn: { page },
  service,
}) => {
  await goTo(page, 'Products');
  await page.getByRole('button', { name: 'New product' }).click();
  const product = page.getByRole('dialog', { name: 'New product' });
  await product.getByRole('textbox', { name: 'Button title' }).fill('Book now');
  await product.getByRole('textbox', { name: 'Product title' }).fill('Coaching hour');
  await product.getByRole('textbox', { name: 'Product description' }).fill('One hour, by video.');
  await product.getByRole('button', { name: 'Save product' }).click();
  await allSaved(page);
  await table(page, 'Products').getByRole('link', { name: 'Coaching hour' }).click();
  const note = page.getByRole('dialog', { name: 'Private note' });
  const write = async (text: string, of: string) => {
    await page.getByRole('button', { name: 'Add private note' }).click();
    await expect(note).toContainText('never sent to the service, never shown to buyers');
    await expect(note).toContainText(of);
    await note.getByRole('textbox', { name: 'Private note' }).fill(text);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(note).toBeHidden();
  };
  await write('Raise the price in spring', 'Coaching hour');
  await expect(page.getByRole('region', { name: 'Private note' })).toContainText('Raise the price in spring');

  await page.getByRole('switch', { name: 'Work offline' }).check();
  await createLink(page, 'Coaching hour', '60', '1044');
  await linkRow(page, '1044').click();
  await write('Friend of Ada', 'Coaching hour, $60.00, order 1044');
  const details = page.getByRole('complementary', { name: 'Link details' });
  await expect(details).toContainText('Friend of Ada');
  await expect(details).toContainText('Only on this computer. Buyers and the service never see it.');
  await expect(linkRow(page, '1044').getByRole('img', { name: 'Private note: Friend of Ada' })).toBeVisible();
  await expectNoFindings(page, 'details with a note');
  await page.getByRole('switch', { name: 'Work offline' }).uncheck();
  await allSaved(page);
  await search(page).fill('friend ada');
  await expect(linkRow(page, '1044')).toBeVisible();
  await expect(details).toContainText('Friend of Ada');
  await page.getByRole('button', { name: 'Edit private note' }).click();
  // Typing continues the note.
  await expect(note.getByRole('textbox', { name: 'Private note' })).toBeFocused();
  await page.keyboard.type(', and more');
  await expect(note.getByRole('textbox', { name: 'Private note' })).toHaveValue(/\S, and more$/);
  await note.getByRole('textbox', { name: 'Private note' }).fill('');
  await note.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByText('Nothing found')).toBeVisible();
  await goTo(page, 'Products');
  await search(page, 'Search products').fill('spring');
  await expect(table(page, 'Products').getByRole('link', { name: 'Coaching hour' })).toBeVisible();
  expect(service.changes.length).toBe(2);
  expect(JSON.stringify(service.requests)).not.toMatch(/Ada|spring/);
});
