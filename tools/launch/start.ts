// `npm start`: builds what is out of date and opens the app, in Electron or in the Chromium host.
import { hasDisplay, withWholePaths } from '@storefront-desk/chromium-host/switches';
import { ensureBuilt, HOST_PROGRAM } from './build.ts';
import { chooseHost, type Host } from './choose-host.ts';
import { ensureElectron } from './electron-binary.ts';
import { runInForeground, whenParentEnds } from './foreground.ts';
import { root } from './project.ts';

async function hostFor(args: readonly string[]): Promise<Host> {
  if (args.includes('--headless')) return { kind: 'chromium-host', why: 'Starting without a window, as asked.' };
  const asked = args.includes('--fetch-electron') || process.env.STOREFRONT_HOST === 'electron';
  const mayHelp = process.getuid?.() !== 0 && process.env.STOREFRONT_HOST !== 'chromium';
  if (asked || (hasDisplay() && mayHelp)) await ensureElectron(asked);
  return chooseHost();
}

async function main(args: readonly string[]): Promise<void> {
  // The catalog's database has no build for this Node.
  if (process.platform === 'win32' && process.arch === 'arm64')
    throw new Error('Storefront Desk needs the x64 build of Node on this computer: https://nodejs.org/en/download');
  // Ends as if a signal had reached this process directly.
  whenParentEnds(() => process.kill(process.pid, 'SIGTERM'));
  const host = await hostFor(args);
  await ensureBuilt();
  const appArgs = withWholePaths(args).filter((arg) => arg !== '--fetch-electron');
  if (host.kind === 'electron') process.exit(await runInForeground(host.path, [root, ...appArgs]));
  console.log(`The app opens in a Chromium window. ${host.why}`);
  // Runs the bundled host, because a TypeScript loader adds calls to functions that the page does not have.
  process.exit(await runInForeground(process.execPath, [HOST_PROGRAM, root, ...appArgs]));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
