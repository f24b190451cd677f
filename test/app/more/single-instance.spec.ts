// One running app per data folder, when a start overlaps with another start or with the end of the app.
import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { chooseHost } from '../../../tools/launch/choose-host.ts';
import { slow } from '../../../tools/test/slow.ts';
import { expect, type Launch, refusedStart, test } from '../../support/app-test.ts';
import { hold } from '../../support/recording-service.ts';
import { createProduct } from '../../support/seller.ts';

const isElectron = chooseHost().kind === 'electron';
/** Counts the listening socket, and each app that waits for its answer. */
const connectionsTo = (socket: string): number => readFileSync('/proc/net/unix', 'utf8').split(socket).length - 1;
const settings = (page: Page) => page.getByRole('heading', { name: 'Settings', exact: true, level: 1 });

/** Reads symbolic links on Electron, and a file on the Chromium host. Null until another start can reach the app. */
function addressOf(userDataDir: string): { pid: number; socket: string } | null {
  const [lock, socket] = [join(userDataDir, 'SingletonLock'), join(userDataDir, 'SingletonSocket')];
  const entry = lstatSync(socket, { throwIfNoEntry: false });
  if (!entry) return null;
  if (entry.isSymbolicLink()) {
    return { pid: Number(readlinkSync(lock).split('-').at(-1)), socket: readlinkSync(socket) };
  }
  const text = readFileSync(socket, 'utf8');
  return text === '' ? null : JSON.parse(text);
}

/** Pauses the first app until a second one, started with a link, has asked it, so that the two surely overlap. */
async function startWhileStopped(launchApp: Launch, running: ReturnType<typeof addressOf>): Promise<void> {
  const { pid, socket } = running ?? { pid: 0, socket: '' };
  process.kill(pid, 'SIGSTOP');
  const second = refusedStart(launchApp, { args: ['storefront-desk://settings'] });
  await expect.poll(() => connectionsTo(socket), { timeout: slow(20_000) }).toBeGreaterThan(1);
  process.kill(pid, 'SIGCONT');
  expect((await second).said).toContain('already running');
}

test.beforeEach(() => {
  // Each test starts the app several times.
  test.setTimeout(slow(120_000));
});

test('a start while the app is ending opens the app again afterwards, with its link', async ({
  signedIn: first,
  launchApp,
  service,
  userDataDir,
}) => {
  test.skip(isElectron || process.platform !== 'linux', 'needs /proc, and an app that can be reached from outside');
  const release = hold(service, 'product.create');
  await createProduct(first.page, 'Coaching hour');
  await expect.poll(() => service.changes.length).toBe(1);
  const running = addressOf(userDataDir);
  const ended = first.close();
  await expect.poll(() => readFileSync(join(userDataDir, 'desk/logs/main.log'), 'utf8')).toContain('Ending');
  await startWhileStopped(launchApp, running);
  release();
  expect(await ended).toBe(0);
  const address = () =>
    first
      .output()
      .match(/ is ready: (http:\S+)/g)?.[1]
      ?.split(' ')
      .at(-1);
  await expect.poll(address, { timeout: slow(20_000) }).toBeDefined();
  const browser = await chromium.connectOverCDP(address() ?? '');
  const [page] = browser.contexts().flatMap((context) => context.pages());
  if (!page) throw new Error('The next app has no window');
  await expect(settings(page)).toBeVisible();
  await page.close();
  await expect.poll(() => addressOf(userDataDir)).toBeNull();
});

test('a link that arrives while the first app is starting is not lost', async ({ launchApp, userDataDir }) => {
  test.skip(process.platform !== 'linux', 'needs /proc to see that the second one is waiting');
  const starting = launchApp({ args: ['--practice'] });
  await expect.poll(() => addressOf(userDataDir), { timeout: slow(20_000), intervals: [2] }).not.toBeNull();
  await startWhileStopped(launchApp, addressOf(userDataDir));
  await expect(settings((await starting).page)).toBeVisible();
});
