// The command line of the host: its own switches and Chromium's.
import { resolve } from 'node:path';

export interface HostSwitches {
  /** The app's data folder; the window's profile is a folder in it. */
  readonly userDataDir: string | undefined;
  /** Port for a second client of the window; 0 takes any free one. */
  readonly remoteDebuggingPort: number | undefined;
  readonly headless: boolean;
  /** `safeStorage` reports a key store; its key is a file in the profile. For tests only. */
  readonly testKeyStore: boolean;
}

/** `--name=value` and `--name` as a map, also with one dash, as in Chromium; other arguments are ignored. */
export function switchMap(args: readonly string[]): Map<string, string> {
  const switches = new Map<string, string>();
  for (const arg of args) {
    const match = /^--?([^-=][^=]*)(?:=(.*))?$/s.exec(arg);
    if (match?.[1]) switches.set(match[1], match[2] ?? '');
  }
  return switches;
}

/** Switches of the host or of the app only; in Electron all others reach Chromium unchanged. */
const NOT_FOR_CHROMIUM = new Set([
  ...['user-data-dir', 'headless', 'test-key-store', 'practice', 'remote-debugging-port', 'remote-debugging-pipe'],
  // Electron's own switch; Chromium has its sandbox without it.
  'enable-sandbox',
  // The session sets the proxy; see session.ts.
  ...['proxy-server', 'proxy-bypass-list'],
  // Chromium uses only the last of each, which must be Playwright's.
  ...['disable-features', 'enable-features'],
]);

/** The switches for Chromium, as the app has left them when the window opens. */
export function chromiumSwitches(switches: ReadonlyMap<string, string>): string[] {
  return [...switches]
    .filter(([name]) => !NOT_FOR_CHROMIUM.has(name))
    .map(([name, value]) => (value === '' ? `--${name}` : `--${name}=${value}`));
}

/** Paths are relative to the folder of the person's shell; Electron needs absolute ones. */
export function withWholePaths(args: readonly string[]): string[] {
  const name = '--user-data-dir=';
  return args.map((arg) => (arg.startsWith(name) && arg !== name ? name + resolve(arg.slice(name.length)) : arg));
}

/** Whether a window can be shown: always on Windows and macOS, on Linux only with a display. */
export function hasDisplay(env: NodeJS.ProcessEnv = process.env): boolean {
  return process.platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

export function readSwitches(args: readonly string[], env: NodeJS.ProcessEnv = process.env): HostSwitches {
  const map = switchMap(args);
  const given = map.get('remote-debugging-port');
  const port = given === undefined ? undefined : Number(given);
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535)) {
    throw new Error(`--remote-debugging-port needs a port number from 0 to 65535, not "${given}"`);
  }
  return {
    userDataDir: map.get('user-data-dir') || undefined,
    remoteDebuggingPort: port,
    headless: map.has('headless') || !hasDisplay(env),
    testKeyStore: map.has('test-key-store') || env.STOREFRONT_TEST_KEY_STORE === '1',
  };
}
