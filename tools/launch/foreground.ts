// Runs a program in the foreground: passes signals on to it, returns its exit code, and ends with npm.
import { spawn } from 'node:child_process';
import { root } from './project.ts';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Resolves with the exit code. Passes signals on, so one Ctrl+C reaches the program twice, from the terminal and
 * from here; the program must still end in order. If it hangs, SIGQUIT (Ctrl+\) ends both.
 */
export function runInForeground(program: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args], { stdio: 'inherit', cwd: root });
    let isEnding = false;
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        isEnding = true;
        child.kill(signal);
      });
    }
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? (isEnding ? 0 : 1)));
  });
}

/** Calls back at most a second after our parent process has ended: a shell does not pass on the signal that ends it. */
export function whenParentEnds(ended: () => void): void {
  const parent = process.ppid;
  const watching = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watching);
    ended();
  }, 500);
  watching.unref();
}
