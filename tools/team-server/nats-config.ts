// Writes the configuration of nats-server: one account for the team, one for the relay, and the least permissions for each user.
import { fromSeed } from '@nats-io/nkeys';
import {
  CATALOG_BUCKET,
  CATALOG_STREAM,
  DELIVERIES,
  DELIVERIES_STREAM,
  inboxPrefixOf,
  RELAY_INBOX_PREFIX,
} from '../../src/team-protocol/names.ts';
import type { NatsServer } from './find-nats-server.ts';
import type { Team, TeamNode } from './team-folder.ts';

export const publicKeyOf = (seed: string): string => fromSeed(new TextEncoder().encode(seed)).getPublicKey();

interface Permissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/** What one computer needs, and no more. It may not delete consumers: it could end another one's watch. */
export const computerPermissions = (publicKey: string): Permissions => ({
  publish: [
    `$KV.${CATALOG_BUCKET}.>`,
    // Creation time and last sequence tell whether the stream is still the same.
    `$JS.API.STREAM.INFO.${CATALOG_STREAM}`,
    `$JS.API.STREAM.INFO.${DELIVERIES_STREAM}`,
    `$JS.API.STREAM.MSG.GET.${CATALOG_STREAM}`,
    `$JS.API.CONSUMER.CREATE.${CATALOG_STREAM}.*.$KV.${CATALOG_BUCKET}.>`,
    `$JS.API.CONSUMER.MSG.NEXT.${CATALOG_STREAM}.*`,
    `$JS.API.CONSUMER.INFO.${CATALOG_STREAM}.*`,
    `$JS.API.CONSUMER.CREATE.${DELIVERIES_STREAM}.*.${DELIVERIES}`,
    `$JS.API.CONSUMER.MSG.NEXT.${DELIVERIES_STREAM}.*`,
    `$JS.API.CONSUMER.INFO.${DELIVERIES_STREAM}.*`,
    // Without flow control a replay stops for good after some 2,700 messages.
    `$JS.FC.${CATALOG_STREAM}.>`,
    `$JS.FC.${DELIVERIES_STREAM}.>`,
  ],
  subscribe: [`${inboxPrefixOf(publicKey)}.>`],
});

/** A subject of deliveries; the relay reaches it through a service that the team's account exports. */
const HOOKS = `${DELIVERIES_STREAM}.*`;

const list = (subjects: readonly string[]): string =>
  `[${subjects.map((subject) => JSON.stringify(subject)).join(', ')}]`;

function user(publicKey: string, { publish, subscribe }: Permissions): string {
  return `{ nkey: ${publicKey}, permissions: { publish: { allow: ${list(publish)} }, subscribe: { allow: ${list(subscribe)} } } }`;
}

/** Holds public keys only, so it may be copied from node to node. */
export function accountsConfig({ seeds, computers, nodes }: Team): string {
  // Replicas count against an account.
  const gigabytes = 4 * Math.min(3, nodes.length);
  const active = computers.filter(({ revokedAt }) => revokedAt === null);
  return `# Written by "npm run team-server". Changes are lost.
system_account: SYS
accounts {
  SYS { users: [ { nkey: ${publicKeyOf(seeds.system)} } ] }
  RELAY {
    users: [ ${user(publicKeyOf(seeds.relay), { publish: [HOOKS], subscribe: [`${RELAY_INBOX_PREFIX}.>`] })} ]
    imports: [ { service: { account: TEAM, subject: "${HOOKS}" } } ]
  }
  TEAM {
    jetstream: { max_file: ${gigabytes}GB, max_mem: 16MB, max_streams: 4, max_consumers: 2000 }
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

export function nodeConfig(team: Team, node: TeamNode, { syncsAlways, limitsTls }: ServerFeatures): string {
  const listen = team.isPublic ? '0.0.0.0' : '127.0.0.1';
  const minVersion = limitsTls ? ', min_version: "1.3"' : '';
  const certificate = 'cert_file: "./server.pem", key_file: "./server.key"';
  return `# Written by "npm run team-server". Changes are lost. To be run in this folder: nats-server -c nats.conf
server_name: ${JSON.stringify(node.name)}
listen: "${listen}:${node.port}"
# A webhook of 1 MB, its headers and the seal.
max_payload: 2MB
max_connections: 1000
ping_interval: "20s"
# A slow line needs time for the data that a computer has requested.
write_deadline: "60s"
tls { ${certificate}, timeout: 5${minVersion} }
jetstream {
  store_dir: "./data"
  max_file_store: 20GB
  max_memory_store: 64MB
${syncsAlways ? '  # A message is on the disk before it is acknowledged.\n  sync_interval: always\n' : '  # This version flushes to disk every two minutes: a power cut may take what it acknowledged since.\n'}}
pid_file: "./nats.pid"
log_file: "./nats.log"
logfile_size_limit: 10MB
${team.nodes.length > 1 ? clusterBlock(team, node, listen, certificate, minVersion) : ''}include "accounts.conf"
`;
}

function clusterBlock(team: Team, node: TeamNode, listen: string, certificate: string, minVersion: string): string {
  const routes = team.nodes.map(({ host, clusterPort }) => `"tls://${host}:${clusterPort}"`);
  return `cluster {
  name: ${JSON.stringify(team.team)}
  listen: "${listen}:${node.clusterPort}"
  no_advertise: true
  # Only servers with a certificate of this team's authority.
  tls { ${certificate}, ca_file: "./ca.pem", verify: true, timeout: 5${minVersion} }
  routes: [${routes.join(', ')}]
}
`;
}
