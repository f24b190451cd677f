// What stays in sight in a small window, as at 200 % zoom: the sync status, what has the keyboard, and what buyers see.

import type { Locator, Page } from '@playwright/test';
import { cutRing } from '../support/focus-ring.ts';
import { resize } from '../support/resize.ts';
import { goTo, linkRow, syncStatus } from '../support/seller.ts';
import { expect, test } from './service.ts';

const ZOOMED = { width: 640, height: 400 };

const tableOf = (page: Page) => page.getByRole('table', { name: 'Payment links' });
const toasts = (page: Page) => page.locator('.mantine-Notification-root');

/** How many px of it are below the edge of a toast. */
async function underToast(page: Page, element: Locator): Promise<number> {
  const toast = await toasts(page).first().boundingBox();
  const box = await element.boundingBox();
  if (!toast || !box) throw new Error('There is no toast, or nothing else.');
  return Math.max(0, box.y + box.height - toast.y);
}

test('a toast covers neither the sync status nor the row with the keyboard', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 2, links: 60 });
  await resize(page, ZOOMED);
  await page.getByRole('switch', { name: 'Work offline' }).check();
  await goTo(page, 'Payment links');
  const focused = tableOf(page).locator('[role="row"]:focus');
  await tableOf(page).getByRole('row').nth(2).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete link' }).click();
  await expect(toasts(page)).toHaveCount(1);
  await expect(focused).toContainText('1');
  await expect.poll(() => underToast(page, focused), 'px of the row').toBe(0);
  await expect(focused).toBeInViewport({ ratio: 0.95 });
  await expect.poll(() => underToast(page, syncStatus(page)), 'px of the status').toBe(0);
  await expect(syncStatus(page)).toBeInViewport({ ratio: 1 });
  await expect(syncStatus(page)).toHaveText('Offline, 1 change waiting');
});

test('the ring of what has the keyboard is never cut off', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 2, links: 60 });
  const walk = async (where: string) => {
    const rings: string[][] = [];
    for (let step = 0; step < 30; step += 1) {
      await page.keyboard.press('Tab');
      const cut = await cutRing(page);
      if (cut) rings.push(cut);
    }
    expect(rings.length, where).toBeGreaterThan(20);
    expect(rings.flat(), where).toEqual([]);
  };
  for (const size of [ZOOMED, { width: 900, height: 600 }]) {
    await resize(page, size);
    for (const screen of ['Products', 'Payment links', 'Settings'] as const) {
      await goTo(page, screen);
      await walk(`${screen} at ${size.width} px`);
    }
    await goTo(page, 'Products');
    await page.getByRole('link', { name: 'Product 1', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Product 1' })).toBeVisible();
    // While the list has no rows, Tab focuses the list itself.
    await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible();
    await walk(`a product at ${size.width} px`);
  }
});

test('every screen of the side bar is in sight, with the store and its status', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 2, links: 18 });
  await resize(page, ZOOMED);
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(links).toHaveCount(6);
  for (const link of await links.all()) {
    await expect(link).toBeInViewport({ ratio: 1 });
    const name = link.locator('.mantine-NavLink-label');
    expect(await name.evaluate((label) => label.getBoundingClientRect().height), 'on one line').toBeLessThan(26);
    expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 'whole').toBe(0);
  }
  await expect(page.getByRole('button', { name: 'Store: ' })).toBeInViewport({ ratio: 1 });
  await expect(syncStatus(page)).toBeInViewport({ ratio: 1 });
});

test('at 450 px the side bar is icons, and each says what it is under the pointer and with the keyboard', async ({
  signedInWith,
}) => {
  const { page } = await signedInWith({ products: 2, links: 18, sending: 2 });
  await resize(page, { width: 450, height: 300 });
  const main = await page.getByRole('main').boundingBox();
  expect(main?.width).toBeGreaterThan(390);
  const width = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().width);
  /** Px from the middle of one to that of the other, down the window. */
  const off = async (part: Locator, other: Locator): Promise<number> => {
    const [one, two] = [await part.boundingBox(), await other.boundingBox()];
    if (!one || !two) throw new Error('One of them is not shown.');
    return Math.abs(one.y + one.height / 2 - two.y - two.height / 2);
  };
  for (const screen of ['Settings', 'Products'] as const) {
    await goTo(page, screen);
    await page.mouse.move(300, 20);
    await page.keyboard.press('Tab');
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    for (const control of [
      { icon: page.getByRole('button', { name: 'Find', exact: true }), label: page.getByText('Find', { exact: true }) },
      ...(await links.all()).map((icon) => ({ icon, label: icon.locator('.mantine-NavLink-body') })),
      { icon: page.getByRole('button', { name: 'Store: ' }), label: page.getByText(/^Store: /) },
    ]) {
      await expect(control.icon).toBeInViewport({ ratio: 1 });
      expect(await width(control.label)).toBeLessThanOrEqual(1);
      await control.icon.focus();
      await expect.poll(() => width(control.label)).toBeGreaterThan(20);
      await expect(control.label).toBeInViewport({ ratio: 1 });
      expect(await off(control.icon, control.label)).toBeLessThan(3);
    }
  }
  await syncStatus(page).locator('xpath=ancestor::a').hover();
  await expect.poll(() => width(syncStatus(page))).toBeGreaterThan(100);
  await expect(syncStatus(page)).toBeInViewport({ ratio: 1 });
  await page.getByRole('link', { name: /need your attention/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sync' })).toBeVisible();
  const row = page.getByRole('row').nth(1);
  await expect(row).toBeInViewport({ ratio: 1 });
  await row.click();
  for (const name of ['Mark as sent', 'Send again', 'Discard'])
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  await page.getByRole('switch', { name: 'Work offline' }).check();
  await expect(page.getByRole('switch', { name: 'Work offline' })).toBeChecked();
});

test('at 450 px every product can be reached in the form of a link, and the chosen one can be told apart', async ({
  signedInWith,
}) => {
  const titleOf = (term: string) => `Photography workshop for beginners, Berlin, ${term}`;
  const chosen = titleOf('autumn');
  const { page } = await signedInWith({ products: 6, links: 0, productTitles: [titleOf('spring'), chosen] });
  await resize(page, { width: 450, height: 300 });
  await goTo(page, 'Payment links');
  await page.keyboard.press('ControlOrMeta+n');
  const dialog = page.getByRole('dialog', { name: 'New payment link' });
  await dialog.getByRole('combobox', { name: 'Product' }).click();
  await expect(page.getByRole('option')).toHaveCount(6);
  for (let step = 0; step < 6; step += 1) {
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('[data-combobox-selected]')).toBeInViewport({ ratio: 0.95, timeout: 8_000 });
  }
  await page.getByRole('option', { name: chosen }).first().click();
  const shown = dialog.getByText(chosen, { exact: true });
  await expect(shown).toBeVisible();
  expect(await shown.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
  await resize(page, { width: 1280, height: 800 });
  await expect(shown).toHaveCount(0);
});

test('what a replacement will do stays in sight', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 1, links: 3 });
  await resize(page, ZOOMED);
  await goTo(page, 'Payment links');
  await tableOf(page).getByRole('row').nth(1).focus();
  await page.keyboard.press('Control+a');
  await page
    .getByRole('toolbar', { name: 'Selection' })
    .getByRole('button', { name: 'Replace with a new price' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Replace with a new price' });
  await dialog.getByRole('textbox', { name: 'Price', exact: true }).fill('70');
  await expect(dialog.getByText('3 links will be replaced.')).toBeInViewport({ ratio: 1 });
});

test('heads of columns stand on one line, and that of the price ends where its figures end', async ({
  signedInWith,
}) => {
  const { page } = await signedInWith({ products: 2, links: 60 });
  await goTo(page, 'Payment links');
  const edges = (text: Locator) =>
    text.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const [box] = range.getClientRects();
      return { right: box?.right ?? 0, bottom: box?.bottom ?? 0 };
    });
  for (const width of [640, 900, 1280]) {
    await resize(page, { width, height: 600 });
    const head = (name: string) => tableOf(page).getByRole('columnheader', { name }).getByText(name, { exact: true });
    const off = async (other: Locator, side: 'right' | 'bottom') =>
      Math.abs((await edges(head('Price')))[side] - (await edges(other))[side]);
    const figure = linkRow(page, 'order: 60').getByText('$60.00').last();
    await expect.poll(() => off(figure, 'right'), `figures at ${width} px`).toBeLessThanOrEqual(1);
    for (const other of ['Product', 'Metadata'])
      await expect.poll(() => off(head(other), 'bottom'), `${other} at ${width} px`).toBe(0);
  }
});

test('what buyers see is in sight while the form of a new link is filled in', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 2, links: 1 });
  await goTo(page, 'Payment links');
  for (const size of [{ width: 900, height: 600 }, ZOOMED]) {
    await resize(page, size);
    await page.getByRole('button', { name: 'New payment link' }).click();
    const dialog = page.getByRole('dialog', { name: 'New payment link' });
    const preview = dialog.getByRole('region', { name: 'Preview' });
    await dialog.getByRole('textbox', { name: 'Price' }).fill('80.10');
    await expect(preview).toContainText('$80.10');
    await expect(preview).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole('button', { name: 'Create link' })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Close without saving' }).click();
    await expect(dialog).toBeHidden();
  }
});

test('a filter says how many links match it, also with another one', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 2, links: 60, sold: [2, 3, 4] });
  await resize(page, { width: 1280, height: 800 });
  await goTo(page, 'Payment links');
  await expect(page.getByText(/match(es)?$/)).toHaveCount(0);
  await page.getByRole('checkbox', { name: /^Sold/ }).check();
  await expect(page.getByText('3 matches', { exact: true }).first()).toBeVisible();
  await page.getByRole('checkbox', { name: /^Single use/ }).check();
  await expect(page.getByText('1 match', { exact: true }).first()).toBeVisible();
  await expect(tableOf(page).getByRole('row')).toHaveCount(2);
});

test('a list shows two rows at 450×300, and the side bar the screen that is open', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 2, links: 20 });
  await resize(page, { width: 450, height: 300 });
  for (const screen of ['Settings', 'Sales', 'Products', 'Payment links'] as const) {
    await goTo(page, screen);
    const current = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: screen });
    await expect(current).toHaveAttribute('aria-current', 'page');
    await expect(current, screen).toBeInViewport({ ratio: 0.95 });
  }
  for (const at of [1, 2]) await expect(tableOf(page).getByRole('row').nth(at)).toBeInViewport({ ratio: 0.95 });
  await expect(page.getByRole('button', { name: 'New payment link' })).toBeVisible();
});

/** The items of the open menu that cannot be reached: after scrolling, they are outside of the menu or of the window. */
const outOfReach = (page: Page): Promise<string[]> =>
  page.getByRole('menu').evaluate((menu) =>
    [...menu.querySelectorAll('[role="menuitem"]')]
      .filter((item) => {
        item.scrollIntoView({ block: 'nearest' });
        const { top, bottom } = item.getBoundingClientRect();
        const box = menu.getBoundingClientRect();
        return top < Math.max(0, box.top) || bottom > Math.min(window.innerHeight, box.bottom);
      })
      .map(({ textContent }) => textContent ?? ''),
  );

test('menus scroll inside the window, and every item can be reached', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 2, links: 20 });
  await goTo(page, 'Payment links');
  const row = tableOf(page).getByRole('row').nth(2);
  const menu = page.getByRole('menu');
  const opens: Readonly<Record<string, () => Promise<void>>> = {
    'the menu button of a row': () => row.getByRole('button', { name: /^More actions/ }).click(),
    'a right-click on a row': () => row.click({ button: 'right', position: { x: 60, y: 20 } }),
    'Shift+F10 on a row': async () => {
      await row.focus();
      await page.keyboard.press('Shift+F10');
    },
    'the dates': () => page.getByRole('button', { name: /^Created/ }).click(),
  };
  for (const size of [ZOOMED, { width: 450, height: 300 }]) {
    await resize(page, size);
    for (const [way, open] of Object.entries(opens)) {
      const where = `${way} at ${size.width} px`;
      await open();
      await expect(menu, where).toBeInViewport({ ratio: 0.95 });
      await expect.poll(() => outOfReach(page), { message: where, timeout: 8_000 }).toEqual([]);
      const last = menu.getByRole('menuitem').last();
      for (const key of ['ArrowDown', 'End']) await page.keyboard.press(key);
      await expect(last, where).toBeInViewport({ ratio: 0.95 });
      await page.keyboard.press('Home');
      await expect(menu.getByRole('menuitem').first(), where).toBeInViewport({ ratio: 0.95 });
      await menu.hover();
      await page.mouse.wheel(0, 2_000);
      await expect(last, where).toBeInViewport({ ratio: 0.95 });
      await page.keyboard.press('Escape');
      await expect(menu).toHaveCount(0);
    }
  }
});

test('an import says in sight why its links cannot be created', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 1, links: 0 });
  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'Import links from CSV' }).click();
  const rows = ['Product,Price USD,Rabatt,Bestellnr,Note', 'Product 1,80,10,2026-20001,hello'];
  await page.getByRole('textbox', { name: 'Paste rows' }).fill(rows.join('\n'));
  await page.getByRole('button', { name: 'Read rows' }).click();
  for (const size of [{ width: 900, height: 600 }, ZOOMED]) {
    await resize(page, size);
    await expect(page.getByRole('button', { name: /^Create \d+ link/ })).toBeDisabled();
    await expect(page.getByText(/^The column "Rabatt" looks like a discount/)).toBeInViewport({
      ratio: 1,
      timeout: 8_000,
    });
  }
});

test('the rows of a file show their states as icons, and the room goes to the products', async ({ signedInWith }) => {
  const title = 'Ceramic mug, blue glaze';
  const longer = 'Photography workshop for beginners, Berlin, spring';
  const { page } = await signedInWith({ products: 2, links: 0, productTitles: [title, longer] });
  await goTo(page, 'Payment links');
  await page.getByRole('button', { name: 'Import links from CSV' }).click();
  const row = (price: string, once: string) => `"${title}",${price},129,${once},2026-10440,partner shop`;
  const names = 'Product,Price USD,Discounted price USD,Single use,metadata: order,metadata: channel';
  const rows = [names, row('149', 'no'), `"${longer}",149,129,yes,2026-10441,newsletter`];
  const read = async (lines: readonly string[]) => {
    await page.getByRole('textbox', { name: 'Paste rows' }).fill(lines.join('\n'));
    await page.getByRole('button', { name: 'Read rows' }).click();
  };
  const table = page.getByRole('table', { name: 'Rows to import' });
  const px = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().width);
  for (const lines of [rows, [...rows, row('abc', 'no')]]) {
    await read(lines);
    for (const size of [ZOOMED, { width: 450, height: 300 }]) {
      await resize(page, size);
      const state = table.getByRole('row').nth(1).getByRole('cell').last();
      await expect.poll(() => px(state), { message: `at ${size.width} px`, timeout: 8_000 }).toBeLessThan(36);
      await expect(state).toHaveText('Ready');
      await expect(state.getByTitle('Ready')).toHaveCount(1);
      const product = table.getByRole('row').nth(1).getByText(title, { exact: true });
      const cut = (part: Locator) => part.evaluate((one) => one.scrollWidth - one.clientWidth);
      await expect.poll(() => cut(product), { message: `at ${size.width} px`, timeout: 8_000 }).toBe(0);
      const head = table.getByRole('columnheader', { name: 'State' });
      const lacking = () =>
        head.evaluate((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          const isHidden = (cell.firstElementChild?.clientWidth ?? Infinity) <= 1;
          return isHidden ? 0 : Math.max(0, range.getBoundingClientRect().width - cell.clientWidth);
        });
      await expect.poll(lacking, { message: `head at ${size.width} px`, timeout: 8_000 }).toBe(0);
    }
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await expect(page.getByRole('textbox', { name: 'Paste rows' })).toBeVisible();
  }
});
