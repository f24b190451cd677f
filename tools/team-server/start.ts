// Starts a team server on this machine: nats-server, its streams, and the relay. For the command line, tests and the demo.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RelayConfigFile } from '../../src/relay/config.ts';
import { root } from '../launch/project.ts';
import { checkConfig } from './check-config.ts';
import { Child, kept } from './child.ts';
import { type ComputerState, endUnused, invite, list, removeRevoked, revoke } from './computers.ts';
import { findNatsServer, type NatsServer } from './find-nats-server.ts';
import { ensureStreams, STREAM_LIMITS, type StreamLimits, withConnection } from './nats-client.ts';
import { accountsConfig } from './nats-config.ts';
import { choosePorts, type PortWishes } from './ports.ts';
import { endLeftOver, pidOf, reload } from './reload.ts';
import {
  changing,
  claimFolder,
  createTeam,
  hasTeam,
  loadTeam,
  nodeFolderOf,
  pathsOf,
  saveTeam,
  type Team,
  TeamServerError,
} from './team-folder.ts';
import { type StreamWatch, watchStreams } from './watch-streams.ts';
import { localRelayOf, natsUrlsOf, relayUrlOf, writeAccounts, writeConfiguration } from './write-configuration.ts';

export interface StartOptions extends PortWishes {
  /** Created where it is missing. */
  readonly folder: string;
  /** The path of the program; searched unless given. */
  readonly natsServer?: string | undefined;
  /** Gets what an operator should read. Nothing is installed without it. */
  readonly say?: (line: string) => void;
  readonly relayLimits?: RelayConfigFile['limits'];
  readonly streamLimits?: Partial<StreamLimits>;
  /** After this many ms without its streams nats-server is restarted. */
  readonly streamPatienceMs?: number;
}

export interface TeamServer {
  readonly folder: string;
  readonly natsServer: NatsServer;
  /** The first of `natsUrls`. */
  readonly natsUrl: string;
  readonly natsUrls: readonly string[];
  /** The webhook address, with its token. */
  readonly relayUrl: string;
  /** Resolves to the code for one computer. */
  invite(name: string): Promise<string>;
  revoke(name: string): Promise<void>;
  list(): Promise<ComputerState[]>;
  /** Sudden deaths; both are restarted. */
  killNats(node?: number): void;
  killRelay(): void;
  /** An outage: it lasts until `startNats`. */
  stopNats(node?: number): Promise<void>;
  startNats(node?: number): Promise<void>;
  close(): Promise<void>;
}

const READY_MS = 60_000;
const STREAM_PATIENCE_MS = 60_000;
/** Between looks for invites that were not used in time. */
const INVITES_MS = 60_000;

export async function startTeamServer(options: StartOptions): Promise<TeamServer> {
  const folder = resolve(options.folder);
  const say = options.say ?? (() => undefined);
  const natsServer = await findNatsServer({ path: options.natsServer, ...(options.say && { say }) });
  const release = claimFolder(folder);
  const children: Child[] = [];
  let watch: StreamWatch | undefined;
  try {
    const team = await prepare(folder, options, natsServer);
    const startNode = (index: number): Child => {
      const node = team.nodes[index];
      if (!node) throw new Error(`There is no node ${index}`);
      const own = nodeFolderOf(folder, team, node);
      return new Child({
        name: team.nodes.length === 1 ? 'nats-server' : `nats-server ${node.name}`,
        command: kept([natsServer.path, '-c', 'nats.conf']),
        cwd: own,
        logFile: join(own, 'output.log'),
        async beforeStart() {
          await endLeftOver(folder, team, node);
          // One that was killed leaves it behind, and its number may be another program's by now.
          rmSync(join(own, 'nats.pid'), { force: true });
        },
        say,
      });
    };
    const nats = team.nodes.map((_, index) => startNode(index));
    children.push(...nats);
    await untilStreams(folder, team, nats, { ...STREAM_LIMITS, ...options.streamLimits });
    await reloadChangedUsers(folder, team);

    const paths = pathsOf(folder);
    const relay = new Child({
      name: 'the relay',
      command: relayCommand(paths.relayConfig),
      cwd: root,
      logFile: paths.relayLog,
      say,
    });
    children.push(relay);
    await untilHealthy(team, relay);

    // Several on one machine are for tests, which end a majority of them on purpose.
    if (nats.length === 1) {
      watch = watchStreams({
        team,
        patienceMs: options.streamPatienceMs ?? STREAM_PATIENCE_MS,
        restart: () => nats[0]?.restart(),
        say,
      });
    }

    const invites = watchInvites(folder, natsServer, say);

    async function close(): Promise<void> {
      await watch?.stop();
      await invites.stop();
      // The relay first: what it has accepted is still stored.
      await relay.stop();
      await Promise.all(nats.map((child) => child.stop()));
      for (const node of team.nodes) await endLeftOver(folder, team, node);
      release();
    }
    let closing: Promise<void> | undefined;
    const natsUrls = natsUrlsOf(team);
    return {
      folder,
      natsServer,
      natsUrl: natsUrls[0] as string,
      natsUrls,
      relayUrl: relayUrlOf(team),
      invite: (name) => invite(folder, name, natsServer).then(({ code }) => code),
      revoke: (name) => revoke(folder, name, natsServer).then(() => undefined),
      list: () => list(folder),
      killNats(node = 0) {
        const target = team.nodes[node];
        const pid = target && pidOf(folder, team, target);
        if (pid) process.kill(pid, 'SIGKILL');
      },
      killRelay: () => relay.kill(),
      stopNats: async (node = 0) => nats[node]?.stop(),
      async startNats(node = 0) {
        const child = startNode(node);
        nats[node] = child;
        children.push(child);
        await untilReady(() => withConnection(team, team.seeds.admin, async () => true), [child]);
      },
      close() {
        closing ??= close();
        return closing;
      },
    };
  } catch (error) {
    await watch?.stop();
    await Promise.all(children.reverse().map((child) => child.stop()));
    release();
    throw error;
  }
}

function watchInvites(folder: string, natsServer: NatsServer, say: (line: string) => void) {
  const stopping = new AbortController();
  const { signal } = stopping;
  async function watchThem(): Promise<void> {
    while (!signal.aborted) {
      try {
        const { names } = await endUnused(folder, natsServer, Date.now());
        for (const name of names) say(`The invite for "${name}" has ended: it was not used within a day.`);
      } catch (error) {
        say(`Unused invites could not be looked for: ${(error as Error).message}`);
      }
      await pause(INVITES_MS, undefined, { signal }).catch(() => undefined);
    }
  }
  const watching = watchThem();
  return {
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}

/** To be run in the folder of the project. */
export const relayCommand = (config: string): string[] => [
  process.execPath,
  '--import',
  'tsx',
  join(root, 'src/relay/cli.ts'),
  '--config',
  config,
  '--stop-with-stdin',
];

/** Chooses the ports and writes the configuration. */
async function prepare(folder: string, options: StartOptions, natsServer: NatsServer): Promise<Team> {
  const present = hasTeam(folder) ? loadTeam(folder) : null;
  if (present && present.nodes.length > 1 && present.nodes.some(({ host }) => host !== '127.0.0.1')) {
    throw new TeamServerError(`The nodes of this cluster run on machines of their own: see docs/team-server.md.`);
  }
  // It still has the ports.
  for (const node of present?.nodes ?? []) await endLeftOver(folder, present as Team, node);
  const network = await choosePorts(present, options);
  if (!present) await createTeam(folder, network, Date.now());
  // All of it while nothing else changes the team: the users of an invite or a revoke in between would be overwritten.
  return changing(folder, async (team) => {
    const changed = { ...team, ...network };
    await saveTeam(folder, changed);
    await writeConfiguration(folder, changed, natsServer, options.relayLimits);
    for (const node of changed.nodes) checkConfig(natsServer, nodeFolderOf(folder, changed, node), 'nats.conf');
    return changed;
  });
}

/** An invite or a revoke could not signal a nats-server that had read its users and not yet written its process id. */
async function reloadChangedUsers(folder: string, started: Team): Promise<void> {
  await changing(folder, async (team) => {
    if (accountsConfig(team) === accountsConfig(started)) return;
    await writeAccounts(folder, team);
    reload(folder, team);
  });
}

/** Retries until `attempt` resolves; fails with the end of a program's output once one has ended again and again. */
async function untilReady<T>(attempt: () => Promise<T>, children: readonly Child[]): Promise<T> {
  const end = performance.now() + READY_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const dying = children.find((child) => child.restarts >= 3);
      if (dying || performance.now() > end) {
        const reason = dying?.lastLines || (error as Error).message;
        throw new TeamServerError(`The team server did not get ready: ${reason}`);
      }
    }
    await pause(100);
  }
}

async function untilStreams(folder: string, team: Team, nats: readonly Child[], limits: StreamLimits): Promise<void> {
  try {
    await untilReady(
      () =>
        withConnection(team, team.seeds.admin, async (connection) => {
          await ensureStreams(connection, team, limits);
          await removeRevoked(connection, team);
        }),
      nats,
    );
  } catch (error) {
    const log = join(nodeFolderOf(folder, team, team.nodes[0] as Team['nodes'][0]), 'nats.log');
    const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').slice(-5).join('\n') : '';
    throw new TeamServerError(`${(error as Error).message}\n${lines}`);
  }
}

const untilHealthy = (team: Team, relay: Child): Promise<void> =>
  untilReady(async () => {
    const answer = await fetch(`${localRelayOf(team)}/healthz`);
    if (!answer.ok) throw new Error(`the relay answers ${answer.status}`);
  }, [relay]);
