// Writes the files of nats-server and of the relay from what the team is: the least permissions for each user.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromSeed } from '@nats-io/nkeys';
import { ensureFolder } from '../../src/main/storage/folders.ts';
import type { RelayConfigFile } from '../../src/relay/config.ts';
import {
  CATALOG_BUCKET,
  CATALOG_STREAM,
  DELIVERIES,
  DELIVERIES_STREAM,
  inboxPrefixOf,
  RELAY_INBOX_PREFIX,
} from '../../src/team-protocol/names.ts';
import { createServerCertificate, isGood } from './certificates.ts';
import type { NatsServer } from './find-nats-server.ts';
import { localNatsUrlsOf, type Team, writeServerFile } from './team-folder.ts';

export const publicKeyOf = (seed: string): string => fromSeed(new TextEncoder().encode(seed)).getPublicKey();

interface Permissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/** What one computer needs, and no more. It may not delete consumers: it could end another one's watch. */
const computerPermissions = (publicKey: string): Permissions => ({
  publish: [
    `$KV.${CATALOG_BUCKET}.>`,
    `$JS.API.STREAM.MSG.GET.${CATALOG_STREAM}`,
    ...[CATALOG_STREAM, DELIVERIES_STREAM].flatMap((stream) => [
      // Creation time and last sequence tell whether the stream is still the same.
      `$JS.API.STREAM.INFO.${stream}`,
      `$JS.API.CONSUMER.CREATE.${stream}.*.${stream === DELIVERIES_STREAM ? DELIVERIES : `$KV.${CATALOG_BUCKET}.>`}`,
      `$JS.API.CONSUMER.MSG.NEXT.${stream}.*`,
      `$JS.API.CONSUMER.INFO.${stream}.*`,
      // Without flow control a replay stops for good after some 2,700 messages.
      `$JS.FC.${stream}.>`,
    ]),
  ],
  subscribe: [`${inboxPrefixOf(publicKey)}.>`],
});

const user = (publicKey: string, { publish, subscribe }: Permissions): string =>
  `{ nkey: ${publicKey}, permissions: { publish: { allow: ${JSON.stringify(publish)} }, subscribe: { allow: ${JSON.stringify(subscribe)} } } }`;

/** A subject of deliveries; the relay reaches it through a service that the team's account exports. */
const HOOKS = `${DELIVERIES_STREAM}.*`;

/** Holds public keys only, so it may be copied from machine to machine. */
export function accountsConfig({ seeds, computers }: Team): string {
  const active = computers.filter(({ revokedAt }) => revokedAt === null);
  const relay = { publish: [HOOKS], subscribe: [`${RELAY_INBOX_PREFIX}.>`] };
  return `# Written by "npm run team-server". Changes are lost.
system_account: SYS
accounts {
  SYS { users: [ { nkey: ${publicKeyOf(seeds.system)} } ] }
  RELAY {
    users: [ ${user(publicKeyOf(seeds.relay), relay)} ]
    imports: [ { service: { account: TEAM, subject: "${HOOKS}" } } ]
  }
  TEAM {
    # Replicas count against an account.
    jetstream: { max_file: 12GB, max_mem: 16MB, max_streams: 4, max_consumers: 2000 }
    exports: [ { service: "${HOOKS}", accounts: [ RELAY ] } ]
    users: [
      # The administrator: npm run team-server.
      { nkey: ${publicKeyOf(seeds.admin)} }
${active.map(({ publicKey }) => `      ${user(publicKey, computerPermissions(publicKey))}\n`).join('')}    ]
  }
}
`;
}

export type ServerFeatures = Pick<NatsServer, 'syncsAlways' | 'limitsTls'>;

export const natsConfig = ({ hosts, port }: Team, { syncsAlways, limitsTls }: ServerFeatures): string =>
  `# Written by "npm run team-server". Changes are lost. To be run in this folder: nats-server -c nats.conf
listen: "${hosts.length > 0 ? '0.0.0.0' : '127.0.0.1'}:${port}"
# A webhook of 1 MB, its headers and the seal.
max_payload: 2MB
max_connections: 1000
ping_interval: "20s"
# A slow line needs time for the data that a computer has requested.
write_deadline: "60s"
tls { cert_file: "./server.pem", key_file: "./server.key", timeout: 5${limitsTls ? ', min_version: "1.3"' : ''} }
jetstream {
  store_dir: "./data"
  max_file_store: 20GB
  max_memory_store: 64MB
${syncsAlways ? '  # A message is on the disk before it is acknowledged.\n  sync_interval: always' : '  # This version flushes to disk every two minutes: a power cut may take what it acknowledged since.'}
}
pid_file: "./nats.pid"
log_file: "./nats.log"
logfile_size_limit: 10MB
include "accounts.conf"
`;

export async function writeConfiguration(folder: string, team: Team, features: ServerFeatures): Promise<void> {
  for (const name of ['nats', 'relay']) ensureFolder(join(folder, name));
  await writeCertificate(join(folder, 'nats'), team);
  await writeServerFile(join(folder, 'nats', 'nats.conf'), natsConfig(team, features));
  await writeAccounts(folder, team);
  const relay: RelayConfigFile = {
    port: team.relayPort,
    nats: { servers: localNatsUrlsOf(team), ca: team.authority.cert, seed: team.seeds.relay },
    tokens: team.tokens,
    deliveryKey: team.keys.delivery,
    signingKey: team.keys.signing,
  };
  await writeServerFile(join(folder, 'relay', 'relay.json'), `${JSON.stringify(relay, null, 2)}\n`);
}

export const writeAccounts = (folder: string, team: Team): Promise<void> =>
  writeServerFile(join(folder, 'nats', 'accounts.conf'), accountsConfig(team));

async function writeCertificate(folder: string, { authority, hosts }: Team): Promise<void> {
  const names = ['localhost', '127.0.0.1', ...hosts];
  const [cert, key] = [join(folder, 'server.pem'), join(folder, 'server.key')];
  if (existsSync(cert) && existsSync(key) && isGood(readFileSync(cert, 'utf8'), authority.cert, names)) return;
  const made = await createServerCertificate(authority, names);
  await writeServerFile(join(folder, 'ca.pem'), authority.cert);
  // The key first: a certificate without its key would count as good at the next start.
  await writeServerFile(key, made.key);
  await writeServerFile(cert, made.cert);
}
