// The folder of a team server: the team's data, keys and certificates, and the addresses of its servers.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createUser } from '@nats-io/nkeys';
import { generate } from 'selfsigned';
import { z } from 'zod';
import { writeForSeller } from '../../src/main/storage/durable-file.ts';
import { lockFolder } from '../../src/main/storage/folder-lock.ts';
import { ensureFolder } from '../../src/main/storage/folders.ts';
import { seedSchema } from '../../src/team-protocol/invite.ts';
import { KEY_BYTES } from '../../src/team-protocol/seal.ts';

const portSchema = z.coerce.number().pipe(z.int().min(1).max(65_535));

const computerSchema = z.strictObject({
  name: z.string(),
  publicKey: z.string(),
  createdAt: z.number(),
  /** Missing until a computer has connected with the invite. */
  firstSeenAt: z.number().optional(),
});

export const teamSchema = z.strictObject({
  version: z.literal(1),
  team: z.string(),
  keys: z.strictObject({ data: z.string(), delivery: z.string(), signing: z.string() }),
  seeds: z.strictObject({ admin: seedSchema, newest: seedSchema, relay: seedSchema }),
  authority: z.strictObject({ key: z.string(), cert: z.string() }),
  /** New invites contain the first one; the others are still accepted. */
  tokens: z.array(z.string()).min(1),
  /** The names under which computers reach the machines with nats-server; empty while only this machine may connect. */
  hosts: z.array(z.union([z.hostname(), z.ipv4()])),
  port: portSchema,
  relayPort: portSchema,
  /** The address at which the internet reaches the relay. Without TLS anybody on the way could read the webhook key. */
  publicUrl: z.url({ protocol: /^https$/ }).nullable(),
  computers: z.array(computerSchema),
});
export type Team = z.infer<typeof teamSchema>;

/** What an operator chooses. */
export const optionsSchema = teamSchema.pick({ port: true, relayPort: true, hosts: true, publicUrl: true }).partial();
export type TeamOptions = z.infer<typeof optionsSchema>;

export const natsUrlsOf = ({ hosts, port }: Team): string[] =>
  (hosts.length > 0 ? hosts : ['127.0.0.1']).map((host) => `tls://${host}:${port}`);

/** Where this machine reaches the servers: at its own address, or at all addresses of a cluster. */
export const localNatsUrlsOf = (team: Team): string[] =>
  natsUrlsOf(team.hosts.length > 1 ? team : { ...team, hosts: [] });

export const localRelayOf = ({ relayPort }: Team): string => `http://127.0.0.1:${relayPort}`;

export const relayUrlOf = (team: Team): string =>
  `${(team.publicUrl ?? localRelayOf(team)).replace(/\/+$/, '')}/hooks/${team.tokens[0]}`;

export const newSeed = (): string => new TextDecoder().decode(createUser().getSeed());

/** Creates a team in the folder unless there is one. */
export async function ensureTeam(folder: string): Promise<void> {
  if (hasTeam(folder)) return;
  const secret = () => randomBytes(KEY_BYTES).toString('base64url');
  await saveTeam(folder, {
    version: 1,
    team: randomBytes(10).toString('hex'),
    keys: { data: secret(), delivery: secret(), signing: secret() },
    seeds: { admin: newSeed(), newest: newSeed(), relay: newSeed() },
    authority: await createAuthority(),
    ...{ tokens: [secret()], hosts: [], port: 4222, relayPort: 8480, publicUrl: null, computers: [] },
  });
}

const hasTeam = (folder: string): boolean => existsSync(join(folder, 'team.json'));

export function loadTeam(folder: string): Team {
  if (!hasTeam(folder))
    throw new Error(`There is no team server in ${folder}. Start one first: npm run team-server -- --dir ${folder}`);
  try {
    return teamSchema.parse(JSON.parse(readFileSync(join(folder, 'team.json'), 'utf8')));
  } catch {
    const why = 'is damaged or of another version. Restore it from a backup: it holds the keys of the team.';
    throw new Error(`${join(folder, 'team.json')} ${why}`);
  }
}

export async function saveTeam(folder: string, changed: Team): Promise<Team> {
  const team = teamSchema.parse(changed);
  await writeServerFile(join(folder, 'team.json'), `${JSON.stringify(team, null, 2)}\n`);
  return team;
}

/** Durable, and readable by this user only, as is its folder. */
export function writeServerFile(path: string, text: string): Promise<void> {
  ensureFolder(dirname(path));
  return writeForSeller(path, [text], 'A file of the team server', 0o600);
}

const PATIENCE_MS = 30_000;

/** Runs `change` while no other command changes the team. */
export async function changing<T>(folder: string, change: (team: Team) => Promise<T>): Promise<T> {
  loadTeam(folder);
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await pause(50)) {
    const lock = lockFolder(join(folder, 'changing'));
    if (lock.kind !== 'held') continue;
    try {
      return await change(loadTeam(folder));
    } finally {
      lock.release();
    }
  }
  throw new Error(`Another command is still changing ${folder}, or it cannot be locked.`);
}

// ---- certificates: of the team's own authority, and of its servers

type KeyAndCertificate = Readonly<Record<'key' | 'cert', string>>;
type Extensions = NonNullable<NonNullable<Parameters<typeof generate>[1]>['extensions']>;

const DAY_MS = 24 * 60 * 60 * 1000;

async function create(name: string, ca: KeyAndCertificate | null, extensions: Extensions): Promise<KeyAndCertificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    ...{ keyType: 'ec', algorithm: 'sha256', extensions },
    // A computer's clock may be behind.
    notBeforeDate: new Date(Date.now() - 2 * DAY_MS),
    // Nothing renews the authority, and computers trust no other.
    notAfterDate: new Date(Date.now() + 30 * 365 * DAY_MS),
    ...(ca && { ca }),
  });
  return { key, cert };
}

export const createAuthority = (): Promise<KeyAndCertificate> =>
  create('Storefront team server', null, [
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
  ]);

export function createServerCertificate(ca: KeyAndCertificate, hosts: readonly string[]): Promise<KeyAndCertificate> {
  const altNames = ['localhost', '127.0.0.1', ...hosts].map((name) =>
    isIP(name) ? { type: 7 as const, ip: name } : { type: 2 as const, value: name },
  );
  return create('nats-server', ca, [
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, critical: true },
    // Nodes of a cluster are clients of each other.
    { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
    { name: 'subjectAltName', altNames },
  ]);
}
