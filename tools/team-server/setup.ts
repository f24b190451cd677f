// Writes the files of a team server that runs elsewhere: in containers, or as the nodes of a cluster.
import { bundleRelay } from './bundle-relay.ts';
import { ensureStreams, withConnection } from './nats-client.ts';
import type { ServerFeatures } from './nats-config.ts';
import {
  changing,
  claimFolder,
  createTeam,
  hasTeam,
  type Network,
  pathsOf,
  saveTeam,
  type TeamNode,
  TeamServerError,
} from './team-folder.ts';
import { writeConfiguration } from './write-configuration.ts';

export interface SetupOptions {
  readonly folder: string;
  /** The machine's name, for a single server. */
  readonly host?: string | undefined;
  /** The nodes of a cluster; empty for a single server, or for those it has. */
  readonly nodes: readonly TeamNode[];
  readonly relayHost?: string | undefined;
  readonly publicUrl?: string | undefined;
  /** Of the nats-server that will run. */
  readonly features: ServerFeatures;
}

/** Returns whether the servers run already and have their streams. May be repeated. */
export async function setup(options: SetupOptions): Promise<boolean> {
  // The servers that run on this machine have a configuration of their own in this folder.
  const release = await claimFolder(options.folder);
  try {
    return await writeFiles(options);
  } finally {
    release();
  }
}

async function writeFiles({ folder, host, nodes, relayHost, publicUrl, features }: SetupOptions): Promise<boolean> {
  const single = host && [{ name: 'n1', host, port: 4222, clusterPort: 6222 }];
  const asked = nodes.length > 0 ? [...nodes] : single;
  if (!hasTeam(folder)) {
    if (!asked) throw new TeamServerError('Name the machine with --host, or each node of a cluster with --node.');
    const relay = { host: '127.0.0.1', port: 8480, publicUrl: null };
    await createTeam(folder, { nodes: asked, isPublic: true, relay }, Date.now());
  }
  return changing(folder, async (team) => {
    const changed = {
      ...team,
      ...(asked ? replaced(team, asked) : {}),
      relay: { ...team.relay, ...(relayHost && { host: relayHost }), ...(publicUrl && { publicUrl }) },
    };
    await saveTeam(folder, changed);
    await writeConfiguration(folder, changed, features);
    await bundleRelay(pathsOf(folder).relayFolder);
    try {
      await withConnection(changed, changed.seeds.admin, (connection) => ensureStreams(connection, changed));
      return true;
    } catch {
      // The usual case the first time: nothing runs yet.
      return false;
    }
  });
}

/** Streams live on the nodes: a cluster grows, but a single server does not turn into one by its configuration alone. */
function replaced({ nodes }: Network, asked: TeamNode[]): Pick<Network, 'nodes' | 'isPublic'> {
  if ((nodes.length === 1) !== (asked.length === 1)) {
    throw new TeamServerError(
      'A single server does not turn into a cluster, nor back. Set the cluster up in a folder of its own.',
    );
  }
  return { nodes: asked, isPublic: true };
}
