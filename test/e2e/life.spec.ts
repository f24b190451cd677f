// The lifetime of the app: its window appears, and a signal ends it in order at any time.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOST_PROGRAM } from '../../tools/launch/build-host.ts';
import { hostForTests } from '../../tools/launch/choose-host.ts';
import { driven } from '../../tools/launch/driven-process.ts';
import { root } from '../../tools/launch/project.ts';
import { createProduct, goTo } from '../support/seller.ts';
import { expect, test } from './service.ts';

test.use({ needsOwnProcess: true });

const logOf = (userDataDir: string): string => {
  const file = join(userDataDir, 'desk/logs/main.log');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

test('the window appears where the system never reports it as painted, as on Wayland', async ({ launchApp }) => {
  const app = await launchApp({ args: ['--practice'], env: { STOREFRONT_STAND_IN_FAULTS: 'no-ready-to-show' } });
  await expect.poll(() => app.isVisible()).toBe(true);
});

test('a signal ends the app in order despite typed text, and a second one does not interrupt that', async ({
  signedIn: app,
  service,
  userDataDir,
}) => {
  test.skip(process.platform === 'win32', 'a signal ends a process at once there');
  const { page } = app;
  let release = () => {};
  const held = new Promise<undefined>((resolve) => {
    release = () => resolve(undefined);
  });
  service.intercept = ({ path }) => (path.endsWith('/products') ? (held as Promise<never>) : undefined);
  await createProduct(page, 'Coaching hour');
  await expect.poll(() => service.changes.length).toBe(1);
  await goTo(page, 'Webhook');
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill('https://hooks.example/a');
  await expect(page.getByText('Unsaved changes')).toBeVisible();

  app.process.kill('SIGINT');
  // The app waits some seconds only for the request.
  await expect.poll(() => logOf(userDataDir), { intervals: [20] }).toContain('Ending');
  app.process.kill('SIGINT');
  app.process.kill('SIGTERM');
  release();
  expect(await app.exited).toBe(0);
  // The app waited for the response of the running request.
  expect(logOf(userDataDir)).toMatch(/Ending[\s\S]*Settled: product\.create/);
});

test('a signal during the start ends the app in order', async ({ userDataDir }) => {
  test.skip(process.platform === 'win32', 'a signal ends a process at once there');
  test.skip(hostForTests().kind === 'electron', 'the stand-in is started here');
  const child = spawn(
    process.execPath,
    [HOST_PROGRAM, root, '--headless', '--practice', `--user-data-dir=${userDataDir}`],
    {
      cwd: root,
      env: { ...process.env, STOREFRONT_CONTROLLED: '1' },
    },
  );
  const app = driven(child);
  await expect.poll(() => logOf(userDataDir), { intervals: [5] }).toContain('Started');
  child.kill('SIGTERM');
  expect(await app.exited).toBe(0);
  expect(logOf(userDataDir)).toContain('Ending');
  expect(app.output()).not.toMatch(/could not|Unhandled|Uncaught/i);
});
