// The app running in the background: it keeps sending if the seller asked for that, comes back on request, and opens links.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LaunchedApp, LaunchOptions } from '../support/app.ts';
import { createProduct, goTo, signIn, syncStatus } from '../support/seller.ts';
import { expect, test } from './service.ts';

type Launch = (options?: Partial<LaunchOptions>) => Promise<LaunchedApp>;

/** Like a person starting the app again, or the system opening a link: the second process hands over and exits. */
const startAgain = (launchApp: Launch, ...args: string[]) =>
  expect(launchApp({ args })).rejects.toThrow(/already running/);

test('keeps sending in the background and restores the window on a second start', async ({ launchApp, service }) => {
  const app = await launchApp();
  test.skip(process.platform === 'darwin', 'an app always continues without its window there');
  const { page } = app;
  await signIn(page, service);
  await goTo(page, 'Settings');
  await page.getByRole('switch', { name: 'Keep sending in the background when the window is closed' }).check();
  await expect(page.getByText('Closing the window keeps the app running')).toBeVisible();
  await page.getByRole('switch', { name: 'Show an icon in the tray' }).check();
  await expect.poll(() => app.tray()).toMatchObject({ toolTip: 'Storefront Desk: nothing is waiting' });

  await service.stop();
  await createProduct(page, 'Coaching hour');
  await expect(syncStatus(page)).toHaveText('Offline, 1 change waiting');
  await expect
    .poll(async () => (await app.tray())?.items)
    .toEqual(['Open Storefront Desk', '-', '1 waiting', 'Work offline: off', '-', 'Quit']);
  const workOffline = page.getByRole('switch', { name: 'Work offline' });
  expect(await app.clickTray('Work offline')).toBe(true);
  await expect(workOffline).toBeChecked();
  await expect.poll(async () => (await app.tray())?.items[3]).toBe('Work offline: on');
  expect(await app.clickTray('Work offline')).toBe(true);
  await expect(workOffline).not.toBeChecked();
  await page.getByRole('button', { name: 'New product' }).click();
  const title = page.getByRole('dialog').getByRole('textbox', { name: 'Product title' });
  await title.fill('Half written');
  expect(await app.chooseMenuItem('close')).toBe(true);
  await expect.poll(() => app.isVisible()).toBe(false);
  await service.start();
  await expect.poll(() => service.changes.length, { timeout: 400_000 }).toBe(1);
  expect(service.changes[0]?.raw).toContain('Coaching hour');
  await expect.poll(async () => (await app.tray())?.items[2]).toBe('(Nothing is waiting)');

  // The notification has left the screen of Windows and waits in the Action Center.
  if (process.platform === 'linux' || process.platform === 'win32') {
    expect(await app.notification('time-out')).toBe(true);
    expect(await app.notification('click')).toBe(true);
    await expect.poll(() => app.isVisible()).toBe(true);
    await app.chooseMenuItem('close');
    await expect.poll(() => app.isVisible()).toBe(false);
  }

  await startAgain(launchApp);
  await expect.poll(() => app.isVisible()).toBe(true);
  await expect(title).toHaveValue('Half written');
  // The tray and the menu restore the window too. The app says only the first time that it keeps running.
  await app.chooseMenuItem('close');
  await expect.poll(() => app.isVisible()).toBe(false);
  expect(await app.clickTray('Open Storefront Desk')).toBe(true);
  await expect.poll(() => app.isVisible()).toBe(true);
  if (app.host === 'chromium-host') {
    const shown = (await app.outside()).filter(({ kind }) => kind === 'notification');
    expect(shown).toHaveLength(1);
    expect(shown[0]?.what).toContain('click the icon in the tray or start the app again');
  }

  // Quit ends the app, and asks about unsaved text even while the window is closed.
  await app.chooseMenuItem('close');
  await expect.poll(() => app.isVisible()).toBe(false);
  expect(await app.clickTray('Quit')).toBe(true);
  await expect.poll(() => app.isVisible()).toBe(true);
  const question = page.getByRole('alertdialog', { name: 'Close without saving?' });
  await expect(question).toBeVisible();
  await question
    .getByRole('button', { name: 'Close without saving' })
    .click()
    .catch((error: unknown) => {
      if (!page.isClosed()) throw error;
    });
  expect(await app.exited).toBe(0);
});

test.describe('a window that crashes while it is closed', () => {
  test.use({ allowedErrors: [/crash/i] });
  test('stays closed, and still has the typed text when it is opened', async ({ launchApp }) => {
    const app = await launchApp({ args: ['--practice', 'storefront-desk://settings'] });
    test.skip(process.platform === 'darwin', 'the setting has no place there');
    await app.page.getByRole('switch', { name: /^Keep sending in the background/ }).check();
    await expect(app.page.getByText('Closing the window keeps the app running')).toBeVisible();
    await goTo(app.page, 'Products');
    await app.page.getByRole('button', { name: 'New product' }).click();
    await app.page.getByRole('dialog').getByRole('textbox', { name: 'Product title' }).fill('Half written');
    await app.chooseMenuItem('close');
    await expect.poll(() => app.isVisible()).toBe(false);
    const back = await app.crashPage();
    const title = back.getByRole('dialog').getByRole('textbox', { name: 'Product title' });
    await expect(title).toHaveValue('Half written');
    expect(await app.isVisible()).toBe(false);
    await startAgain(launchApp);
    await expect.poll(() => app.isVisible()).toBe(true);
    expect(await app.close()).toBe(0);
  });
});

test('a link opens its screen, asks before unsaved text is lost, and can do nothing else', async ({
  launchApp,
  userDataDir,
}) => {
  const app = await launchApp({ args: ['--practice', 'storefront-desk://settings'] });
  const { page } = app;
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();
  await startAgain(launchApp, 'storefront-desk://sync/history');
  await expect(page).toHaveURL(/#\/sync\/history$/);
  await createProduct(page, 'Coaching hour');
  await page.getByRole('table', { name: 'Products' }).getByRole('link', { name: 'Coaching hour' }).click();
  await expect(page).toHaveURL(/#\/products\/[0-9a-f-]{36}$/);
  const id = page.url().split('/').at(-1);

  await app.openUrl('storefront-desk://webhook');
  const url = page.getByRole('textbox', { name: 'Webhook URL' });
  await url.fill('https://hooks.example/a');
  await startAgain(launchApp, `storefront-desk://products/${id}`);
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(url).toHaveValue('https://hooks.example/a');
  await app.openUrl(`storefront-desk://products/${id}/`);
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page.getByRole('heading', { name: 'Coaching hour' })).toBeVisible();

  const there = page.url();
  for (const hostile of [
    'storefront-desk://webhook/../settings?token=very-secret-thing',
    'storefront-desk://mara:very-secret-thing@settings',
    'storefront-desk://add-store',
    `storefront-desk://products/${'<img src=x onerror=alert(1)>'.repeat(100)}`,
  ]) {
    await app.openUrl(hostile);
  }
  // Electron itself may refuse to start with a switch after a link.
  const more = app.host === 'chromium-host' ? ['--user-data-dir=/nowhere'] : [];
  await startAgain(launchApp, 'storefront-desk://settings#/sync', ...more);
  const notice = page.getByText('A link was not opened');
  await expect(notice).toHaveCount(1);
  await expect(page.getByText('It does not lead to a screen of this app. Nothing was changed')).toBeVisible();
  expect(page.url()).toBe(there);
  const log = await readFile(join(userDataDir, 'desk/logs/main.log'), 'utf8');
  expect(log.match(/A link was refused: storefront-desk:\/\/\w*…, \d+ characters/g)).toHaveLength(5);
  expect(log).not.toContain('very-secret-thing');

  // The record that a link names may be gone.
  await app.openUrl('storefront-desk://products/01920000-0000-7000-8000-000000000000');
  await expect(page.getByText('Product not found')).toBeVisible();
});

test('a link from before the first sign-in opens its screen once there is a store', async ({ launchApp, service }) => {
  const { page } = await launchApp({ args: ['storefront-desk://webhook'] });
  await signIn(page, service);
  await expect(page.getByRole('heading', { name: 'Webhook', exact: true })).toBeVisible();
});
