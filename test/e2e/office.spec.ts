// An office network: the service is reached only through the system proxy, and only the office CA signed its certificate.
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { createServer, type TLSSocket } from 'node:tls';
import type { Page } from '@playwright/test';
import type { LaunchedApp } from '../support/app.ts';
import { OFFICE, OFFICE_CA } from '../support/office-certificates.ts';
import { type OfficeProxy, startOfficeProxy } from '../support/office-proxy.ts';
import { SELLER } from '../support/recording-service.ts';
import { allSaved, createProduct, goTo } from '../support/seller.ts';
import { test as base, expect } from './service.ts';

/** A name that does not resolve. */
const NAME = 'storefront.invalid';

// Variables that the test machine may have set; the app would inherit them.
for (const name of Object.keys(process.env)) if (/^(https?|no)_proxy$/i.test(name)) delete process.env[name];

interface Office {
  readonly proxy: OfficeProxy;
  /** The environment that gives the app the proxy and the certificate. */
  readonly env: Readonly<Record<string, string>>;
}

const test = base.extend<{ readonly office: Office; readonly proxyStatus: number }>({
  /** The response of the proxy to each CONNECT. */
  proxyStatus: [200, { option: true }],
  office: async ({ service, userDataDir, proxyStatus }, use) => {
    const { port } = new URL(service.url);
    const sockets = new Set<TLSSocket>();
    const secure = createServer(OFFICE, (socket) => {
      sockets.add(socket);
      const plain = connect(Number(port), '127.0.0.1');
      socket.on('error', () => plain.destroy()).pipe(plain);
      plain.on('error', () => socket.destroy()).pipe(socket);
    });
    secure.on('tlsClientError', () => undefined);
    await once(secure.listen(0, '127.0.0.1'), 'listening');
    const proxy = await startOfficeProxy((secure.address() as AddressInfo).port, { status: proxyStatus });
    const ca = join(userDataDir, 'office.pem');
    writeFileSync(ca, OFFICE_CA);
    const env = { STOREFRONT_STAND_IN_SYSTEM_PROXY: `PROXY ${proxy.address}`, NODE_EXTRA_CA_CERTS: ca };
    await use({ proxy, env });
    await proxy.close();
    for (const socket of sockets) socket.destroy();
    secure.close();
  },
});

/** Signs in at the address behind the office proxy. */
async function signInFrom(app: LaunchedApp): Promise<void> {
  const { page } = app;
  await app.answerDialogs({ message: 0 });
  await page.getByRole('textbox', { name: 'Service address' }).fill(`https://${NAME}`);
  await page.getByRole('textbox', { name: 'Email' }).fill(SELLER.email);
  await page.getByLabel('Password', { exact: true }).fill(SELLER.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function diagnosticsOf(page: Page): Promise<string> {
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Copy diagnostics' }).click();
  return page
    .getByRole('dialog', { name: 'Copy diagnostics' })
    .getByRole('region', { name: 'Diagnostics' })
    .innerText();
}

test('signs in, sends changes and tests the webhook through the system proxy', async ({
  launchApp,
  office,
  service,
}) => {
  const app = await launchApp({ env: office.env });
  test.skip(app.host === 'electron', 'there the system’s own settings answer');
  const { page } = app;
  await signInFrom(app);
  await createProduct(page, 'Coaching hour');
  await allSaved(page);
  await goTo(page, 'Webhook');
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill('https://hooks.example/after-sell');
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await expect(page.getByText('Saved on the service', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect(page.getByRole('region', { name: 'Test result' })).toContainText('Test delivered');
  expect(service.changes.map(({ path }) => path)).toEqual([
    '/api/shop/products',
    '/api/shop/store-settings',
    '/api/shop/store-settings/test-sell-webhook',
  ]);
  expect(new Set(office.proxy.targets)).toEqual(new Set([`${NAME}:443`]));
  const diagnostics = await diagnosticsOf(page);
  expect(diagnostics).toContain('proxy of the system: http;');
  expect(diagnostics).toContain('1 of NODE_EXTRA_CA_CERTS');
  expect(diagnostics).not.toContain(office.proxy.address);
});

test('uses the proxy of the environment with its password, which is neither shown nor logged', async ({
  launchApp,
  office,
  userDataDir,
}) => {
  const app = await launchApp({
    env: { ...office.env, HTTPS_PROXY: `http://mira:p4ss-of-the-proxy@${office.proxy.address}` },
  });
  await signInFrom(app);
  await createProduct(app.page, 'Coaching hour');
  await allSaved(app.page);
  expect(office.proxy.headers[0]?.['proxy-authorization']).toBe(`Basic ${btoa('mira:p4ss-of-the-proxy')}`);
  const diagnostics = await diagnosticsOf(app.page);
  expect(diagnostics).toContain('proxy of the environment');
  const log = readFileSync(join(userDataDir, 'desk/logs/main.log'), 'utf8');
  for (const text of [diagnostics, log, app.output()]) expect(text).not.toContain('p4ss-of-the-proxy');
});

test.describe('a proxy that requires a name and a password', () => {
  test.use({ proxyStatus: 407 });

  test('is reported as the reason, with what to do', async ({ launchApp, office, service }) => {
    const app = await launchApp({ env: { ...office.env, HTTPS_PROXY: `http://${office.proxy.address}` } });
    await signInFrom(app);
    await expect(app.page.getByRole('alert')).toContainText('the proxy asks for a name and a password (407)');
    await expect(app.page.getByRole('alert')).toContainText('HTTPS_PROXY');
    expect(service.requests).toHaveLength(0);
  });
});
