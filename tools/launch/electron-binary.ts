// Finds Electron's binary, and downloads it if it is missing. Never imports `electron`, which would start a download.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './project.ts';

const folder = join(root, 'node_modules/electron');
const stamp = join(root, 'node_modules/.cache/storefront-desk/electron-fetch-failed');
/** After a failed download the tools wait this long before they try again unasked, in ms. */
const RETRY_AFTER = 24 * 60 * 60 * 1000;

function programName(): string {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return process.platform === 'win32' ? 'electron.exe' : 'electron';
}

const versionIn = (electron: string): string =>
  (JSON.parse(readFileSync(join(electron, 'package.json'), 'utf8')) as { version: string }).version;

/** The path of the installed binary, or undefined. Ignores a partly unpacked one, as Electron's installer does. */
export function installedElectron(electron = folder): string | undefined {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const path = join(override || join(electron, 'dist'), programName());
  if (override) return existsSync(path) ? path : undefined;
  const read = (...names: readonly string[]) => {
    const file = join(electron, ...names);
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  };
  const isWhole =
    read('dist', 'version')?.replace(/^v/, '') === versionIn(electron) && read('path.txt') === programName();
  return isWhole && existsSync(path) ? path : undefined;
}

/**
 * Whether Chromium's sandbox can start: through the binary's helper that belongs to root, or through user namespaces,
 * which Ubuntu refuses to programs without a profile since 23.10.
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

/** Does not suggest `--no-sandbox`: the page would lose its strongest protection. */
export const howToSandbox = (binary: string): string =>
  [
    'Electron cannot start its sandbox on this system. Either of these repairs it:',
    `  sudo chown root:root '${sandboxHelper(binary)}' && sudo chmod 4755 '${sandboxHelper(binary)}'`,
    '  sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0   (until the next start, for all programs)',
  ].join('\n');

/**
 * Runs Electron's own installer if the binary is missing; within a day after a failed download, only if a person asked
 * for it. Prints the reason if it fails.
 * @param limit how long it may take, in ms
 */
export async function ensureElectron(asked: boolean, limit = 0x7fff_ffff): Promise<void> {
  if (installedElectron() || !existsSync(join(folder, 'install.js'))) return;
  const failed = statSync(stamp, { throwIfNoEntry: false });
  if (failed && Date.now() - failed.mtimeMs < RETRY_AFTER && !asked) return;
  console.error(`Fetching Electron ${versionIn(folder)} (about 110 MB)...`);
  const problem = await runInstaller(limit);
  if (installedElectron()) return;
  console.error(`Electron could not be fetched: ${problem}`);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, '');
}

/** Resolves to the reason if it fails. */
function runInstaller(limit: number): Promise<string> {
  return new Promise((resolve) => {
    const { HTTPS_PROXY, https_proxy } = process.env;
    const child = spawn(process.execPath, [join(folder, 'install.js')], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: limit,
      killSignal: 'SIGKILL',
      // Without this its downloader ignores proxies.
      env: { ...process.env, ...(HTTPS_PROXY || https_proxy ? { ELECTRON_GET_USE_PROXY: '1' } : {}) },
    });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-4_000);
    });
    // A person who gives up must not leave the download running.
    const stop = () => child.kill('SIGKILL');
    process.once('exit', stop);
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (code) => {
      process.removeListener('exit', stop);
      resolve(/^\w*Error: .*/m.exec(errors)?.[0] ?? (code === null ? 'it took too long' : 'it is not complete'));
    });
  });
}
