// The program that tests kill, bundled once per process: starting it through a TypeScript loader takes more than twice as long.
import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
let bundled: Promise<string> | undefined;

const OUTPUT = join(ROOT, 'test-output/programs');

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Resolves with the folder of the bundles; removes the folders of ended processes. */
async function bundle(): Promise<string> {
  mkdirSync(OUTPUT, { recursive: true });
  for (const pid of readdirSync(OUTPUT))
    if (!isRunning(Number(pid))) rmSync(join(OUTPUT, pid), { recursive: true, force: true });
  const outDir = join(OUTPUT, String(process.pid));
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir,
      target: 'node20',
      rolldownOptions: {
        // Each worker thread needs its own entry.
        input: {
          app: join(import.meta.dirname, 'app.ts'),
          'reader-worker': join(ROOT, 'src/main/catalog/reader-worker.js'),
          table: join(ROOT, 'src/main/import/file/table.js'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  });
  return outDir;
}

export async function forkProgram(args: readonly string[]): Promise<ChildProcess> {
  bundled ??= bundle();
  return fork(join(await bundled, 'app.js'), [...args], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}
