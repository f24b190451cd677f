// Starts a team server on this machine: nats-server, its streams, and the relay. For the command line, tests and the demo.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '../../src/relay/config.ts';
import { logTo } from '../../src/relay/log.ts';
import { startRelay } from '../../src/relay/server.ts';
import { writeConfiguration } from './configuration.ts';
import { findNatsServer, type NatsServer, runNatsServer } from './nats-server.ts';
import { ensureStreams, withConnection } from './streams.ts';
import {
  changing,
  createTeam,
  hasTeam,
  isCluster,
  loadTeam,
  natsUrlsOf,
  relayUrlOf,
  saveTeam,
  type Team,
  type TeamOptions,
} from './team.ts';

export type TeamServer = Awaited<ReturnType<typeof startTeamServer>>;

/** Missing options keep their values. `log`: gets the lines of the relay. */
export async function startTeamServer(
  folder: string,
  options: TeamOptions = {},
  natsServer = findNatsServer(),
  log: (line: string) => unknown = () => undefined,
) {
  if (hasTeam(folder) && (await withConnection(loadTeam(folder), 'system', async () => true).catch(() => false)))
    throw new Error(`A team server is already running in ${folder}.`);
  const team = await writeTeam(folder, options, natsServer.version);
  if (isCluster(team)) throw new Error('The servers of a cluster run in containers: see docs/team-server.md.');
  const nats = await startNats(folder, natsServer);
  try {
    const relay = await startRelay(readConfig(join(folder, 'relay', 'relay.json')), logTo(log));
    const close = async () => {
      // The relay ends first, so that what it has accepted is still stored.
      await relay.close();
      await nats.stop();
    };
    return { natsServer, nats, natsUrl: natsUrlsOf(team)[0] ?? '', relayUrl: relayUrlOf(team), close };
  } catch (error) {
    await nats.stop();
    throw error;
  }
}

/** Writes all files. `version`: of the nats-server that will run. */
export async function writeTeam(folder: string, options: TeamOptions, version: string): Promise<Team> {
  if (!hasTeam(folder)) await createTeam(folder);
  // Nothing else may change the team meanwhile: this would overwrite the users of an invite or a revoke.
  return changing(folder, async (team) => {
    // Without the missing options, which would replace the team's.
    const changed = await saveTeam(folder, { ...team, ...JSON.parse(JSON.stringify(options)) });
    await writeConfiguration(folder, changed, version);
    return changed;
  });
}

const READY_MS = 60_000;

/** Resolves when nats-server has its streams. */
export async function startNats(folder: string, natsServer: NatsServer) {
  const nats = runNatsServer(natsServer, join(folder, 'nats'));
  let end: string | null = null;
  void nats.ended.then((reason) => {
    end = reason;
  });
  for (const limit = performance.now() + READY_MS; ; await pause(100)) {
    try {
      await ensureStreams(loadTeam(folder));
      return nats;
    } catch (error) {
      if (end === null && performance.now() < limit) continue;
      await nats.stop();
      const log = join(folder, 'nats', 'nats.log');
      const lastLine = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').at(-1) : '';
      throw new Error(`It did not get ready: ${end ?? (error as Error).message} ${lastLine}`);
    }
  }
}
