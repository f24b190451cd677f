// Finds Electron's binary, and downloads it if it is missing. Never imports `electron`, which would try its own download.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.ts';

const folder = join(root, 'node_modules/electron');
const stamp = join(root, 'node_modules/.cache/storefront-desk/electron-fetch-failed');
/** How long a download may take (ms) unasked, and on request. */
const patience = { byItself: 20_000, asked: 900_000 };
const retryAfter = 24 * 60 * 60 * 1000;

function programName(): string {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return process.platform === 'win32' ? 'electron.exe' : 'electron';
}

/** The path of the installed binary, or undefined. */
export function installedElectron(): string | undefined {
  const named = join(folder, 'path.txt');
  const program = existsSync(named) ? readFileSync(named, 'utf8').trim() : programName();
  const path = join(process.env.ELECTRON_OVERRIDE_DIST_PATH || join(folder, 'dist'), program);
  return existsSync(path) ? path : undefined;
}

function failedLately(): boolean {
  const info = statSync(stamp, { throwIfNoEntry: false });
  return info !== undefined && Date.now() - info.mtimeMs < retryAfter;
}

function rememberFailure(): void {
  mkdirSync(join(stamp, '..'), { recursive: true });
  writeFileSync(stamp, new Date().toISOString());
}

function version(): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
}

/** Runs Electron's own installer; true when it succeeded in time. */
function runInstaller(limit: number): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(folder, 'install.js')], { cwd: folder, stdio: 'ignore' });
    const started = Date.now();
    const label = `Fetching Electron ${version()}`;
    const live = process.stderr.isTTY;
    if (!live) console.error(`${label} (at most ${limit / 1000} s)...`);
    const ticking = setInterval(() => {
      if (live) process.stderr.write(`\r${label}... ${Math.round((Date.now() - started) / 1000)} s`);
      if (Date.now() - started > limit) child.kill('SIGKILL');
    }, 250);
    // A person who gives up must not leave the download running.
    const stop = () => child.kill('SIGKILL');
    process.once('exit', stop);
    const finish = (good: boolean) => {
      clearInterval(ticking);
      process.removeListener('exit', stop);
      if (live) process.stderr.write('\r\x1b[K');
      resolve(good);
    };
    child.on('error', () => finish(false));
    child.on('exit', (code) => finish(code === 0));
  });
}

/**
 * Electron's binary, downloaded if necessary. Undefined if that fails, and then it is not tried again for a day.
 * @param asked the person wants it now, however long it takes
 */
export async function ensureElectron(asked: boolean): Promise<string | undefined> {
  const installed = installedElectron();
  if (installed) return installed;
  if (!existsSync(join(folder, 'install.js')) || (failedLately() && !asked)) return undefined;
  if ((await runInstaller(asked ? patience.asked : patience.byItself)) && installedElectron())
    return installedElectron();
  rememberFailure();
  return undefined;
}
