// Runs a program beside this one, and ends it with this process, however that ends.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const STOP_MS = 40_000;

export class Child {
  /** Resolves with the reason once it has ended by itself. */
  readonly ended: Promise<string>;
  readonly #process: ChildProcess;
  #isStopping = false;

  /** `command`: a program that ends when its standard input does. `output`: `inherit` shows what it logs. */
  constructor(name: string, [file = '', ...args]: readonly string[], cwd: string, output: 'inherit' | 'ignore') {
    // A group of its own, so that Ctrl+C reaches this process only, which ends the others in order.
    const child = spawn(file, args, { cwd, detached: true, windowsHide: true, stdio: ['pipe', output, output] });
    this.#process = child;
    child.stdin?.on('error', () => undefined);
    this.ended = new Promise((resolve) => {
      child.once('error', (error) => resolve(`${name} cannot be started: ${error.message}`));
      child.once('exit', (code, signal) => {
        if (!this.#isStopping) resolve(`${name} ended (${signal ?? `code ${code}`}).`);
      });
    });
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    const child = this.#process;
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    child.stdin?.end();
    await once(child, 'exit');
    clearTimeout(force);
  }
}
