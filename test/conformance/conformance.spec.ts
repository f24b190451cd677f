// Runs the cases on the current host, Electron or the stand-in, so that the stand-in never allows more than Electron.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { HOST_PROGRAM } from '../../tools/launch/build.ts';
import { chooseHost } from '../../tools/launch/choose-host.ts';
import { root } from '../../tools/launch/project.ts';
import { slow } from '../../tools/test/slow.ts';
import { casesOfProcess, casesWhenReady } from './cases.ts';

/** The suite as an app that Electron and the Chromium host can start. */
const APP = join(root, 'node_modules/.cache/storefront-desk/conformance');

async function buildApp(): Promise<void> {
  const { build } = await import('vite');
  const one = (entry: string, format: 'es' | 'cjs', entryFileNames: string) =>
    build({
      configFile: false,
      root,
      logLevel: 'warn',
      build: {
        ssr: join(import.meta.dirname, entry),
        outDir: APP,
        emptyOutDir: false,
        target: 'node20',
        rolldownOptions: { external: ['electron'], output: { format, entryFileNames } },
      },
    });
  mkdirSync(APP, { recursive: true });
  const manifest = { name: 'conformance', version: '1.2.3', type: 'module', main: 'main.js' };
  writeFileSync(join(APP, 'package.json'), JSON.stringify(manifest));
  await one('app.ts', 'es', 'main.js');
  await one('preload.ts', 'cjs', 'preload.cjs');
}

/** Runs one case in its own process, or all cases that run after ready. `lines`: the output. */
async function run(limit: number, caseName?: string) {
  const host = chooseHost();
  const userData = mkdtempSync(join(tmpdir(), 'conformance-'));
  const env: NodeJS.ProcessEnv = { ...process.env, STOREFRONT_BUNDLE: join(APP, 'main.js') };
  if (caseName !== undefined) env.CONFORMANCE_CASE = caseName;
  const given = [`--user-data-dir=${userData}`];
  const child =
    host.kind === 'electron'
      ? spawn(host.path, [APP, ...given], { env })
      : spawn(process.execPath, [HOST_PROGRAM, root, '--headless', ...given], { env, cwd: root });
  let output = '';
  const read = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const timer = setTimeout(() => child.kill('SIGKILL'), limit);
  const code = await new Promise<number | string | null>((resolve) => {
    child.once('close', (exit, signal) => resolve(signal ?? exit));
  });
  clearTimeout(timer);
  rmSync(userData, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  const lines = [...output.matchAll(/^\[conformance\] (?:said )?(.*)$/gm)].map(([, line = '']) => line);
  return { code, lines, output };
}

const test = base.extend<object, { readonly errors: ReadonlyMap<string, string | undefined> }>({
  errors: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see a pattern here
    async ({}, use) => {
      await buildApp();
      const { lines } = await run(slow(90_000));
      const outcomes = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
      await use(new Map(outcomes.map(({ name, error }) => [name, error])));
    },
    { scope: 'worker', timeout: slow(120_000) },
  ],
});

// One worker, so that the suite is built once.
test.describe.configure({ mode: 'default' });

test('the host behaves like Electron after ready', async ({ errors }) => {
  for (const name of Object.keys(casesWhenReady)) {
    const error = errors.has(name) ? errors.get(name) : 'It did not run';
    expect.soft(error, name).toBeUndefined();
  }
});

test('the host starts and ends like Electron', async ({ errors }) => {
  test.setTimeout(slow(120_000));
  expect(errors.size).toBeGreaterThan(0);
  for (const [name, { platforms, code = 0, says }] of Object.entries(casesOfProcess)) {
    if (platforms && !platforms.includes(process.platform)) continue;
    const ended = await run(slow(30_000), name);
    expect.soft({ code: ended.code, says: ended.lines }, `${name}\n${ended.output}`).toEqual({ code, says });
  }
});
