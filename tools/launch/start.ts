// `npm start`: builds what is out of date and opens the app, in Electron or in the Chromium host.
import { runHost } from '@storefront-desk/chromium-host';
import { withWholePaths } from '@storefront-desk/chromium-host/switches';
import { ensureBuilt } from './build.ts';
import { chooseHost, launcherSwitches } from './choose-host.ts';
import { runInForeground } from './foreground.ts';
import { whenNpmEnds } from './parents.ts';
import { root } from './project.ts';

async function main(args: readonly string[]): Promise<void> {
  // Exits like a signal that reached us directly.
  whenNpmEnds(() => process.kill(process.pid, 'SIGTERM'));
  const options = { headless: args.includes('--headless'), fetchElectron: args.includes('--fetch-electron') };
  // Before the build: a refusal in the middle of one would leave its lock behind.
  const choice = await chooseHost(options);
  await ensureBuilt();
  if (choice.kind === 'electron') {
    const rest = withWholePaths(args).filter((arg) => !launcherSwitches.includes(arg));
    process.exit(await runInForeground(choice.path, [root, ...rest]));
  }
  console.log(choice.why);
  await runHost(
    args.filter((arg) => arg !== '--fetch-electron'),
    { folder: root },
  );
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
