// Finds a Chromium for the window, or installs one.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const require = createRequire(import.meta.url);

/** `import()` would search its 3 MB for export names, which takes 0.1 s at every start. */
export const loadPlaywright = () => require('playwright') as typeof import('playwright');

/** Where installers put Chromium-based browsers. */
function knownPlaces(): string[] {
  const { env, platform } = process;
  if (platform === 'darwin') {
    const homes = ['/Applications', join(env.HOME ?? '', 'Applications')];
    const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
    return homes.flatMap((home) => apps.map((app) => join(home, `${app}.app/Contents/MacOS/${app}`)));
  }
  if (platform === 'win32') {
    const homes = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter((home) => home !== undefined);
    const apps = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'];
    return apps.flatMap((app) => homes.map((home) => join(home, app)));
  }
  const folders = [...(env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin'];
  const names = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'microsoft-edge-stable'];
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** The path of an installed Chromium, or undefined. Starts and downloads nothing. */
export async function findChromium(): Promise<string | undefined> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (!existsSync(chosen)) throw new Error(`CHROMIUM_PATH names ${chosen}, which is not there`);
    return chosen;
  }
  const installed = knownPlaces().find((path) => existsSync(path));
  if (installed) return installed;
  const downloaded = loadPlaywright().chromium.executablePath();
  return downloaded && existsSync(downloaded) ? downloaded : undefined;
}

/** Runs an installer. It may fail: what counts is whether a Chromium is installed afterwards. */
async function attempt(say: string, command: string, args: string[], seconds: number): Promise<void> {
  console.error(say);
  await run(command, args, {
    timeout: seconds * 1000,
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    shell: process.platform === 'win32',
  }).catch((error: Error) => console.error(error.message.split('\n')[0]));
}

async function install(): Promise<string | undefined> {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const notice = 'No Chromium found: installing the "chromium" package with apt-get (a minute or two)...';
    await attempt(notice, 'apt-get', ['update', '-qq'], 120);
    await attempt('Installing...', 'apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], 600);
    const path = await findChromium();
    if (path) return path;
  }
  const notice = 'No Chromium found: fetching one with Playwright...';
  await attempt(notice, 'npx', ['playwright', 'install', 'chromium'], 300);
  return findChromium();
}

let ready: Promise<string> | undefined;

/** The path of a Chromium, installed if necessary. Rejects with a readable message if that fails. */
export function ensureChromium(): Promise<string> {
  ready ??= (async () => {
    const path = (await findChromium()) ?? (await install());
    if (path) return path;
    throw new Error(
      'No Chrome or Chromium was found and none could be fetched. Install Google Chrome or Chromium, ' +
        'or run "npx playwright install chromium", or set CHROMIUM_PATH to the program, then try again.',
    );
  })();
  return ready;
}
