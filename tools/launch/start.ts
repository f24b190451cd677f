// `npm start`: builds what is out of date and opens the app, in Electron or in the Chromium host.
import { withWholePaths } from '@storefront-desk/chromium-host/switches';
import { ensureBuilt } from './build.ts';
import { HOST_PROGRAM } from './build-host.ts';
import { chooseHost, launcherSwitches } from './choose-host.ts';
import { runInForeground } from './foreground.ts';
import { whenNpmEnds } from './parents.ts';
import { root } from './project.ts';

async function main(args: readonly string[]): Promise<void> {
  // The catalog's database has no build for this Node.
  if (process.platform === 'win32' && process.arch === 'arm64')
    throw new Error('Storefront Desk needs the x64 build of Node on this computer: https://nodejs.org/en/download');
  // Exits like a signal that reached us directly.
  whenNpmEnds(() => process.kill(process.pid, 'SIGTERM'));
  const options = { headless: args.includes('--headless'), fetchElectron: args.includes('--fetch-electron') };
  // Before the build: a refusal in the middle of one would leave its lock behind.
  const choice = await chooseHost(options);
  await ensureBuilt();
  const rest = withWholePaths(args).filter((arg) => arg !== '--fetch-electron');
  if (choice.kind === 'chromium-host') {
    console.log(choice.why);
    // The bundled host, as in the tests: a TypeScript loader adds helpers to functions that the page then lacks.
    process.exit(await runInForeground(process.execPath, [HOST_PROGRAM, root, ...rest]));
  }
  const forApp = rest.filter((arg) => !launcherSwitches.includes(arg));
  process.exit(await runInForeground(choice.path, [root, ...forApp]));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
