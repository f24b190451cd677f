// Writes the files of nats-server and of the relay from the team's data, with the least permissions for each user.
import { join } from 'node:path';
import { fromSeed } from '@nats-io/nkeys';
import type { RelayConfigFile } from '../../src/relay/config.ts';
import {
  ALL_DELIVERIES,
  CATALOG_BUCKET,
  CATALOG_STREAM,
  DELIVERIES_STREAM,
  DELIVERIES_SUBJECT,
  inboxPrefixOf,
  RELAY_INBOX_PREFIX,
} from '../../src/team-protocol/names.ts';
import { createServerCertificate, localNatsUrlsOf, type Team, writeServerFile } from './team.ts';

export const publicKeyOf = (seed: string): string => fromSeed(new TextEncoder().encode(seed)).getPublicKey();

/** Older versions acknowledge before the disk has the message, or have known holes. */
export const isForTrials = (version: string): boolean => version.localeCompare('2.10.27', 'en', { numeric: true }) < 0;

const user = (publicKey: string, publish: readonly string[], inbox: string): string =>
  `{ nkey: ${publicKey}, permissions: { publish: { allow: ${JSON.stringify(publish)} }, subscribe: { allow: ["${inbox}.>"] } } }`;

const RECORDS = `$KV.${CATALOG_BUCKET}.>`;

/** What one computer needs, and no more. It may not delete consumers: it could end another one's watch. */
const COMPUTER_PUBLISHES = [
  RECORDS,
  `$JS.API.STREAM.MSG.GET.${CATALOG_STREAM}`,
  ...[CATALOG_STREAM, DELIVERIES_STREAM].flatMap((stream) => [
    // Creation time and last sequence tell whether the stream is still the same.
    `$JS.API.STREAM.INFO.${stream}`,
    `$JS.API.CONSUMER.CREATE.${stream}.*.${stream === DELIVERIES_STREAM ? ALL_DELIVERIES : RECORDS}`,
    `$JS.API.CONSUMER.MSG.NEXT.${stream}.*`,
    `$JS.API.CONSUMER.INFO.${stream}.*`,
    // Without flow control a replay stops for good after some 2,700 messages.
    `$JS.FC.${stream}.>`,
  ]),
];

/** Holds public keys only, so it may be copied from machine to machine. */
export function accountsConfig({ seeds, computers }: Team): string {
  const users = computers.map(
    ({ publicKey }) => `      ${user(publicKey, COMPUTER_PUBLISHES, inboxPrefixOf(publicKey))}\n`,
  );
  return `# Written by "npm run team-server". Changes are lost.
accounts {
  # Tells whether a server has read this file; each change replaces it.
  NEWEST { users: [ { nkey: ${publicKeyOf(seeds.newest)} } ] }
  # The relay reaches the subject of deliveries through a service that the team's account exports.
  RELAY {
    users: [ ${user(publicKeyOf(seeds.relay), [DELIVERIES_SUBJECT], RELAY_INBOX_PREFIX)} ]
    imports: [ { service: { account: TEAM, subject: "${DELIVERIES_SUBJECT}" } } ]
  }
  TEAM {
    # Replicas count against an account.
    jetstream: { max_file: 12GB, max_mem: 16MB, max_streams: 4, max_consumers: 2000 }
    exports: [ { service: "${DELIVERIES_SUBJECT}", accounts: [ RELAY ] } ]
    users: [
      # The administrator: npm run team-server.
      { nkey: ${publicKeyOf(seeds.admin)} }
${users.join('')}    ]
  }
}
`;
}

export const natsConfig = ({ hosts, port }: Team, version: string): string =>
  `# Written by "npm run team-server". Changes are lost. To be run in this folder: nats-server -c nats.conf
listen: "${hosts.length > 0 ? '0.0.0.0' : '127.0.0.1'}:${port}"
# A webhook of 1 MB, its headers and the seal.
max_payload: 2MB
max_connections: 1000
ping_interval: "20s"
# A slow line needs time for the data that a computer has requested.
write_deadline: "60s"
tls { cert_file: "./server.pem", key_file: "./server.key", timeout: 5 }
jetstream {
  store_dir: "./data"
  max_file_store: 20GB
  max_memory_store: 64MB
${isForTrials(version) ? '' : '  # A message is on the disk before it is acknowledged.\n  sync_interval: always'}
}
pid_file: "./nats.pid"
log_file: "./nats.log"
logfile_size_limit: 10MB
include "accounts.conf"
`;

/** `version`: of the nats-server that will run. Each call makes a new certificate of the same authority. */
export async function writeConfiguration(folder: string, team: Team, version: string): Promise<void> {
  const { key, cert } = await createServerCertificate(team.authority, team.hosts);
  const relay: RelayConfigFile = {
    port: team.relayPort,
    nats: { servers: localNatsUrlsOf(team), ca: team.authority.cert, seed: team.seeds.relay },
    tokens: team.tokens,
    deliveryKey: team.keys.delivery,
    signingKey: team.keys.signing,
  };
  await writeServerFile(join(folder, 'nats/ca.pem'), team.authority.cert);
  await writeServerFile(join(folder, 'nats/server.key'), key);
  await writeServerFile(join(folder, 'nats/server.pem'), cert);
  await writeServerFile(join(folder, 'nats/nats.conf'), natsConfig(team, version));
  await writeAccounts(folder, team);
  await writeServerFile(join(folder, 'relay/relay.json'), JSON.stringify(relay, null, 2));
}

export const writeAccounts = (folder: string, team: Team): Promise<void> =>
  writeServerFile(join(folder, 'nats', 'accounts.conf'), accountsConfig(team));
