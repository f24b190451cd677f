// What the app relies on in its host. Runs on real Electron and on the Chromium host alike.
import { lstatSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { encode as encodePng } from 'fast-png';
import { PNG } from 'pngjs';
import { hostForTests } from '../../tools/launch/choose-host.ts';
import type { LaunchedApp, LaunchOptions } from '../support/app.ts';
import { test as base, expect } from './fixture.ts';

interface Bridge {
  invoke(channel: string, ...args: unknown[]): Promise<unknown>;
  send(channel: string, ...args: unknown[]): void;
  ticks(): unknown[];
  readonly refusal: string;
}
declare const fixture: Bridge;

const bundle = join(import.meta.dirname, '../support/app-fixture/main.js');
const test = base.extend({
  needsWholeBrowser: true,
  launchApp: async ({ launchApp }, use) => {
    await use((options) => launchApp({ bundle, ...options }));
  },
});

const invoke = (page: Page, channel: string, ...args: unknown[]) =>
  page.evaluate(([name, given]) => fixture.invoke(name, ...given), [channel, args] as const);

test('the window shows the page, and only that page', async ({ page }) => {
  await expect(page.getByRole('heading', { name: 'Fixture' })).toBeVisible();
  expect(page.context().pages()).toHaveLength(1);
  expect(await page.evaluate(() => [innerWidth, innerHeight, history.length])).toEqual([1000, 700, 1]);
});

test('the preload runs before the page, has only what a sandbox allows, and leaves no other globals', async ({
  page,
}) => {
  await expect(page.locator('body')).toHaveAttribute('data-bridge', 'object');
  expect(await page.evaluate(() => fixture.refusal)).toContain('module not found: node:fs');
  const names = await page.evaluate(() =>
    Object.keys(window).filter((name) => /desk|fixture|host|playwright/i.test(name)),
  );
  expect(names).toEqual(['fixture']);
  expect(await page.evaluate(() => Object.isFrozen(fixture))).toBe(true);
});

test('values cross unchanged', async ({ page }) => {
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
});

test('a function does not cross, and a failing handler answers with its message', async ({ page }) => {
  const refusal = (channel: string, value?: string) =>
    page.evaluate(
      ([name, given]) =>
        fixture.invoke(name as string, given === 'function' ? () => 1 : given).catch((error: Error) => error.message),
      [channel, value],
    );
  expect(await refusal('echo', 'function')).toContain('could not be cloned');
  expect(await refusal('fail')).toBe("Error invoking remote method 'fail': TypeError: no good");
  expect(await refusal('nobody')).toBe(
    "Error invoking remote method 'nobody': Error: No handler registered for 'nobody'",
  );
});

test('the main process sees the sender', async ({ page }) => {
  expect(await invoke(page, 'sender')).toEqual({
    url: page.url(),
    parent: null,
    isMainFrame: true,
    isTop: true,
    isOwnWindow: true,
  });
});

test('a frame inside the page is not mistaken for the page', async ({ launchApp }) => {
  const app = await launchApp();
  test.skip(app.host === 'electron', 'real Electron gives such a frame no way to the main process at all');
  await app.page.evaluate(
    () =>
      new Promise((resolve) => {
        const frame = Object.assign(document.createElement('iframe'), { srcdoc: '<p>inside</p>', onload: resolve });
        document.body.append(frame);
      }),
  );
  // The host keeps its raw channel in such frames, so that a test can try the sender check.
  await app.page.frames()[1]?.evaluate(() => {
    const wire = (globalThis as unknown as { __deskHost(text: string): void }).__deskHost;
    wire(`j${JSON.stringify({ kind: 'send', channel: 'note', args: ['from inside'] })}`);
  });
  await expect.poll(() => app.output()).toContain('noted from inside by about:srcdoc in file:');
});

test('messages from the main process arrive in order, before the response that follows them', async ({ page }) => {
  await invoke(page, 'burst');
  expect(await page.evaluate(() => fixture.ticks())).toEqual(Array.from({ length: 50 }, (_, n) => n));
});

test('the switches, the data folder and the test key store reach the app', async ({ launchApp, userDataDir }) => {
  const app = await launchApp({ args: ['--practice'], env: { STOREFRONT_TEST_KEY_STORE: '1' } });
  expect(await invoke(app.page, 'facts')).toMatchObject({
    userData: userDataDir,
    practice: true,
    inArguments: true,
    packaged: false,
    required: true,
  });
  if (app.host === 'chromium-host') expect(await invoke(app.page, 'seal')).toBe('secret');
});

test('the Chromium host has no key store unless a test asks for one', async ({ launchApp }) => {
  const app = await launchApp();
  test.skip(app.host !== 'chromium-host', 'real Electron tells what the system has');
  expect(await invoke(app.page, 'facts')).toMatchObject({ encrypts: false });
});

test('text that the app copies can be pasted', async ({ launchApp }) => {
  const app = await launchApp();
  await invoke(app.page, 'copy', 'zażółć "1"');
  expect(await app.clipboardText()).toBe('zażółć "1"');
  const text = app.page.getByRole('textbox', { name: 'Text' });
  await text.click();
  await app.page.keyboard.press('ControlOrMeta+V');
  await expect(text).toHaveValue('zażółć "1"');
});

test('an image that the app copies is on the clipboard until text replaces it', async ({ launchApp }) => {
  const app = await launchApp();
  const picture = {
    width: 3,
    height: 2,
    data: new Uint8Array([0, 255, 0, 255, 0, 255]),
    depth: 8,
    channels: 1,
  } as const;
  await invoke(app.page, 'copy', 'before');
  await app.page.evaluate(
    (bytes) => fixture.invoke('copyPicture', Uint8Array.from(bytes)),
    [...encodePng({ ...picture })],
  );
  const { width, height, data } = PNG.sync.read(await app.clipboardPicture());
  expect([width, height]).toEqual([3, 2]);
  expect([...data].filter((_, index) => index % 4 === 0)).toEqual([...picture.data]);
  expect(await invoke(app.page, 'copied')).toEqual(['', true]);
  await invoke(app.page, 'copy', 'after');
  expect(await invoke(app.page, 'copied')).toEqual(['after', false]);
  expect(await app.clipboardPicture()).toHaveLength(0);
});

test('what the app prints is recorded instead of printed while a program drives it', async ({ launchApp }) => {
  const app = await launchApp();
  expect(await invoke(app.page, 'print')).toBe(true);
  expect(await app.outside()).toEqual([{ kind: 'print', what: app.page.url() }]);
});

test('the theme that the app chooses becomes the page’s preference', async ({ page }) => {
  const isDark = () => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  expect(await invoke(page, 'theme', 'dark')).toBe(true);
  expect(await isDark()).toBe(true);
  expect(await invoke(page, 'theme', 'light')).toBe(false);
  expect(await isDark()).toBe(false);
});

test('a link neither navigates the page nor opens a second one', async ({ launchApp }) => {
  const app = await launchApp();
  const address = app.page.url();
  await app.page.getByRole('link', { name: 'Leave' }).click();
  await expect.poll(() => app.output()).toContain('will-navigate https://shop.example/leave');
  await app.page.getByRole('link', { name: 'Open' }).click();
  await expect.poll(() => app.outside()).toEqual([{ kind: 'open-external', what: 'https://shop.example/open' }]);
  await expect.poll(() => app.page.context().pages().length).toBe(1);
  expect(app.page.url()).toBe(address);
});

test('a menu accelerator triggers the menu item', async ({ launchApp }) => {
  const app = await launchApp();
  test.skip(app.host === 'electron', 'keys that a test sends go to the page, past the native menu');
  await app.page.keyboard.press('Control+Shift+N');
  await expect.poll(() => app.page.evaluate(() => fixture.ticks())).toEqual(['menu']);
  expect(await app.chooseMenuItem('new')).toBe(true);
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

test('a window that hides instead of closing keeps its page, and can be shown again', async ({ launchApp }) => {
  const app = await launchApp();
  const text = app.page.getByRole('textbox', { name: 'Text' });
  await text.fill('typed');
  await invoke(app.page, 'staysWhenClosed');
  await invoke(app.page, 'tray', 1);
  await invoke(app.page, 'closeWindow');
  await expect.poll(() => app.isVisible()).toBe(false);
  await expect.poll(() => app.output()).toMatch(/\[fixture\] hide/);
  expect(app.output()).not.toContain('[fixture] closed');
  expect(await app.clickTray('Show 1')).toBe(true);
  await expect.poll(() => app.isVisible()).toBe(true);
  await expect(text).toHaveValue('typed');
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

test('links reach the app, and it can register for a scheme', async ({ launchApp }) => {
  const app = await launchApp();
  await app.openUrl('fixture://somewhere?x=1');
  await expect.poll(() => app.output()).toContain('[fixture] open-url fixture://somewhere?x=1');
  test.skip(app.host === 'electron', 'a test must not change what the system opens such links with');
  expect(await invoke(app.page, 'claim')).toEqual([true, true]);
  expect(await app.outside()).toEqual([{ kind: 'protocol-client', what: 'fixture' }]);
});

test('a file dialog returns the answer of the test', async ({ launchApp }) => {
  const app = await launchApp();
  expect(await invoke(app.page, 'save')).toMatchObject({ canceled: true });
  await app.answerDialogs({ save: '/tmp/catalog.csv' });
  expect(await invoke(app.page, 'save')).toMatchObject({ canceled: false, filePath: '/tmp/catalog.csv' });
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

test('a question nobody could see gets the harmless answer, unless the test gives another', async ({ launchApp }) => {
  const app = await launchApp();
  expect(await invoke(app.page, 'ask')).toMatchObject({ response: 1 });
  await app.answerDialogs({ message: 0 });
  expect(await invoke(app.page, 'ask')).toMatchObject({ response: 0 });
});

test('the page works after a reload', async ({ page }) => {
  await page.reload();
  await expect(page.locator('body')).toHaveAttribute('data-bridge', 'object');
  expect(await invoke(page, 'echo', 'again')).toBe('again');
});

test('quitting asks the app, waits for it, and exits with 0', async ({ launchApp }) => {
  const app = await launchApp();
  expect(await app.close()).toBe(0);
  const steps = [...app.output().matchAll(/\[fixture\] (before-quit|closed|will-quit \w+|quit)/g)].map(
    ([, step]) => step,
  );
  expect(steps).toEqual(['before-quit', 'closed', 'will-quit false', 'before-quit', 'will-quit true', 'quit']);
});

test('closing the window ends the app with 0', async ({ launchApp }) => {
  const app = await launchApp();
  // A page that is closed while it loads rejects the call that loads it.
  await expect.poll(() => app.output()).toContain('[fixture] loaded');
  await app.page.close();
  expect(await app.exited).toBe(0);
  expect(app.output()).toContain('window-all-closed');
});

test('a crashed page comes back', async ({ launchApp }) => {
  const app = await launchApp();
  await app.page.goto('chrome://crash').catch(() => {});
  await expect.poll(() => app.output()).toContain('[fixture] gone crashed');
  expect(await app.close()).toBe(0);
});

test('two apps with their own folders run side by side', async ({ launchApp, userDataDir }) => {
  const apps = await Promise.all(['a', 'b'].map((name) => launchApp({ userDataDir: join(userDataDir, name) })));
  const folders = await Promise.all(apps.map((app) => invoke(app.page, 'facts')));
  expect(folders.map((facts) => (facts as { userData: string }).userData)).toEqual([
    join(userDataDir, 'a'),
    join(userDataDir, 'b'),
  ]);
});

test('a killed app leaves no process behind and starts again', async ({ launchApp }) => {
  const first = await launchApp();
  await first.kill();
  const second = await launchApp();
  expect(await invoke(second.page, 'echo', 1)).toBe(1);
});

test.describe('the single-instance lock', () => {
  type Launch = (options?: Partial<LaunchOptions>) => Promise<LaunchedApp>;

  const refusedStart = (launchApp: Launch, ...args: string[]): Promise<string> =>
    launchApp({ args }).then(
      () => 'it started',
      (error: Error) => error.message,
    );
  const secondInstances = (app: LaunchedApp) =>
    [...app.output().matchAll(/^\[fixture\] second-instance (.*)$/gm)].map(
      ([, json]) => JSON.parse(json as string) as { data: unknown },
    );

  test('is held by one app per folder, and passes on whole what a second one hands over', async ({ launchApp }) => {
    test.slow();
    const app = await launchApp({ args: ['--single'] });
    expect(app.output()).toContain('[fixture] first');
    // Asking again succeeds again, and emits nothing.
    expect(await invoke(app.page, 'lock')).toEqual([true, true]);
    const given = ['', 'null', '2', 'false', '"zażółć"', '[2,"3",null]', '{"level":1,"inner":{"level":2}}'];
    for (const json of given) {
      const said = await refusedStart(launchApp, json === '' ? '--single' : `--single=${json}`, '--seen');
      if (app.host === 'chromium-host') expect(said).toContain('The app ended with 0 ');
      expect(said).toContain('[fixture] second');
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

  test('rejects what cannot be cloned', async ({ launchApp }) => {
    const app = await launchApp({ args: ['--single'] });
    expect(app.output()).toMatch(/\[fixture\] refused: .*could not be cloned/);
  });

  test('is held while the first app starts, which receives the second start once it is ready', async ({
    launchApp,
    userDataDir,
  }) => {
    const gate = join(userDataDir, 'gate');
    const starting = launchApp({ args: ['--single', `--wait-for=${gate}`] });
    await expect.poll(() => lstatSync(join(userDataDir, 'SingletonSocket'), { throwIfNoEntry: false })).toBeTruthy();
    const second = refusedStart(launchApp, '--single={"early":true}');
    if (hostForTests().kind === 'chromium-host') expect(await second).toContain('[fixture] second');
    writeFileSync(gate, '');
    expect(await second).toContain('[fixture] second');
    const app = await starting;
    await expect.poll(() => secondInstances(app)).toMatchObject([{ ready: true, data: { early: true } }]);
  });

  test('passes to the next app when it is released, and when its holder is killed', async ({ launchApp }) => {
    test.slow();
    const first = await launchApp({ args: ['--single'] });
    expect(await invoke(first.page, 'unlock')).toBe(false);
    expect(await first.close()).toBe(0);
    const second = await launchApp({ args: ['--single'] });
    expect(second.output()).toContain('[fixture] first');
    await second.kill();
    const third = await launchApp({ args: ['--single'] });
    expect(third.output()).toContain('[fixture] first');
    expect(await refusedStart(launchApp, '--single={"to":3}')).toContain('[fixture] second');
    await expect.poll(() => secondInstances(third)).toMatchObject([{ data: { to: 3 } }]);
  });
});
