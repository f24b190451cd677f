// The private authority of a team server, and the certificates of its servers.
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { type CertificateExtension, generate } from 'selfsigned';

export interface KeyAndCertificate {
  readonly key: string;
  readonly cert: string;
}

const DAY = 24 * 60 * 60 * 1000;
/** Computers trust this authority alone, so nothing but its end limits it. */
const AUTHORITY_DAYS = 30 * 365;
const SERVER_DAYS = 10 * 365;
const RENEW_BEFORE_DAYS = 365;

const validFor = (days: number, now: number) => ({
  keyType: 'ec' as const,
  algorithm: 'sha256' as const,
  // A computer's clock may be slow.
  notBeforeDate: new Date(now - 2 * DAY),
  notAfterDate: new Date(now + days * DAY),
});

export async function createAuthority(now: number): Promise<KeyAndCertificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'Storefront team server' }], {
    ...validFor(AUTHORITY_DAYS, now),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { key, cert };
}

export async function createServerCertificate(
  authority: KeyAndCertificate,
  names: readonly string[],
  now: number,
): Promise<KeyAndCertificate> {
  const extensions: CertificateExtension[] = [
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, critical: true },
    // Nodes of a cluster are clients of each other.
    { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
    {
      name: 'subjectAltName',
      altNames: names.map((name) => (isIP(name) ? { type: 7, ip: name } : { type: 2, value: name })),
    },
  ];
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'nats-server' }], {
    ...validFor(SERVER_DAYS, now),
    ca: authority,
    extensions,
  });
  return { key, cert };
}

/** Whether a certificate is of this authority, for all these names, and for at least another year. */
export function isGood(cert: string, authority: string, names: readonly string[], now: number): boolean {
  const certificate = new X509Certificate(cert);
  return (
    certificate.verify(new X509Certificate(authority).publicKey) &&
    names.every((name) => (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name)) !== undefined) &&
    Date.parse(certificate.validTo) - now > RENEW_BEFORE_DAYS * DAY
  );
}
