// A Chromium without a user interface, for end-to-end tests: it starts in half the time of a whole browser.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Debian's program. Not its script in /usr/bin: the host would end the script instead of the browser. */
const PROGRAM = '/usr/lib/chromium/chromium-headless-shell';
const INSTALL_MS = 600_000;

/** The path of its program; undefined if it is not installed, or if CHROMIUM_PATH names another browser. */
export const findHeadlessShell = (): string | undefined =>
  process.env.CHROMIUM_PATH === undefined && existsSync(PROGRAM) ? PROGRAM : undefined;

/** Installs it if Debian's packages may be installed. Tests run without it, too. */
export async function ensureHeadlessShell(): Promise<void> {
  if (findHeadlessShell() || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.error('Installing the "chromium-headless-shell" package with apt-get...');
  const options = { timeout: INSTALL_MS, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  try {
    await run('apt-get', ['update', '-qq'], options);
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'], options);
  } catch (error) {
    console.error(`It could not be installed: ${(error as Error).message.split('\n')[0]}`);
  }
}
