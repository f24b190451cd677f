// The computer's network settings: the system's proxies, read through Chromium, its PAC script, and the trusted certificates
// of Node and of the system.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import tls, { type SecureContext } from 'node:tls';
import { Worker } from 'node:worker_threads';
import { session } from 'electron';
import { type Network, namedProxy } from '../service/network.ts';

/** A separate session without pages, because the page's own has a dead proxy (guard.ts). */
const PARTITION = 'system-proxy';

/** Exists in Electron's Node, and since Node 22.15. */
const { getCACertificates } = tls as typeof tls & {
  readonly getCACertificates?: (store: 'default' | 'system') => string[];
};

/** Long enough for a keychain with many certificates, in ms. Connections wait for it. */
const SYSTEM_TIMEOUT_MS = 45_000;

const IN_WORKER = `
  const { parentPort } = process.getBuiltinModule('node:worker_threads');
  parentPort.postMessage(process.getBuiltinModule('node:tls').getCACertificates('system'));
`;

/** Returns PEM. In a worker thread, because macOS checks each certificate of the keychain, which may take seconds. */
export async function readSystemStore(): Promise<readonly string[]> {
  if (!getCACertificates) return [];
  const worker = new Worker(IN_WORKER, { eval: true });
  worker.unref();
  try {
    const [certificates] = await once(worker, 'message', { signal: AbortSignal.timeout(SYSTEM_TIMEOUT_MS) });
    return certificates;
  } finally {
    void worker.terminate();
  }
}

/** Undefined for Node's defaults, also if the system's certificates cannot be read or used. */
export async function readTrust(readSystem = readSystemStore): Promise<SecureContext | undefined> {
  try {
    const system = await readSystem();
    if (system.length === 0) return undefined;
    const own = getCACertificates?.('default') ?? tls.rootCertificates;
    // Created once, because parsing hundreds of certificates takes longer than connecting. Linux returns duplicates.
    return tls.createSecureContext({ ca: [...new Set([...own, ...system])] });
  } catch (error) {
    console.error('The system’s certificates cannot be used', error);
    return undefined;
  }
}

/** Call once the app is ready. Reads nothing before the first connection that needs it. */
export function createSystemNetwork(): Network {
  let configured: Promise<void> | null = null;
  let trust: Promise<SecureContext | undefined> | null = null;
  return {
    async systemProxy(url) {
      const own = session.fromPartition(PARTITION);
      configured ??= own.setProxy({ mode: 'system' });
      await configured;
      return own.resolveProxy(url);
    },
    trust() {
      trust ??= readTrust();
      return trust;
    },
  };
}

/** In ms. The query usually takes about 20 ms, and the window waits for it. */
const QUERY_TIMEOUT_MS = 2_000;

const ask = (program: string, args: readonly string[]): string =>
  spawnSync(program, args, {
    ...{ encoding: 'utf8', timeout: QUERY_TIMEOUT_MS, windowsHide: true },
    stdio: ['ignore', 'pipe', 'ignore'],
  }).stdout ?? '';

const INTERNET_SETTINGS = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Internet Settings';

/** `URL` allows commas and stars in names; Chromium would read them as more rules. */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])$/i;

function pacAddress(): string {
  switch (process.platform) {
    case 'win32': {
      const reg = join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'reg.exe');
      const output = ask(reg, ['query', INTERNET_SETTINGS, '/v', 'AutoConfigURL']);
      return /AutoConfigURL\s+REG_(?:EXPAND_)?SZ\s+(\S+)/.exec(output)?.[1] ?? '';
    }
    case 'darwin': {
      const output = ask('/usr/sbin/scutil', ['--proxy']);
      const address = /ProxyAutoConfigURLString : (\S+)/.exec(output)?.[1] ?? '';
      return /ProxyAutoConfigEnable : 1/.test(output) ? address : '';
    }
    default:
      return /^'(\S+)'/.exec(ask('gsettings', ['get', 'org.gnome.system.proxy', 'autoconfig-url']))?.[1] ?? '';
  }
}

/**
 * The host of the PAC script, because Chromium resolves only the names that guard.ts allows, and without the script it
 * reports no proxy at all. Null if no script is on the web, or if the environment sets a proxy.
 */
export function pacHost(): string | null {
  if (namedProxy('https:', process.env) !== 'none') return null;
  const address = pacAddress();
  if (!URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && HOST.test(hostname) ? hostname : null;
}
