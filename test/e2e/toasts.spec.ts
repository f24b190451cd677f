// Toasts: they show the whole reason, cover no action of the screen, and "Undo" stays with its store.

import type { Locator, Page } from '@playwright/test';
import { writeDataFolder } from '../support/data-folder.ts';
import type { RecordingService } from '../support/recording-service.ts';
import { resize } from '../support/resize.ts';
import {
  allSaved,
  chooseForLink,
  createLink,
  createProduct,
  goTo,
  linkRow,
  signIn,
  syncStatus,
} from '../support/seller.ts';
import { expect, test } from './service.ts';

test.use({ isAnimated: true });

const SIZES = [
  { width: 900, height: 600 },
  { width: 1280, height: 800 },
] as const;

const toasts = (page: Page): Locator => page.locator('.mantine-Notification-root');
const undo = (page: Page): Locator => page.getByRole('button', { name: 'Undo' });
const changes = (page: Page): Locator => page.getByRole('table', { name: 'Waiting changes' }).getByRole('row');

/** Visible controls and rows under a toast. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.getElementById('root');
    const found = new Set<string>();
    for (const toast of document.querySelectorAll('.mantine-Notification-root')) {
      const { left, right, top, bottom } = toast.getBoundingClientRect();
      for (let x = left; x <= right; x += 6) {
        for (let y = top; y <= bottom; y += 4) {
          for (const element of document.elementsFromPoint(x, y)) {
            const action = root?.contains(element) ? element.closest('button, a, input, label, [role="row"]') : null;
            if (action) found.add(action.textContent || (action.getAttribute('aria-label') ?? action.tagName));
          }
        }
      }
    }
    return [...found];
  });

/** Each is entirely inside the window, and apart from every toast. */
async function expectClear(page: Page, actions: Locator): Promise<void> {
  expect(await covered(page)).toEqual([]);
  const boxes = await Promise.all((await toasts(page).all()).map((toast) => toast.boundingBox()));
  for (const action of await actions.all()) {
    await expect(action).toBeInViewport({ ratio: 1 });
    const box = await action.boundingBox();
    for (const other of boxes) {
      if (!box || !other) throw new Error('Nothing is shown.');
      const apart =
        box.x + box.width <= other.x ||
        other.x + other.width <= box.x ||
        box.y + box.height <= other.y ||
        other.y + other.height <= box.y;
      expect(apart, `${await action.textContent()} is covered`).toBe(true);
    }
  }
}

async function discardOpenChange(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Two toasts, each with an "Undo". They stay while the mouse rests on one. */
async function twoToasts(page: Page): Promise<void> {
  await goTo(page, 'Sync');
  await changes(page).nth(1).click();
  for (const count of [1, 2]) {
    await discardOpenChange(page);
    await expect(undo(page)).toHaveCount(count);
  }
  await undo(page).last().hover();
  await expect(toasts(page)).toHaveCount(2);
}

for (const size of SIZES) {
  test(`two toasts cover no action at ${size.width}×${size.height}`, async ({ launchApp, service, userDataDir }) => {
    writeDataFolder({ userDataDir, products: 2, links: 60, sending: 30, serviceAddress: service.url });
    const { page } = await launchApp();
    await resize(page, size);
    await signIn(page, service);
    await expect(syncStatus(page)).toHaveText('30 changes need your attention');
    await twoToasts(page);
    const panel = page.locator('section', { has: page.getByRole('heading', { level: 2, name: 'crash' }) });
    await expect(panel.getByRole('button', { name: 'Send again' })).toBeVisible();
    await expectClear(page, panel.getByRole('button', { name: /Send again|Mark as sent|Discard|Open store page/ }));
    const row = changes(page).filter({ hasText: 'crash 3' });
    await expectClear(page, row.getByRole('button'));

    // By keyboard, because the resting mouse keeps the toasts open.
    await changes(page).filter({ hasText: 'crash 3' }).focus();
    await page.keyboard.press('ControlOrMeta+a');
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    await expect(bar.getByRole('button', { name: 'Discard' })).toBeVisible();
    await expectClear(page, bar.getByRole('button'));
    await page.keyboard.press('Escape');

    await page.evaluate(() => Object.assign(window.location, { hash: '#/links' }));
    const links = page.getByRole('table', { name: 'Payment links' });
    await expect(links).toHaveAttribute('aria-rowcount', /\d+/);
    await links.getByRole('row').nth(2).focus();
    // The last row is visible too after scrolling.
    await page.keyboard.press('End');
    await expectClear(page, links.locator('[role="row"]:focus').getByRole('button'));
    await page.keyboard.press('Enter');
    const details = page.getByRole('complementary');
    await expect(details.getByRole('button', { name: 'Delete link' })).toBeVisible();
    await expectClear(page, details.getByRole('button', { name: 'Copy checkout link' }));
    await expect(toasts(page)).toHaveCount(2);
  });
}

test('a clicked row stays visible above its toast', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 2, links: 60 });
  await resize(page, SIZES[0]);
  await goTo(page, 'Payment links');
  const links = page.getByRole('table', { name: 'Payment links' });
  const copy = links.getByRole('button', { name: /^Copy checkout link/ });
  await expect(copy.first()).toBeVisible();
  const height = (await links.boundingBox())?.height ?? 0;
  const low = links.getByRole('row').nth(Math.floor((height - 36) / 40));
  await low.getByRole('button', { name: /^Copy checkout link/ }).click();
  await expect(page.getByText('Checkout link copied')).toBeVisible();
  await expectClear(page, low.getByRole('button'));
});

const LONG = `${'A very long product title that goes on and on, much longer than any toast could ever be wide enough to hold. '.repeat(3)}End`;
const REASON = 'Product titles of this store have at most 60 characters and start with the kind of the service';

test('a toast about a change shows the whole reason, however long the title is', async ({
  signedIn: { page },
  service,
}) => {
  service.intercept = ({ method, path }) =>
    method === 'POST' && path.endsWith('/products')
      ? { status: 422, body: JSON.stringify({ message: REASON }) }
      : undefined;
  // As at 200 %, too.
  for (const size of [...SIZES, { width: 450, height: 300 }]) {
    await resize(page, SIZES[0]);
    await createProduct(page, LONG);
    await resize(page, size);
    const refusal = toasts(page).filter({ hasText: 'The service refused this' });
    await expect(refusal).toContainText(`${REASON} (422)`);
    await expect(refusal).toContainText('Create product "A very long');
    expect((await refusal.textContent())?.length).toBeLessThan(300);
    await refusal.hover();
    const cut = await refusal.evaluate((toast) => {
      const { bottom, right } = toast.getBoundingClientRect();
      const parts = [toast, ...toast.querySelectorAll('*')];
      const within = bottom <= window.innerHeight && right <= window.innerWidth;
      return (
        !within || parts.some(({ scrollHeight, clientHeight }) => clientHeight > 0 && scrollHeight > clientHeight + 1)
      );
    });
    expect(cut).toBe(false);
    expect(await covered(page)).toEqual([]);
    await refusal.getByRole('button', { name: 'Close' }).click();
    await expect(refusal).toHaveCount(0);
  }
});

test('"Undo" stays while the mouse or the keyboard is on it', async ({ signedIn: { page } }) => {
  await resize(page, SIZES[0]);
  await page.getByRole('switch', { name: 'Work offline' }).check();
  await createProduct(page, 'Logo design');
  await createLink(page, 'Logo design', '60', '1042');
  const search = page.getByRole('searchbox', { name: 'Search payment links' });
  await page.clock.install();
  await chooseForLink(page, '1042', 'Delete link');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete link' }).click();
  await expect(undo(page)).toBeVisible();
  await page.clock.fastForward(15_000);
  await undo(page).focus();
  await page.clock.fastForward(60_000);
  await expect(undo(page)).toBeFocused();
  await undo(page).hover();
  await search.focus();
  await page.clock.fastForward(60_000);
  await expect(undo(page)).toBeVisible();
  await search.hover();
  await page.clock.fastForward(60_000);
  await expect(undo(page)).toHaveCount(0);
});

test('"Undo" keeps its time while a dialog covers it', async ({ signedIn: { page } }) => {
  await resize(page, SIZES[0]);
  await page.getByRole('switch', { name: 'Work offline' }).check();
  await createProduct(page, 'Logo design');
  await createLink(page, 'Logo design', '60', '1042');
  await page.clock.install();
  await chooseForLink(page, '1042', 'Delete link');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete link' }).click();
  await expect(undo(page)).toBeVisible();
  await page.clock.fastForward(15_000);
  await page.getByRole('button', { name: 'New payment link' }).click();
  const dialog = page.getByRole('dialog', { name: 'New payment link' });
  await expect(dialog).toBeVisible();
  await page.clock.fastForward(60_000);
  await page.keyboard.press('Escape');
  await page.clock.runFor(1_000);
  await expect(dialog).toHaveCount(0);
  await expect(undo(page)).toBeVisible();
  await page.clock.fastForward(60_000);
  await expect(undo(page)).toHaveCount(0);
});

test('dialogs keep "Undo" for a minute at most, and another store does not keep it', async ({ signedIn: { page } }) => {
  await resize(page, SIZES[0]);
  await page.getByRole('switch', { name: 'Work offline' }).check();
  await createProduct(page, 'Logo design');
  await createLink(page, 'Logo design', '60', '1042');
  await page.clock.install();
  const remove = async () => {
    await chooseForLink(page, '1042', 'Delete link');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete link' }).click();
    await expect(undo(page)).toBeVisible();
  };
  await remove();
  const dialog = page.getByRole('dialog', { name: 'New payment link' });
  for (let times = 0; times < 3; times += 1) {
    await page.getByRole('button', { name: 'New payment link' }).click();
    await expect(dialog).toBeVisible();
    await page.clock.fastForward(30_000);
    await page.keyboard.press('Escape');
    await page.clock.runFor(1_000);
    await expect(dialog).toHaveCount(0);
  }
  await expect(undo(page)).toHaveCount(0);

  await createLink(page, 'Logo design', '60', '1042');
  await remove();
  await page.getByRole('button', { name: /^Store: / }).click();
  await page.getByRole('menuitem', { name: 'Add another store' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to your store' })).toBeVisible();
  await page.clock.fastForward(120_000);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Payment links' })).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(undo(page)).toHaveCount(0);
});

test('a deletion can be undone for some seconds before it is sent', async ({ signedIn: { page }, service }) => {
  await resize(page, SIZES[0]);
  await createProduct(page, 'Logo design');
  for (const order of ['1042', '1043']) await createLink(page, 'Logo design', '60', order);
  await allSaved(page);
  const deletions = () => service.changes.filter(({ method }) => method === 'DELETE').length;
  const remove = async () => {
    await chooseForLink(page, '1042', 'Delete link');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete link' }).click();
  };
  await remove();
  await expect(
    page.getByText('Deletion saved: Logo design, $60.00, order 1042. It is sent in a few seconds.'),
  ).toBeVisible();
  await undo(page).click();
  await expect(page.getByText('The link stays: ')).toBeVisible();
  await allSaved(page);
  expect(deletions()).toBe(0);

  await remove();
  await expect(page.getByText('Link deleted. Logo design, $60.00, order 1042.')).toBeVisible();
  await expect(undo(page)).toHaveCount(0);
  expect(deletions()).toBe(1);

  // Many.
  await page.getByRole('checkbox', { name: 'Select all links' }).check();
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Delete links' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete links' }).click();
  await undo(page).click();
  await expect(linkRow(page, '1043')).toHaveCount(1);
  await allSaved(page);
  await expect.poll(() => deletions()).toBe(1);
});

/** A link whose creation is in doubt, and its deletion, which waits for that. */
async function deleteDoubtful(page: Page, service: RecordingService): Promise<void> {
  await createProduct(page, 'Logo design');
  await allSaved(page);
  service.intercept = ({ method, path }) =>
    method === 'POST' && path.endsWith('/payment-links') ? { status: 303 } : undefined;
  await createLink(page, 'Logo design', '60', '1042');
  await expect(syncStatus(page)).toHaveText('1 change needs your attention');
  await chooseForLink(page, '1042', 'Delete link');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete link' }).click();
}

test('the deletion of a link in doubt says what it waits for, and "Undo" takes it back', async ({
  signedIn: { page },
  service,
}) => {
  await deleteDoubtful(page, service);
  const deletion = toasts(page).filter({ hasText: 'Deletion saved: Logo design, $60.00, order 1042.' });
  await expect(deletion).toContainText('It waits until the change that creates the link is settled.');
  await expect(deletion).not.toContainText('in a few seconds');
  await linkRow(page, '1042')
    .getByRole('button', { name: /^More actions/ })
    .click();
  await expect(page.getByRole('menuitem', { name: 'Keep this link' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Delete link' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await undo(page).click();
  await expect(page.getByText('The link stays: ')).toBeVisible();
  await goTo(page, 'Sync');
  await expect(changes(page)).toHaveCount(2);
});

test('"Undo" of a deletion stays while another change is refused', async ({ signedIn: { page }, service }) => {
  await deleteDoubtful(page, service);
  await expect(undo(page)).toBeVisible();
  // Under the pointer it would stay, with the next one behind it.
  await toasts(page).filter({ hasText: 'It may exist already' }).hover();
  service.intercept = ({ method }) => (method === 'POST' ? { status: 422, body: '{}' } : undefined);
  await page.evaluate(() => {
    const fields = { buttonTitle: 'Buy', productTitle: 'Refused', productDescription: 'It is.' };
    return window.storefront.invoke('products.create', fields);
  });
  await expect(toasts(page).filter({ hasText: '2 changes need your attention' })).toBeVisible({ timeout: 20_000 });
  await expect(toasts(page).filter({ hasText: 'It may exist already' })).toHaveCount(0);
  await undo(page).click();
  await expect(page.getByText('The link stays: ')).toBeVisible();
});

test('"Undo" of a deletion goes when that is sent, whatever else waits', async ({ signedIn: { page }, service }) => {
  await createProduct(page, 'Logo design');
  await createLink(page, 'Logo design', '60', '1042');
  await allSaved(page);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  service.intercept = async ({ method }) => {
    if (method === 'POST') await answered;
    return undefined;
  };
  await createProduct(page, 'Coaching hour');
  await goTo(page, 'Payment links');
  await chooseForLink(page, '1042', 'Delete link');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete link' }).click();
  await expect(page.getByText('Link deleted. Logo design, $60.00, order 1042.')).toBeVisible();
  await expect(undo(page)).toHaveCount(0);
  await expect(syncStatus(page)).toHaveText('Sending 1 change');
  answer();
  await allSaved(page);
});

test('a deletion that waits for its time says so when the connection ends', async ({ signedIn: { page }, service }) => {
  await createProduct(page, 'Logo design');
  for (const order of ['1042', '1043']) await createLink(page, 'Logo design', '60', order);
  await allSaved(page);
  await chooseForLink(page, '1042', 'Delete link');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete link' }).click();
  await expect(page.getByText('It is sent in a few seconds.')).toBeVisible();
  await page.getByRole('switch', { name: 'Work offline' }).check();
  const deletion = toasts(page).filter({ hasText: 'Deletion saved: Logo design, $60.00, order 1042.' });
  await expect(deletion).toContainText('It waits on this computer until you switch "Work offline" off.');
  await undo(page).click();
  await expect(page.getByText('The link stays: ')).toBeVisible();
  expect(service.changes.filter(({ method }) => method === 'DELETE')).toEqual([]);
});

test('a toast about a change that cannot be sent yet stays, and says what it waits for', async ({
  signedIn: { page },
  service,
}) => {
  const busy = { status: 429, body: '{}', headers: { 'retry-after': '600' } };
  await createProduct(page, 'Logo design');
  await allSaved(page);
  service.intercept = ({ method }) => (method === 'POST' ? busy : undefined);
  await createLink(page, 'Logo design', '60', '1042');
  await expect(syncStatus(page)).toHaveText('1 change waiting');
  const saved = toasts(page).filter({ hasText: 'Payment link saved.' });
  await expect(saved).toContainText('It waits on this computer and is sent when the service takes requests again.');
  await saved.getByRole('button', { name: 'Copy when ready' }).click();
  await expect(page.getByText('Not copied yet: it has no address.', { exact: false })).toBeVisible();
});
