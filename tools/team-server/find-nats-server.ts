// Finds the program nats-server, or says how to get it.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface NatsServer {
  readonly path: string;
  /** For example `2.10.27`. */
  readonly version: string;
  /** Whether it can flush each message to disk before it acknowledges it (`sync_interval: always`). */
  readonly syncsAlways: boolean;
  /** Whether its configuration can ask for TLS 1.3. */
  readonly limitsTls: boolean;
}

export const HOW_TO_GET_NATS_SERVER =
  'Install it with "apt-get install nats-server" (Debian, Ubuntu), "brew install nats-server" (macOS) or "winget install nats-server" (Windows), or take it from https://nats.io/download, and name it with --nats-server or STOREFRONT_NATS_SERVER if it is not on the PATH.';

/** 2.9 and older acknowledge before the disk has the message, and have known holes. */
export const GOOD_VERSION = '2.10.27';

export interface FindOptions {
  /** The path given on the command line. */
  readonly path?: string | undefined;
  /** Says what is done, above all before something is installed. Nothing is installed without it. */
  readonly say?: (line: string) => void;
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Looks at the given path, at STOREFRONT_NATS_SERVER and on the PATH; installs Debian's package where this process is root and
 * `say` is given. Throws an error that says how to get it.
 */
export async function findNatsServer({ path, say, env = process.env }: FindOptions = {}): Promise<NatsServer> {
  const named = path ?? (env.STOREFRONT_NATS_SERVER || undefined);
  if (named === 'none')
    throw new Error(`STOREFRONT_NATS_SERVER says that there is no nats-server. ${HOW_TO_GET_NATS_SERVER}`);
  if (named !== undefined) {
    if (!existsSync(named)) throw new Error(`There is no nats-server at ${named}. ${HOW_TO_GET_NATS_SERVER}`);
    return inspect(resolve(named));
  }
  const found = onPath(env) ?? (say && (await installed(say)) ? onPath(env) : null);
  if (!found) throw new Error(`nats-server was not found. ${HOW_TO_GET_NATS_SERVER}`);
  return inspect(found);
}

function onPath(env: NodeJS.ProcessEnv): string | null {
  const name = process.platform === 'win32' ? 'nats-server.exe' : 'nats-server';
  // Debian keeps it where the PATH of a user may not lead.
  const folders = [...(env.PATH ?? '').split(delimiter).filter(Boolean), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null;
}

async function installed(say: (line: string) => void): Promise<boolean> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  say('nats-server was not found. Installing the package of this system: apt-get install -y nats-server');
  try {
    const options = ['-o', 'DPkg::Lock::Timeout=120', '-y', '--no-install-recommends'];
    await run('apt-get', ['install', ...options, 'nats-server'], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    await stopService(say);
    return true;
  } catch (error) {
    say(`It could not be installed: ${(error as Error).message.trim().split('\n').at(-1)}`);
    return false;
  }
}

/** The package starts a service on port 4222, without keys. Nobody else uses it yet: the package was installed a moment ago, by us. */
async function stopService(say: (line: string) => void): Promise<void> {
  // Without systemd, as in a container, nothing was started.
  if (!existsSync('/run/systemd/system')) return;
  say('Stopping the service that came with it: systemctl disable --now nats-server');
  await run('systemctl', ['disable', '--now', 'nats-server']).catch((error: unknown) =>
    say(`It could not be stopped, and may use port 4222: ${(error as Error).message.trim().split('\n').at(-1)}`),
  );
}

const inspected = new Map<string, NatsServer>();

/** Asks the program itself, because distributions change what a version has. */
function inspect(path: string): NatsServer {
  const known = inspected.get(path);
  if (known) return known;
  const version = /v(\d+\.\d+\.\d+\S*)/.exec(execFileSync(path, ['--version'], { encoding: 'utf8' }))?.[1];
  if (!version) throw new Error(`${path} does not say its version like nats-server does.`);
  const server = {
    path,
    version,
    syncsAlways: accepts(path, 'jetstream { store_dir: "./none", sync_interval: always }'),
    limitsTls: accepts(path, 'tls { min_version: "1.3" }', /min_version|unknown field/i),
  };
  inspected.set(path, server);
  return server;
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
