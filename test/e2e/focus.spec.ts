// Focus after a control is gone, keys and where they act, and details that close by themselves.
import { writeDataFolder } from '../support/data-folder.ts';
import { freePort } from '../support/free-port.ts';
import { goTo } from '../support/seller.ts';
import { expect, test } from './fixture.ts';

test.use({ isAnimated: true });

test('Ctrl+N and Delete work from the search, a checkbox and the selection; typing stays typing', async ({
  launchApp,
  userDataDir,
}) => {
  writeDataFolder({ userDataDir, products: 2, links: 30 });
  const { page } = await launchApp();
  await goTo(page, 'Payment links');
  const rows = page.getByRole('table', { name: 'Payment links' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('order: 30');
  const search = page.getByRole('searchbox', { name: 'Search payment links' });
  await search.fill('order 2');
  await page.keyboard.press('Control+n');
  const form = page.getByRole('dialog', { name: 'New payment link' });
  await expect(form.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(search).toBeFocused();

  // Typing keys belong to the field, also while rows are selected.
  const question = page.getByRole('dialog', { name: 'Delete payment links' });
  await search.fill('');
  const boxes = page.getByRole('checkbox', { name: /^Select .*\$/ });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await search.fill('');
  await search.pressSequentially('x/?');
  await expect(search).toHaveValue('x/?');
  await search.fill('');
  await expect(rows.nth(1)).toContainText('order: 30');

  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await boxes.nth(1).focus();
  await page.keyboard.press('Delete');
  await expect(question).toContainText('2');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(boxes.nth(1)).toBeFocused();
  const copy = page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Copy addresses' });
  for (const control of [copy, page.getByRole('checkbox', { name: 'Select all links' })]) {
    await control.focus();
    await page.keyboard.press('Delete');
    await expect(question).toContainText('2');
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(control).toBeFocused();
  }
  await search.focus();
  await page.keyboard.press('Delete');
  await page.keyboard.press('Control+n');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(question).toBeHidden();
});

test('focus returns to what opened a question, and stays on the button of the inbox', async ({ launchApp }) => {
  const { page } = await launchApp({ args: ['--practice'] });
  const store = page.getByRole('button', { name: /^Store: / });
  const question = page.getByRole('dialog', { name: 'Sign out' });
  await store.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1);
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(store).toBeFocused();

  await goTo(page, 'Webhook');
  await page.getByRole('textbox', { name: 'Port' }).fill(String(await freePort()));
  await page.getByRole('button', { name: 'Start inbox' }).focus();
  await page.keyboard.press('Enter');
  const stop = page.getByRole('button', { name: 'Stop inbox' });
  await expect(stop).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Start inbox' })).toBeFocused();

  // With the tour closed, from the heading of a screen without a list.
  const tour = page.getByRole('region', { name: 'Tour' });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('start the tour');
  await page.keyboard.press('Enter');
  await tour.getByRole('button', { name: 'Leave the tour' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Webhook', level: 1 })).toBeFocused();
});

test('details close when a search hides their link, and stay for one that is opened anyway', async ({
  launchApp,
  userDataDir,
}) => {
  writeDataFolder({ userDataDir, products: 2, links: 30 });
  const { page } = await launchApp();
  await goTo(page, 'Payment links');
  const table = page.getByRole('table', { name: 'Payment links' });
  const details = page.getByRole('complementary', { name: 'Link details' });
  const search = page.getByRole('searchbox', { name: 'Search payment links' });
  await table.getByRole('row').filter({ hasText: 'order: 21' }).click();
  await expect(details).toContainText('21');
  await search.fill('21');
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(details).toBeVisible();
  // The first Escape clears the search, the next closes the details.
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('');
  await expect(table.getByRole('row').nth(1)).toContainText('order: 30');
  await expect(details).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(table.getByRole('row').filter({ hasText: 'order: 21' })).toBeFocused();

  await table.getByRole('row').filter({ hasText: 'order: 21' }).click();
  await expect(details).toContainText('21');
  await search.fill('22');
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(details).toBeHidden();
  await expect(search).toBeFocused();

  // Opened from the palette while the search still hides it.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('order 23');
  await page.getByRole('option').filter({ hasText: '23' }).first().click();
  await expect(details).toContainText('23');
  await expect(table).toContainText('order: 22');
  await expect(details).toBeVisible();
  await table.getByRole('row').nth(1).focus();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
});

test('a screen opened by its keys starts in its list, and again in the row that was left', async ({
  launchApp,
  userDataDir,
}) => {
  writeDataFolder({ userDataDir, products: 2, links: 30 });
  const { page } = await launchApp();
  const rowsOf = (name: string) => page.getByRole('table', { name }).getByRole('row');
  await expect(rowsOf('Products').nth(1)).toBeVisible();
  await page.keyboard.press('Control+2');
  const links = rowsOf('Payment links');
  await expect(links.nth(1)).toBeFocused();
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('ArrowDown');
  await expect(links.nth(4)).toBeFocused();
  await expect(links.nth(4)).toContainText('order: 27');
  await page.keyboard.press('Control+1');
  await expect(rowsOf('Products').nth(1)).toBeFocused();
  await page.keyboard.press('Control+2');
  await expect(links.filter({ hasText: 'order: 27' })).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search payment links' })).toBeFocused();
  // A mouse stays where it clicked.
  await goTo(page, 'Products');
  await expect(rowsOf('Products').nth(1)).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Products' })).toBeFocused();
});
