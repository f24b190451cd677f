// The host of the PAC script in the system's settings. Chromium resolves only the names that guard.ts allows, and without the
// script it reports no proxy at all.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { namedProxy } from '../service/network.ts';

/** In ms. The query usually takes about 20 ms, and the window waits for it. */
const TIMEOUT_MS = 2_000;

export type Run = (program: string, args: readonly string[]) => string;

const run: Run = (program, args) =>
  spawnSync(program, args, {
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  }).stdout ?? '';

const INTERNET_SETTINGS = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Internet Settings';

/** `URL` allows commas and stars in names; Chromium would read them as more rules. */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])$/i;

/** Returns the address of the PAC script; empty if there is none. */
function pacAddress(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv, ask: Run): string {
  switch (platform) {
    case 'win32': {
      const reg = join(environment.SystemRoot ?? 'C:\\Windows', 'System32', 'reg.exe');
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

/** Null if no script is on the web, or if the environment sets a proxy. */
export function pacHost(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv, ask: Run = run): string | null {
  if (namedProxy('https:', environment) !== 'none') return null;
  const address = pacAddress(platform, environment, ask);
  if (!URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && HOST.test(hostname) ? hostname : null;
}
