// Makes running nats-servers read their users again, without dropping anybody else.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFolderOf, type Team, type TeamNode } from './team-folder.ts';

/** The process id of a node that runs on this machine; null where none does. */
export function pidOf(folder: string, team: Team, node: TeamNode): number | null {
  const file = join(nodeFolderOf(folder, team, node), 'nats.pid');
  if (!existsSync(file)) return null;
  const pid = Number(readFileSync(file, 'utf8').trim());
  return Number.isInteger(pid) && pid > 1 && isNatsServer(pid) ? pid : null;
}

/** A file that a crash or a container left behind may name the process of another program. */
function isNatsServer(pid: number): boolean {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('nats-server');
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
