// What the app relies on in its host beside the conformance cases. Runs on real Electron and on the Chromium host alike.
import { lstatSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { slow } from '../../../tools/test/slow.ts';
import type { LaunchedApp } from '../../support/app.ts';
import { refusedStart } from '../../support/app-start.ts';
import { test as base, expect } from '../../support/app-test.ts';

interface Bridge {
  invoke(channel: string, ...args: unknown[]): Promise<unknown>;
  ticks(): unknown[];
  readonly refusal: string;
}
declare const fixture: Bridge;

const bundle = join(import.meta.dirname, '../../support/app-fixture/main.js');
const test = base.extend({
  launchApp: async ({ launchApp }, use) => {
    await use((options) => launchApp({ bundle, ...options }));
  },
});

const invoke = (page: Page, channel: string, ...args: unknown[]) =>
  page.evaluate(([name, given]) => fixture.invoke(name, ...given), [channel, args] as const);

test('the preload runs before the page, has only what a sandbox allows, and leaves no other globals', async ({
  page,
}) => {
  await expect(page.locator('body')).toHaveAttribute('data-bridge', 'object');
  expect(await page.evaluate(() => fixture.refusal)).toContain('module not found: node:fs');
  const names = await page.evaluate(() =>
    Object.keys(window).filter((name) => /desk|fixture|host|playwright/i.test(name)),
  );
  expect(names).toEqual(['fixture']);
});

test('values cross unchanged, and messages arrive in order, before the response that follows them', async ({
  page,
}) => {
  const result = await page.evaluate(async () => {
    const value = JSON.parse('{"__proto__":{"x":1},"constructor":2}');
    const back = (await fixture.invoke('echo', {
      gone: undefined,
      list: [Number.NaN, -0, null, undefined, 10n],
      when: new Date(5),
      map: new Map([[1, { inner: undefined }]]),
      bytes: new Uint8Array([1, 2]),
      value,
    })) as { list: unknown[]; when: Date; map: Map<number, object>; bytes: Uint8Array; value: object };
    return {
      hasGone: 'gone' in back,
      list: back.list.map(String),
      minusZero: Object.is(back.list[1], -0),
      when: back.when.getTime(),
      inner: Object.keys(back.map.get(1) ?? {}),
      bytes: [...back.bytes],
      value: JSON.stringify(back.value),
      nothing: (await fixture.invoke('echo')) === undefined,
    };
  });
  expect(result).toEqual({
    hasGone: true,
    list: ['NaN', '0', 'null', 'undefined', '10'],
    minusZero: true,
    when: 5,
    inner: ['inner'],
    bytes: [1, 2],
    value: '{"__proto__":{"x":1},"constructor":2}',
    nothing: true,
  });
  await invoke(page, 'burst');
  expect(await page.evaluate(() => fixture.ticks())).toEqual(Array.from({ length: 50 }, (_, n) => n));
});

test('the switches and the data folder reach the app', async ({ launchApp, userDataDir }) => {
  const app = await launchApp({ args: ['--practice'] });
  expect(await invoke(app.page, 'facts')).toMatchObject({
    userData: userDataDir,
    practice: true,
    inArguments: true,
    packaged: false,
    required: true,
  });
});

test('the Chromium host has a key store only if a test asks for one', async ({ launchApp, userDataDir }) => {
  const app = await launchApp();
  test.skip(app.host !== 'chromium-host', 'real Electron tells what the system has');
  expect(await invoke(app.page, 'facts')).toMatchObject({ encrypts: false });
  const other = await launchApp({
    userDataDir: join(userDataDir, 'other'),
    env: { STOREFRONT_TEST_KEY_STORE: '1' },
  });
  expect(await invoke(other.page, 'seal')).toBe('secret');
});

test('the theme that the app chooses becomes the page’s preference', async ({ page }) => {
  const isDark = () => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  expect(await invoke(page, 'theme', 'dark')).toBe(true);
  expect(await isDark()).toBe(true);
  expect(await invoke(page, 'theme', 'light')).toBe(false);
  expect(await isDark()).toBe(false);
});

test('the tray icon shows the app’s last state, and its menu can be used', async ({ launchApp }) => {
  const app = await launchApp();
  expect(await app.tray()).toBeNull();
  expect(await app.clickTray('')).toBe(false);
  await invoke(app.page, 'tray', 1);
  await invoke(app.page, 'tray', 2);
  expect(await app.tray()).toEqual({ toolTip: '2 waiting', items: ['Show 2', '-', 'Asleep: on', '(Never)'] });
  expect(await app.clickTray('')).toBe(true);
  await expect.poll(() => app.output()).toContain('[fixture] tray clicked at 2');
  expect(await app.clickTray('Never')).toBe(false);
  expect(await app.clickTray('Show 1')).toBe(false);
  expect(await invoke(app.page, 'noTray')).toBe(true);
  expect(await app.tray()).toBeNull();
});

test('closing Chromium’s window closes the app’s; if it hides instead, showing it creates a new page', async ({
  launchApp,
}) => {
  const app = await launchApp();
  test.skip(app.host === 'electron', 'there the window is the app’s own');
  await invoke(app.page, 'staysWhenClosed');
  await invoke(app.page, 'tray', 1);
  const context = app.page.context();
  await app.page.close();
  await expect.poll(() => app.output()).toContain('[fixture] hide');
  expect(app.output()).not.toContain('window-all-closed');
  const [page] = await Promise.all([context.waitForEvent('page'), app.clickTray('Show 1')]);
  await expect(page.getByRole('heading', { name: 'Fixture' })).toBeVisible();
  expect(await invoke(page, 'echo', 'again')).toBe('again');
  expect(await app.isVisible()).toBe(true);
});

test('closing the window ends the app with 0', async ({ launchApp }) => {
  const app = await launchApp();
  // A page that is closed while it loads rejects the call that loads it.
  await expect.poll(() => app.output()).toContain('[fixture] loaded');
  await app.page.close();
  expect(await app.exited).toBe(0);
  expect(app.output()).toContain('window-all-closed');
});

test('links reach the app, and it can register for a scheme', async ({ launchApp }) => {
  const app = await launchApp();
  await app.openUrl('fixture://somewhere?x=1');
  await expect.poll(() => app.output()).toContain('[fixture] open-url fixture://somewhere?x=1');
  test.skip(app.host === 'electron', 'a test must not change what the system opens such links with');
  expect(await invoke(app.page, 'claim')).toEqual([true, true]);
  expect(await app.outside()).toEqual([{ kind: 'protocol-client', what: 'fixture' }]);
});

test('questions open on a page of their own, which the app’s page can neither see nor answer', async ({
  launchApp,
}) => {
  const app = await launchApp({ env: { STOREFRONT_CONTROLLED: '' } });
  test.skip(app.host === 'electron', 'the dialog is the system’s there');
  const { page } = app;
  await page.evaluate(() => Object.assign(window, { confirm: () => true, alert: () => true }));
  const answers: [(question: Page) => Promise<void>, number][] = [
    [(question) => question.getByRole('button', { name: 'Go on' }).click(), 0],
    [(question) => question.keyboard.press('Enter'), 1],
    [(question) => question.keyboard.press('Escape'), 1],
    [(question) => question.close(), 1],
  ];
  for (const [answer, response] of answers) {
    const [question, answered] = [page.context().waitForEvent('page'), invoke(page, 'ask')];
    const asked = await question;
    await expect(asked.getByRole('alertdialog', { name: 'Go on?' })).toContainText('<b>All</b> of it.');
    await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused();
    expect(await page.evaluate(() => opener)).toBeNull();
    // The page may be gone before its driver receives the key-up.
    await answer(asked).catch((error: Error) => expect(error.message).toContain('closed'));
    expect(await answered).toMatchObject({ response });
  }
  await expect.poll(() => page.context().pages()).toEqual([page]);
});

test.describe('the single-instance lock', () => {
  const secondInstances = (app: LaunchedApp) =>
    [...app.output().matchAll(/^\[fixture\] second-instance (.*)$/gm)].map(
      ([, json]) => JSON.parse(json as string) as { data: unknown },
    );

  test('is held by one app per folder, and passes on whole what a second one hands over', async ({ launchApp }) => {
    test.setTimeout(slow(90_000));
    const app = await launchApp({ args: ['--single'] });
    expect(app.output()).toContain('[fixture] first');
    expect(app.output()).toMatch(/\[fixture\] refused: .*could not be cloned/);
    // Asking again succeeds again, and emits nothing.
    expect(await invoke(app.page, 'lock')).toEqual([true, true]);
    const given = ['', '"zażółć"', '[2,"3",null]', '{"level":1,"inner":{"level":2}}'];
    for (const json of given) {
      const end = await refusedStart(launchApp, { args: [json === '' ? '--single' : `--single=${json}`, '--seen'] });
      if (app.host === 'chromium-host') expect(end.code).toBe(0);
      expect(end.said).toContain('[fixture] second');
    }
    await expect.poll(() => secondInstances(app).length).toBe(given.length);
    expect(secondInstances(app).map(({ data }) => JSON.stringify(data))).toEqual(given.map((json) => json || 'null'));
    expect(secondInstances(app)[0]).toEqual({
      ready: true,
      sawSwitch: true,
      workingDirectory: process.cwd(),
      data: null,
    });
  });

  test('is held while the first app starts, which receives the second start once it is ready', async ({
    launchApp,
    userDataDir,
  }) => {
    const gate = join(userDataDir, 'gate');
    const starting = launchApp({ args: ['--single', `--wait-for=${gate}`] });
    const socket = () => lstatSync(join(userDataDir, 'SingletonSocket'), { throwIfNoEntry: false });
    await expect.poll(socket, { timeout: slow(20_000) }).toBeTruthy();
    const second = refusedStart(launchApp, { args: ['--single={"early":true}'] });
    writeFileSync(gate, '');
    expect((await second).said).toContain('[fixture] second');
    const app = await starting;
    await expect.poll(() => secondInstances(app)).toMatchObject([{ ready: true, data: { early: true } }]);
  });
});
