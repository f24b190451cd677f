// Trusted certificates: the system's and those of NODE_EXTRA_CA_CERTS, on real TLS sockets on loopback.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { certificateSources, readTrust, type Trust } from '../../src/main/electron/certificates.ts';
import { createTransport, type TransportRequest } from '../../src/main/service/transport.ts';
import { DIRECT_NETWORK } from '../support/direct-network.ts';
import { temporaryFolder } from '../support/folder.ts';
import { OFFICE, OFFICE_CA, startOfficeProxy } from '../support/office-proxy.ts';
import { answerWith, type RawService, startRawService } from '../support/raw-service.ts';
import { withoutProxyVariables } from '../support/transport-fixtures.ts';

const REQUEST: TransportRequest = { method: 'POST', path: '/api/shop/products', body: {}, token: 'secret' };
const created = { kind: 'answered', status: 201 };
const untrusted = { kind: 'never-left', cause: 'tls-refused' };
let folder: string;

withoutProxyVariables();
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => void vi.restoreAllMocks());

/** A service with the office certificate. */
async function startService(): Promise<RawService> {
  const raw = await startRawService((socket) => socket.write(answerWith(201, '{"id":1}')), { certificate: OFFICE });
  onTestFinished(() => raw.close());
  return raw;
}

async function send(address: string, trust: Trust, systemProxy = DIRECT_NETWORK.systemProxy) {
  const transport = createTransport(address, { systemProxy, trust: async () => trust.context });
  onTestFinished(() => transport.close());
  return transport.send(REQUEST);
}

/** Connects to an office service directly: its certificate includes this computer. */
const reach = async (trust: Trust) => send((await startService()).url, trust);

const officeTrust = () => readTrust({ system: async () => [OFFICE_CA], extraFile: undefined });
const logged = () => vi.spyOn(console, 'error').mockImplementation(() => undefined);

const file = (text: string): string => {
  writeFileSync(join(folder, 'ca.pem'), text);
  return join(folder, 'ca.pem');
};

describe('certificates', () => {
  it('of the system are trusted, and required for a certificate of an office', async () => {
    expect(await reach(await officeTrust())).toMatchObject(created);
    const nothing = await readTrust({ system: null, extraFile: undefined });
    expect(nothing).toEqual({ context: undefined, system: 0, extra: 0 });
    expect(await reach(nothing)).toMatchObject(untrusted);
  });

  it('of the file in NODE_EXTRA_CA_CERTS are trusted, although the fuses prevent Electron from reading it', async () => {
    vi.stubEnv('NODE_EXTRA_CA_CERTS', file(`The office\n${OFFICE_CA}\n`));
    const { extraFile } = certificateSources(process.env);
    const trust = await readTrust({ system: null, extraFile });
    expect(trust).toMatchObject({ system: 0, extra: 1 });
    expect(await reach(trust)).toMatchObject(created);
  });

  it('are added to those of Node, each once', async () => {
    const create = vi.spyOn(tls, 'createSecureContext');
    const own = tls.rootCertificates[0] ?? '';
    await readTrust({ system: async () => [own, OFFICE_CA], extraFile: file(OFFICE_CA) });
    const ca = create.mock.calls[0]?.[0]?.ca as string[];
    expect(ca).toEqual(expect.arrayContaining([...tls.rootCertificates, OFFICE_CA]));
    expect(new Set(ca).size).toBe(ca.length);
  });

  it('that cannot be read are reported once in the log, and the others are trusted', async () => {
    const broken = OFFICE_CA.replace('MII', 'XXX');
    const office = async () => [OFFICE_CA];
    const locked = () => Promise.reject(new Error('locked'));
    const cases: readonly [string, () => Parameters<typeof readTrust>[0]][] = [
      ['no file', () => ({ system: office, extraFile: join(folder, 'none.pem') })],
      ['a folder', () => ({ system: office, extraFile: folder })],
      ['no certificate', () => ({ system: office, extraFile: file(broken) })],
      ['an unreadable system', () => ({ system: locked, extraFile: file(OFFICE_CA) })],
      ['a partly broken file', () => ({ system: null, extraFile: file(`${broken}\n${OFFICE_CA}`) })],
    ];
    for (const [what, sources] of cases) {
      const log = logged();
      const trust = await readTrust(sources());
      expect(await reach(trust), what).toMatchObject(created);
      expect(log, what).toHaveBeenCalledOnce();
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

  it.runIf('getCACertificates' in tls)('are read from the system in a separate thread', async () => {
    const read = await certificateSources({}).system?.();
    expect(read?.every((pem) => pem.startsWith('-----BEGIN CERTIFICATE-----'))).toBe(true);
  });
});
