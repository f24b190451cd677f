// An office network: the service is reached only through a proxy, and only the office CA signed its certificate.
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { createServer, type TLSSocket } from 'node:tls';
import { chooseHost } from '../../../tools/launch/choose-host.ts';
import { slow } from '../../../tools/test/slow.ts';
import { expect, test } from '../../support/app-test.ts';
import { OFFICE, OFFICE_CA, startOfficeProxy } from '../../support/office-proxy.ts';
import { SELLER } from '../../support/recording-service.ts';
import { allSaved, createProduct, goTo } from '../../support/seller.ts';

/** A name that does not resolve. */
const NAME = 'storefront.invalid';
/** Clears the proxy variables of the test machine, which the app would inherit. */
const none = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) => /^(https?|no)_proxy$/i.test(name))
    .map((name) => [name, '']),
);

test('signs in and sends through the system’s proxy, or the environment’s with its hidden password', async ({
  launchApp,
  service,
  userDataDir,
}) => {
  test.setTimeout(slow(120_000));
  const sockets = new Set<TLSSocket>();
  const secure = createServer(OFFICE, (socket) => {
    sockets.add(socket);
    const plain = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.on('error', () => plain.destroy()).pipe(plain);
    plain.on('error', () => socket.destroy()).pipe(socket);
  });
  secure.on('tlsClientError', () => undefined);
  await once(secure.listen(0, '127.0.0.1'), 'listening');
  const proxy = await startOfficeProxy((secure.address() as AddressInfo).port, { status: 200 });
  const ca = join(userDataDir, 'office.pem');
  writeFileSync(ca, OFFICE_CA);
  try {
    for (const from of ['system', 'environment']) {
      if (from === 'system' && chooseHost().kind === 'electron') continue;
      const asked = proxy.headers.length;
      const folder = join(userDataDir, from);
      const app = await launchApp({
        userDataDir: folder,
        env: {
          ...none,
          NODE_EXTRA_CA_CERTS: ca,
          ...(from === 'system'
            ? { STOREFRONT_STAND_IN_SYSTEM_PROXY: `PROXY ${proxy.address}` }
            : { HTTPS_PROXY: `http://mira:p4ss-of-the-proxy@${proxy.address}` }),
        },
      });
      const { page } = app;
      await app.answerDialogs({ message: 0 });
      await page.getByRole('textbox', { name: 'Service address' }).fill(`https://${NAME}`);
      await page.getByRole('textbox', { name: 'Email' }).fill(SELLER.email);
      await page.getByLabel('Password', { exact: true }).fill(SELLER.password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      service.requests.length = 0;
      await createProduct(page, `By the ${from}`);
      await allSaved(page);
      expect(service.changes.map(({ raw }) => JSON.parse(raw).product_title)).toEqual([`By the ${from}`]);
      expect(proxy.headers[asked]?.['proxy-authorization']).toBe(
        from === 'system' ? undefined : `Basic ${btoa('mira:p4ss-of-the-proxy')}`,
      );
      await goTo(page, 'Settings');
      await page.getByRole('button', { name: 'Copy diagnostics' }).click();
      await expect.poll(() => app.clipboardText()).toContain('"network"');
      const diagnostics = await app.clipboardText();
      expect(JSON.parse(diagnostics).network.proxyOfEnvironment).toBe(from === 'environment');
      await app.close();
      const log = readFileSync(join(folder, 'desk/logs/main.log'), 'utf8');
      for (const text of [diagnostics, log, app.output()]) {
        expect(text).not.toContain('p4ss-of-the-proxy');
        expect(text).not.toContain(proxy.address);
      }
    }
    expect(new Set(proxy.targets)).toEqual(new Set([`${NAME}:443`]));
  } finally {
    await proxy.close();
    for (const socket of sockets) socket.destroy();
    secure.close();
  }
});
