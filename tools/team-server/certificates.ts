// The private authority of a team server, and the certificate of its machines.
import { isIP } from 'node:net';
import { generate } from 'selfsigned';

export interface KeyAndCertificate {
  readonly key: string;
  readonly cert: string;
}

const DAY = 24 * 60 * 60 * 1000;

/** Computers trust this authority alone, so nothing but its end limits it. */
const options = () => ({
  keyType: 'ec' as const,
  algorithm: 'sha256' as const,
  // A computer's clock may be slow.
  notBeforeDate: new Date(Date.now() - 2 * DAY),
  notAfterDate: new Date(Date.now() + 30 * 365 * DAY),
});

export async function createAuthority(): Promise<KeyAndCertificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'Storefront team server' }], {
    ...options(),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { key, cert };
}

export async function createServerCertificate(
  authority: KeyAndCertificate,
  hosts: readonly string[],
): Promise<KeyAndCertificate> {
  const altNames = ['localhost', '127.0.0.1', ...hosts].map((name) =>
    isIP(name) ? { type: 7 as const, ip: name } : { type: 2 as const, value: name },
  );
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'nats-server' }], {
    ...options(),
    ca: authority,
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      // Nodes of a cluster are clients of each other.
      { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
      { name: 'subjectAltName', altNames },
    ],
  });
  return { key, cert };
}
