// Detects that the npm process above us has ended. A shell between npm and its script does not pass on the
// signal that ends it, so the app would otherwise keep running after `npm start` was stopped.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

interface Parent {
  readonly pid: number;
  readonly command: string;
}

function parentOf(pid: number): number {
  if (process.platform !== 'linux')
    return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }));
  // The name in parentheses may contain spaces and parentheses; after it come state and parent.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

function commandOf(pid: number): string {
  if (process.platform !== 'linux')
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
}

/** The processes up to and including npm; empty when npm does not run us. */
function parentsUpToNpm(): Parent[] {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return [];
  const found: Parent[] = [];
  try {
    for (let pid = process.ppid; pid > 1 && found.length < 5; pid = parentOf(pid)) {
      const parent = { pid, command: commandOf(pid) };
      found.push(parent);
      if (/^(\S*node )?\S*npm(-cli\.js)?( |$)/.test(parent.command)) return found;
    }
  } catch {
    // A system without /proc: there is nothing to watch.
  }
  return [];
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Calls back once, at most a second after one of them has ended. */
export function whenNpmEnds(ended: () => void): void {
  const parents = parentsUpToNpm();
  if (parents.length === 0) return;
  const watching = setInterval(() => {
    if (parents.every((parent) => isAlive(parent.pid))) return;
    clearInterval(watching);
    ended();
  }, 500);
  watching.unref();
}
