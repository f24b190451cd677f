// Settling many changes in one step on the Sync screen: sixty doubts after a crash, by keyboard, and one after another.

import type { Locator, Page } from '@playwright/test';
import type { LaunchedApp, LaunchOptions } from '../support/app.ts';
import { expectNoFindingsInBothThemes } from '../support/axe.ts';
import { writeDataFolder } from '../support/data-folder.ts';
import type { RecordingService } from '../support/recording-service.ts';
import { resize } from '../support/resize.ts';
import { allSaved, createProduct, goTo, signIn, syncStatus } from '../support/seller.ts';
import { expect, test } from './service.ts';

type Launch = (options?: Partial<LaunchOptions>) => Promise<LaunchedApp>;

const tableOf = (page: Page): Locator => page.getByRole('table', { name: 'Waiting changes' });
const rowOf = (page: Page, order: string): Locator => tableOf(page).getByRole('row').filter({ hasText: order });
const boxOf = (page: Page, order: string): Locator => rowOf(page, order).getByRole('checkbox', { name: /^Select / });
const toolbar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Selection' });
const creations = (service: RecordingService): string[] =>
  service.changes
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/payment-links'))
    .map(({ raw }) => JSON.parse(raw).metadata.order);

/** Presses a key until the control has the focus. */
async function reach(page: Page, control: Locator, key = 'Tab'): Promise<void> {
  await expect(control).toBeVisible();
  const isThere = () => control.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 40 && !(await isThere()); presses += 1) await page.keyboard.press(key);
  await expect(control).toBeFocused();
}

/** The app as it starts after a crash while it was creating links. */
async function afterCrash(
  { launchApp, service, userDataDir }: { launchApp: Launch; service: RecordingService; userDataDir: string },
  sending: number,
): Promise<Page> {
  writeDataFolder({ userDataDir, products: 2, links: 0, serviceAddress: service.url, sending });
  const { page } = await launchApp();
  await signIn(page, service);
  await expect(syncStatus(page)).toHaveText(`${sending} changes need your attention`);
  return page;
}

test('sends sixty doubts again after a crash, by keyboard alone', async ({ launchApp, service, userDataDir }) => {
  const page = await afterCrash({ launchApp, service, userDataDir }, 60);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('sync');
  await page.keyboard.press('Enter');
  await expect(tableOf(page)).toHaveAttribute('aria-rowcount', '61');
  await reach(page, tableOf(page).getByRole('row').nth(1));
  await page.keyboard.press('ControlOrMeta+a');
  await expect(toolbar(page)).toContainText('60 selected');
  await reach(page, toolbar(page).getByRole('button', { name: 'Send again', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Send 60 changes again?' });
  await expect(question).toContainText('Sending again can create a second product or payment link.');
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(page.getByText('60 changes will be sent again')).toBeVisible();
  await allSaved(page);
  await expect.poll(() => creations(service)).toHaveLength(60);
  expect(new Set(creations(service)).size).toBe(60);
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
});

test('selects all changes with one reason, discards them with their dependents, and brings them back', async ({
  launchApp,
  service,
  userDataDir,
}) => {
  const page = await afterCrash({ launchApp, service, userDataDir }, 250);
  service.intercept = ({ path }) => (path.endsWith('/products') ? { status: 422, body: '{}' } : undefined);
  await createProduct(page, 'Coaching hour');
  await expect(syncStatus(page)).toHaveText('251 changes need your attention');
  await goTo(page, 'Sync');
  const byReason = page.getByRole('button', { name: 'Select by reason' });
  await byReason.focus();
  await page.keyboard.press('Enter');
  const reason = page.getByRole('menuitem', { name: 'Answer lost (250)' });
  await expect(reason).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Rejected (1)' })).toBeVisible();
  await reach(page, reason, 'ArrowDown');
  await page.keyboard.press('Enter');
  await expect(toolbar(page)).toContainText('250 selected');
  await expect(tableOf(page).getByRole('row').nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(boxOf(page, 'Create product')).not.toBeChecked();
  await expect(toolbar(page).getByRole('button', { name: /Mark as sent/ })).toHaveCount(0);
  await toolbar(page).getByRole('button', { name: 'Discard' }).click();
  const question = page.getByRole('dialog', { name: 'Discard 250 changes?' });
  await expect(question).toContainText('The service may already have carried out all of them.');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(syncStatus(page)).toHaveText('1 change needs your attention');
  await expect(toolbar(page)).toHaveCount(0);
  const toast = page.getByRole('status').filter({ hasText: '250 changes discarded' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('250 changes restored.')).toBeVisible();
  await expect(syncStatus(page)).toHaveText('251 changes need your attention');
  expect(creations(service)).toEqual([]);
});

test('says that discarding a webhook key is final, and the undo says how many changes are back', async ({
  signedIn: { page },
}) => {
  await page.getByRole('switch', { name: 'Work offline' }).check();
  await createProduct(page, 'Coaching hour');
  await goTo(page, 'Webhook');
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill('https://hooks.example/after-sell');
  await page.getByRole('button', { name: 'Generate key' }).click();
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await expect(syncStatus(page)).toHaveText('Offline, 2 changes waiting');
  await goTo(page, 'Sync');
  await page.getByRole('checkbox', { name: 'Select all changes' }).check();
  await toolbar(page).getByRole('button', { name: 'Discard' }).click();
  const question = page.getByRole('dialog', { name: 'Discard 2 changes?' });
  await expect(question).toContainText(
    'Undo cannot bring back the change to the webhook: its verification key is not kept.',
  );
  await question.getByRole('button', { name: 'Discard' }).click();
  const toast = page.getByRole('status').filter({ hasText: '2 changes discarded' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('1 of 2 changes restored.')).toBeVisible();
  await expect(syncStatus(page)).toHaveText('Offline, 1 change waiting');
  await expect(rowOf(page, 'Create product')).toBeVisible();
});

test('marks deletions as sent without input, one or many, and skips creates', async ({
  launchApp,
  service,
  userDataDir,
}) => {
  const counts = { products: 1, links: 4, sending: 1, heldDeletions: 3 };
  writeDataFolder({ userDataDir, serviceAddress: service.url, ...counts });
  const { page } = await launchApp();
  await signIn(page, service);
  await goTo(page, 'Sync');
  await rowOf(page, 'order 1').click();
  await page.getByRole('button', { name: 'Mark as sent' }).click();
  const one = page.getByRole('dialog', { name: 'Mark 1 change as sent?' });
  await expect(one).toContainText('1 payment link is then shown as deleted.');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 change recorded by you as sent')).toBeVisible();
  await expect(rowOf(page, 'order 2')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await toolbar(page).getByRole('button', { name: 'Mark as sent (2 of 3)' }).click();
  const many = page.getByRole('dialog', { name: 'Mark 2 changes as sent?' });
  await expect(many).toContainText('1 selected change is left out');
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 changes recorded by you as sent')).toBeVisible();
  await expect(tableOf(page)).toHaveAttribute('aria-rowcount', '2');
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('table', { name: 'History' }).getByRole('row').nth(1).click();
  await expect(page.getByText('Recorded by you.')).toBeVisible();
  await goTo(page, 'Payment links');
  await expect(page.getByRole('table', { name: 'Payment links' })).toHaveAttribute('aria-rowcount', '3');
  expect(service.changes).toEqual([]);
});

test('finds a waiting change by its order number, and a search limits what "Select all" selects', async ({
  launchApp,
  service,
  userDataDir,
}) => {
  const page = await afterCrash({ launchApp, service, userDataDir }, 60);
  await goTo(page, 'Sync');
  const search = page.getByRole('searchbox', { name: 'Search changes' });
  await expect(rowOf(page, 'crash 1').first()).toBeVisible();
  // The pointer rests over the list: rows that a search hides were not sent, and do not stay.
  await rowOf(page, 'crash 3').first().hover();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('crash 5');
  await expect(tableOf(page)).toHaveAttribute('aria-rowcount', '16');
  await expect(page.getByText('15 matches', { exact: true }).first()).toBeVisible();
  await expect(tableOf(page).getByRole('row').nth(1)).toContainText(/crash 5$|crash 5\D/);
  await expect(rowOf(page, 'crash 4').filter({ hasNotText: 'crash 45' })).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ControlOrMeta+a');
  await expect(toolbar(page)).toContainText('15 selected');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Select by reason' }).click();
  await page.getByRole('menuitem', { name: 'Answer lost (15)' }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(toolbar(page)).toContainText('15 selected');
  // Chosen by the seller, they stay selected when another search hides them, and the question says so.
  await page.keyboard.press('Control+f');
  await page.keyboard.type('crash 59');
  await expect(tableOf(page)).toHaveAttribute('aria-rowcount', '2');
  await expect(toolbar(page)).toContainText('14 not shown');
  await toolbar(page).getByRole('button', { name: 'Discard' }).click();
  const question = page.getByRole('dialog', { name: 'Discard 15 changes?' });
  await expect(question).toContainText('14 of the 15 selected changes are not shown: the search leaves them out.');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Clear selection' }).click();

  await page.keyboard.press('Control+f');
  await page.keyboard.type('nothing like this');
  await expect(page.getByText('No change matches this search')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('');
  await expect(tableOf(page)).toHaveAttribute('aria-rowcount', '61');
  // Each list has a search of its own.
  await search.fill('crash 5');
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search history' })).toHaveValue('');
  await expect(page.getByText('Nothing has been sent yet')).toBeVisible();
  await page.getByRole('tab', { name: 'Waiting changes' }).click();
  await expect(search).toHaveValue('');
  await expect(tableOf(page)).toHaveAttribute('aria-rowcount', '61');
});

test('the menu of a selected change is for the selection, that of another change for this one', async ({
  launchApp,
  service,
  userDataDir,
}) => {
  const page = await afterCrash({ launchApp, service, userDataDir }, 3);
  await goTo(page, 'Sync');
  await boxOf(page, 'crash 1').check();
  await boxOf(page, 'crash 2').check();
  const menu = page.getByRole('menu');
  await rowOf(page, 'crash 3').click({ button: 'right' });
  await expect(menu.getByRole('menuitem', { name: 'Show details' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(toolbar(page)).toContainText('2 selected');
  await rowOf(page, 'crash 2').click({ button: 'right' });
  await expect(menu).toHaveAccessibleName('2 selected');
  await expect(menu.getByRole('menuitem', { name: 'Show details' })).toHaveCount(0);
  await menu.getByRole('menuitem', { name: 'Discard', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Discard 2 changes?' });
  await question.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(page.getByText('2 changes discarded')).toBeVisible();
  await expect(tableOf(page)).toHaveAttribute('aria-rowcount', '2');
  await expect(rowOf(page, 'crash 3')).toBeVisible();
});

test('says which changes were skipped because they are no longer in doubt', async ({
  launchApp,
  service,
  userDataDir,
}) => {
  const page = await afterCrash({ launchApp, service, userDataDir }, 3);
  await goTo(page, 'Sync');
  await boxOf(page, 'crash 1').check();
  await boxOf(page, 'crash 3').click({ modifiers: ['Shift'] });
  await toolbar(page).getByRole('button', { name: 'Send again' }).click();
  const question = page.getByRole('dialog', { name: 'Send 3 changes again?' });
  await expect(question).toBeVisible();
  // Meanwhile one of them was sent, for example from the menu of another list.
  const id = await page.evaluate(async () => {
    const listed = await window.storefront.invoke('sync.list', { offset: 0, limit: 1 });
    const first = listed.ok ? (listed.value.rows[0]?.id ?? '') : '';
    await window.storefront.invoke('sync.sendAgain', { id: first });
    return first;
  });
  expect(id).not.toBe('');
  await expect.poll(() => creations(service)).toEqual(['crash 1']);
  await question.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('2 changes will be sent again, 1 changed meanwhile and was left as it is')).toBeVisible();
  await allSaved(page);
  await expect.poll(() => creations(service).sort()).toEqual(['crash 1', 'crash 2', 'crash 3']);
});

test('after one change is settled the next opens, and its row has the focus', async ({
  launchApp,
  service,
  userDataDir,
}) => {
  const page = await afterCrash({ launchApp, service, userDataDir }, 3);
  await goTo(page, 'Sync');
  await reach(page, rowOf(page, 'crash 1'));
  await page.keyboard.press('Enter');
  const heading = (order: string) => page.getByRole('heading', { level: 2, name: order });
  const discard = page.getByRole('region').getByRole('button', { name: 'Discard' });
  for (const [order, next] of [
    ['crash 1', 'crash 2'],
    ['crash 2', 'crash 3'],
  ] as const) {
    await expect(heading(order)).toBeVisible();
    await reach(page, discard);
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Discard this change?' });
    await expect(question).toContainText(order);
    await reach(page, question.getByRole('button', { name: 'Discard' }));
    await page.keyboard.press('Enter');
    await expect(heading(next)).toBeVisible();
    await expect(rowOf(page, next)).toHaveAttribute('aria-current', 'true');
    await expect(rowOf(page, next)).toBeFocused();
    await expect(rowOf(page, order)).toHaveCount(0);
    // Enter moves from the row into the open change.
    await page.keyboard.press('Enter');
    await expect(heading(next)).toBeFocused();
  }
  await page.getByRole('region').getByRole('button', { name: 'Send again' }).click();
  const question = page.getByRole('dialog', { name: 'Send again?' });
  await expect(question).toContainText('crash 3');
  await question.getByRole('button', { name: 'Send again' }).click();
  await allSaved(page);
  await expect(page.getByText('No changes are waiting', { exact: false }).first()).toBeVisible();
  await expect(page).toHaveURL(/#\/sync$/);
  expect(creations(service)).toEqual(['crash 3']);
});

test('a selection and its questions fit the smallest window, also at 200 %, without serious axe findings', async ({
  launchApp,
  service,
  userDataDir,
}) => {
  const page = await afterCrash({ launchApp, service, userDataDir }, 12);
  await resize(page, { width: 900, height: 600 });
  await goTo(page, 'Sync');
  const top = async () => (await tableOf(page).boundingBox())?.y;
  await expect(rowOf(page, 'crash 12')).toBeVisible();
  const before = await top();
  await boxOf(page, 'crash 2').check();
  // The decisions keep their words; what changes nothing becomes an icon.
  for (const name of ['Paste addresses', 'Send again', 'Discard']) {
    await expect(toolbar(page).getByRole('button', { name }).getByText(name)).toBeInViewport({ ratio: 1 });
  }
  expect(await top()).toBe(before);
  // Without animations, as a seller may have set it.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const discard = toolbar(page).getByRole('button', { name: 'Discard' });
  await discard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Discard' })).toBeFocused();
  // The dialog listens for Escape from its next frame on.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.keyboard.press('Escape');
  await expect(discard).toBeFocused();
  await expectNoFindingsInBothThemes(page, 'selected changes');
  for (const name of ['Send again', 'Discard']) {
    await toolbar(page).getByRole('button', { name }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoFindingsInBothThemes(page, name);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await resize(page, { width: 1280, height: 800 });
  await expect(toolbar(page).getByRole('button')).toHaveText([
    ...['Paste addresses', 'Open store page', 'Send again', 'Discard', ''],
  ]);
  // 900×600 at 200 %.
  await resize(page, { width: 450, height: 300 });
  await expectFits(toolbar(page));
  // There, the open change takes the whole page, and gives it back.
  const row = rowOf(page, 'crash 1').first();
  await row.click();
  await expect(page.getByRole('heading', { level: 2, name: 'crash 1' })).toBeInViewport();
  await expect(page.getByRole('heading', { level: 2, name: 'crash 1' })).toBeFocused();
  const panel = page.getByRole('region').filter({ has: page.getByRole('heading', { level: 2 }) });
  await expect.poll(async () => (await panel.boundingBox())?.height).toBe(300);
  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();
  await expectFits(toolbar(page));
});

/** Nothing is cut off at the sides, and the page does not scroll sideways. */
async function expectFits(part: Locator): Promise<void> {
  const wide = () =>
    part.evaluate((element) => ({
      page: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      part: element.scrollWidth - element.clientWidth,
      beyond: Math.max(...[...element.children].map((child) => child.getBoundingClientRect().right)) - innerWidth,
    }));
  await expect.poll(async () => Math.max(...Object.values(await wide()))).toBeLessThanOrEqual(0);
}
