// An office network: the service is behind a proxy, with a certificate that only the office CA has signed.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { createServer, type TLSSocket } from 'node:tls';
import { chooseHost } from '../../../tools/launch/choose-host.ts';
import { slow } from '../../../tools/test/slow.ts';
import { expect, test } from '../../support/app-test.ts';
import { OFFICE, OFFICE_CA, startOfficeProxy } from '../../support/office-proxy.ts';
import { SELLER } from '../../support/recording-service.ts';
import { allSaved, createProduct } from '../../support/seller.ts';

/** A name that does not resolve. */
const NAME = 'storefront.invalid';
/** Clears the proxy variables of the test machine, which the app would inherit. */
const none = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) => /^(https?|no)_proxy$/i.test(name))
    .map((name) => [name, '']),
);

test('signs in and sends through the system’s proxy', async ({ launchApp, service, userDataDir }) => {
  test.skip(chooseHost().kind === 'electron', 'the proxy of the system is used there');
  test.setTimeout(slow(60_000));
  const sockets = new Set<TLSSocket>();
  const secure = createServer(OFFICE, (socket) => {
    sockets.add(socket);
    const plain = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.on('error', () => plain.destroy()).pipe(plain);
    plain.on('error', () => socket.destroy()).pipe(socket);
  });
  secure.on('tlsClientError', () => undefined);
  await once(secure.listen(0, '127.0.0.1'), 'listening');
  const proxy = await startOfficeProxy((secure.address() as AddressInfo).port);
  const ca = join(userDataDir, 'office.pem');
  writeFileSync(ca, OFFICE_CA);
  try {
    const app = await launchApp({
      env: { ...none, NODE_EXTRA_CA_CERTS: ca, STOREFRONT_STAND_IN_SYSTEM_PROXY: `PROXY ${proxy.address}` },
    });
    const { page } = app;
    await app.answerDialogs({ message: 0 });
    await page.getByRole('textbox', { name: 'Service address' }).fill(`https://${NAME}`);
    await page.getByRole('textbox', { name: 'Email' }).fill(SELLER.email);
    await page.getByLabel('Password', { exact: true }).fill(SELLER.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    service.requests.length = 0;
    await createProduct(page, 'By the system');
    await allSaved(page);
    expect(service.changes.map(({ raw }) => JSON.parse(raw).product_title)).toEqual(['By the system']);
    expect(new Set(proxy.targets)).toEqual(new Set([`${NAME}:443`]));
  } finally {
    await proxy.close();
    for (const socket of sockets) socket.destroy();
    secure.close();
  }
});
