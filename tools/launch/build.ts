// Builds the app and the Chromium host if they are missing or older than their sources.
import { execFile } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { root } from './project.ts';

/** Tests start the host often, and a TypeScript loader would cost each start about a second. */
const HOST_FOLDER = join(root, 'node_modules/.cache/storefront-desk/chromium-host');
export const HOST_PROGRAM = join(HOST_FOLDER, 'run.mjs');

const APP = {
  from: ['src', 'package.json', 'electron.vite.config.ts', 'tsconfig.json'],
  results: [
    ...['out/main/index.js', 'out/main/reader-worker.js', 'out/main/table.js'],
    ...['out/preload/index.cjs', 'out/renderer/index.html'],
  ],
};
const HOST = { from: ['packages/chromium-host/src', 'tools/launch', 'package.json'], results: [HOST_PROGRAM] };

/** The newest modification time in a tree, or 0. Folders count, because deleting a file changes its folder. */
function newest(path: string): number {
  const info = statSync(path, { throwIfNoEntry: false });
  if (!info?.isDirectory()) return info?.mtimeMs ?? 0;
  return Math.max(info.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function isBuilt({ from, results }: typeof APP): boolean {
  const times = (paths: readonly string[]) => paths.map((path) => newest(resolve(root, path)));
  const built = Math.min(...times(results));
  return built > 0 && built >= Math.max(...times(from));
}

async function buildHost(): Promise<void> {
  // Imported here, because most starts have nothing to build.
  const { build } = await import('vite');
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: HOST_FOLDER,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: {
        input: { run: join(root, 'packages/chromium-host/src/run.ts') },
        output: { format: 'es', entryFileNames: '[name].mjs' },
      },
    },
  });
}

async function buildApp(): Promise<void> {
  const cli = join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  const options = { cwd: root, env: { ...process.env, NO_COLOR: '1' } };
  await promisify(execFile)(process.execPath, [cli, 'build'], options).catch(({ stdout, stderr }) => {
    throw new Error(`The build failed.\n${stdout}${stderr}`);
  });
}

/** @throws with the output of the build when it fails */
export async function ensureBuilt(): Promise<void> {
  if (!isBuilt(HOST)) await buildHost();
  if (isBuilt(APP)) return;
  console.error('Building the app...');
  await buildApp();
}
