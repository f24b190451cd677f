// Trusted certificates: from the system and from NODE_EXTRA_CA_CERTS, on real TLS sockets on loopback.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SecureContext } from 'node:tls';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { readSystemStore, readTrust } from '../../src/main/electron/system-network.ts';
import { createTransport } from '../../src/main/service/transport.ts';
import { DIRECT_NETWORK } from '../support/direct-network.ts';
import { temporaryFolder } from '../support/folder.ts';
import { OFFICE, OFFICE_CA, startOfficeProxy } from '../support/office-proxy.ts';
import { answerWith, type RawService, startRawService } from '../support/raw-service.ts';
import { REQUEST, withoutProxyVariables } from '../support/transport-fixtures.ts';

const created = { kind: 'answered', status: 201 };
const untrusted = { kind: 'never-left', cause: 'tls-refused' };
let folder: string;

withoutProxyVariables();
beforeEach(() => {
  folder = temporaryFolder();
});

/** A service with the office certificate. */
async function startService(): Promise<RawService> {
  const raw = await startRawService((socket) => socket.write(answerWith(201, '{"id":1}')), { certificate: OFFICE });
  onTestFinished(() => raw.close());
  return raw;
}

async function send(address: string, trust: SecureContext | undefined, systemProxy = DIRECT_NETWORK.systemProxy) {
  const transport = createTransport(address, { systemProxy, trust: async () => trust });
  onTestFinished(() => transport.close());
  return transport.send(REQUEST);
}

/** Connects to an office service directly: its certificate includes this computer. */
const reach = async (trust: SecureContext | undefined) => send((await startService()).url, trust);

const office = async () => [OFFICE_CA];
const nothing = async () => [];
const officeTrust = () => readTrust(office, '');

const file = (text: string): string => {
  writeFileSync(join(folder, 'ca.pem'), text);
  return join(folder, 'ca.pem');
};

it('of the system are trusted, and required for a certificate of an office', async () => {
  expect(await reach(await officeTrust())).toMatchObject(created);
  expect(await readTrust(nothing, '')).toBeUndefined();
  expect(await reach(undefined)).toMatchObject(untrusted);
});

it('that cannot be read are reported once in the log, and those of the system or NODE_EXTRA_CA_CERTS are trusted', async () => {
  const locked = () => Promise.reject(new Error('locked'));
  const cases: readonly [string, () => Parameters<typeof readTrust>][] = [
    ['no file', () => [office, join(folder, 'none.pem')]],
    ['a broken file', () => [office, file(OFFICE_CA.replace('MII', 'XXX'))]],
    ['an unreadable system', () => [locked, file(`The office\n${OFFICE_CA}\n`)]],
  ];
  for (const [what, sources] of cases) {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await reach(await readTrust(...sources())), what).toMatchObject(created);
    expect(log, what).toHaveBeenCalledOnce();
    expect(log.mock.calls.join()).not.toContain(folder);
    log.mockRestore();
  }
});

it('do not replace the host name check, also through a proxy', async () => {
  const service = await startService();
  const proxy = await startOfficeProxy(service.port);
  onTestFinished(() => proxy.close());
  const outcome = await send('https://other.invalid', await officeTrust(), async () => `PROXY ${proxy.address}`);
  expect(outcome).toMatchObject(untrusted);
  expect(proxy.targets).toEqual(['other.invalid:443']);
  expect(service.requests).toEqual([]);
});

it('are read from the system in a separate thread', async () => {
  const read = await readSystemStore();
  expect(read.every((pem) => pem.startsWith('-----BEGIN CERTIFICATE-----'))).toBe(true);
});
