// The lifetime of the app: crashes of its window, signals, and one running app per data folder.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { chooseHost } from '../../tools/launch/choose-host.ts';
import { root } from '../../tools/launch/project.ts';
import { slow } from '../../tools/test/slow.ts';
import { expect, refusedStart, test } from '../support/app-test.ts';
import { hold } from '../support/recording-service.ts';
import { allSaved, createProduct, goTo } from '../support/seller.ts';

const isElectron = chooseHost().kind === 'electron';

const logOf = (userDataDir: string): string => {
  const file = join(userDataDir, 'desk/logs/main.log');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

/** Every file of a folder with its size, time and content. */
const snapshot = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const path = join(folder, name);
      const { size, mtimeMs } = lstatSync(path);
      return { name, size, mtimeMs, content: statSync(path).isFile() ? readFileSync(path, 'latin1') : null };
    });

test.describe('after a crash of its page', () => {
  test.use({ allowedErrors: [/crash/i] });
  test('the window comes back, and the app works', async ({ signedIn: app, service, userDataDir }) => {
    await createProduct(app.page, 'Before');
    await allSaved(app.page);
    const back = await app.crashPage();
    await expect(back.getByRole('table', { name: 'Products' })).toContainText('Before');
    await createProduct(back, 'After');
    await allSaved(back);
    expect(service.changes.map(({ raw }) => JSON.parse(raw).product_title)).toEqual(['Before', 'After']);
    expect(logOf(userDataDir)).toContain('process is gone');
    expect(await app.close()).toBe(0);
  });
});

test('a signal ends the app in order despite typed text, and a second one does not interrupt that', async ({
  signedIn: app,
  service,
  userDataDir,
}) => {
  test.skip(process.platform === 'win32', 'a signal ends a process at once there');
  const { page } = app;
  const release = hold(service, 'product.create');
  await createProduct(page, 'Coaching hour');
  await expect.poll(() => service.changes.length).toBe(1);
  await goTo(page, 'Webhook');
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill('https://hooks.example/a');
  await expect(page.getByText('Unsaved changes')).toBeVisible();

  app.process.kill('SIGTERM');
  // Polled often, so that the next signals arrive while the app still waits for the running request.
  await expect.poll(() => logOf(userDataDir), { intervals: [20] }).toContain('Ending');
  app.process.kill('SIGINT');
  app.process.kill('SIGTERM');
  release();
  expect(await app.exited).toBe(0);
  // The app has waited for the answer of the running request.
  expect(logOf(userDataDir)).toMatch(/Ending[\s\S]*Settled: product\.create/);
});

test.describe('starts on one data folder', () => {
  test.beforeEach(() => {
    // Each test starts the app several times.
    test.setTimeout(slow(90_000));
  });

  test('a second start shows the window and hands over its link, even with another TMPDIR and a relative folder path', async ({
    launchApp,
    userDataDir,
  }) => {
    const temporary = join(userDataDir, 'tmp');
    mkdirSync(temporary);
    const app = await launchApp({ args: ['--practice'] });
    const end = await refusedStart(launchApp, {
      userDataDir: relative(root, userDataDir),
      args: ['storefront-desk://settings'],
      env: { TMPDIR: temporary, TMP: temporary, TEMP: temporary },
    });
    expect(end.said).toContain('already running');
    if (!isElectron) expect(end.code).toBe(0);
    await expect(app.page.getByRole('heading', { name: 'Settings', exact: true, level: 1 })).toBeVisible();
    expect(await app.isVisible()).toBe(true);
  });

  test('a data folder that is open on another computer is not touched: the app says so and exits', async ({
    launchApp,
    userDataDir,
  }) => {
    test.skip(isElectron, 'its dialog waits for a person');
    const first = await launchApp({ args: ['--practice'] });
    expect(await first.close()).toBe(0);
    const dataFolder = join(userDataDir, 'desk');
    // Locks the folder like an app on another computer.
    const locks = join(import.meta.dirname, '../support/hold-folder.ts');
    const holder = spawn(process.execPath, ['--import', 'tsx', locks, dataFolder], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(holder.stdout, 'data')) as [Buffer];
    expect(String(line).trim()).toBe('held');
    const previous = snapshot(dataFolder);
    const end = await refusedStart(launchApp, { args: ['storefront-desk://settings'] });
    expect(end.code).toBe(3);
    expect(end.said).toContain(dataFolder);
    expect(end.said).not.toContain('already running');
    expect(snapshot(dataFolder)).toEqual(previous);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
  });
});
