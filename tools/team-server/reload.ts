// The nats-servers that run in a team's folder: makes them read their users again, and ends what a crash left running.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { nodeFolderOf, type Team, type TeamNode } from './team-folder.ts';

/** The process id of a node that runs on this machine; null where none does. */
export function pidOf(folder: string, team: Team, node: TeamNode): number | null {
  const own = nodeFolderOf(folder, team, node);
  const file = join(own, 'nats.pid');
  if (!existsSync(file)) return null;
  const pid = Number(readFileSync(file, 'utf8').trim());
  return Number.isInteger(pid) && pid > 1 && isNatsServer(pid, own) ? pid : null;
}

/** After this many ms it is killed. */
const ENDS_MS = 15_000;

/**
 * Ends a nats-server that outlived the process that kept it, and waits: two of them would spoil the streams. Call only where no other
 * team server runs in the folder.
 */
export async function endLeftOver(folder: string, team: Team, node: TeamNode): Promise<void> {
  const pid = pidOf(folder, team, node);
  const end = performance.now() + ENDS_MS;
  for (let asked = false; pid !== null && pidOf(folder, team, node) === pid; asked = true) {
    if (!asked) process.kill(pid, 'SIGTERM');
    else if (performance.now() > end) process.kill(pid, 'SIGKILL');
    await pause(50);
  }
}

/** A file that a crash or a container left behind may name the process of another program. */
function isNatsServer(pid: number, own: string): boolean {
  try {
    if (process.platform === 'linux') {
      const isIn = readlinkSync(`/proc/${pid}/cwd`) === realpathSync(own);
      return isIn && readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('nats-server');
    }
    if (process.platform === 'win32')
      return execFileSync('tasklist', ['/fi', `PID eq ${pid}`], { encoding: 'utf8' }).includes('nats-server');
    return execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).includes('nats-server');
  } catch {
    return false;
  }
}

/** `reloaded`: all nodes of this team that run on this machine · `not-running`: none does. */
export function reload(folder: string, team: Team): 'reloaded' | 'not-running' | 'restart-needed' {
  const pids = team.nodes.map((node) => pidOf(folder, team, node)).filter((pid) => pid !== null);
  if (pids.length === 0) return 'not-running';
  // There are no signals on Windows: the server would end.
  if (process.platform === 'win32') return 'restart-needed';
  for (const pid of pids) process.kill(pid, 'SIGHUP');
  return 'reloaded';
}
