// The app and the system: files, printer, clipboard, browser, menu, tray and key store; and what a restart keeps.
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { slow } from '../../../tools/test/slow.ts';
import { expect, test } from '../../support/app-test.ts';
import { readQrPng } from '../../support/read-qr.ts';
import { allSaved, chooseForLink, createLink, createProduct, goTo, signIn, syncStatus } from '../../support/seller.ts';

test.beforeEach(() => {
  // Most tests start the app twice or walk through several screens.
  test.setTimeout(slow(90_000));
});

test('a QR code goes to a file, to the clipboard and to the printer, and a link opens in the browser', async ({
  signedIn: app,
  userDataDir,
}) => {
  const { page } = app;
  const acts = async (kind: string) => (await app.outside()).filter((act) => act.kind === kind);
  await createProduct(page, 'Coaching hour');
  await createLink(page, 'Coaching hour', '60', '1042');
  await allSaved(page);
  await chooseForLink(page, '1042', 'Open in browser');
  await expect.poll(() => acts('open-external')).toHaveLength(1);
  const [opened] = await acts('open-external');
  expect(opened?.what).toContain('uuid=');

  await chooseForLink(page, '1042', 'Show QR code');
  const code = page.getByRole('dialog', { name: 'QR code' });
  const file = join(userDataDir, 'code.png');
  await app.answerDialogs({ save: file });
  await code.getByRole('button', { name: 'Save as PNG' }).click();
  await expect.poll(() => readFile(file).then(readQrPng, () => '')).toBe(opened?.what);
  await code.getByRole('button', { name: 'Copy picture' }).click();
  await expect.poll(async () => (await app.clipboardPicture()).length).toBeGreaterThan(0);
  expect(readQrPng(await app.clipboardPicture())).toBe(opened?.what);
  await code.getByRole('button', { name: 'Print label' }).click();
  await expect.poll(() => acts('print')).toHaveLength(1);
});

test('the native menu acts on the window: zoom, a new product and the command palette', async ({ launchApp }) => {
  const app = await launchApp({ args: ['--practice'] });
  const { page } = app;
  await goTo(page, 'Products');
  expect(await app.chooseMenuItem('create')).toBe(true);
  await expect(page.getByRole('dialog', { name: 'New product' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await app.chooseMenuItem('palette')).toBe(true);
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await page.keyboard.press('Escape');
  test.skip(app.host === 'electron', 'keys that a test sends go to the page there, past the native menu');
  const zoom = () => page.evaluate(() => Number(document.documentElement.style.getPropertyValue('zoom') || 1));
  await page.keyboard.press('ControlOrMeta+=');
  await expect.poll(zoom).toBeGreaterThan(1);
  await page.keyboard.press('ControlOrMeta+0');
  await expect.poll(zoom).toBe(1);
  await page.keyboard.press('ControlOrMeta+-');
  await expect.poll(zoom).toBeLessThan(1);
});

test('the window and the tray have the language chosen in Settings, also after a restart', async ({ launchApp }) => {
  const first = await launchApp({ args: ['--practice'] });
  const { page } = first;
  await goTo(page, 'Settings');
  await page.getByRole('switch', { name: 'Show an icon in the tray' }).check();
  await expect.poll(() => first.tray()).not.toBeNull();
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Deutsch', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  const isGerman = (tray: Awaited<ReturnType<typeof first.tray>>) => tray?.items.at(-1) === 'Beenden';
  await expect.poll(async () => isGerman(await first.tray())).toBe(true);
  expect(await first.close()).toBe(0);
  const second = await launchApp();
  await expect(second.page.locator('html')).toHaveAttribute('lang', 'de');
  await expect.poll(async () => isGerman(await second.tray())).toBe(true);
});

test('reports a key store that was locked at start, offers to restart, and sends after the next start', async ({
  launchApp,
  service,
  userDataDir,
}) => {
  const env = { STOREFRONT_TEST_KEY_STORE: '1' };
  const first = await launchApp({ env });
  test.skip(first.host === 'electron', 'the key store of the system is used there');
  await signIn(first.page, service);
  await allSaved(first.page);
  await first.close();
  const keyFile = join(userDataDir, 'chromium-host/test-key');
  const key = await readFile(keyFile);
  // With another key nothing can be decrypted, as with a locked key store.
  await writeFile(keyFile, randomBytes(32));
  const locked = await launchApp({ env });
  const panel = locked.page.getByRole('region', { name: 'Sign in', exact: true });
  await createProduct(locked.page, 'Coaching hour');
  await expect(syncStatus(locked.page)).toHaveText('Sign in to send 1 change');
  await expect(panel.getByRole('button', { name: 'Restart the app' })).toBeVisible();
  expect(service.changes).toEqual([]);
  await locked.close();
  await writeFile(keyFile, key);
  const { page } = await launchApp({ env });
  await allSaved(page);
  expect(service.changes).toHaveLength(1);
});

test('the app opens on the screen where it was closed', async ({ launchApp, userDataDir }) => {
  const first = await launchApp({ args: ['--practice'] });
  await goTo(first.page, 'Sales');
  const kept = () => readFile(join(userDataDir, 'desk/window.json'), 'utf8').catch(() => '');
  await expect.poll(kept).toContain('#/sales');
  await first.close();
  const { page } = await launchApp({ args: ['--practice'] });
  await expect(page.getByRole('heading', { level: 1, name: 'Sales' })).toBeVisible();
});
