// The computer's network settings: the system's proxies, read through Chromium, and the trusted certificates of Node, of the
// system and of NODE_EXTRA_CA_CERTS.
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import tls, { type SecureContext } from 'node:tls';
import { Worker } from 'node:worker_threads';
import { session } from 'electron';
import type { Network } from '../service/network.ts';

/** A separate session without pages, because the page's own has a dead proxy (guard.ts). */
const PARTITION = 'system-proxy';

/** Exists in Electron's Node, and since Node 22.15. */
const { getCACertificates } = tls as typeof tls & {
  readonly getCACertificates?: (store: 'default' | 'system') => string[];
};

/** Long enough for a keychain with many certificates, in ms. Connections wait for it. */
const SYSTEM_TIMEOUT_MS = 45_000;

const IN_WORKER = `
  const { parentPort } = process.getBuiltinModule('node:worker_threads');
  parentPort.postMessage(process.getBuiltinModule('node:tls').getCACertificates('system'));
`;

/** Returns PEM. In a worker thread, because macOS checks each certificate of the keychain, which may take seconds. */
export async function readSystemStore(): Promise<readonly string[]> {
  if (!getCACertificates) return [];
  const worker = new Worker(IN_WORKER, { eval: true });
  worker.unref();
  try {
    const [certificates] = await once(worker, 'message', { signal: AbortSignal.timeout(SYSTEM_TIMEOUT_MS) });
    return certificates;
  } finally {
    void worker.terminate();
  }
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Electron reads NODE_EXTRA_CA_CERTS only if the fuse for NODE_OPTIONS is on, and packages have it off. */
async function readExtra(file: string | undefined): Promise<readonly string[]> {
  if (!file) return [];
  const certificates = (await readFile(file, 'latin1')).match(PEM) ?? [];
  for (const pem of certificates) new X509Certificate(pem);
  return certificates;
}

/** Undefined for Node's defaults. Never rejects: a store that cannot be read is logged, and counts as empty. */
export async function readTrust(
  readSystem = readSystemStore,
  extraFile = process.env.NODE_EXTRA_CA_CERTS,
): Promise<SecureContext | undefined> {
  const logged = (what: string) => (error: Error) => {
    // Only the code, because the message of a file error contains its path.
    console.error(`${what} cannot be read: ${(error as NodeJS.ErrnoException).code ?? error.message}`);
    return [];
  };
  const more = [
    ...(await readSystem().catch(logged('The system’s certificates'))),
    ...(await readExtra(extraFile).catch(logged('The certificates in NODE_EXTRA_CA_CERTS'))),
  ];
  if (more.length === 0) return undefined;
  const own = getCACertificates?.('default') ?? tls.rootCertificates;
  try {
    // Created once, because parsing hundreds of certificates takes longer than connecting. Linux returns duplicates.
    return tls.createSecureContext({ ca: [...new Set([...own, ...more])] });
  } catch (error) {
    console.error('The certificates of the system cannot be used', error);
    return undefined;
  }
}

/** Call once the app is ready. Reads nothing before the first connection that needs it. */
export function createSystemNetwork(): Network {
  let configured: Promise<void> | null = null;
  let trust: Promise<SecureContext | undefined> | null = null;
  return {
    async systemProxy(url) {
      const own = session.fromPartition(PARTITION);
      configured ??= own.setProxy({ mode: 'system' });
      await configured;
      return own.resolveProxy(url);
    },
    trust() {
      trust ??= readTrust();
      return trust;
    },
  };
}
