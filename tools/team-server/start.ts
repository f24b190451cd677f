// Starts a team server on this machine, for the command line, tests and the demo: nats-server, streams and the relay.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '../../src/relay/config.ts';
import { logTo } from '../../src/relay/log.ts';
import { startRelay } from '../../src/relay/server.ts';
import { writeConfiguration } from './configuration.ts';
import { ensureStreams, withConnection } from './streams.ts';
import { changing, ensureTeam, loadTeam, natsUrlsOf, relayUrlOf, saveTeam, type TeamOptions } from './team.ts';

// ---- the program nats-server

const HOW_TO_GET_IT =
  'Install it with "apt-get install nats-server" (Debian, Ubuntu), "brew install nats-server" (macOS) or "winget install nats-server" (Windows), or take it from https://nats.io/download, and name it with --nats-server or STOREFRONT_NATS_SERVER if it is not on the PATH.';

/** Debian keeps nats-server in a folder that a user's PATH may not have. */
const env = { ...process.env, PATH: [process.env.PATH, '/usr/sbin', '/usr/local/sbin'].join(delimiter) };

/** Looks at the given path, at STOREFRONT_NATS_SERVER and on the PATH. Throws an error that says how to get it. */
export function findNatsServer(given = process.env.STOREFRONT_NATS_SERVER) {
  const program = given ? resolve(given) : 'nats-server';
  try {
    // For example `nats-server: v2.10.27`.
    const [, version = ''] = execFileSync(program, ['--version'], { encoding: 'utf8', env }).trim().split(/ v?/);
    return { program, version };
  } catch (error) {
    throw new Error(`${program} cannot be run (${(error as NodeJS.ErrnoException).code}). ${HOW_TO_GET_IT}`);
  }
}

// ---- the team server

export type TeamServer = Awaited<ReturnType<typeof startTeamServer>>;

/** Missing options keep their values. `log`: gets the lines of the relay. */
export async function startTeamServer(
  folder: string,
  options: TeamOptions = {},
  natsServer = findNatsServer(),
  log: (line: string) => unknown = () => undefined,
) {
  await ensureTeam(folder);
  if (await withConnection(loadTeam(folder), 'admin', async () => true).catch(() => false))
    throw new Error(`A team server is already running in ${folder}.`);
  const team = await writeTeam(folder, options, natsServer.version);
  const [natsUrl = '', ...others] = natsUrlsOf(team);
  if (others.length > 0) throw new Error('The servers of a cluster run in containers: see docs/team-server.md.');
  const nats = await startNats(folder, natsServer.program);
  try {
    const relay = await startRelay(readConfig(join(folder, 'relay', 'relay.json')), logTo(log));
    const close = async () => {
      // The relay ends first, so that what it has accepted is still stored.
      await relay.close();
      await nats.stop();
    };
    return { natsServer, nats, natsUrl, relayUrl: relayUrlOf(team), close };
  } catch (error) {
    await nats.stop();
    throw error;
  }
}

/** Writes all files. `version`: of the nats-server that will run. */
export async function writeTeam(folder: string, options: TeamOptions, version: string) {
  await ensureTeam(folder);
  // Nothing else may change the team meanwhile: this would overwrite the users of an invite or a revoke.
  return changing(folder, async (team) => {
    // JSON drops the missing options, which would otherwise replace the team's.
    const changed = await saveTeam(folder, { ...team, ...JSON.parse(JSON.stringify(options)) });
    await writeConfiguration(folder, changed, version);
    return changed;
  });
}

const READY_MS = 60_000;

/** Resolves when nats-server has its streams. `ended` resolves with the reason. */
export async function startNats(folder: string, program: string) {
  const keeper = join(import.meta.dirname, 'keeper.mjs');
  // A group of its own, so that Ctrl+C reaches this process only, which ends the servers in order.
  const child = spawn(process.execPath, [keeper, program], {
    ...{ cwd: join(folder, 'nats'), env, detached: true, windowsHide: true },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(([code, signal]) => `nats-server ended (${signal ?? `code ${code}`}).`);
  const stop = () => {
    if (child.connected) child.disconnect();
    return ended;
  };
  for (const limit = performance.now() + READY_MS; ; await pause(100)) {
    try {
      await ensureStreams(loadTeam(folder));
      return { ended, stop };
    } catch (error) {
      if (child.exitCode === null && performance.now() < limit) continue;
      const log = join(folder, 'nats', 'nats.log');
      const lastLine = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').at(-1) : '';
      throw new Error(`It did not get ready: ${(error as Error).message}. ${await stop()} ${lastLine}`);
    }
  }
}
