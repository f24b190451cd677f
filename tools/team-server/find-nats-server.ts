// Finds the program nats-server, or says how to get it.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

export interface NatsServer {
  readonly path: string;
  /** For example `2.10.27`. */
  readonly version: string;
  /** Whether it can flush each message to disk before it acknowledges it (`sync_interval: always`). */
  readonly syncsAlways: boolean;
  /** Whether its configuration can ask for TLS 1.3. */
  readonly limitsTls: boolean;
}

const HOW_TO_GET_IT =
  'Install it with "apt-get install nats-server" (Debian, Ubuntu), "brew install nats-server" (macOS) or "winget install nats-server" (Windows), or take it from https://nats.io/download, and name it with --nats-server or STOREFRONT_NATS_SERVER if it is not on the PATH.';

/** Looks at the given path, at STOREFRONT_NATS_SERVER and on the PATH. Throws an error that says how to get it. */
export function findNatsServer(path?: string | undefined, env: NodeJS.ProcessEnv = process.env): NatsServer {
  const named = path ?? (env.STOREFRONT_NATS_SERVER || undefined);
  if (named === 'none') throw new Error(`STOREFRONT_NATS_SERVER says that there is no nats-server. ${HOW_TO_GET_IT}`);
  if (named !== undefined && !existsSync(named))
    throw new Error(`There is no nats-server at ${named}. ${HOW_TO_GET_IT}`);
  const found = named ?? onPath(env);
  if (!found) throw new Error(`nats-server was not found. ${HOW_TO_GET_IT}`);
  return inspect(resolve(found));
}

function onPath(env: NodeJS.ProcessEnv): string | undefined {
  const name = process.platform === 'win32' ? 'nats-server.exe' : 'nats-server';
  // Debian keeps it where the PATH of a user may not lead.
  const folders = [...(env.PATH ?? '').split(delimiter).filter(Boolean), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** Asks the program itself, because distributions change what a version has. */
function inspect(path: string): NatsServer {
  const version = /v(\d+\.\d+\.\d+\S*)/.exec(execFileSync(path, ['--version'], { encoding: 'utf8' }))?.[1];
  if (!version) throw new Error(`${path} does not say its version like nats-server does.`);
  return {
    path,
    version,
    syncsAlways: accepts(path, 'jetstream { store_dir: "./none", sync_interval: always }'),
    limitsTls: accepts(path, 'tls { min_version: "1.3" }', /min_version|unknown field/i),
  };
}

/** Whether the program takes this configuration. With `complaint`, any other complaint about it does not count. */
function accepts(path: string, config: string, complaint = /./): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'storefront-nats-'));
  try {
    writeFileSync(join(folder, 'try.conf'), `${config}\n`);
    execFileSync(path, ['-t', '-c', 'try.conf'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    return true;
  } catch (error) {
    const { stderr, stdout } = error as { stderr?: Buffer; stdout?: Buffer };
    return !complaint.test(`${stderr ?? ''}${stdout ?? ''}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
