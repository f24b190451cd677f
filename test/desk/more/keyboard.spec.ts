// By keyboard alone: what a seller does in a day, a backup with another store, and the way between a search and its list.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { slow } from '../../../tools/test/slow.ts';
import { expect, test } from '../../support/desk-test.ts';
import { type RecordingService, SELLER } from '../../support/recording-service.ts';
import { allSaved, createProduct, goTo, syncStatus } from '../../support/seller.ts';

/** Presses a key until the control has the focus. */
async function reach(page: Page, control: Locator, key = 'Tab'): Promise<void> {
  await expect(control).toBeVisible();
  const isThere = () => control.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 40 && !(await isThere()); presses += 1) await page.keyboard.press(key);
  await expect(control).toBeFocused();
}

async function press(page: Page, control: Locator): Promise<void> {
  await reach(page, control);
  await page.keyboard.press('Enter');
}

/** Runs a command of the palette. */
async function find(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeHidden();
}

async function retype(page: Page, control: Locator, text: string): Promise<void> {
  await reach(page, control);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

async function signInByKeyboard(page: Page, service: RecordingService): Promise<void> {
  await reach(page, page.getByRole('textbox', { name: 'Service address' }));
  for (const text of [service.url, SELLER.email, SELLER.password]) {
    await page.keyboard.type(text);
    if (text !== SELLER.password) await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
}

// Each key press is followed by a look at the focus.
test.setTimeout(slow(150_000));

const hasKeyboard = (page: Page) => page.evaluate(() => document.activeElement !== document.body);

test('links are added, copied, replaced, deleted, undone and exported', async ({ openDesk, service }) => {
  const desk = await openDesk({ prepare: (computer) => (computer.deletionGraceMs = 600_000) });
  const { page } = desk;
  await signInByKeyboard(page, service);
  await expect(page.getByRole('heading', { name: 'Products', exact: true })).toBeVisible();
  await find(page, 'add existing product');
  const product = page.getByRole('dialog', { name: 'Add existing product' });
  await expect(product.getByRole('textbox', { name: 'Product id' })).toBeFocused();
  await page.keyboard.type('118');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Logo design');
  await page.keyboard.press('Enter');
  await expect(product).toBeHidden();

  await find(page, 'add existing link');
  const existing = page.getByRole('dialog', { name: 'Add existing link' });
  await reach(page, existing.getByRole('combobox', { name: 'Product' }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: 'Logo design' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await reach(page, existing.getByRole('textbox', { name: 'Payment link' }));
  await page.keyboard.type('https://checkout.example/s/mara/1189?uuid=5f0c8d1e-9a4b-4c6d-8e2f-1234567890ab');
  await reach(page, existing.getByRole('textbox', { name: 'Price', exact: true }));
  await page.keyboard.type('80');
  await page.keyboard.press('Control+Enter');
  await expect(existing).toBeHidden();

  await find(page, '5f0c8d1e-9a4b-4c6d-8e2f-1234567890ab');
  const details = page.getByRole('complementary', { name: 'Link details' });
  await press(page, details.getByRole('button', { name: 'More actions' }));
  await page.getByRole('menuitem', { name: 'Create similar link' }).focus();
  await page.keyboard.press('Enter');
  const similar = page.getByRole('dialog', { name: 'New payment link' });
  await retype(page, similar.getByRole('textbox', { name: 'Price', exact: true }), '60');
  await page.keyboard.press('Control+Enter');
  await expect(similar).toBeHidden();
  await allSaved(page);
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect.poll(() => hasKeyboard(page)).toBe(true);

  await find(page, 'work offline');
  await expect(syncStatus(page)).toHaveText('Offline, no changes waiting');
  await find(page, '60');
  await press(page, details.getByRole('button', { name: 'More actions' }));
  await page.getByRole('menuitem', { name: 'Replace link' }).focus();
  await page.keyboard.press('Enter');
  const replacing = page.getByRole('dialog', { name: 'Replace payment link' });
  await retype(page, replacing.getByRole('textbox', { name: 'Price', exact: true }), '65');
  await page.keyboard.press('Control+Enter');
  await expect(replacing).toBeHidden();
  await find(page, '65');
  await press(page, details.getByRole('button', { name: 'More actions' }));
  await page.getByRole('menuitem', { name: 'Delete link' }).focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Delete payment link' });
  await press(page, question.getByRole('button', { name: 'Delete link' }));
  await expect(details).toBeHidden();
  const deleted = page.getByRole('status').filter({ hasText: 'Link deleted' });
  await press(page, deleted.getByRole('button', { name: 'Undo' }));
  await expect(syncStatus(page)).toHaveText('Offline, 2 changes waiting');
  await find(page, 'work online');
  await expect(syncStatus(page)).not.toContainText('Offline');
  // From here on nothing can be undone.
  await find(page, 'sync now');
  await allSaved(page);
  expect(service.changes.map(({ method }) => method)).toEqual(['POST', 'POST', 'DELETE']);

  desk.answers.save = join(desk.folder, 'links.csv');
  await find(page, 'export csv');
  await expect(page.getByText('2 links exported', { exact: false }).first()).toBeVisible();
  expect(readFileSync(desk.answers.save, 'utf8')).toContain('5f0c8d1e-9a4b-4c6d-8e2f-1234567890ab');
});

test('the arrow keys move from a search into the list and back; Delete and the copying key are for the open link', async ({
  signedInWith,
}) => {
  const desk = await signedInWith({ products: 3, links: 30 });
  const { page } = desk;
  const search = (name: string) => page.getByRole('searchbox', { name });
  const row = (at: number) => page.getByRole('row').nth(at);
  const focused = page.locator('[role="row"]:focus');
  await goTo(page, 'Payment links');
  await search('Search payment links').fill('order: 1');
  await page.keyboard.press('ArrowDown');
  await expect(row(1)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const address = page.getByRole('textbox', { name: 'Checkout URL' });
  await expect(address).toBeVisible();
  const open = (await row(2).textContent()) ?? '';
  await page.keyboard.press('ControlOrMeta+c');
  await expect.poll(() => desk.copied.length).toBe(1);
  expect(desk.copied).toEqual([await address.inputValue()]);
  // While others are selected, too.
  await row(1).getByRole('checkbox').check();
  await row(2).focus();
  await page.keyboard.press('Delete');
  const question = page.getByRole('dialog', { name: 'Delete payment link', exact: true });
  await expect(question).toContainText(/order: \d+/.exec(open)?.[0] ?? 'an order');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await row(2).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(search('Search payment links')).toBeFocused();

  await createProduct(page, 'Sent');
  await allSaved(page);
  await goTo(page, 'Sync');
  await page.getByRole('tab', { name: 'History' }).click();
  await search('Search history').press('ArrowDown');
  await expect(focused).toContainText('Sent');
  await page.keyboard.press('ArrowUp');
  await expect(search('Search history')).toBeFocused();
});
