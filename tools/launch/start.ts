// `npm start`: builds what is out of date and opens the app, in Electron or in the Chromium host.
import { spawn } from 'node:child_process';
import { runHost } from '../chromium-host/main.ts';
import { withWholePaths } from '../chromium-host/switches.ts';
import { ensureBuilt } from './build.ts';
import { chooseHost, electronSwitches, launcherSwitches } from './choose-host.ts';
import { whenNpmEnds } from './parents.ts';
import { root } from './project.ts';

/** Runs Electron in the foreground: signals go to it, and its exit code is ours. */
function runElectron(path: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(path, [...electronSwitches(), root, ...args], { stdio: 'inherit', cwd: root });
    let ending = false;
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(signal, () => {
        // From a terminal the child has got a SIGINT already; a second one does no harm.
        child.kill(ending ? 'SIGKILL' : signal);
        ending = true;
      });
    }
    child.on('error', reject);
    child.on('exit', (code) => resolve(ending ? 0 : (code ?? 1)));
  });
}

async function main(args: readonly string[]): Promise<void> {
  // Like a signal that reached us itself.
  whenNpmEnds(() => process.kill(process.pid, 'SIGTERM'));
  const [choice] = await Promise.all([
    chooseHost({ headless: args.includes('--headless'), fetchElectron: args.includes('--fetch-electron') }),
    ensureBuilt(),
  ]);
  if (choice.kind === 'electron') {
    const rest = withWholePaths(args).filter((arg) => !launcherSwitches.includes(arg));
    process.exit(await runElectron(choice.path, rest));
  }
  console.log(choice.why);
  await runHost(args.filter((arg) => arg !== '--fetch-electron'));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
