// Trusted certificates: the system's and those of NODE_EXTRA_CA_CERTS, on real TLS sockets on loopback.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { certificateSources, readTrust, type Trust } from '../../src/main/electron/certificates.ts';
import { createTransport, type TransportRequest } from '../../src/main/service/transport.ts';
import { DIRECT_NETWORK } from '../support/direct-network.ts';
import { OFFICE, OFFICE_CA } from '../support/office-certificates.ts';
import { startOfficeProxy } from '../support/office-proxy.ts';
import { answerWith, type RawService, startRawService } from '../support/raw-service.ts';

const REQUEST: TransportRequest = { method: 'POST', path: '/api/shop/products', body: {}, token: 'secret' };
const created = { kind: 'answered', status: 201 };
const untrusted = { kind: 'never-left', cause: 'tls-refused' };
let folder: string;

beforeEach(() => {
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy']) vi.stubEnv(name, undefined);
  folder = mkdtempSync(join(tmpdir(), 'certificates-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

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

  it.each<[string, () => string, string]>([
    ['is not there', () => join(folder, 'none.pem'), 'The file in NODE_EXTRA_CA_CERTS cannot be read: ENOENT'],
    ['is a folder', () => folder, 'The file in NODE_EXTRA_CA_CERTS cannot be read: EISDIR'],
    [
      'has no certificate',
      () => file('-----BEGIN CERTIFICATE-----\nbroken\n-----END CERTIFICATE-----'),
      'NODE_EXTRA_CA_CERTS names a file without a certificate that can be read',
    ],
  ])('of a file that %s are reported once in the log, and the others are trusted', async (_, extraFile, line) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const trust = await readTrust({ system: async () => [OFFICE_CA], extraFile: extraFile() });
    expect(logged.mock.calls).toEqual([[line]]);
    expect(await reach(trust)).toMatchObject(created);
    expect(logged).toHaveBeenCalledOnce();
  });

  it('of a partly broken file are trusted as far as they are readable', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const broken = OFFICE_CA.replace('MII', 'XXX');
    const trust = await readTrust({ system: null, extraFile: file(`${broken}\n${OFFICE_CA}`) });
    expect(trust.extra).toBe(1);
    expect(await reach(trust)).toMatchObject(created);
    expect(logged.mock.calls).toEqual([['Certificates in NODE_EXTRA_CA_CERTS that cannot be read: 1']]);
  });

  it('of a system that never responds are logged as missing after a while', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const reading = readTrust({ system: () => new Promise(() => undefined), extraFile: undefined });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await reading).toMatchObject({ context: undefined, system: 0 });
    expect(logged).toHaveBeenCalledOnce();
  });

  it('of an unreadable system are reported in the log, and those of the file are trusted', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const system = () => Promise.reject(new Error('locked'));
    const trust = await readTrust({ system, extraFile: file(OFFICE_CA) });
    expect(await reach(trust)).toMatchObject(created);
    expect(logged).toHaveBeenCalledOnce();
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
