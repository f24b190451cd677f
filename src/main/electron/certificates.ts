// Builds the trusted certificates: Node's, the system's, and those of NODE_EXTRA_CA_CERTS.
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import tls, { type SecureContext } from 'node:tls';
import { Worker } from 'node:worker_threads';

type ByStore = (store: 'default' | 'system') => string[];
/** In Electron's Node and from Node 22.15 on. */
const { getCACertificates } = tls as typeof tls & { readonly getCACertificates?: ByStore };

export interface Trust {
  /** Undefined for Node's defaults. */
  readonly context: SecureContext | undefined;
  readonly system: number;
  readonly extra: number;
}

export interface CertificateSources {
  /** The system's certificates as PEM; null if this Node cannot read them. */
  readonly system: (() => Promise<readonly string[]>) | null;
  /** A file of certificates as PEM. */
  readonly extraFile: string | undefined;
}

/** Long enough for a keychain with many certificates, in ms. Connections wait for it. */
const SYSTEM_TIMEOUT_MS = 45_000;

const IN_WORKER = `
  const { parentPort } = process.getBuiltinModule('node:worker_threads');
  parentPort.postMessage(process.getBuiltinModule('node:tls').getCACertificates('system'));
`;

/** In a worker thread, because macOS checks each certificate of the keychain, which may take seconds. */
function readSystemStore(): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(IN_WORKER, { eval: true });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The thread ended with ${code}`)));
    worker.unref();
    setTimeout(() => void worker.terminate(), SYSTEM_TIMEOUT_MS).unref();
  });
}

/**
 * Electron reads NODE_EXTRA_CA_CERTS itself only where the fuse for NODE_OPTIONS is on, and packages have it off.
 */
export const certificateSources = (environment: NodeJS.ProcessEnv): CertificateSources => ({
  system: getCACertificates ? readSystemStore : null,
  extraFile: environment.NODE_EXTRA_CA_CERTS || undefined,
});

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

/** Errors are logged without the name of the file. */
async function readExtra(file: string | undefined): Promise<readonly string[]> {
  if (file === undefined) return [];
  try {
    const found = (await readFile(file, 'latin1')).match(PEM) ?? [];
    const good = found.filter(isCertificate);
    if (good.length === 0 || good.length < found.length)
      console.error(`Certificates in NODE_EXTRA_CA_CERTS: ${good.length} of ${found.length} can be read`);
    return good;
  } catch (error) {
    console.error(`The file in NODE_EXTRA_CA_CERTS cannot be read: ${(error as NodeJS.ErrnoException).code}`);
    return [];
  }
}

async function readSystem({ system }: CertificateSources): Promise<readonly string[]> {
  try {
    // Linux returns duplicates.
    return [...new Set(await system?.())];
  } catch (error) {
    console.error('The system’s certificates cannot be read', error);
    return [];
  }
}

/** Never rejects: a store that cannot be read is logged, and counts as empty. */
export async function readTrust(sources: CertificateSources): Promise<Trust> {
  const nothing: Trust = { context: undefined, system: 0, extra: 0 };
  const [system, extra] = await Promise.all([readSystem(sources), readExtra(sources.extraFile)]);
  if (system.length + extra.length === 0) return nothing;
  const own = getCACertificates?.('default') ?? tls.rootCertificates;
  try {
    // Created once, because parsing hundreds of certificates takes longer than connecting.
    const context = tls.createSecureContext({ ca: [...new Set([...own, ...system, ...extra])] });
    return { context, system: system.length, extra: extra.length };
  } catch (error) {
    console.error('The certificates of the system cannot be used', error);
    return nothing;
  }
}
