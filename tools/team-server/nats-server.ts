// The program nats-server: finds it or says how to get it, and runs it beside this process.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, unwatchFile, watchFile } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { root } from '../launch/project.ts';

export interface NatsServer {
  readonly path: string;
  /** For example `2.10.27`. */
  readonly version: string;
}

const HOW_TO_GET_IT =
  'Install it with "apt-get install nats-server" (Debian, Ubuntu), "brew install nats-server" (macOS) or "winget install nats-server" (Windows), or take it from https://nats.io/download, and name it with --nats-server or STOREFRONT_NATS_SERVER if it is not on the PATH.';

/** Looks at the given path, at STOREFRONT_NATS_SERVER and on the PATH. Throws an error that says how to get it. */
export function findNatsServer(path?: string | undefined, env: NodeJS.ProcessEnv = process.env): NatsServer {
  const found = path ?? (env.STOREFRONT_NATS_SERVER || onPath(env));
  if (!found) throw new Error(`nats-server was not found. ${HOW_TO_GET_IT}`);
  if (!existsSync(found)) throw new Error(`There is no nats-server at ${found}. ${HOW_TO_GET_IT}`);
  const version = /v(\d+\.\d+\.\d+\S*)/.exec(execFileSync(found, ['--version'], { encoding: 'utf8' }))?.[1];
  if (!version) throw new Error(`${found} does not say its version like nats-server does.`);
  return { path: resolve(found), version };
}

function onPath(env: NodeJS.ProcessEnv): string | undefined {
  const name = process.platform === 'win32' ? 'nats-server.exe' : 'nats-server';
  // Debian keeps it where the PATH of a user may not lead.
  const folders = [...(env.PATH ?? '').split(delimiter).filter(Boolean), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** Older ones acknowledge before the disk has the message, or have known holes. */
export const isForTrials = (version: string): boolean => version.localeCompare('2.10.27', 'en', { numeric: true }) < 0;

/** Between looks for changed users, which another process writes; in ms. */
const USERS_MS = 200;
const STOP_MS = 40_000;

export class RunningNats {
  /** Resolves with the reason once it has ended by itself. */
  readonly ended: Promise<string>;
  readonly #process: ChildProcess;
  readonly #accounts: string;
  readonly #users: string;
  #isStopping = false;

  /** `folder`: of its configuration. `output`: `inherit` shows what it prints. */
  constructor({ path }: NatsServer, folder: string, output: 'inherit' | 'ignore') {
    this.#accounts = join(folder, 'accounts.conf');
    this.#users = readFileSync(this.#accounts, 'utf8');
    const keeper = join(root, 'tools/team-server/keeper.mjs');
    // A group of its own, so that Ctrl+C reaches this process only, which ends the servers in order.
    const child = spawn(process.execPath, [keeper, path, '-c', 'nats.conf'], {
      ...{ cwd: folder, detached: true, windowsHide: true, stdio: ['pipe', output, output] },
    });
    this.#process = child;
    child.stdin?.on('error', () => undefined);
    this.ended = new Promise((resolve) => {
      child.once('error', (error) => resolve(`nats-server cannot be started: ${error.message}`));
      child.once('exit', (code, signal) => {
        if (!this.#isStopping) resolve(`nats-server ended (${signal ?? `code ${code}`}).`);
      });
    });
  }

  /** Lets it read its users again whenever they change. Not on Windows, which has no such signal. */
  followUsers(): void {
    if (process.platform === 'win32') return;
    const reload = () => this.#process.kill('SIGHUP');
    watchFile(this.#accounts, { interval: USERS_MS }, reload);
    // They may have changed before it took signals.
    if (readFileSync(this.#accounts, 'utf8') !== this.#users) reload();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    unwatchFile(this.#accounts);
    const child = this.#process;
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    child.stdin?.end();
    await once(child, 'exit');
    clearTimeout(force);
  }
}
