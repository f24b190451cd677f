// `npm run dev`: electron-vite's live development with Electron, else rebuild and restart in the Chromium host.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, HOST_PROGRAM } from './build.ts';
import { chooseHost } from './choose-host.ts';
import { runInForeground } from './foreground.ts';
import { root } from './project.ts';

/** An editor may write several files at once; the rebuild starts this long (ms) after the last one. */
const SETTLED = 200;

/** A change restarts the window, which is simple and takes a few seconds. Closing it ends development; a restart does not. */
async function developInChromium(args: readonly string[]): Promise<void> {
  const running: { host: ChildProcess | null } = { host: null };
  const start = () => {
    const host = spawn(process.execPath, [HOST_PROGRAM, root, ...args], { cwd: root, stdio: 'inherit' });
    host.on('exit', (code) => running.host === host && process.exit(code ?? 0));
    running.host = host;
  };
  const restart = async () => {
    await ensureBuilt();
    const { host } = running;
    running.host = null;
    // The profile belongs to one Chromium at a time.
    if (host?.kill('SIGTERM')) await once(host, 'exit');
    start();
  };
  // Ctrl+C reaches both; any other end of this process ends the app, too.
  process.on('exit', () => running.host?.kill('SIGTERM'));
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(0));
  await ensureBuilt();
  start();
  let timer: NodeJS.Timeout | undefined;
  watch(join(root, 'src'), { recursive: true }, () => {
    clearTimeout(timer);
    // The window stays as it was until an error is fixed.
    timer = setTimeout(() => restart().catch((error: Error) => console.error(error.message)), SETTLED);
  });
}

const args = process.argv.slice(2);
process.env.STOREFRONT_DEV = '1';
try {
  const host = chooseHost();
  if (host.kind === 'electron') {
    const vite = join(root, 'node_modules/electron-vite/bin/electron-vite.js');
    process.exit(await runInForeground(process.execPath, [vite, 'dev', '--', ...args]));
  }
  console.log(`The app runs in a Chromium window that restarts after each change. ${host.why}`);
  await developInChromium(args);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
