// Writes the files of a team server that runs elsewhere: in containers, or as the nodes of a cluster.
import { join } from 'node:path';
import { ensureFolder } from '../../src/main/storage/folders.ts';
import { bundleRelay } from './bundle-relay.ts';
import { removeRevoked } from './computers.ts';
import { ensureStreams, withConnection } from './nats-client.ts';
import type { ServerFeatures } from './nats-config.ts';
import {
  changing,
  claimFolder,
  createTeam,
  hasTeam,
  pathsOf,
  saveTeam,
  type Team,
  type TeamNode,
  TeamServerError,
  writeServerFile,
} from './team-folder.ts';
import { writeConfiguration } from './write-configuration.ts';

export interface SetupOptions {
  readonly folder: string;
  /** The machine's name, for a single server. */
  readonly host?: string | undefined;
  /** The nodes of a cluster; empty for a single server, or for those it has. */
  readonly nodes: readonly TeamNode[];
  /** Of a single server; unless given, the one it has, or 4222. */
  readonly port?: number | undefined;
  /** Unless given, the one it has, or 8480. */
  readonly relayPort?: number | undefined;
  readonly relayHost?: string | undefined;
  readonly publicUrl?: string | undefined;
  /** Of the nats-server that will run. */
  readonly features: ServerFeatures;
}

/** Returns whether the servers run already and have their streams. May be repeated. */
export async function setup(options: SetupOptions): Promise<boolean> {
  // The servers that run on this machine have a configuration of their own in this folder.
  const release = claimFolder(options.folder);
  try {
    return await writeFiles(options);
  } finally {
    release();
  }
}

async function writeFiles(options: SetupOptions): Promise<boolean> {
  const { folder, relayPort, relayHost, publicUrl, features } = options;
  if (!hasTeam(folder)) {
    const nodes = askedNodes(options, null);
    if (!nodes) throw new TeamServerError('Name the machine with --host, or each node of a cluster with --node.');
    const relay = { host: '127.0.0.1', port: 8480, publicUrl: null };
    await createTeam(folder, { nodes, isPublic: true, relay }, Date.now());
  }
  return changing(folder, async (team) => {
    const nodes = askedNodes(options, team);
    const changed = {
      ...team,
      nodes: nodes ? replaced(team, nodes) : team.nodes,
      isPublic: team.isPublic || options.host !== undefined || options.nodes.length > 0,
      relay: {
        ...team.relay,
        ...(relayPort && { port: relayPort }),
        ...(relayHost && { host: relayHost }),
        ...(publicUrl && { publicUrl }),
      },
    };
    await saveTeam(folder, changed);
    await writeConfiguration(folder, changed, features);
    const { relayFolder } = pathsOf(folder);
    await writeServerFile(join(relayFolder, 'caddy.env'), caddyVariables(changed));
    // In containers: for its certificates. Docker would create it for root.
    ensureFolder(join(folder, 'caddy'));
    await bundleRelay(relayFolder);
    try {
      await withConnection(changed, changed.seeds.admin, async (connection) => {
        await ensureStreams(connection, changed);
        await removeRevoked(connection, changed);
      });
      return true;
    } catch {
      // The usual case the first time: nothing runs yet.
      return false;
    }
  });
}

/** What `deploy/Caddyfile` takes from the environment. */
function caddyVariables({ relay: { port, publicUrl } }: Team): string {
  const host = publicUrl === null ? '' : `HOOKS_HOST=${new URL(publicUrl).host}\n`;
  return `${host}RELAY_PORT=${port}\n`;
}

/** Null if the nodes stay as they are. */
function askedNodes({ nodes, host, port }: SetupOptions, present: Team | null): TeamNode[] | null {
  if (nodes.length > 0) return [...nodes];
  if (host === undefined && port === undefined) return null;
  if (present && present.nodes.length > 1)
    throw new TeamServerError('This is a cluster: name each node with --node, as NAME=HOST:PORT.');
  const had = present?.nodes[0];
  const name = host ?? had?.host;
  if (name === undefined) return null;
  return [{ name: 'n1', clusterPort: 6222, ...had, host: name, port: port ?? had?.port ?? 4222 }];
}

/** Streams live on the nodes: a cluster grows, but a single server does not turn into one by its configuration alone. */
function replaced({ nodes }: Team, asked: TeamNode[]): TeamNode[] {
  if ((nodes.length === 1) !== (asked.length === 1)) {
    throw new TeamServerError(
      'A single server does not turn into a cluster, nor back. Set the cluster up in a folder of its own.',
    );
  }
  return asked;
}
