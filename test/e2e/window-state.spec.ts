// State and announcements of the window: live regions, switches, history, questions, typed keys, toasts, text direction.
import type { Page } from '@playwright/test';
import { freePort } from '../support/free-port.ts';
import { SELLER } from '../support/recording-service.ts';
import { createLink, createProduct, goTo, linkRow, syncStatus } from '../support/seller.ts';
import { expect, test } from './service.ts';

const workOffline = (page: Page) => page.getByRole('switch', { name: 'Work offline' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

/** Collects what a screen reader announces: each change of a live region, with its whole text. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const spoken: string[] = [];
    Object.assign(window, { spoken });
    const live = '[aria-live="polite"],[aria-live="assertive"],[role="status"],[role="alert"]';
    new MutationObserver((records) => {
      for (const { target } of records) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(live);
        if (region && region.getAttribute('aria-live') !== 'off') spoken.push(region.textContent ?? '');
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { spoken: string[] }).spoken);
}

test('a test result and the sync status are announced once, not every second or count', async ({ launchApp }) => {
  const { page } = await launchApp({ args: ['--practice'] });
  await goTo(page, 'Webhook');
  await page.getByRole('textbox', { name: 'Port' }).fill(String(await freePort()));
  await page.getByRole('button', { name: 'Start inbox' }).click();
  await page.getByRole('button', { name: 'Use this address' }).click();
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await expect(page.getByText('Saved on the service', { exact: true })).toBeVisible();
  const spoken = await listen(page);
  const result = page.getByRole('region', { name: 'Test result' });
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect(result).toContainText('Test delivered');
  await expect(result.getByRole('time')).toHaveText(/^\d+ sec\. ago$/);
  expect((await spoken()).filter((said) => /just now|sec\./.test(said))).toEqual([]);
  expect(new Set((await spoken()).filter((said) => said.includes('Test delivered'))).size).toBe(1);

  await workOffline(page).check();
  await expect.poll(spoken).toContain('Offline, no changes waiting');
  // Waiting changes are announced once, and the earlier status is gone everywhere.
  await createProduct(page, 'Logo design');
  await expect.poll(spoken).toContain('Offline, 1 change waiting');
  for (const title of ['Coaching hour', 'Menu card']) await createProduct(page, title);
  await expect(syncStatus(page)).toHaveText('Offline, 3 changes waiting');
  await expect(page.getByText(/^Offline, (no changes|1 change) waiting$/)).toHaveCount(0);
  await workOffline(page).uncheck();
  await expect.poll(spoken).toContain('All changes are saved on the service');
  expect((await spoken()).filter((said) => said.startsWith('Offline'))).toEqual([
    'Offline, no changes waiting',
    'Offline, 1 change waiting',
  ]);
  // Sending is announced if it takes a while.
  expect((await spoken()).filter((said) => said.startsWith('Sending')).length).toBeLessThanOrEqual(1);
});

test('a switch that is toggled twice quickly follows the saved value afterwards', async ({ launchApp }) => {
  const { page } = await launchApp({ args: ['--practice'] });
  await workOffline(page).evaluate(async (box: HTMLInputElement) => {
    box.click();
    await Promise.resolve();
    box.click();
  });
  await expect(workOffline(page)).not.toBeChecked();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('work offline');
  // It is not offered before both answers are here.
  await expect(page.getByRole('option', { name: 'Work offline', selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(syncStatus(page)).toHaveText('Offline, no changes waiting');
  await expect(workOffline(page)).toBeChecked();
});

test('Back and Forward follow the visited screens, whether a question was answered with stay or leave', async ({
  launchApp,
}) => {
  const { page } = await launchApp({ args: ['--practice'] });
  const url = page.getByRole('textbox', { name: 'Webhook URL' });
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const go = (by: number) => page.evaluate((delta) => history.go(delta), by);
  const clear = async () => {
    await url.fill('');
    await expect(page.getByText('Unsaved changes')).toBeHidden();
  };
  for (const screen of ['Products', 'Payment links', 'Webhook']) {
    await goTo(page, screen);
    await expect(heading(page, screen)).toBeVisible();
  }
  await url.fill('https://hooks.example/a');
  await go(-1);
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(url).toHaveValue('https://hooks.example/a');
  await goTo(page, 'Settings');
  await question.getByRole('button', { name: 'Stay' }).click();
  await clear();
  await expect(page).toHaveURL(/#\/webhook$/);
  await go(-1);
  await expect(heading(page, 'Payment links')).toBeVisible();
  await go(-1);
  await expect(heading(page, 'Products')).toBeVisible();
  await go(2);
  await expect(heading(page, 'Webhook')).toBeVisible();

  await url.fill('https://hooks.example/b');
  await go(-1);
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(heading(page, 'Payment links')).toBeVisible();
  await go(1);
  await expect(heading(page, 'Webhook')).toBeVisible();
  await expect(url).toHaveValue('');
  await url.fill('https://hooks.example/c');
  await goTo(page, 'Settings');
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(heading(page, 'Settings')).toBeVisible();
  await go(-2);
  await expect(heading(page, 'Payment links')).toBeVisible();
});

test('an error is shown despite Escape, and a key typed while the webhook is saved stays', async ({ launchApp }) => {
  const { page } = await launchApp({ args: ['--practice'] });
  await workOffline(page).check();
  await createProduct(page, 'Logo design');
  await createLink(page, 'Logo design', '60', '1042');
  await linkRow(page, '1042').click();
  await expect(page).toHaveURL(/#\/links\/./);
  const id = new URL(page.url()).hash.split('/').at(-1) ?? '';
  await page.getByRole('button', { name: 'Delete link' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Delete payment link' });
  await expect(dialog).toContainText('1042');
  await page.evaluate((link) => window.storefront.invoke('links.delete', { id: link }), id);
  await dialog.getByRole('button', { name: 'Delete link' }).evaluate(async (button: HTMLButtonElement) => {
    button.click();
    for (let drawn = 0; drawn < 5; drawn += 1) await Promise.resolve();
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  });
  await expect(dialog.getByRole('alert')).toContainText('The link was not deleted');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await goTo(page, 'Webhook');
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill('https://hooks.example/a');
  await page.getByRole('button', { name: 'Generate key' }).click();
  const key = page.getByLabel('Verification key', { exact: true });
  await expect(key).toHaveValue(/^.{64}$/);
  const box = await key.elementHandle();
  const typed = 'typed-since'.padEnd(64, '-');
  await page.getByRole('button', { name: 'Save webhook' }).evaluate(
    (button: HTMLButtonElement, [input, text]) => {
      button.click();
      (input as HTMLInputElement).value = text as string;
      (input as HTMLInputElement).dispatchEvent(new InputEvent('input', { bubbles: true }));
    },
    [box, typed] as const,
  );
  await expect(page.getByText('Webhook saved')).toBeVisible();
  await expect(key).toHaveValue(typed);
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await expect(key).toHaveValue('');
  await expect(page.getByText('Unsaved changes')).toBeHidden();
});

test('an “Undo” hides when another store is shown or added, and comes back with its store', async ({
  signedIn: { page },
}) => {
  await page.getByRole('button', { name: /^Store: / }).click();
  await page.getByRole('menuitem', { name: 'Add another store' }).click();
  await page.getByRole('button', { name: 'Open the practice store' }).click();
  const inMenu = async (name: string) => {
    await page.getByRole('button', { name: /^Store: / }).click();
    await page.getByRole('menuitem', { name }).first().click();
  };
  await expect(page.getByRole('button', { name: 'Store: Practice store' })).toBeVisible();
  await workOffline(page).check();
  await createProduct(page, 'Logo design');
  const undo = page.getByRole('button', { name: 'Undo' });
  const waiting = page.getByRole('table', { name: 'Waiting changes' });
  const discard = async () => {
    await goTo(page, 'Sync');
    await waiting.getByRole('row').nth(1).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await expect(undo).toBeVisible();
  };
  await discard();
  await inMenu('Add another store');
  await expect(page.getByRole('heading', { name: 'Sign in to your store' })).toBeVisible();
  // Well before it would close by itself.
  await expect(undo).toBeHidden({ timeout: 5_000 });
  await page.goBack();
  await undo.click();
  await expect(waiting).toHaveAttribute('aria-rowcount', '2');
  await discard();
  await inMenu(SELLER.email);
  await expect(page.getByText('it runs on this computer')).toHaveCount(0);
  // Well before it would close by itself.
  await expect(undo).toBeHidden({ timeout: 5_000 });
  await inMenu('Practice store');
  await expect(page.getByText('it runs on this computer')).toBeVisible();
  await undo.click();
  await expect(undo).toHaveCount(0);
  await goTo(page, 'Sync');
  await expect(waiting.getByRole('row').filter({ hasText: 'Logo design' })).toBeVisible();
});

test('the palette announces the row that Enter picks, also when another row takes its place', async ({ launchApp }) => {
  const { page } = await launchApp({ args: ['--practice'] });
  await expect(heading(page, 'Products')).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  const box = palette.getByRole('combobox');
  const current = palette.getByRole('option', { selected: true });
  const named = async (text: string) => {
    await expect(current).toContainText(text);
    const id = await current.getAttribute('id');
    expect(id).toMatch(/^\S+$/);
    await expect(box).toHaveAttribute('aria-activedescendant', id ?? '');
    return id;
  };
  await page.keyboard.type('go to');
  const first = await named('Products');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('settings');
  expect(await named('Settings')).not.toBe(first);
});

test('the seller’s texts have their own direction, the window has that of its language', async ({ launchApp }) => {
  const { page } = await launchApp({ args: ['--practice'] });
  const title = 'עיצוב לוגו (2026)';
  await workOffline(page).check();
  const direction = (element: Element) => getComputedStyle(element).direction;
  await page.getByRole('button', { name: 'New product' }).click();
  const box = page.getByRole('dialog').getByRole('textbox', { name: 'Product title' });
  await box.fill(title);
  expect(await box.evaluate(direction)).toBe('rtl');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Close without saving' }).click();
  await createProduct(page, title);
  await createLink(page, title, '60', 'הזמנה');
  expect(await linkRow(page, 'הזמנה').getByText(title).first().evaluate(direction)).toBe('rtl');
  expect(await page.getByRole('cell', { name: '$60.00' }).evaluate(direction)).toBe('ltr');
  await linkRow(page, 'הזמנה').click();
  const details = page.getByRole('complementary', { name: 'Link details' });
  expect(await details.getByText('הזמנה', { exact: true }).evaluate(direction)).toBe('rtl');
  await goTo(page, 'Products');
  await page.getByRole('row').filter({ hasText: title }).click();
  expect(await heading(page, title).evaluate(direction)).toBe('rtl');
  expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
    'en',
    'ltr',
  ]);
});
