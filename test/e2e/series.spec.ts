// Several apps one after another in one process and one Chromium: each finds both as if they were new.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { hostForTests } from '../../tools/launch/choose-host.ts';
import type { LaunchedApp } from '../support/app.ts';
import { expect, test } from './fixture.ts';

interface Bridge {
  invoke(channel: string, ...args: unknown[]): Promise<unknown>;
}
declare const fixture: Bridge;

const bundle = join(import.meta.dirname, '../support/app-fixture/main.js');

test.use({ allowedErrors: [/left behind/] });
test.skip(hostForTests().kind === 'electron', 'Electron runs one app in a process');
// A new series has room for all the apps a test starts.
test.beforeEach(({ series }) => series.end());

const invoke = (page: Page, channel: string, ...args: unknown[]) =>
  page.evaluate(([name, given]) => fixture.invoke(name, ...given), [channel, args] as const);

/** What a page finds in its browser. */
const stored = (page: Page) =>
  page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie, history.length]);

test('an app finds nothing of the one before it', async ({ launchApp, userDataDir }) => {
  const first = await launchApp({ bundle, userDataDir: `${userDataDir}/first` });
  const { page } = first;
  await page.evaluate(() => {
    localStorage.setItem('left', 'behind');
    sessionStorage.setItem('left', 'behind');
  });
  await page.setViewportSize({ width: 700, height: 500 });
  await invoke(page, 'theme', 'dark');
  await invoke(page, 'copy', 'left behind');
  await invoke(page, 'tray', 3);
  await first.answerDialogs({ message: 0 });
  await page.getByRole('link', { name: 'Open' }).click();
  await expect.poll(() => first.outside()).toHaveLength(1);
  await first.breakMain('left behind');
  await expect.poll(first.output).toContain('left behind');
  expect(await first.close()).toBe(0);

  const second = await launchApp({ bundle, userDataDir: `${userDataDir}/second` });
  expect(second.process.pid).toBe(first.process.pid);
  expect(
    second.page
      .context()
      .pages()
      .filter((other) => other.url() === second.page.url()),
  ).toHaveLength(1);
  expect(await stored(second.page)).toEqual([0, 0, '', 1]);
  expect(await second.page.evaluate(() => [innerWidth, innerHeight])).toEqual([1000, 700]);
  expect(await second.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(false);
  expect(await second.clipboardText()).toBe('');
  expect(await second.tray()).toBeNull();
  expect(await second.outside()).toEqual([]);
  // The harmless answer, since none was given to this app.
  expect(await invoke(second.page, 'ask')).toMatchObject({ response: 1 });
  expect(await invoke(second.page, 'facts')).toMatchObject({ userData: `${userDataDir}/second` });
  expect(second.output()).not.toContain('left behind');
  expect(second.output().match(/ready-to-show/g)).toHaveLength(1);
});

test('an app that quits by itself ends alone, and leaves the process to the next one', async ({ launchApp }) => {
  const first = await launchApp({ bundle });
  await invoke(first.page, 'closeWindow');
  expect(await first.exited).toBe(0);
  // On the same data folder, which the first app has unlocked.
  const second = await launchApp({ bundle });
  expect(second.process.pid).toBe(first.process.pid);
  // Ending an app that has ended leaves the next one alone.
  expect(await first.close()).toBe(0);
  await first.kill();
  expect(await second.isVisible()).toBe(true);
});

test('apps that run at the same time have a process each, and a killed one ends its own', async ({
  launchApp,
  userDataDir,
}) => {
  const open = (name: string): Promise<LaunchedApp> => launchApp({ bundle, userDataDir: `${userDataDir}/${name}` });
  const first = await open('first');
  const second = await open('second');
  expect(second.process.pid).not.toBe(first.process.pid);
  await first.kill();
  expect(await second.isVisible()).toBe(true);
  const third = await open('third');
  expect([first.process.pid, second.process.pid]).not.toContain(third.process.pid);
});
