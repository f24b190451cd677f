// The window at the edges of its life: its size, a crash while it is closed, a signal before it is there.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOST_PROGRAM } from '../../../tools/launch/build.ts';
import { chooseHost } from '../../../tools/launch/choose-host.ts';
import { driven } from '../../../tools/launch/driven-process.ts';
import { root } from '../../../tools/launch/project.ts';
import { slow } from '../../../tools/test/slow.ts';
import { expect, refusedStart, test } from '../../support/app-test.ts';
import { resize } from '../../support/resize.ts';
import { goTo } from '../../support/seller.ts';

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
const logOf = (userDataDir: string): string => textOf(join(userDataDir, 'desk/logs/main.log'));

test.beforeEach(() => {
  // Most start the app twice.
  test.setTimeout(slow(90_000));
});

test('the window reopens at its last size', async ({ launchApp, userDataDir }) => {
  const first = await launchApp();
  test.skip(first.host === 'electron', 'a test changes the page there, not the window');
  await expect(first.page.getByRole('heading', { name: 'Sign in to your store' })).toBeVisible();
  await resize(first.page, { width: 1010, height: 720 });
  await expect.poll(() => textOf(join(userDataDir, 'desk/window.json'))).toMatch(/"width":\s*1010,\s*"height":\s*720/);
  await first.close();
  const second = await launchApp();
  await expect.poll(() => second.page.evaluate(() => [innerWidth, innerHeight])).toEqual([1010, 720]);
});

test('the app opens on the screen where it was closed', async ({ launchApp, userDataDir }) => {
  const first = await launchApp({ args: ['--practice'] });
  await goTo(first.page, 'Sales');
  await expect.poll(() => textOf(join(userDataDir, 'desk/window.json'))).toContain('#/sales');
  await first.close();
  const { page } = await launchApp({ args: ['--practice'] });
  await expect(page.getByRole('heading', { level: 1, name: 'Sales' })).toBeVisible();
});

test('a signal during the start ends the app in order', async ({ userDataDir }) => {
  test.skip(process.platform === 'win32', 'a signal ends a process at once there');
  test.skip(chooseHost().kind === 'electron', 'the stand-in is started here');
  const args = [HOST_PROGRAM, root, '--headless', '--practice', `--user-data-dir=${userDataDir}`];
  const child = spawn(process.execPath, args, { cwd: root });
  const app = driven(child);
  await expect.poll(() => logOf(userDataDir), { intervals: [5], timeout: slow(30_000) }).toContain('Started');
  child.kill('SIGTERM');
  expect(await app.exited).toBe(0);
  expect(logOf(userDataDir)).toContain('Ending');
  expect(app.output()).not.toMatch(/could not|Unhandled|Uncaught/i);
});

test.describe('a window that crashes while it is closed', () => {
  test.use({ allowedErrors: [/crash/i] });
  test('stays closed until it is opened, and then works', async ({ launchApp }) => {
    const app = await launchApp({ args: ['--practice', 'storefront-desk://settings'] });
    test.skip(process.platform === 'darwin', 'the setting has no place there');
    const keepSending = app.page.getByRole('switch', { name: /^Keep sending in the background/ });
    await keepSending.check();
    await expect(keepSending).toBeChecked();
    await app.chooseMenuItem('close');
    await expect.poll(() => app.isVisible()).toBe(false);
    const back = await app.crashPage();
    await expect(back.getByRole('navigation', { name: 'Main' })).toBeAttached();
    expect(await app.isVisible()).toBe(false);
    expect((await refusedStart(launchApp)).said).toContain('already running');
    await expect.poll(() => app.isVisible()).toBe(true);
    await goTo(back, 'Products');
    expect(await app.close()).toBe(0);
  });
});
