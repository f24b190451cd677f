// Writes the files of nats-server and of the relay from what the team is.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureFolder } from '../../src/main/storage/folders.ts';
import type { RelayConfigFile } from '../../src/relay/config.ts';
import { createServerCertificate, isGood } from './certificates.ts';
import { accountsConfig, nodeConfig, type ServerFeatures } from './nats-config.ts';
import { nodeFolderOf, pathsOf, type Team, type TeamNode, writeServerFile } from './team-folder.ts';

export const natsUrlsOf = ({ nodes }: Team): string[] => nodes.map(({ host, port }) => `tls://${host}:${port}`);

/** Where this machine, and the relay on it, reach the servers. */
export const localNatsUrlsOf = (team: Team): string[] =>
  team.nodes.length === 1 ? [`tls://127.0.0.1:${team.nodes[0]?.port}`] : natsUrlsOf(team);

/** Where this machine reaches the relay on it. */
export const localRelayOf = ({ relay: { host, port } }: Team): string =>
  `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`;

export function relayUrlOf(team: Team): string {
  const { relay, tokens } = team;
  const base = relay.publicUrl ?? localRelayOf(team);
  return `${base.replace(/\/+$/, '')}/hooks/${tokens[0]?.token}`;
}

export async function writeConfiguration(
  folder: string,
  team: Team,
  features: ServerFeatures,
  relayLimits: RelayConfigFile['limits'] = {},
): Promise<void> {
  for (const node of team.nodes) {
    const own = nodeFolderOf(folder, team, node);
    ensureFolder(own);
    await writeCertificate(own, team, node);
    await writeServerFile(join(own, 'nats.conf'), nodeConfig(team, node, features));
  }
  await writeAccounts(folder, team);
  const paths = pathsOf(folder);
  ensureFolder(paths.relayFolder);
  const relay: RelayConfigFile = {
    host: team.relay.host,
    port: team.relay.port,
    nats: { servers: localNatsUrlsOf(team), ca: team.authority.cert, seed: team.seeds.relay },
    tokens: team.tokens,
    deliveryKey: team.keys.delivery,
    signingKey: team.keys.signing,
    limits: relayLimits,
  };
  await writeServerFile(paths.relayConfig, `${JSON.stringify(relay, null, 2)}\n`);
}

/** Each node reads the users from a file of its own folder. */
export async function writeAccounts(folder: string, team: Team): Promise<void> {
  const accounts = accountsConfig(team);
  for (const node of team.nodes) {
    await writeServerFile(join(nodeFolderOf(folder, team, node), 'accounts.conf'), accounts);
  }
}

async function writeCertificate(own: string, { authority }: Team, node: TeamNode): Promise<void> {
  const names = [...new Set(['localhost', '127.0.0.1', node.host])];
  const [ca, cert, key] = ['ca.pem', 'server.pem', 'server.key'].map((name) => join(own, name)) as [
    string,
    string,
    string,
  ];
  const now = Date.now();
  if (existsSync(cert) && existsSync(key) && isGood(readFileSync(cert, 'utf8'), authority.cert, names, now)) return;
  const made = await createServerCertificate(authority, names, now);
  await writeServerFile(ca, authority.cert);
  // The key first: a certificate without its key would count as good at the next start.
  await writeServerFile(key, made.key);
  await writeServerFile(cert, made.cert);
}
