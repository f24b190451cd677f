// The app without its window, and links that open it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { slow } from '../../tools/test/slow.ts';
import { expect, refusedStart, test } from '../support/app-test.ts';
import { createProduct, goTo, signIn, syncStatus } from '../support/seller.ts';

test.beforeEach(() => {
  // Each test starts the app more than once.
  test.setTimeout(slow(90_000));
});

test('keeps sending in the background, and opens its window again from the tray and on a second start', async ({
  launchApp,
  service,
}) => {
  test.skip(process.platform === 'darwin', 'an app always continues without its window there');
  const app = await launchApp();
  const { page } = app;
  await signIn(page, service);
  await goTo(page, 'Settings');
  const keepSending = page.getByRole('switch', { name: /^Keep sending in the background/ });
  await keepSending.check();
  await expect(keepSending).toBeEnabled();
  await page.getByRole('switch', { name: 'Show an icon in the tray' }).check();
  await expect.poll(() => app.tray()).not.toBeNull();

  await service.stop();
  await createProduct(page, 'Coaching hour');
  await expect(syncStatus(page)).toContainText('1 change');
  await expect.poll(async () => (await app.tray())?.items).toContain('1 waiting');
  await page.getByRole('button', { name: 'New product' }).click();
  const title = page.getByRole('dialog').getByRole('textbox', { name: 'Product title' });
  await title.fill('Half written');
  const hide = async () => {
    expect(await app.chooseMenuItem('close')).toBe(true);
    await expect.poll(() => app.isVisible()).toBe(false);
  };
  const isBack = () => expect.poll(() => app.isVisible()).toBe(true);
  await hide();
  // The app tries again only some seconds after a failure, so this may take longer.
  const { length: previous } = service.changes;
  await service.start();
  await expect.poll(() => service.changes.length, { timeout: slow(30_000) }).toBe(previous + 1);
  expect(service.changes.at(-1)?.raw).toContain('Coaching hour');
  await expect.poll(async () => (await app.tray())?.items).not.toContain('1 waiting');

  expect((await refusedStart(launchApp)).said).toContain('already running');
  await isBack();
  await expect(title).toHaveValue('Half written');
  await hide();
  expect(await app.clickTray('Open Storefront Desk')).toBe(true);
  await isBack();

  // Quit asks about unsaved text even while the window is closed, and ends the app only when the seller agrees.
  await hide();
  expect(await app.clickTray('Quit')).toBe(true);
  await isBack();
  const question = page.getByRole('dialog', { name: 'Close without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(title).toHaveValue('Half written');
  expect(await app.chooseMenuItem('quit')).toBe(true);
  await question
    .getByRole('button', { name: 'Close without saving' })
    .click()
    .catch((error: unknown) => {
      if (!page.isClosed()) throw error;
    });
  expect(await app.exited).toBe(0);
});

test('a link opens its screen, asks before unsaved text is lost, and can do nothing else', async ({
  launchApp,
  userDataDir,
}) => {
  const app = await launchApp({ args: ['--practice', 'storefront-desk://settings'] });
  const { page } = app;
  const heading = (name: string) => page.getByRole('heading', { name, exact: true, level: 1 });
  await expect(heading('Settings')).toBeVisible();
  await createProduct(page, 'Coaching hour');
  await page.getByRole('table', { name: 'Products' }).getByRole('link', { name: 'Coaching hour' }).click();
  await expect(page).toHaveURL(/#\/products\/[0-9a-f-]{36}$/);
  const id = page.url().split('/').at(-1);

  await app.openUrl('storefront-desk://webhook');
  const url = page.getByRole('textbox', { name: 'Webhook URL' });
  await url.fill('https://hooks.example/a');
  expect((await refusedStart(launchApp, { args: [`storefront-desk://products/${id}`] })).said).toContain('running');
  const question = page.getByRole('dialog', { name: 'Close without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(url).toHaveValue('https://hooks.example/a');
  await app.openUrl(`storefront-desk://products/${id}/`);
  await question.getByRole('button', { name: 'Close without saving' }).click();
  await expect(heading('Coaching hour')).toBeVisible();

  const there = page.url();
  for (const hostile of [
    'storefront-desk://webhook/../settings?token=very-secret-thing',
    'storefront-desk://mara:very-secret-thing@settings',
    'storefront-desk://add-store',
    `storefront-desk://products/${'<img src=x onerror=alert(1)>'.repeat(100)}`,
  ]) {
    await app.openUrl(hostile);
  }
  // Electron itself may refuse a start with a switch after a link.
  const more = app.host === 'chromium-host' ? ['--user-data-dir=/nowhere'] : [];
  const end = await refusedStart(launchApp, { args: ['storefront-desk://settings#/sync', ...more] });
  expect(end.said).toContain('already running');
  // One notice covers all refused links.
  await expect(page.getByText('A link was not opened')).toHaveCount(1);
  const log = () => readFile(join(userDataDir, 'desk/logs/main.log'), 'utf8');
  await expect.poll(async () => (await log()).match(/A link was refused/g)?.length).toBe(5);
  expect(await log()).not.toContain('very-secret-thing');
  expect(page.url()).toBe(there);
});
