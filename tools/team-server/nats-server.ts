// The program nats-server: finds it or says how to get it, and runs it as another process.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join, resolve } from 'node:path';

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

export type NatsServer = ReturnType<typeof findNatsServer>;

/** `folder`: of its configuration. `ended` resolves with the reason. */
export function runNatsServer({ program }: NatsServer, folder: string) {
  const keeper = join(import.meta.dirname, 'keeper.mjs');
  // A group of its own, so that Ctrl+C reaches this process only, which ends the servers in order.
  const child = spawn(process.execPath, [keeper, program, '-c', 'nats.conf'], {
    ...{ cwd: folder, env, detached: true, windowsHide: true, stdio: ['pipe', 'ignore', 'inherit'] },
  });
  child.stdin?.on('error', () => undefined);
  const ended = once(child, 'exit').then(([code, signal]) => `nats-server ended (${signal ?? `code ${code}`}).`);
  const stop = () => {
    child.stdin?.end();
    return ended;
  };
  return { ended, stop };
}
