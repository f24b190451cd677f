// Many payment links at once: select by mouse and keyboard, copy, export and delete. Rows stay in place meanwhile.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import Papa from 'papaparse';
import { expectNoFindings } from '../support/axe.ts';
import { writeDataFolder } from '../support/data-folder.ts';
import type { RecordingService } from '../support/recording-service.ts';
import { resize } from '../support/resize.ts';
import { allSaved, createLink, createProduct, goTo, syncStatus } from '../support/seller.ts';
import { expect, test } from './service.ts';

const tableOf = (page: Page): Locator => page.getByRole('table', { name: 'Payment links' });
const rowOf = (page: Page, order: number): Locator =>
  tableOf(page)
    .getByRole('row')
    .filter({ has: page.getByText(`order: ${order}`, { exact: true }) });
const boxOf = (page: Page, order: number): Locator => rowOf(page, order).getByRole('checkbox', { name: /^Select / });
const selectAll = (page: Page): Locator => page.getByRole('checkbox', { name: 'Select all links' });
const selected = (page: Page, count: string): Promise<void> =>
  expect(page.getByText(`${count} selected`, { exact: true })).toBeVisible();
const noneSelected = (page: Page): Promise<void> =>
  expect(page.getByRole('button', { name: 'Clear selection' })).toHaveCount(0);
const deletions = (service: RecordingService): string[] =>
  service.changes.filter(({ method }) => method === 'DELETE').map(({ path }) => path);

/** The orders of the selected rows in the document. */
const markedOrders = (page: Page): Promise<number[]> =>
  tableOf(page)
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: /^Select (?!all )/, checked: true }) })
    .allInnerTexts()
    .then((texts) => texts.map((text) => Number(/order: (\d+)/.exec(text)?.[1])).sort((a, b) => a - b));

async function readCsv(path: string): Promise<{ raw: string; rows: Record<string, string>[] }> {
  const raw = await readFile(path, 'utf8');
  return { raw, rows: Papa.parse<Record<string, string>>(raw, { header: true, skipEmptyLines: true }).data };
}

test('selects a range with the mouse, changes and clears it; a plain click still opens the link', async ({
  launchApp,
  userDataDir,
}) => {
  writeDataFolder({ userDataDir, products: 2, links: 12 });
  const { page } = await launchApp();
  await goTo(page, 'Payment links');
  await boxOf(page, 11).check();
  await selected(page, '1');
  await expect(page).toHaveURL(/#\/links$/);
  await boxOf(page, 8).click({ modifiers: ['Shift'] });
  await selected(page, '4');
  await expect.poll(() => markedOrders(page)).toEqual([8, 9, 10, 11]);
  // A new range starts at the same anchor.
  await rowOf(page, 10)
    .getByText('order: 10')
    .click({ modifiers: ['Shift'] });
  await expect.poll(() => markedOrders(page)).toEqual([10, 11]);
  await rowOf(page, 3)
    .getByText('order: 3')
    .click({ modifiers: ['ControlOrMeta'] });
  await rowOf(page, 11)
    .getByText('order: 11')
    .click({ modifiers: ['ControlOrMeta'] });
  await expect.poll(() => markedOrders(page)).toEqual([3, 10]);
  await expect(boxOf(page, 3)).toBeChecked();
  await expect(selectAll(page)).toHaveJSProperty('indeterminate', true);
  await expect(boxOf(page, 10)).toHaveAccessibleName('Select Product 2, $10.00');
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await noneSelected(page);
  await expect(page.getByRole('radio', { name: /^All/ })).toBeVisible();
  await rowOf(page, 3).getByText('Product 1').click();
  await expect(page.getByRole('textbox', { name: 'Checkout URL' })).toBeVisible();
});

test('selects links with the keyboard alone', async ({ launchApp, userDataDir }) => {
  writeDataFolder({ userDataDir, products: 2, links: 300 });
  const { page } = await launchApp();
  await goTo(page, 'Payment links');
  await rowOf(page, 300).focus();
  await page.keyboard.press('Space');
  await expect.poll(() => markedOrders(page)).toEqual([300]);
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowUp');
  await expect.poll(() => markedOrders(page)).toEqual([298, 299, 300]);
  await expect(rowOf(page, 298)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect.poll(() => markedOrders(page)).toEqual([296, 298, 299, 300]);
  // The very last row is not loaded yet.
  await page.keyboard.press('Shift+End');
  await selected(page, '299');
  await page.keyboard.press('ControlOrMeta+a');
  await selected(page, '300');
  await expect(selectAll(page)).toBeChecked();
  await page.keyboard.press('Escape');
  await noneSelected(page);
  await expect(rowOf(page, 1)).toBeFocused();
});

test('selects all links that match a search, loaded or not, until the search changes', async ({
  launchApp,
  userDataDir,
}) => {
  writeDataFolder({ userDataDir, products: 10, links: 5_000 });
  const app = await launchApp();
  const { page } = app;
  await goTo(page, 'Payment links');
  const search = page.getByRole('searchbox', { name: 'Search payment links' });
  await expect(tableOf(page)).toHaveAttribute('aria-rowcount', '5001');
  await search.fill('Product 7 order');
  // -1 until all are counted.
  await expect(tableOf(page)).toHaveAttribute('aria-rowcount', /^(?!5001)\d+$/);
  const matching = Number(await tableOf(page).getAttribute('aria-rowcount')) - 1;
  expect(matching).toBeGreaterThan(500);
  await selectAll(page).check();
  await selected(page, matching.toLocaleString('en'));
  await page.getByRole('button', { name: 'Copy addresses' }).click();
  await expect(page.getByText(`${matching.toLocaleString('en')} checkout links copied`)).toBeVisible();
  await expect.poll(async () => (await app.clipboardText()).split('\n').length).toBe(matching);
  // The sheet is limited, and says so before anything happens.
  await page.getByRole('button', { name: 'Print QR codes' }).click();
  await expect(page.getByText(/links are selected, and this takes at most 500 at once/)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await tableOf(page).getByRole('row').nth(1).focus();
  await page.keyboard.press('End');
  await expect(tableOf(page).getByRole('row').last().getByRole('checkbox')).toBeChecked();
  await search.fill('Product 8');
  await noneSelected(page);
  await search.fill('Product 7 order');
  await noneSelected(page);
});

test('keeps checked rows selected during another search, and the question says how many are hidden', async ({
  launchApp,
  userDataDir,
}) => {
  writeDataFolder({ userDataDir, products: 2, links: 12 });
  const app = await launchApp();
  const { page } = app;
  await resize(page, { width: 900, height: 600 });
  await goTo(page, 'Payment links');
  const search = page.getByRole('searchbox', { name: 'Search payment links' });
  await search.fill('order: 11');
  await boxOf(page, 11).check();
  const top = async () => (await tableOf(page).boundingBox())?.y;
  const before = await top();
  await search.fill('order: 12');
  await expect(boxOf(page, 12)).not.toBeChecked();
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  const chosen = async (all: string | RegExp, hidden: string) => {
    await expect(bar.getByText(/^\d+ selected$/)).toHaveText(typeof all === 'string' ? `${all} selected` : all);
    await expect(bar.getByText(`${hidden} not shown`, { exact: true })).toBeVisible();
  };
  await chosen('1', '1');
  expect(await top()).toBe(before);
  await boxOf(page, 12).check();
  await chosen('2', '1');
  await expect(selectAll(page)).toBeChecked();
  await expectNoFindings(page, 'a selection of which some are not shown');
  await page.getByRole('button', { name: 'Copy addresses' }).click();
  await expect(page.getByText('2 checkout links copied')).toBeVisible();
  expect((await app.clipboardText()).split('\n')).toHaveLength(2);
  await page.getByRole('button', { name: 'Delete links' }).click();
  const question = page.getByRole('dialog', { name: 'Delete payment links' });
  await expect(question).toContainText('Delete 2 payment links?');
  await expect(question).toContainText('1 of the 2 selected links is not shown');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await search.fill('');
  await selected(page, '2');
  await expect.poll(() => markedOrders(page)).toEqual([11, 12]);
  // "Select all" adds the results of the search; that part of the selection ends with the search.
  await search.fill('order: 7');
  await chosen('2', '2');
  await selectAll(page).check();
  await chosen(/^[3-9] selected$/, '2');
  await search.fill('');
  await selected(page, '2');
  await page
    .getByRole('status')
    .filter({ hasText: /no longer selected: the list shows other rows now/ })
    .getByRole('button', { name: 'Keep selected' })
    .click();
  await expect(bar.getByText(/^[3-9] selected$/)).toBeVisible();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  for (const order of [11, 12]) await boxOf(page, order).check();
  await selected(page, '2');
  await page.getByRole('button', { name: 'Delete links' }).click();
  await question.getByRole('button', { name: 'Delete links' }).click();
  await expect(page.getByText('2 deletions saved', { exact: true })).toBeVisible();
  await noneSelected(page);
});

test('copies checkout links one per line, and says how many have no address yet', async ({
  launchApp,
  service,
  userDataDir,
}) => {
  writeDataFolder({ userDataDir, products: 2, links: 3, serviceAddress: service.url });
  const app = await launchApp();
  const { page } = app;
  await createLink(page, 'Product 1', '60', '900');
  await selectAll(page).check();
  await selected(page, '4');
  await page.getByRole('button', { name: 'Copy addresses' }).click();
  await expect(page.getByText('3 checkout links copied. 1 has no address yet')).toBeVisible();
  const lines = (await app.clipboardText()).split('\n');
  expect(lines).toHaveLength(3);
  for (const line of lines) expect(line).toMatch(/^https:\/\/checkout\.example\/mara\/\d+\?uuid=[\w-]+$/);
  await selectAll(page).uncheck();
  await boxOf(page, 900).check();
  await page.getByRole('button', { name: 'Copy addresses' }).click();
  await expect(page.getByText('Nothing was copied', { exact: false })).toBeVisible();
});

test('exports ten thousand links as CSV, and a selection of them', async ({ launchApp, userDataDir }) => {
  writeDataFolder({ userDataDir, products: 100, links: 10_000 });
  const app = await launchApp();
  const { page } = app;
  await goTo(page, 'Payment links');
  await expect(tableOf(page)).toHaveAttribute('aria-rowcount', '10001');
  const all = join(userDataDir, 'all.csv');
  await app.answerDialogs({ save: all });
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(page.getByText('10,000 links exported to all.csv')).toBeVisible();
  const { raw, rows } = await readCsv(all);
  expect(raw.startsWith('\uFEFFProduct,Product id,State,')).toBe(true);
  expect(raw.split('\r\n')).toHaveLength(10_002);
  expect(rows).toHaveLength(10_000);
  expect(Object.keys(rows[0] ?? {})).toEqual([
    'Product',
    'Product id',
    'State',
    'Checkout URL',
    'uuid',
    'Created',
    'Single use',
    'Price USD',
    'Discounted price USD',
    'metadata: order',
  ]);
  expect(rows.map((row) => row['metadata: order'])).toEqual(
    Array.from({ length: 10_000 }, (_, index) => String(10_000 - index)),
  );
  const uuid = rows.at(-1)?.uuid ?? '';
  expect(rows.at(-1)).toMatchObject({
    Product: 'Product 1',
    'Product id': '1000',
    State: 'Synced',
    'Checkout URL': `https://checkout.example/mara/200000?uuid=${uuid}`,
    Created: '2025-01-01T00:01:40.000Z',
    'Single use': 'yes',
    'Price USD': '1',
    'Discounted price USD': '0.9',
  });
  await boxOf(page, 9_999).check();
  await boxOf(page, 9_997).click({ modifiers: ['Shift'] });
  const some = join(userDataDir, 'some.csv');
  await app.answerDialogs({ save: some });
  await page.getByRole('button', { name: 'Export CSV of selected links' }).click();
  await expect(page.getByText('3 links exported to some.csv')).toBeVisible();
  expect((await readCsv(some)).rows.map((row) => row['metadata: order'])).toEqual(['9999', '9998', '9997']);
  // Cancelled: nothing is written and no toast claims so. A folder without write access is reported.
  await app.answerDialogs({ save: join(userDataDir, 'no-such-folder', 'some.csv') });
  await page.getByRole('button', { name: 'Export CSV of selected links' }).click();
  await expect(page.getByText('The file could not be written', { exact: false })).toBeVisible();
});

test('exports spreadsheet formulas as text, only for what the list shows', async ({ signedIn: app, userDataDir }) => {
  const { page } = app;
  await createProduct(page, '=HYPERLINK("https://evil.example","Click, now")');
  await createProduct(page, 'Coaching hour');
  await createLink(page, '=HYPERLINK', '80.10', '@SUM(A1:A9)');
  await createLink(page, 'Coaching hour', '60', '1044');
  await allSaved(page);
  const file = join(userDataDir, 'formulas.csv');
  await app.answerDialogs({ save: file });
  await page.getByRole('searchbox', { name: 'Search payment links' }).fill('80.10');
  await expect(tableOf(page)).toHaveAttribute('aria-rowcount', '2');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(page.getByText('1 link exported to formulas.csv')).toBeVisible();
  const { raw, rows } = await readCsv(file);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    Product: '\'=HYPERLINK("https://evil.example","Click, now")',
    'metadata: order': "'@SUM(A1:A9)",
    'Price USD': '80.1',
  });
  expect(raw).toContain('"\'=HYPERLINK(""https://evil.example"",""Click, now"")"');
});

test('deletes many links after one question, each once and with the documented path', async ({
  signedInWith,
  service,
  userDataDir,
}) => {
  const app = await signedInWith({ products: 3, links: 40 });
  const { page } = app;
  await allSaved(page);
  await goTo(page, 'Payment links');
  await boxOf(page, 38).check();
  await boxOf(page, 27).click({ modifiers: ['Shift'] });
  await selected(page, '12');
  const chosen = await readExport();
  await page.getByRole('button', { name: 'Delete links' }).click();
  const question = page.getByRole('dialog', { name: 'Delete payment links' });
  await expect(question).toContainText('Delete 12 payment links?');
  await expect(question).toContainText('12 addresses stop working');
  await expectNoFindings(page, 'payment links');
  await question.getByRole('button', { name: 'Delete links' }).click();
  await expect(page.getByText('12 deletions saved', { exact: true })).toBeVisible();
  await expect(question).toBeHidden();
  await noneSelected(page);
  await allSaved(page);
  await expect(tableOf(page)).toHaveAttribute('aria-rowcount', '29');
  expect(deletions(service).sort()).toEqual(
    chosen.map((row) => `/api/shop/${row['Product id']}/payment-links/${row.uuid}`).sort(),
  );

  async function readExport() {
    const file = join(userDataDir, 'chosen.csv');
    await app.answerDialogs({ save: file });
    await page.getByRole('button', { name: 'Export CSV of selected links' }).click();
    await expect(page.getByText('12 links exported')).toBeVisible();
    return (await readCsv(file)).rows;
  }
});

test('the menu of a selected row is for the selection, that of another row for this row, without the keys of the selection', async ({
  signedInWith,
}) => {
  const { page } = await signedInWith({ products: 2, links: 6 });
  await goTo(page, 'Payment links');
  const menu = page.getByRole('menu');
  const row = (at: number) => tableOf(page).getByRole('row').nth(at);
  await boxOf(page, 6).check();
  await boxOf(page, 4).click({ modifiers: ['Shift'] });
  await selected(page, '3');
  await row(2).click({ button: 'right', position: { x: 60, y: 20 } });
  await expect(menu).toHaveAccessibleName('3 selected');
  await expect(menu.getByRole('menuitem', { name: 'Copy checkout link', exact: true })).toHaveCount(0);
  await expect(menu.getByRole('menuitem', { name: 'Delete links' })).toHaveAttribute('aria-keyshortcuts', 'Delete');
  await menu.getByRole('menuitem', { name: 'Delete links' }).click();
  const question = page.getByRole('dialog', { name: 'Delete payment links' });
  await expect(question).toContainText('Delete 3 payment links?');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await selected(page, '3');
  const ofRow = [
    () => row(5).click({ button: 'right', position: { x: 60, y: 20 } }),
    () =>
      row(2)
        .getByRole('button', { name: /^More actions/ })
        .click(),
  ];
  for (const open of ofRow) {
    await open();
    await expect(menu.getByRole('menuitem', { name: 'Delete link', exact: true })).toBeVisible();
    await expect(menu.locator('[aria-keyshortcuts]')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
  }
});

test('offline, cancels links that were not sent and queues the deletion of the others', async ({
  signedInWith,
  service,
}) => {
  const { page } = await signedInWith({ products: 2, links: 6 });
  await allSaved(page);
  await page.getByRole('switch', { name: 'Work offline' }).check();
  await createLink(page, 'Product 1', '60', '901');
  await createLink(page, 'Product 2', '61', '902');
  await expect(syncStatus(page)).toHaveText('Offline, 2 changes waiting');
  await boxOf(page, 902).check();
  await boxOf(page, 4).click({ modifiers: ['Shift'] });
  await selected(page, '5');
  await page.getByRole('button', { name: 'Delete links' }).click();
  const question = page.getByRole('dialog', { name: 'Delete payment links' });
  await expect(question).toContainText('Delete 5 payment links?');
  await expect(question).toContainText('2 links have not been sent yet');
  await question.getByRole('button', { name: 'Delete links' }).click();
  await expect(page.getByText('3 deletions saved, 2 withdrawn')).toBeVisible();
  await expect(question).toBeHidden();
  await expect(syncStatus(page)).toHaveText('Offline, 3 changes waiting');
  await expect(tableOf(page)).toHaveAttribute('aria-rowcount', '7');
  // Again: links that are being deleted already are skipped and counted.
  await selectAll(page).check();
  await page.getByRole('button', { name: 'Delete links' }).click();
  await expect(question).toContainText('3 links stay as before');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await selected(page, '6');
  await page.getByRole('switch', { name: 'Work offline' }).uncheck();
  await allSaved(page);
  // Deleted links leave the selection.
  await selected(page, '3');
  expect(deletions(service)).toHaveLength(3);
  expect(new Set(deletions(service)).size).toBe(3);
  expect(service.changes).toHaveLength(3);
});

test('offline, the deletion of many links is undone whole', async ({ signedInWith, service }) => {
  const { page } = await signedInWith({ products: 2, links: 4 });
  await allSaved(page);
  await page.getByRole('switch', { name: 'Work offline' }).check();
  await createLink(page, 'Product 1', '60', '901');
  await selectAll(page).check();
  await page.getByRole('button', { name: 'Delete links' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete links' }).click();
  await expect(page.getByText('4 deletions saved, 1 withdrawn')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('4 links stay')).toBeVisible();
  await expect(tableOf(page)).toHaveAttribute('aria-rowcount', '6');
  await expect(syncStatus(page)).toHaveText('Offline, 1 change waiting');
  await page.getByRole('switch', { name: 'Work offline' }).uncheck();
  await allSaved(page);
  expect(deletions(service)).toEqual([]);
});

test('new links do not move the rows on screen', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 3, links: 400 });
  await allSaved(page);
  await goTo(page, 'Payment links');
  await boxOf(page, 399).check();
  await page.getByRole('button', { name: 'New payment link' }).hover();
  await tableOf(page).evaluate((table) => {
    table.scrollTop = 4_010;
  });
  await expect(rowOf(page, 297)).toBeVisible();
  const place = async () => (await rowOf(page, 297).boundingBox())?.y;
  const before = await place();
  /** The largest distance of the row from its place while links are created. */
  await page.evaluate(() => {
    const watched = window as unknown as { strayed: number };
    watched.strayed = 0;
    const row = () =>
      [...document.querySelectorAll('[role="row"]')].find(({ textContent }) => textContent?.includes('order: 297'));
    const home = row()?.getBoundingClientRect().y ?? 0;
    const look = () => {
      watched.strayed = Math.max(watched.strayed, Math.abs((row()?.getBoundingClientRect().y ?? 9_999) - home));
      requestAnimationFrame(look);
    };
    look();
  });
  for (const order of ['901', '902', '903']) await createLinkHere(page, order);
  await expect(tableOf(page)).toHaveAttribute('aria-rowcount', '404');
  await allSaved(page);
  expect(await place()).toBe(before);
  expect(await page.evaluate(() => (window as unknown as { strayed: number }).strayed)).toBe(0);
  await selected(page, '1');
  // At the top of the list, new links appear at once.
  await tableOf(page).evaluate((table) => {
    table.scrollTop = 0;
  });
  await createLinkHere(page, '904');
  await expect(tableOf(page).getByRole('row').nth(1)).toContainText('order: 904');
  await expect.poll(() => markedOrders(page)).toEqual([399]);
});

test('scrolls a list of 5,000 links to its end and back with each row in its place', async ({
  launchApp,
  userDataDir,
}) => {
  writeDataFolder({ userDataDir, products: 3, links: 5_000 });
  const { page } = await launchApp();
  await goTo(page, 'Payment links');
  const table = tableOf(page);
  /** Scrolls until the row at this index is the first, and waits for it. */
  const look = async (index: number) => {
    const top = index * 40;
    await table.evaluate((element, to) => {
      element.scrollTop = to;
    }, top);
    await expect(table.locator(`[aria-rowindex="${index + 2}"]`)).toContainText(
      new RegExp(`order: ${5_000 - index}(?!\\d)`),
    );
    expect(await table.evaluate((element) => element.scrollTop)).toBe(top);
  };
  const places = [0, 50, 650, 1_250, 1_850, 2_450, 3_050, 3_650, 4_250, 4_850];
  for (const index of places) await look(index);
  // Distant pages were released, and are loaded again here.
  for (const index of places.toReversed()) await look(index);
  await expect(table).toHaveAttribute('aria-rowcount', '5001');
});

test('a selection has no serious axe findings and fits the smallest window, also on a product page', async ({
  launchApp,
  userDataDir,
}) => {
  writeDataFolder({ userDataDir, products: 2, links: 30 });
  const { page } = await launchApp();
  await resize(page, { width: 900, height: 600 });
  await page.getByRole('button', { name: 'Later' }).click();
  await goTo(page, 'Payment links');
  const top = async () => (await tableOf(page).boundingBox())?.y;
  await expect(rowOf(page, 30)).toBeVisible();
  const before = await top();
  await boxOf(page, 30).check();
  await boxOf(page, 26).click({ modifiers: ['Shift'] });
  await selected(page, '5');
  expect(await top()).toBe(before);
  await expectNoFindings(page, 'payment links');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoFindings(page, 'payment links');
  await goTo(page, 'Products');
  await page.getByRole('table', { name: 'Products' }).getByText('Product 2').click();
  const onPage = await top();
  await boxOf(page, 30).check();
  await selected(page, '1');
  expect(await top()).toBe(onPage);
  await expectNoFindings(page, 'payment links');
});

/** Creates a link without leaving the list. */
async function createLinkHere(page: Page, order: string): Promise<void> {
  await page.getByRole('button', { name: 'New payment link' }).click();
  const dialog = page.getByRole('dialog', { name: 'New payment link' });
  await dialog.getByRole('combobox', { name: 'Product' }).click();
  await page.getByRole('option', { name: 'Product 1' }).click();
  await dialog.getByRole('group', { name: 'Price 1' }).getByRole('textbox', { name: 'Price', exact: true }).fill('60');
  await dialog.getByRole('button', { name: 'Add metadata' }).click();
  await dialog.getByRole('textbox', { name: 'Metadata key 1' }).fill('order');
  await dialog.getByRole('textbox', { name: 'Metadata value 1' }).fill(order);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog).toBeHidden();
}
