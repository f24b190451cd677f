// The private authority of a team server, and the certificate of its machines.
import { isIP } from 'node:net';
import { generate } from 'selfsigned';

type KeyAndCertificate = Readonly<Record<'key' | 'cert', string>>;
type Extensions = NonNullable<NonNullable<Parameters<typeof generate>[1]>['extensions']>;

const DAY = 24 * 60 * 60 * 1000;

async function create(name: string, extensions: Extensions, ca?: KeyAndCertificate): Promise<KeyAndCertificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    // A computer's clock may be behind.
    notBeforeDate: new Date(Date.now() - 2 * DAY),
    // Computers trust only this authority, so only its end limits it.
    notAfterDate: new Date(Date.now() + 30 * 365 * DAY),
    extensions,
    ...(ca && { ca }),
  });
  return { key, cert };
}

export const createAuthority = (): Promise<KeyAndCertificate> =>
  create('Storefront team server', [
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
  ]);

export function createServerCertificate(ca: KeyAndCertificate, hosts: readonly string[]): Promise<KeyAndCertificate> {
  const altNames = ['localhost', '127.0.0.1', ...hosts].map((name) =>
    isIP(name) ? { type: 7 as const, ip: name } : { type: 2 as const, value: name },
  );
  const extensions: Extensions = [
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, critical: true },
    // Nodes of a cluster are clients of each other.
    { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
    { name: 'subjectAltName', altNames },
  ];
  return create('nats-server', extensions, ca);
}
