// Finds Electron's binary, and downloads it if it is missing. Never imports `electron`, which would try its own download.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './project.ts';

const folder = join(root, 'node_modules/electron');
const stamp = join(root, 'node_modules/.cache/storefront-desk/electron-fetch-failed');
/** How long a download may take (ms) where nobody asked for Electron: in the demo. */
const DEMO_LIMIT = 20_000;
const retryAfter = 24 * 60 * 60 * 1000;

function programName(): string {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return process.platform === 'win32' ? 'electron.exe' : 'electron';
}

/** The path of the installed binary, or undefined. Half an unpacked one is none: electron's own installer checks the same. */
export function installedElectron(electron = folder): string | undefined {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const path = join(override || join(electron, 'dist'), programName());
  if (override) return existsSync(path) ? path : undefined;
  const read = (...names: readonly string[]) => {
    const file = join(electron, ...names);
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  };
  const isWhole =
    read('dist', 'version')?.replace(/^v/, '') === version(electron) && read('path.txt') === programName();
  return isWhole && existsSync(path) ? path : undefined;
}

/**
 * Whether Chromium's sandbox can start with this binary: by its helper that belongs to root, or by user namespaces, which Ubuntu
 * refuses to programs without a profile since 23.10.
 * @param proc the folder /proc
 */
export function canSandbox(binary: string, proc = '/proc'): boolean {
  if (process.platform !== 'linux') return true;
  const helper = statSync(sandboxHelper(binary), { throwIfNoEntry: false });
  if (helper && helper.uid === 0 && (helper.mode & 0o4755) === 0o4755) return true;
  const setting = (name: string) => {
    const file = join(proc, 'sys/kernel', name);
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  };
  return setting('apparmor_restrict_unprivileged_userns') !== '1' && setting('unprivileged_userns_clone') !== '0';
}

const sandboxHelper = (binary: string): string => join(dirname(binary), 'chrome-sandbox');

/** Never `--no-sandbox`: the page would lose its strongest wall. */
export const howToSandbox = (binary: string): string =>
  [
    'Electron cannot start its sandbox on this system, so the app opens in a Chromium window. Either of these repairs it:',
    `  sudo chown root:root '${sandboxHelper(binary)}' && sudo chmod 4755 '${sandboxHelper(binary)}'`,
    '  sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0   (until the next start, for all programs)',
  ].join('\n');

function failedLately(): boolean {
  const info = statSync(stamp, { throwIfNoEntry: false });
  return info !== undefined && Date.now() - info.mtimeMs < retryAfter;
}

function rememberFailure(): void {
  mkdirSync(join(stamp, '..'), { recursive: true });
  writeFileSync(stamp, new Date().toISOString());
}

function version(electron = folder): string {
  return (JSON.parse(readFileSync(join(electron, 'package.json'), 'utf8')) as { version: string }).version;
}

/** Runs Electron's own installer. Resolves to why it failed; null if it did not. `limit`: in ms. */
function runInstaller(limit: number): Promise<string | null> {
  return new Promise((resolve) => {
    const { HTTPS_PROXY, https_proxy } = process.env;
    const child = spawn(process.execPath, [join(folder, 'install.js')], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      // Its downloader ignores proxies otherwise.
      env: { ...process.env, ...(HTTPS_PROXY || https_proxy ? { ELECTRON_GET_USE_PROXY: '1' } : {}) },
    });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-4_000);
    });
    const started = Date.now();
    const label = `Fetching Electron ${version()} (about 110 MB)`;
    const live = process.stderr.isTTY;
    if (!live) console.error(`${label}...`);
    let isTooSlow = false;
    const ticking = setInterval(() => {
      if (live) process.stderr.write(`\r${label}... ${Math.round((Date.now() - started) / 1000)} s`);
      if (Date.now() - started <= limit) return;
      isTooSlow = true;
      child.kill('SIGKILL');
    }, 250);
    // A person who gives up must not leave the download running.
    const stop = () => child.kill('SIGKILL');
    process.once('exit', stop);
    const finish = (problem: string | null) => {
      clearInterval(ticking);
      process.removeListener('exit', stop);
      if (live) process.stderr.write('\r\x1b[K');
      resolve(problem);
    };
    child.on('error', (error) => finish(error.message));
    child.on('exit', (code) => {
      if (code === 0) finish(null);
      else finish(isTooSlow ? `not within ${limit / 1000} s` : (/^\w*Error: .*/m.exec(errors)?.[0] ?? `code ${code}`));
    });
  });
}

/**
 * Electron's binary, downloaded if necessary. Undefined if that fails, and then it is not tried again for a day.
 * @param asked the person wants it now, however often it has failed
 * @param limit how long it may take, in ms
 */
export async function ensureElectron(asked: boolean, limit = Number.POSITIVE_INFINITY): Promise<string | undefined> {
  const installed = installedElectron();
  if (installed) return installed;
  if (!existsSync(join(folder, 'install.js')) || (failedLately() && !asked)) return undefined;
  const problem = await runInstaller(limit);
  const path = installedElectron();
  if (path) return path;
  console.error(`Electron could not be fetched: ${problem ?? 'it is not complete'}`);
  rememberFailure();
  return undefined;
}

/** For the demo, which goes on without it. */
export const ensureElectronSoon = (): Promise<string | undefined> => ensureElectron(false, DEMO_LIMIT);
