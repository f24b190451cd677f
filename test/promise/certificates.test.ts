// The app trusts the certificates of the system, tested over real TLS sockets on loopback.
import * as tls from 'node:tls';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readSystemStore, readTrust } from '../../src/main/electron/system-network.ts';
import { createTransport } from '../../src/main/service/transport.ts';
import { DIRECT_NETWORK } from '../support/direct-network.ts';
import { OFFICE, OFFICE_CA, startOfficeProxy } from '../support/office-proxy.ts';
import { answerWith, startRawService } from '../support/raw-service.ts';
import { keep, REQUEST, withoutProxyVariables } from '../support/transport-fixtures.ts';

const created = { kind: 'answered', status: 201 };
const untrusted = { kind: 'never-left', cause: 'tls-refused' };
withoutProxyVariables();

/** A service with the office certificate. */
const startService = () =>
  startRawService((socket) => socket.write(answerWith(201, '{"id":1}')), { certificate: OFFICE });

async function send(address: string, trust: tls.SecureContext | undefined, systemProxy = DIRECT_NETWORK.systemProxy) {
  const transport = createTransport(address, { systemProxy, trust: async () => trust });
  onTestFinished(() => transport.close());
  return transport.send(REQUEST);
}

/** Connects to an office service without a proxy, because its certificate is valid for 127.0.0.1. */
const reach = async (trust: tls.SecureContext | undefined) => send((await startService()).url, trust);

const office = async () => [OFFICE_CA];
const nothing = async () => [];
const officeTrust = () => readTrust(office);

it('reaches a service with an office certificate only if the system trusts its authority', async () => {
  expect(await reach(await officeTrust())).toMatchObject(created);
  expect(await readTrust(nothing)).toBeUndefined();
  expect(await reach(undefined)).toMatchObject(untrusted);
});

it('logs that the system’s certificates cannot be read, and keeps the built-in ones', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(await readTrust(() => Promise.reject(new Error('locked')))).toBeUndefined();
  expect(log).toHaveBeenCalledOnce();
  log.mockRestore();
});

it('checks the host name of a trusted certificate, even through a proxy', async () => {
  const service = await startService();
  const proxy = await keep(startOfficeProxy(service.port));
  const outcome = await send('https://other.invalid', await officeTrust(), async () => `PROXY ${proxy.address}`);
  expect(outcome).toMatchObject(untrusted);
  expect(proxy.targets).toEqual(['other.invalid:443']);
  expect(service.requests).toEqual([]);
});

/** Only Node since 22.15, and so Electron, can read them. */
const readBy: unknown = Reflect.get(tls, 'getCACertificates');
it.runIf(typeof readBy === 'function')('reads the certificates of the system', async () => {
  expect(await readSystemStore()).toEqual((readBy as (store: string) => string[])('system'));
});
