// Starts a team server on this machine: nats-server, its streams, and the relay. For the command line, tests and the demo.
import { once } from 'node:events';
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureFolder } from '../../src/main/storage/folders.ts';
import { root } from '../launch/project.ts';
import { Child } from './child.ts';
import { type ComputerState, invite, list, revoke } from './computers.ts';
import { findNatsServer, type NatsServer } from './find-nats-server.ts';
import { ensureStreams, withConnection } from './nats-client.ts';
import { type ServerFeatures, writeConfiguration } from './nats-config.ts';
import {
  changing,
  claimFolder,
  createTeam,
  hasTeam,
  isCluster,
  loadTeam,
  localRelayOf,
  natsUrlsOf,
  relayUrlOf,
  saveTeam,
  type Team,
  TeamServerError,
  writeServerFile,
} from './team-folder.ts';

export interface SetupOptions {
  /** Created where it is missing. */
  readonly folder: string;
  /** 0: the one it had, or any free one. Unless given: the one it had, or 4222. */
  readonly port?: number | undefined;
  /** The same, or 8480. */
  readonly relayPort?: number | undefined;
  readonly hosts?: readonly string[] | undefined;
  readonly publicUrl?: string | undefined;
}

export interface StartOptions extends SetupOptions {
  /** The path of the program; searched unless given. */
  readonly natsServer?: string | undefined;
  /** Whether what the servers log is shown. */
  readonly output?: 'inherit' | 'ignore';
}

export interface TeamServer {
  readonly folder: string;
  readonly natsServer: NatsServer;
  readonly natsUrl: string;
  /** The webhook address, with its token. */
  readonly relayUrl: string;
  /** Resolves with the reason once nats-server or the relay has ended by itself. */
  readonly ended: Promise<string>;
  /** Resolves to the code for one computer. */
  invite(name: string): Promise<string>;
  revoke(name: string): Promise<void>;
  list(): Promise<ComputerState[]>;
  /** An outage, or with `SIGKILL` a sudden death; it lasts until `startNats`. */
  stopNats(signal?: 'SIGKILL'): Promise<void>;
  startNats(): Promise<void>;
  close(): Promise<void>;
}

const READY_MS = 60_000;
/** Between looks for changed users, which another process writes. */
const USERS_MS = 200;

export async function startTeamServer(options: StartOptions): Promise<TeamServer> {
  const folder = resolve(options.folder);
  const natsServer = findNatsServer(options.natsServer);
  const release = claimFolder(folder);
  const children: Child[] = [];
  const accounts = join(folder, 'nats', 'accounts.conf');
  let fail: (reason: string) => void = () => undefined;
  const ended = new Promise<string>((resolve) => {
    fail = resolve;
  });
  const run = (name: string, command: readonly string[], cwd: string): Child => {
    const child = new Child(name, [process.execPath, ...command], cwd, options.output ?? 'ignore');
    void child.ended.then(fail);
    children.push(child);
    return child;
  };
  const keeper = join(root, 'tools/team-server/keeper.mjs');
  const runNats = () => run('nats-server', [keeper, natsServer.path, '-c', 'nats.conf'], join(folder, 'nats'));
  const close = async () => {
    unwatchFile(accounts);
    // The relay first: what it has accepted is still stored.
    for (const child of [...children].reverse()) await child.stop();
    release();
  };
  try {
    const team = await prepare(options, await choosePorts(options), natsServer);
    if (isCluster(team))
      throw new TeamServerError('The servers of a cluster run in containers: see docs/team-server.md.');
    // Users may change before nats-server takes signals.
    let isReady = false;
    let hasChanged = false;
    const reload = () => {
      hasChanged = !isReady;
      if (isReady) nats.signal('SIGHUP');
    };
    // There are no such signals on Windows, where it has to be restarted.
    if (process.platform !== 'win32') watchFile(accounts, { interval: USERS_MS }, reload);
    let nats = runNats();
    const untilStreams = async () => {
      isReady = false;
      await untilReady(nats, () => withConnection(team, team.seeds.admin, (it) => ensureStreams(it, loadTeam(folder))));
      isReady = true;
      if (hasChanged) reload();
    };
    await untilStreams();
    const config = join(folder, 'relay', 'relay.json');
    const relayCommand = ['--import', 'tsx', join(root, 'src/relay/cli.ts'), '--config', config, '--stop-with-stdin'];
    const relay = run('the relay', relayCommand, root);
    await untilReady(relay, async () => {
      const answer = await fetch(`${localRelayOf(team)}/healthz`);
      if (!answer.ok) throw new Error(`the relay answers ${answer.status}`);
    });
    let closing: Promise<void> | undefined;
    return {
      ...{ folder, natsServer, natsUrl: natsUrlsOf(team)[0] as string, relayUrl: relayUrlOf(team), ended },
      invite: (name) => invite(folder, name).then(({ code }) => code),
      revoke: (name) => revoke(folder, name).then(() => undefined),
      list: () => list(folder),
      async stopNats(signal) {
        if (signal) process.kill(Number(readFileSync(join(folder, 'nats', 'nats.pid'), 'utf8')), signal);
        await nats.stop();
      },
      async startNats() {
        nats = runNats();
        await untilStreams();
      },
      close() {
        closing ??= close();
        return closing;
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Writes all files. `features`: of the nats-server that will run. */
async function prepare(options: SetupOptions, ports: Pick<Team, 'port' | 'relayPort'>, features: ServerFeatures) {
  const { folder, hosts, publicUrl } = options;
  if (!hasTeam(folder)) await createTeam(folder, ports);
  // All of it while nothing else changes the team: the users of an invite or a revoke in between would be overwritten.
  return changing(folder, async (team) => {
    const changed = { ...team, ...ports, hosts: [...(hosts ?? team.hosts)], publicUrl: publicUrl ?? team.publicUrl };
    await saveTeam(folder, changed);
    await writeConfiguration(folder, changed, features);
    return changed;
  });
}

async function choosePorts({ folder, port, relayPort }: SetupOptions): Promise<Pick<Team, 'port' | 'relayPort'>> {
  const present = hasTeam(folder) ? loadTeam(folder) : null;
  return {
    port: await choosePort(port, present?.port, 4222, '--port'),
    relayPort: await choosePort(relayPort, present?.relayPort, 8480, '--relay-port'),
  };
}

/** Throws if it is in use. */
async function choosePort(
  wish: number | undefined,
  previous: number | undefined,
  usual: number,
  option: string,
): Promise<number> {
  const port = wish || (previous ?? (wish === 0 ? 0 : usual));
  const server = createServer().listen({ port, host: '127.0.0.1', exclusive: true });
  try {
    await once(server, 'listening');
  } catch {
    throw new TeamServerError(`Port ${port} is in use. Stop what uses it, or choose another one with ${option}.`);
  }
  const chosen = (server.address() as AddressInfo).port;
  server.close();
  await once(server, 'close');
  return chosen;
}

/** For servers in containers: writes their files, and resolves to whether they run already and have their streams. */
export async function setup(options: SetupOptions): Promise<boolean> {
  const { folder } = options;
  const present = hasTeam(folder) ? loadTeam(folder) : null;
  const ports = {
    port: options.port || (present?.port ?? 4222),
    relayPort: options.relayPort || (present?.relayPort ?? 8480),
  };
  const team = await prepare(options, ports, { syncsAlways: true, limitsTls: true });
  const host = team.publicUrl === null ? '' : `HOOKS_HOST=${new URL(team.publicUrl).host}\n`;
  await writeServerFile(join(folder, 'relay', 'caddy.env'), `${host}RELAY_PORT=${team.relayPort}\n`);
  // For Caddy's certificates. Docker would create it for root.
  ensureFolder(join(folder, 'caddy'));
  return withConnection(team, team.seeds.admin, (connection) => ensureStreams(connection, team)).then(
    () => true,
    // The usual case the first time: nothing runs yet.
    () => false,
  );
}

/** Retries until `attempt` resolves. */
async function untilReady(child: Child, attempt: () => Promise<void>): Promise<void> {
  let death: string | null = null;
  void child.ended.then((reason) => {
    death = reason;
  });
  for (const end = performance.now() + READY_MS; ; await pause(100)) {
    try {
      return await attempt();
    } catch (error) {
      if (death !== null || performance.now() > end)
        throw new TeamServerError(`It did not get ready: ${death ?? (error as Error).message} See nats/nats.log.`);
    }
  }
}
