// Starts a team server on this machine: nats-server, its streams, and the relay. For the command line, tests and the demo.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '../../src/relay/config.ts';
import { logTo } from '../../src/relay/log.ts';
import { startRelay } from '../../src/relay/server.ts';
import { writeConfiguration } from './nats-config.ts';
import { findNatsServer, type NatsServer, RunningNats } from './nats-server.ts';
import { ensureStreams, withConnection } from './streams.ts';
import {
  changing,
  claim,
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
  readonly natsServer: NatsServer;
  readonly nats: RunningNats;
  readonly natsUrl: string;
  /** The webhook address, with its token. */
  readonly relayUrl: string;
  close(): Promise<void>;
}

const READY_MS = 60_000;

export async function startTeamServer({ output = 'ignore', ...options }: StartOptions): Promise<TeamServer> {
  const folder = resolve(options.folder);
  const natsServer = findNatsServer(options.natsServer);
  const release = claim(folder, 'running');
  if (release === null) throw new TeamServerError(`A team server is already running in ${folder}.`);
  const ends: (() => unknown)[] = [release];
  /** The relay first: what it has accepted is still stored. */
  const close = async () => {
    for (let end = ends.pop(); end; end = ends.pop()) await end();
  };
  try {
    const team = await prepare({ ...options, folder }, natsServer.version);
    if (isCluster(team))
      throw new TeamServerError('The servers of a cluster run in containers: see docs/team-server.md.');
    const nats = await startNats(folder, natsServer, output);
    ends.push(() => nats.stop());
    const log = logTo((line) => output === 'inherit' && process.stdout.write(line));
    const relay = await startRelay(readConfig(join(folder, 'relay', 'relay.json')), log);
    ends.push(() => relay.close());
    await untilReady(folder, nats, async () => {
      const answer = await fetch(`${localRelayOf(team)}/healthz`);
      if (!answer.ok) throw new Error(`the relay answers ${answer.status}`);
    });
    return { natsServer, nats, natsUrl: natsUrlsOf(team)[0] as string, relayUrl: relayUrlOf(team), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Resolves when it has its streams. */
export async function startNats(folder: string, program: NatsServer, output: 'inherit' | 'ignore' = 'ignore') {
  const nats = new RunningNats(program, join(folder, 'nats'), output);
  try {
    const team = loadTeam(folder);
    const ready = () => withConnection(team, team.seeds.admin, (connection) => ensureStreams(connection, team));
    await untilReady(folder, nats, ready);
    nats.followUsers();
    return nats;
  } catch (error) {
    await nats.stop();
    throw error;
  }
}

/** Writes all files. `version`: of the nats-server that will run. */
async function prepare({ folder, hosts, publicUrl, ...given }: SetupOptions, version: string): Promise<Team> {
  const present = hasTeam(folder) ? loadTeam(folder) : null;
  const port = given.port || (present?.port ?? (given.port === 0 ? await freePort() : 4222));
  const relayPort = given.relayPort || (present?.relayPort ?? (given.relayPort === 0 ? await freePort() : 8480));
  if (!present) await createTeam(folder, { port, relayPort });
  // All of it while nothing else changes the team: the users of an invite or a revoke in between would be overwritten.
  return changing(folder, async (team) => {
    const changed = {
      ...{ ...team, port, relayPort },
      ...{ hosts: [...(hosts ?? team.hosts)], publicUrl: publicUrl ?? team.publicUrl },
    };
    await saveTeam(folder, changed);
    await writeConfiguration(folder, changed, version);
    return changed;
  });
}

/** Not one of those that systems give to outgoing connections, so that it is still free after a restart. */
async function freePort(): Promise<number> {
  const server = createServer();
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const isFree = await once(server.listen(port, '127.0.0.1'), 'listening').catch(() => null);
    if (!isFree) continue;
    await once(server.close(), 'close');
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
async function untilReady(folder: string, nats: RunningNats, attempt: () => Promise<void>): Promise<void> {
  let end: string | null = null;
  void nats.ended.then((reason) => {
    end = reason;
  });
  for (const limit = performance.now() + READY_MS; ; await pause(100)) {
    try {
      return await attempt();
    } catch (error) {
      if (end === null && performance.now() < limit) continue;
      const log = join(folder, 'nats', 'nats.log');
      const lastLine = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').at(-1) : '';
      throw new TeamServerError(`It did not get ready: ${end ?? (error as Error).message} ${lastLine}`);
    }
  }
}
