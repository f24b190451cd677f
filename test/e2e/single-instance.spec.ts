// One running app per data folder: a second start hands its link over, or says why it cannot run, and changes nothing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { hostForTests } from '../../tools/launch/choose-host.ts';
import { root } from '../../tools/launch/project.ts';
import type { LaunchedApp, LaunchOptions } from '../support/app.ts';
import { createProduct } from '../support/seller.ts';
import { expect, test } from './service.ts';

test.use({ needsOwnProcess: true });

type Launch = (options?: Partial<LaunchOptions>) => Promise<LaunchedApp>;

const FIXTURE = join(import.meta.dirname, '../support/app-fixture/main.js');
const HOLDER = join(import.meta.dirname, '../support/lock-folder.ts');
const heading = (app: LaunchedApp, name: string) => app.page.getByRole('heading', { name, exact: true });

/** Starts an app that should exit, and returns its exit and output. */
const refusedStart = (launchApp: Launch, options: Partial<LaunchOptions> = {}): Promise<string> =>
  launchApp(options).then(
    () => 'it started',
    (error: Error) => error.message,
  );

/** The exit code is known only where the app is a direct child of this process. */
function expectEnd(said: string, code: number): void {
  if (hostForTests().kind === 'chromium-host') expect(said).toContain(`The app ended with ${code} `);
}

/** Locks a data folder from another process, like an app on another computer. */
async function heldElsewhere(dataFolder: string) {
  const holder = spawn(process.execPath, ['--import', 'tsx', HOLDER, dataFolder], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(holder.stdout, 'data')) as [Buffer];
  expect(String(line).trim()).toBe('held');
  return holder;
}

/** Where the first app can be reached, once it can: links on Electron, a file on the Chromium host. */
function addressOf(userDataDir: string): { pid: number; socket: string } | null {
  const [lock, socket] = ['SingletonLock', 'SingletonSocket'].map((name) => join(userDataDir, name)) as [
    string,
    string,
  ];
  const found = lstatSync(socket, { throwIfNoEntry: false });
  if (!found) return null;
  if (found.isSymbolicLink()) {
    return { pid: Number(readlinkSync(lock).split('-').at(-1)), socket: readlinkSync(socket) };
  }
  const text = readFileSync(socket, 'utf8');
  return text === '' ? null : JSON.parse(text);
}

/** Every file of a folder with its size, time and content. */
const snapshot = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const path = join(folder, name);
      const { size, mtimeMs } = lstatSync(path);
      return { name, size, mtimeMs, content: statSync(path).isFile() ? readFileSync(path, 'latin1') : null };
    });

test('a second start shows the window and hands over its link, whatever its TMPDIR and the spelling of the folder', async ({
  launchApp,
  userDataDir,
}) => {
  const real = join(userDataDir, 'real');
  const link = join(userDataDir, 'link');
  const temporary = join(userDataDir, 'tmp');
  mkdirSync(real);
  mkdirSync(temporary);
  symlinkSync(real, link);
  const app = await launchApp({ userDataDir: real, args: ['--practice'] });
  const spellings: [string, string, string][] = [
    [link, 'settings', 'Settings'],
    [`${real}/`, 'sync', 'Sync'],
    [relative(root, real), 'webhook', 'Webhook'],
    [`${link}/../real/.`, 'products', 'Products'],
  ];
  for (const [spelling, screen, name] of spellings) {
    const said = await refusedStart(launchApp, {
      userDataDir: spelling,
      args: [`storefront-desk://${screen}`],
      env: { TMPDIR: temporary, TMP: temporary, TEMP: temporary },
    });
    expectEnd(said, 0);
    expect(said).toContain('already running');
    await expect(heading(app, name)).toBeVisible();
  }
  expect(await app.isVisible()).toBe(true);
  expect(await app.close()).toBe(0);
});

test('a data folder that is open on another computer is not touched: the app says so and exits', async ({
  launchApp,
  userDataDir,
}) => {
  test.skip(hostForTests().kind === 'electron', 'its dialog waits for a person');
  test.slow();
  const first = await launchApp({ args: ['--practice'] });
  expect(await first.close()).toBe(0);
  const dataFolder = join(userDataDir, 'desk');
  const holder = await heldElsewhere(dataFolder);
  const before = snapshot(dataFolder);
  const said = await refusedStart(launchApp, { args: ['storefront-desk://settings'] });
  expectEnd(said, 3);
  expect(said).toContain('Another Storefront Desk has this data open, possibly on another computer');
  expect(said).toContain(dataFolder);
  expect(said).not.toContain('already running');
  expect(snapshot(dataFolder)).toEqual(before);

  // A kill leaves nothing behind to wait for.
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const next = await launchApp();
  await expect(next.page.getByRole('navigation')).toBeVisible();
  expect(await next.close()).toBe(0);
});

test('an app that cannot find out whether another one runs says so and exits', async ({ launchApp, userDataDir }) => {
  test.skip(hostForTests().kind === 'electron', 'its dialog waits for a person');
  const none = join(userDataDir, 'none');
  const said = await refusedStart(launchApp, { env: { TMPDIR: none, TMP: none, TEMP: none } });
  expectEnd(said, 3);
  expect(said).toContain('The system could not tell whether another Storefront Desk has this data open');
  expect(readdirSync(join(userDataDir, 'desk'))).toEqual(['lock']);
});

test('two profiles that share one data folder do not both run', async ({ launchApp, userDataDir }) => {
  test.skip(hostForTests().kind === 'electron', 'its dialog waits for a person');
  test.slow();
  const [one, other] = [join(userDataDir, 'one'), join(userDataDir, 'other')];
  mkdirSync(other);
  const app = await launchApp({ userDataDir: one });
  symlinkSync(join(one, 'desk'), join(other, 'desk'));
  const said = await refusedStart(launchApp, { userDataDir: other });
  expectEnd(said, 3);
  expect(said).toContain('Another Storefront Desk has this data open');
  await app.kill();
  const next = await launchApp({ userDataDir: other });
  expect(await next.close()).toBe(0);
});

test('the next app replaces a killed one at once, and receives a third start', async ({ launchApp }) => {
  const first = await launchApp({ args: ['--practice'] });
  await first.kill();
  const second = await launchApp();
  await expect(second.page.getByRole('navigation')).toBeVisible();
  expect(await refusedStart(launchApp, { args: ['storefront-desk://settings'] })).toContain('already running');
  await expect(heading(second, 'Settings')).toBeVisible();
});

test('an app that starts while another one exits runs once that one is gone, or says why not', async ({
  launchApp,
}) => {
  const first = await launchApp({ args: ['--practice'] });
  const ended = first.close();
  const said = await refusedStart(launchApp);
  expect(await ended).toBe(0);
  expect(said).toMatch(/^it started$|already running/);
});

test('the next app opens a link that arrives while the first is exiting', async ({
  signedIn: first,
  launchApp,
  service,
  userDataDir,
}) => {
  test.skip(process.platform === 'win32', 'nothing in the folder shows there who has the lock');
  let release = () => {};
  const held = new Promise<undefined>((resolve) => {
    release = () => resolve(undefined);
  });
  service.intercept = ({ path }) => (path.endsWith('/products') ? (held as Promise<never>) : undefined);
  await createProduct(first.page, 'Coaching hour');
  await expect.poll(() => service.changes.length).toBe(1);
  const pid = addressOf(userDataDir)?.pid;
  const ended = first.close();
  await expect.poll(() => readFileSync(join(userDataDir, 'desk/logs/main.log'), 'utf8')).toContain('Ending');
  const second = launchApp({ args: ['storefront-desk://settings'] });
  await expect.poll(() => addressOf(userDataDir)?.pid ?? pid).not.toBe(pid);
  release();
  expect(await ended).toBe(0);
  await expect(heading(await second, 'Settings')).toBeVisible();
});

test('a link that arrives while the first app is starting is not lost', async ({ launchApp, userDataDir }) => {
  test.skip(process.platform !== 'linux', 'needs /proc to see that the second one is waiting');
  const starting = launchApp({ args: ['--practice'] });
  await expect.poll(() => addressOf(userDataDir), { intervals: [2] }).not.toBeNull();
  const { pid, socket } = addressOf(userDataDir) ?? { pid: 0, socket: '' };
  process.kill(pid, 'SIGSTOP');
  const second = refusedStart(launchApp, { args: ['storefront-desk://settings'] });
  // One line for the listening socket, and one for the second app, which waits for its answer.
  await expect.poll(() => readFileSync('/proc/net/unix', 'utf8').split(socket).length - 1).toBeGreaterThan(1);
  process.kill(pid, 'SIGCONT');
  expect(await second).toContain('already running');
  await expect(heading(await starting, 'Settings')).toBeVisible();
});

test.describe('what a second start hands over', () => {
  const HOSTILE = [
    'null',
    '7',
    '"storefront-desk://settings"',
    '[]',
    '["storefront-desk://settings"]',
    '{}',
    '{"link":null}',
    '{"link":7}',
    '{"link":["storefront-desk://settings"]}',
    '{"link":{"toString":"storefront-desk://settings"}}',
    '{"__proto__":{"link":"storefront-desk://settings"}}',
    `{"link":"storefront-desk://settings?${'x'.repeat(4_096)}"}`,
    `{"link":"${'ž'.repeat(2_049)}"}`,
  ];
  test('may be anything: it shows the window and does nothing else', async ({ launchApp, userDataDir }) => {
    test.slow();
    const app = await launchApp({ args: ['--practice', 'storefront-desk://products'] });
    await expect(heading(app, 'Products')).toBeVisible();
    for (const data of HOSTILE) {
      const said = await refusedStart(launchApp, { bundle: FIXTURE, args: [`--single=${data}`] });
      expect(said).toContain('[fixture] second');
    }
    await expect(heading(app, 'Products')).toBeVisible();
    await expect(app.page.getByText('A link was not opened')).toHaveCount(0);
    // Text that is no link of the app is refused like any other link.
    const script = '{"link":"javascript:alert(1)"}';
    expect(await refusedStart(launchApp, { bundle: FIXTURE, args: [`--single=${script}`] })).toContain('second');
    await expect(app.page.getByText('A link was not opened')).toHaveCount(1);
    const good = '{"link":"storefront-desk://settings","more":true}';
    expect(await refusedStart(launchApp, { bundle: FIXTURE, args: [`--single=${good}`] })).toContain('second');
    await expect(heading(app, 'Settings')).toBeVisible();
    expect(existsSync(join(userDataDir, 'desk/logs/main.log'))).toBe(true);
    expect(await app.close()).toBe(0);
  });
});

test('runs where the folder cannot be locked, and logs one line about it', async ({ launchApp, userDataDir }) => {
  // Unusable, as on a file system without locks.
  mkdirSync(join(userDataDir, 'desk/lock'), { recursive: true });
  const app = await launchApp({ args: ['--practice'] });
  await expect(app.page.getByRole('navigation')).toBeVisible();
  expect(await refusedStart(launchApp, { args: ['storefront-desk://settings'] })).toContain('already running');
  await expect(heading(app, 'Settings')).toBeVisible();
  expect(await app.close()).toBe(0);
  const log = readFileSync(join(userDataDir, 'desk/logs/main.log'), 'utf8');
  expect(log.match(/The data folder could not be locked \(E[A-Z]+\)$/gm)).toHaveLength(1);
});
