// `npm run dev`: electron-vite's development mode with Electron, else the Chromium host, restarted after each change.
import { join } from 'node:path';
import { chooseHost } from './choose-host.ts';
import { runInForeground } from './foreground.ts';
import { root } from './project.ts';

const args = process.argv.slice(2);
process.env.STOREFRONT_DEV = '1';
try {
  const host = chooseHost();
  const modules = join(root, 'node_modules');
  const command =
    host.kind === 'electron'
      ? [join(modules, 'electron-vite/bin/electron-vite.js'), 'dev', '--', ...args]
      : [join(modules, 'tsx/dist/cli.mjs'), 'watch', '--include=src/**/*', 'tools/launch/start.ts', ...args];
  process.exit(await runInForeground(process.execPath, command));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
