// Runs a program beside this one: restarts it when it dies, and ends it with this process, however that ends.
import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../launch/project.ts';

export interface ChildOptions {
  readonly name: string;
  readonly command: readonly string[];
  readonly cwd: string;
  /** Its output goes here, at most some 20 MB. */
  readonly logFile: string;
  /** Gets each line of its output. */
  readonly onLine?: (line: string) => void;
  /** Runs before each start. */
  readonly beforeStart?: () => Promise<void>;
  readonly say: (line: string) => void;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
/** One that lived so long starts again at once. */
const HEALTHY_MS = 30_000;
const STOP_MS = 40_000;
const LOG_BYTES = 10 * 1024 * 1024;

/** For programs that do not notice that their parent is gone. */
export const kept = (command: readonly string[]): string[] => [
  process.execPath,
  join(root, 'tools/team-server/keeper.mjs'),
  ...command,
];

export class Child {
  #process: ChildProcess | null = null;
  #isStopping = false;
  #pause = FIRST_PAUSE_MS;
  #timer: NodeJS.Timeout | undefined;
  #restarts = 0;
  #lastLines: string[] = [];
  #starting: Promise<void>;

  constructor(private readonly options: ChildOptions) {
    this.#starting = this.#start();
  }

  get restarts(): number {
    return this.#restarts;
  }

  /** Of the program, or of its keeper. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** The end of its output, for an error message. */
  get lastLines(): string {
    return this.#lastLines.join('\n');
  }

  async #start(): Promise<void> {
    const { name, command, cwd, beforeStart, say } = this.options;
    try {
      await beforeStart?.();
    } catch (error) {
      return this.#startAgain(`cannot be started: ${(error as Error).message}`);
    }
    if (this.#isStopping) return;
    const [file, ...args] = command as [string, ...string[]];
    const started = performance.now();
    // A group of its own, so that Ctrl+C reaches this process only, which ends the others in order.
    const child = spawn(file, args, { cwd, detached: true, windowsHide: true, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#process = child;
    child.stdin?.on('error', () => undefined);
    this.#read(child);
    child.once('error', (error) => say(`${name} cannot be started: ${error.message}`));
    const ended = (code: number | null, signal: NodeJS.Signals | null) => {
      if (this.#process !== child) return;
      this.#process = null;
      if (this.#isStopping) return;
      if (performance.now() - started > HEALTHY_MS) this.#pause = FIRST_PAUSE_MS;
      this.#startAgain(`ended (${signal ?? `code ${code}`})`);
    };
    // What a keeper that was killed leaves running holds its output open; what could not be started only closes it.
    child.once('exit', ended);
    child.once('close', ended);
  }

  #startAgain(why: string): void {
    const { name, say, logFile } = this.options;
    say(`${name} ${why}. It is started again in ${this.#pause / 1000} s; its log: ${logFile}`);
    this.#timer = setTimeout(() => {
      this.#restarts++;
      this.#starting = this.#start();
    }, this.#pause);
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
  }

  #read(child: ChildProcess): void {
    let rest = '';
    const take = (chunk: Buffer) => {
      this.#keep(chunk);
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop() ?? '';
      this.#lastLines = [...this.#lastLines, ...lines].slice(-8);
      for (const line of lines) this.options.onLine?.(line);
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
  }

  #keep(chunk: Buffer): void {
    const { logFile, say, name } = this.options;
    try {
      if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES) renameSync(logFile, `${logFile}.1`);
      appendFileSync(logFile, chunk, { mode: 0o600 });
    } catch (error) {
      // A full disk must not end the servers.
      say(`The log of ${name} cannot be written: ${(error as Error).message}`);
    }
  }

  /** Ends it in order; it is started again like one that died. */
  restart(): void {
    this.#process?.stdin?.end();
  }

  /** For tests of a sudden death. */
  kill(): void {
    this.#process?.kill('SIGKILL');
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#starting;
    clearTimeout(this.#timer);
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise<void>((resolve) => {
      const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      child.once('close', () => {
        clearTimeout(force);
        resolve();
      });
      // Both the keeper and the relay end when their input does.
      child.stdin?.end();
    });
  }
}
