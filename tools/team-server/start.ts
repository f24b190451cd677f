// Starts a team server on this machine: nats-server, its streams, and the relay. For the command line, tests and the demo.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '../../src/relay/config.ts';
import { logTo } from '../../src/relay/log.ts';
import { type Relay, startRelay } from '../../src/relay/server.ts';
import { type ComputerState, invite, list, revoke } from './computers.ts';
import { ensureStreams, withConnection } from './nats-client.ts';
import { writeConfiguration } from './nats-config.ts';
import { findNatsServer, type NatsServer, RunningNats } from './nats-server.ts';
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
  /** Resolves with the reason once nats-server has ended by itself. */
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
  const output = options.output ?? 'ignore';
  const natsServer = findNatsServer(options.natsServer);
  const release = claimFolder(folder);
  const accounts = join(folder, 'nats', 'accounts.conf');
  let nats: RunningNats | null = null;
  let relay: Relay | null = null;
  let fail: (reason: string) => void = () => undefined;
  const ended = new Promise<string>((resolve) => {
    fail = resolve;
  });
  async function startNats(): Promise<void> {
    const users = readFileSync(accounts, 'utf8');
    const started = new RunningNats(natsServer, join(folder, 'nats'), output);
    nats = started;
    void started.ended.then(fail);
    let isReady = false;
    watchFile(accounts, { interval: USERS_MS }, () => isReady && started.reload());
    const team = loadTeam(folder);
    const ready = () => withConnection(team, team.seeds.admin, (connection) => ensureStreams(connection, team));
    await untilReady(folder, started.ended, ready);
    isReady = true;
    // They may have changed before it took signals.
    if (readFileSync(accounts, 'utf8') !== users) started.reload();
  }
  async function stopNats(): Promise<void> {
    unwatchFile(accounts);
    await nats?.stop();
  }
  async function stop(): Promise<void> {
    // The relay first: what it has accepted is still stored.
    await relay?.close();
    await stopNats();
    release();
  }
  try {
    const team = await prepare(options, natsServer.version);
    if (isCluster(team))
      throw new TeamServerError('The servers of a cluster run in containers: see docs/team-server.md.');
    await startNats();
    const log = logTo((line) => output === 'inherit' && process.stdout.write(line));
    relay = await startRelay(readConfig(join(folder, 'relay', 'relay.json')), log);
    await untilReady(folder, ended, async () => {
      const answer = await fetch(`${localRelayOf(team)}/healthz`);
      if (!answer.ok) throw new Error(`the relay answers ${answer.status}`);
    });
    let stopping: Promise<void> | undefined;
    return {
      ...{ folder, natsServer, natsUrl: natsUrlsOf(team)[0] as string, relayUrl: relayUrlOf(team), ended },
      invite: (name) => invite(folder, name).then(({ code }) => code),
      revoke: (name) => revoke(folder, name).then(() => undefined),
      list: () => list(folder),
      async stopNats(signal) {
        if (signal) process.kill(Number(readFileSync(join(folder, 'nats', 'nats.pid'), 'utf8')), signal);
        await stopNats();
      },
      startNats,
      close() {
        stopping ??= stop();
        return stopping;
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Writes all files. `version`: of the nats-server that will run. */
async function prepare(options: SetupOptions, version: string): Promise<Team> {
  const { folder, hosts, publicUrl } = options;
  const ports = await choosePorts(options);
  if (!hasTeam(folder)) await createTeam(folder, ports);
  // All of it while nothing else changes the team: the users of an invite or a revoke in between would be overwritten.
  return changing(folder, async (team) => {
    const changed = { ...team, ...ports, hosts: [...(hosts ?? team.hosts)], publicUrl: publicUrl ?? team.publicUrl };
    await saveTeam(folder, changed);
    await writeConfiguration(folder, changed, version);
    return changed;
  });
}

/** As given; 0 is the one it had, or any free one. */
async function choosePorts({ folder, port, relayPort }: SetupOptions): Promise<Pick<Team, 'port' | 'relayPort'>> {
  const present = hasTeam(folder) ? loadTeam(folder) : null;
  return {
    port: port || (present?.port ?? (port === 0 ? await freePort() : 4222)),
    relayPort: relayPort || (present?.relayPort ?? (relayPort === 0 ? await freePort() : 8480)),
  };
}

/** Not one of those that systems give to outgoing connections, so that it is still free after a restart. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** For servers in containers, of a newest version: writes their files, and resolves to whether they run and have their streams. */
export async function setup(options: SetupOptions): Promise<boolean> {
  const team = await prepare(options, '2.10.27');
  return withConnection(team, team.seeds.admin, (connection) => ensureStreams(connection, team)).then(
    () => true,
    // The usual case the first time: nothing runs yet.
    () => false,
  );
}

/** Retries until `attempt` resolves. */
async function untilReady(folder: string, ended: Promise<string>, attempt: () => Promise<void>): Promise<void> {
  let death: string | null = null;
  void ended.then((reason) => {
    death = reason;
  });
  for (const end = performance.now() + READY_MS; ; await pause(100)) {
    try {
      return await attempt();
    } catch (error) {
      if (death === null && performance.now() < end) continue;
      const reason = death ?? (error as Error).message;
      throw new TeamServerError(`It did not get ready: ${reason} ${lastLineOf(join(folder, 'nats', 'nats.log'))}`);
    }
  }
}

const lastLineOf = (path: string): string =>
  existsSync(path) ? (readFileSync(path, 'utf8').trim().split('\n').at(-1) ?? '') : '';
