// Lists: how columns share their width, what a small window shows, row menus, and shortcuts.

import type { Locator, Page } from '@playwright/test';
import { expectNoFindings } from '../support/axe.ts';
import { writeDataFolder } from '../support/data-folder.ts';
import { resize } from '../support/resize.ts';
import { createProduct, goTo, linkRow, syncStatus } from '../support/seller.ts';
import { expect, test } from './service.ts';

const LONG = 'Logo design for a small business, three drafts, one week';

const details = (page: Page): Locator => page.getByRole('complementary', { name: 'Link details' });

/** The cut-off texts of a cell, and how many px of it are empty. */
const room = (row: Locator, column: number) =>
  row
    .getByRole('cell')
    .nth(column)
    .evaluate((cell) => {
      const texts = [...cell.querySelectorAll('span')].filter((span) => span.children.length === 0 && span.textContent);
      // Visually hidden text has no size.
      const seen = texts.filter((span) => span.getBoundingClientRect().width > 1);
      const isCut = (element: Element | null): boolean =>
        element !== null &&
        cell.contains(element) &&
        (element.scrollWidth > element.clientWidth || isCut(element.parentElement));
      const range = document.createRange();
      const taken = seen.map((span) => {
        range.selectNodeContents(span);
        return range.getBoundingClientRect().width;
      });
      return {
        cut:
          seen.filter((span) => getComputedStyle(span).display !== 'inline' && isCut(span)).length > 0 || isCut(cell),
        blank: cell.getBoundingClientRect().width - taken.reduce((sum, width) => sum + width, 0),
      };
    });

test('columns share the width by their content, row by row, and changes show what distinguishes them', async ({
  signedIn: { page },
}) => {
  await page.getByRole('switch', { name: 'Work offline' }).check();
  await createProduct(page, LONG);
  await createProduct(page, 'Coaching hour');
  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'Import links from CSV' }).click();
  const rows = [
    'Product,Price USD,Discounted price USD,Order number',
    `"${LONG}",80.10,,ORD-2026-1042`,
    'Coaching hour,60,,ORD-2026-1043',
    'Coaching hour,123456.50,100000.25,ORD-2026-1044',
  ];
  await page.getByRole('textbox', { name: 'Paste rows' }).fill(rows.join('\n'));
  await page.getByRole('button', { name: 'Read rows' }).click();
  await page.getByRole('button', { name: 'Create 3 links' }).click();
  await expect(page.getByText('0 of 3 sent, 3 waiting')).toBeVisible();
  await goTo(page, 'Payment links');
  const row = linkRow(page, 'ORD-2026-1043');
  const expectSeen = async () => {
    for (const order of ['1042', '1043', '1044']) {
      const link = linkRow(page, `ORD-2026-${order}`);
      expect((await room(link, 2)).cut, 'metadata').toBe(false);
      const { cut } = await room(link, 0);
      // A title is cut only where the price of its own row takes the rest.
      if (cut) expect((await room(link, 1)).blank, 'blank beside the price').toBeLessThan(8);
      if (order === '1043') expect(cut, 'product').toBe(false);
    }
  };
  for (const [width, height] of [
    [1280, 800],
    [900, 600],
  ] as const) {
    await resize(page, { width, height });
    await expect(row).toBeVisible();
    await expect(expectSeen).toPass();
    await row.click();
    await expect(details(page)).toContainText('ORD-2026-1043');
    if (width > 900) await expect(expectSeen).toPass();
    await page.keyboard.press('Escape');
    await expect(details(page)).toBeHidden();
  }
  await goTo(page, 'Sync');
  const change = page.getByRole('row').filter({ hasText: '1043' });
  await expect(change).toBeVisible();
  const parts = change.locator('[title^="Create payment link"] > [aria-hidden] > span');
  const cut = () =>
    parts.evaluateAll((all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
  await expect(parts).toHaveText(['Coaching hour', '$60.00, ORD-2026-1043']);
  await expect(parts.first()).toBeVisible();
  await expect.poll(cut).toBe(0);
  await change.click();
  await expect(page.getByRole('heading', { level: 2, name: '1043' })).toBeVisible();
  await expect.poll(cut).toBe(0);
  // A wide window shows the same change in words.
  await page.keyboard.press('Escape');
  await resize(page, { width: 1920, height: 1080 });
  await expect(parts.first()).toBeHidden();
  await expect(change).toContainText('Create payment link for "Coaching hour", $60.00, Order number');
});

test('at 200 % the details take the whole page and give it back, and row commands stay reachable', async ({
  launchApp,
  userDataDir,
}) => {
  writeDataFolder({ userDataDir, products: 2, links: 30 });
  const { page } = await launchApp();
  // 1280×800 at 200 %.
  await resize(page, { width: 640, height: 400 });
  await goTo(page, 'Payment links');
  const more = page.getByRole('table', { name: 'Payment links' }).getByRole('row').nth(2);
  await more.scrollIntoViewIfNeeded();
  await expect(more.getByRole('button', { name: /^More actions/ })).toBeInViewport({ ratio: 1 });
  await expect(more.getByRole('button', { name: 'Copy checkout link' })).toBeInViewport({ ratio: 1 });
  await goTo(page, 'Products');
  await expect(page.getByRole('button', { name: 'More actions for Product 1' })).toBeInViewport({ ratio: 1 });
  // 900×600 at 200 %.
  await resize(page, { width: 450, height: 300 });
  await goTo(page, 'Payment links');
  const row = page.getByRole('table', { name: 'Payment links' }).getByRole('row').nth(3);
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Checkout URL' })).toBeVisible();
  await expect.poll(async () => (await details(page).boundingBox())?.height).toBe(300);
  await expect(details(page).getByRole('heading', { level: 2 })).toBeFocused();
  await expect(page.getByRole('table')).toHaveCount(0);
  await expectNoFindings(page, 'details alone');
  await page.keyboard.press('Escape');
  await expect(details(page)).toBeHidden();
  await expect(row).toBeFocused();
  await page.keyboard.press('Enter');
  await details(page).getByRole('button', { name: 'Close details' }).click();
  await expect(row).toBeFocused();
  await row.scrollIntoViewIfNeeded();
  await expect(row.getByRole('button', { name: /^More actions/ })).toBeInViewport({ ratio: 1 });
});

test('the details follow the arrow keys, and a row offers its commands by right click and shortcut', async ({
  launchApp,
  userDataDir,
}) => {
  writeDataFolder({ userDataDir, products: 2, links: 300 });
  const app = await launchApp();
  const { page } = app;
  await goTo(page, 'Payment links');
  const rows = page.getByRole('table', { name: 'Payment links' }).getByRole('row');
  await rows.nth(1).click();
  await expect(details(page)).toContainText('300');
  for (const order of ['299', '298']) {
    await page.keyboard.press('ArrowDown');
    await expect(details(page)).toContainText(order);
    await expect(rows.filter({ hasText: `order: ${order}` })).toHaveAttribute('aria-current', 'true');
  }
  await expect(rows.nth(3)).toBeFocused();
  // That row is not loaded yet: the details follow once it is.
  await page.keyboard.press('End');
  await expect(details(page).getByText('1', { exact: true })).toBeVisible();
  await page.keyboard.press('Home');
  await expect(details(page)).toContainText('300');
  await page.keyboard.press('Escape');
  await expect(details(page)).toBeHidden();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(2)).toBeFocused();
  await expect(details(page)).toBeHidden();

  // The app's own menu, at the pointer and by keyboard: the commands behind the three dots.
  const menu = page.getByRole('menu', { name: /^More actions for / });
  await rows
    .nth(2)
    .getByRole('button', { name: /^More actions/ })
    .click();
  const commands = await menu.getByRole('menuitem').allTextContents();
  expect(commands.length).toBeGreaterThan(4);
  await page.keyboard.press('Escape');
  await rows.nth(2).getByText('order: 299').click({ button: 'right' });
  await expect(menu.getByRole('menuitem')).toHaveText(commands);
  await expectNoFindings(page, 'menu of a row');
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(rows.nth(2)).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await expect(menu.getByRole('menuitem')).toHaveText(commands);
  await menu.getByRole('menuitem', { name: 'Delete link' }).click();
  const question = page.getByRole('dialog', { name: 'Delete payment link' });
  await expect(question).toContainText('299');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(rows.nth(2)).toBeFocused();

  await page.keyboard.press('ControlOrMeta+c');
  await expect(page.getByText('Checkout link copied')).toBeVisible();
  await expect.poll(() => app.clipboardText()).toContain('uuid=');
  await page.keyboard.press('Delete');
  await expect(question).toContainText('299');
  await page.keyboard.press('Escape');
  await goTo(page, 'Products');
  await page
    .getByRole('row')
    .nth(1)
    .getByText(/^Product/)
    .click({ button: 'right' });
  await expect(menu.getByRole('menuitem', { name: 'New payment link' })).toBeVisible();
});

test('shortcuts search, create and list themselves, and do nothing in fields and dialogs', async ({
  launchApp,
  userDataDir,
}) => {
  writeDataFolder({ userDataDir, products: 2, links: 30 });
  const app = await launchApp();
  const { page } = app;
  await goTo(page, 'Payment links');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search payment links' });
  // Between two screens there is no search, and "/" opens the palette.
  await expect(search).toBeVisible();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('order/? 7');
  await expect(search).toHaveValue('order/? 7');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: 'Single use' }).focus();
  await page.keyboard.press('ControlOrMeta+f');
  await expect(search).toBeFocused();
  await page.getByRole('button', { name: 'Export CSV' }).focus();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet.getByRole('row', { name: /Copy checkout link/ })).toContainText(/C$/);
  await expectNoFindings(page, 'keyboard shortcuts');
  await page.keyboard.press('ControlOrMeta+n');
  await page.keyboard.press('/');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await page.keyboard.press('ControlOrMeta+n');
  await expect(page.getByRole('dialog', { name: 'New payment link' })).toBeVisible();
  await page.keyboard.press('Escape');
  await goTo(page, 'Products');
  await expect(page.getByRole('button', { name: 'New product' }).first()).toBeVisible();
  expect(await app.chooseMenuItem('create')).toBe(true);
  await expect(page.getByRole('dialog', { name: 'New product' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await goTo(page, 'Sync');
  await page.keyboard.press('ControlOrMeta+n');
  await expect(page.getByRole('dialog', { name: 'New payment link' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // A screen without a search opens the palette.
  await goTo(page, 'Settings');
  await page.keyboard.press('ControlOrMeta+f');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
});

test('the open change follows the arrow keys on the Sync screen, and its row offers the decisions', async ({
  signedInWith,
}) => {
  const { page } = await signedInWith({ products: 1, links: 1, sending: 3 });
  await expect(syncStatus(page)).toHaveText('3 changes need your attention');
  await goTo(page, 'Sync');
  const row = (order: string) => page.getByRole('row').filter({ hasText: order });
  const heading = (order: string) => page.getByRole('heading', { level: 2, name: order });
  await row('crash 1').click();
  await expect(heading('crash 1')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(heading('crash 2')).toBeVisible();
  await expect(row('crash 2')).toBeFocused();
  await expect(row('crash 2')).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Escape');
  await expect(heading('crash 2')).toBeHidden();
  await expect(row('crash 2')).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Discard' }).click();
  const question = page.getByRole('dialog', { name: 'Discard this change?' });
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(row('crash 2')).toHaveCount(0);
  await expect(row('crash 3')).toBeFocused();
});
