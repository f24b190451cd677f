// `npm run dev`: electron-vite's live development with Electron, else rebuild and restart in the Chromium host.
import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, HOST_PROGRAM } from './build.ts';
import { chooseHost } from './choose-host.ts';
import { whenNpmEnds } from './parents.ts';
import { root } from './project.ts';

/** An editor may write several files at once; the rebuild starts this long (ms) after the last one. */
const settled = 200;

function run(args: readonly string[]): ChildProcess {
  const env = { ...process.env, STOREFRONT_DEV: '1' };
  return spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env });
}

/** Passes the exit on to the child, and exits with it. */
function endWith(child: () => ChildProcess | undefined): void {
  const end = () => {
    const living = child();
    if (!living || living.exitCode !== null) process.exit(0);
    living.once('exit', () => process.exit(0));
    living.kill('SIGTERM');
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end);
  whenNpmEnds(end);
}

function developInElectron(args: readonly string[]): void {
  const cli = join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  const vite = run([cli, 'dev', '--', ...args]);
  vite.on('exit', (code) => process.exit(code ?? 0));
  endWith(() => vite);
}

/** A change restarts the window, which is simple and takes a few seconds. */
async function developInChromium(args: readonly string[], why: string): Promise<void> {
  console.log(`The app runs in a Chromium window that restarts after each change. ${why}`);
  let host: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  endWith(() => host);

  const start = () => {
    const started = run([HOST_PROGRAM, root, ...args]);
    host = started;
    // Closing the window ends development; a restart does not.
    started.on('exit', (code) => {
      if (host === started) process.exit(code ?? 0);
    });
  };
  const replace = () => {
    const old = host;
    host = undefined;
    if (!old || old.exitCode !== null) {
      start();
      return;
    }
    // The profile belongs to one Chromium at a time.
    old.once('exit', start);
    old.kill('SIGTERM');
  };
  const build = async () => {
    try {
      await ensureBuilt();
      replace();
    } catch (error) {
      // The window stays as it was until the error is fixed.
      console.error(error instanceof Error ? error.message : error);
    }
  };
  watch(join(root, 'src'), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => void build(), settled);
  });
  await build();
}

function develop(args: readonly string[]): void {
  const choice = chooseHost();
  if (choice.kind === 'electron') developInElectron(args);
  else void developInChromium(args, choice.why);
}

try {
  develop(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
