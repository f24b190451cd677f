// Code splitting: the first screen loads at once, the rest when the window is idle or on demand.
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { allScripts, firstScripts, firstTexts, gzippedKb, otherTexts } from '../../tools/bench/renderer-size.ts';
import { root } from '../../tools/launch/project.ts';
import { allSaved, chooseForLink, createLink, createProduct, goTo, linkRow, signIn } from '../support/seller.ts';
import type { Fixtures } from './fixture.ts';
import { expect, test } from './service.ts';

/** The names of the scripts that the page has loaded. */
const loadedScripts = async (page: Page): Promise<string[]> => {
  const urls = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  return urls.filter((url) => url.endsWith('.js')).map((url) => url.slice(url.lastIndexOf('/') + 1));
};
const namesOf = (paths: readonly string[]): string[] => paths.map((path) => basename(path)).sort();

/** Reopens the window, which is then never idle. */
async function reopenBusy(page: Page): Promise<void> {
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  await page.reload();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 });
const press = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true }).click();

/** Opens everything that is loaded later, one by one, and checks its content and focus. */
async function openAll(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  /** Checks that the dialog focused a control inside it, and closes it. */
  const holdsKeyboard = async (name: string, control: Locator = dialog.locator('form :focus')) => {
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await expect(control).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  };

  await page.keyboard.press('Control+k');
  await page.keyboard.type('prod');
  await expect(page.getByRole('option', { name: 'New product' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await goTo(page, 'Products');
  await press(page, 'New product');
  await holdsKeyboard('New product');
  await press(page, 'Add existing product');
  await holdsKeyboard('Add existing product');
  await page.getByRole('main').getByRole('link', { name: 'Coaching hour' }).click();
  await expect(heading(page, 'Coaching hour')).toBeFocused();

  await goTo(page, 'Payment links');
  await press(page, 'New payment link');
  await holdsKeyboard('New payment link');
  await press(page, 'Add existing link');
  await holdsKeyboard('Add existing link');
  await press(page, 'Import links from CSV');
  await expect(heading(page, 'Import links from CSV')).toBeFocused();

  await goTo(page, 'Payment links');
  await linkRow(page, '1042').getByText('order: 1042').click();
  await expect(page.getByRole('textbox', { name: 'Checkout URL' })).toBeVisible();
  const details = page.getByRole('complementary');
  await press(details, 'Customise checkout link');
  await holdsKeyboard('Customise checkout link', dialog.getByRole('textbox', { name: 'Phone number' }));
  await press(details, 'Show QR code');
  await holdsKeyboard('QR code', dialog.getByRole('button', { name: 'Save as PNG' }));
  await press(details, 'Replace link');
  await holdsKeyboard('Replace payment link');
  await linkRow(page, '1042').getByRole('checkbox').click();
  await press(page.getByRole('toolbar', { name: 'Selection' }), 'Delete links');
  await holdsKeyboard('Delete payment links', dialog.getByRole('button', { name: 'Cancel' }));

  await goTo(page, 'Sales');
  await expect(page.getByRole('table', { name: 'Sales' })).toBeVisible();
  await goTo(page, 'Webhook');
  await expect(page.getByRole('textbox', { name: 'Webhook URL' })).toBeVisible();
  await goTo(page, 'Sync');
  await expect(page.getByRole('button', { name: 'Sync now' })).toBeVisible();
  await goTo(page, 'Settings');
  await press(page, 'Export backup');
  await holdsKeyboard('Export backup');
}

test('the scripts of the first screen are small', () => {
  expect(gzippedKb([...firstScripts(), ...firstTexts()])).toBeLessThan(250);
});

test.describe('each screen and dialog opens', () => {
  test.beforeEach(async ({ signedIn: { page } }) => {
    await createProduct(page, 'Coaching hour');
    await createLink(page, 'Coaching hour', '60', '1042');
    await allSaved(page);
  });

  test('right after the start, when only the first screen is loaded', async ({ signedIn: { page } }) => {
    await goTo(page, 'Products');
    await reopenBusy(page);
    await expect(page.getByRole('table', { name: 'Products' }).getByRole('row')).toHaveCount(2);
    await allSaved(page);
    expect((await loadedScripts(page)).sort()).toEqual(namesOf([...firstScripts(), ...firstTexts()]));
    await openAll(page);
  });

  test('without loading anything, after the window was idle', async ({ signedIn: { page } }) => {
    const others = otherTexts();
    // The chart library is loaded with the first sale that is shown.
    const all = namesOf(
      allScripts().filter((path) => !others.includes(path) && !basename(path).startsWith('SalesChart-')),
    );
    expect(all).toHaveLength(allScripts().length - others.length - 1);
    await expect.poll(async () => (await loadedScripts(page)).sort()).toEqual(all);
    await openAll(page);
    expect((await loadedScripts(page)).sort()).toEqual(all);
  });
});

test.describe('when chunks of the window cannot be read', () => {
  test.use({ allowedErrors: [/Failed to load resource|A screen broke|dynamically imported module/] });

  /** A copy of the app without the scripts that its window loads later, which are kept beside it. */
  let copy = '';
  const launchCopy = (launch: Fixtures['launchApp']) => launch({ bundle: join(copy, 'main/index.js') });
  const away = () => join(copy, 'away');
  const inWindow = () => join(copy, 'renderer');

  test.beforeEach(() => {
    mkdirSync(join(root, 'test-output'), { recursive: true });
    copy = mkdtempSync(join(root, 'test-output/parts-'));
    cpSync(join(root, 'out'), copy, { recursive: true });
    const first = [...firstScripts(inWindow()), ...firstTexts(inWindow())];
    const later = allScripts(inWindow()).filter((path) => !first.includes(path));
    expect(later.length).toBeGreaterThan(10);
    for (const path of later) {
      mkdirSync(dirname(join(away(), path)), { recursive: true });
      renameSync(join(inWindow(), path), join(away(), path));
    }
  });
  test.afterEach(() => rmSync(copy, { recursive: true, force: true }));

  /** Puts the scripts back. */
  function repair(which = (_name: string) => true): void {
    for (const path of allScripts(away())) {
      if (which(basename(path))) renameSync(join(away(), path), join(inWindow(), path));
    }
  }

  const notOpened = (scope: Page | Locator) => scope.getByRole('alert').filter({ hasText: 'This could not be opened' });

  test('a screen says so, and "Try again" opens it once they can be', async ({ launchApp, service }) => {
    const { page } = await launchCopy(launchApp);
    await signIn(page, service);
    await goTo(page, 'Settings');
    await expect(notOpened(page)).toContainText('Nothing you typed or saved is lost');
    await press(page, 'Try again');
    await expect(notOpened(page)).toBeVisible();
    // The rest of the window keeps working.
    await goTo(page, 'Products');
    await expect(page.getByRole('table', { name: 'Products' })).toBeVisible();
    await goTo(page, 'Settings');
    await expect(notOpened(page)).toBeVisible();
    repair();
    await press(page, 'Try again');
    await expect(heading(page, 'Settings')).toBeFocused();
  });

  test('a dialog says so, and the text typed in the dialog beneath stays', async ({ launchApp, service }) => {
    repair((name) => !name.startsWith('QrCode'));
    const { page } = await launchCopy(launchApp);
    await signIn(page, service);
    await createProduct(page, 'Coaching hour');
    await createLink(page, 'Coaching hour', '60', '1042');
    await allSaved(page);
    await chooseForLink(page, '1042', 'Customise checkout link');
    const beneath = page.getByRole('dialog', { name: 'Customise checkout link' });
    await beneath.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada');
    await press(beneath, 'Show QR code');
    const failed = page.getByRole('dialog', { name: 'QR code' });
    await expect(notOpened(failed)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(beneath.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Ada');
    await press(beneath, 'Show QR code');
    // Only a missing chunk is loaded again.
    await expect(notOpened(failed)).toBeVisible();
    repair();
    await press(failed, 'Try again');
    await expect(failed.getByRole('img', { name: 'name=Ada' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(beneath.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Ada');
  });

  test('the palette says so, and lists its commands once they can be', async ({ launchApp, service }) => {
    const { page } = await launchCopy(launchApp);
    await signIn(page, service);
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog');
    await expect(notOpened(palette)).toBeVisible();
    repair();
    await press(palette, 'Try again');
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('settings');
    await expect(page.getByRole('option', { name: 'Settings' }).first()).toBeVisible();
  });
});
