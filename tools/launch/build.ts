// Builds the app and the Chromium host if they are missing or older than their sources.
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from './project.ts';

/** Tests start the host often, and a TypeScript loader would cost each start about a second. */
const HOST_FOLDER = join(root, 'node_modules/.cache/storefront-desk/chromium-host');
export const HOST_PROGRAM = join(HOST_FOLDER, 'run.mjs');

interface Made {
  readonly from: readonly string[];
  readonly results: readonly string[];
}

const APP: Made = {
  from: ['src', 'package.json', 'electron.vite.config.ts', 'tsconfig.json'],
  results: [
    ...['out/main/index.js', 'out/main/reader-worker.js', 'out/main/table.js'],
    ...['out/preload/index.cjs', 'out/renderer/index.html'],
  ],
};
const HOST: Made = {
  from: ['packages/chromium-host/src', 'tools/launch', 'package.json'],
  results: [HOST_PROGRAM],
};

/** A build takes seconds; a lock older than this (ms) was left by a killed one. */
const lockLimit = 120_000;

function modified(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

/** The newest modification time in a tree, including folders, so that a deleted file counts as a change. */
function newest(path: string): number {
  const info = statSync(path, { throwIfNoEntry: false });
  if (!info) return 0;
  if (!info.isDirectory()) return info.mtimeMs;
  return Math.max(info.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function isBuilt({ from, results }: Made): boolean {
  const built = results.map((path) => modified(resolve(root, path)));
  if (built.includes(undefined)) return false;
  const changed = Math.max(...from.map((path) => newest(join(root, path))));
  return Math.min(...(built as number[])) >= changed;
}

async function buildHost(): Promise<void> {
  // Most starts have nothing to build.
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

function runBuild(): Promise<void> {
  return new Promise((resolve, reject) => {
    const cli = join(root, 'node_modules/electron-vite/bin/electron-vite.js');
    const child = spawn(process.execPath, [cli, 'build'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1' },
    });
    let output = '';
    const keep = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The build failed.\n${output}`));
    });
  });
}

/** Only one build at a time: a second one waits, and then usually has nothing to do. */
async function locked(work: () => Promise<void>): Promise<void> {
  const folder = join(root, 'node_modules/.cache/storefront-desk');
  const lock = join(folder, 'build.lock');
  mkdirSync(folder, { recursive: true });
  for (;;) {
    try {
      closeSync(openSync(lock, 'wx'));
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (Date.now() - (modified(lock) ?? Date.now()) > lockLimit) rmSync(lock, { force: true });
      await wait(100);
    }
  }
  try {
    await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** @throws with the output of the build when it fails */
export async function ensureBuilt(): Promise<void> {
  if (isBuilt(APP) && isBuilt(HOST)) return;
  await locked(async () => {
    if (!isBuilt(HOST)) await buildHost();
    if (isBuilt(APP)) return;
    console.error('Building the app...');
    await runBuild();
  });
}
