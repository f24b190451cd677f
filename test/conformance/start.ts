// Starts the conformance app on the tests' host, and reads its output.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOST_PROGRAM } from '../../tools/launch/build-host.ts';
import { hostForTests } from '../../tools/launch/choose-host.ts';
import { root } from '../../tools/launch/project.ts';
import { slow } from '../../tools/test/slow.ts';
import { CONFORMANCE_APP, CONFORMANCE_MAIN } from './build.ts';

interface Ended {
  /** The exit code, or the signal that ended it. */
  readonly code: number | NodeJS.Signals | null;
  /** Each output line of the conformance app, without its prefix. */
  readonly lines: readonly string[];
  readonly output: string;
}

/** @param limit in ms; then it is killed */
async function runConformance(limit: number, caseName?: string, sends: Readonly<Record<string, NodeJS.Signals>> = {}) {
  const choice = hostForTests();
  const userData = mkdtempSync(join(tmpdir(), 'conformance-'));
  const given = [`--user-data-dir=${userData}`];
  const env: NodeJS.ProcessEnv = { ...process.env, STOREFRONT_CONTROLLED: '1', STOREFRONT_BUNDLE: CONFORMANCE_MAIN };
  if (caseName !== undefined) env.CONFORMANCE_CASE = caseName;
  const child =
    choice.kind === 'electron'
      ? spawn(choice.path, [CONFORMANCE_APP, ...given], { env })
      : spawn(process.execPath, [HOST_PROGRAM, root, '--headless', ...given], { env, cwd: root });
  let output = '';
  const lines = () => [...output.matchAll(/^\[conformance\] (.*)$/gm)].map(([, line = '']) => line);
  const waiting = new Map(Object.entries(sends));
  const read = (chunk: Buffer) => {
    output += chunk.toString();
    for (const [line, signal] of waiting) {
      if (!lines().includes(`said ${line}`)) continue;
      waiting.delete(line);
      child.kill(signal);
    }
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const timer = setTimeout(() => child.kill('SIGKILL'), limit);
  const code = await new Promise<Ended['code']>((resolve) => {
    child.once('close', (exit, signal) => resolve(signal ?? exit));
  });
  clearTimeout(timer);
  rmSync(userData, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  return { code, lines: lines(), output } satisfies Ended;
}

/** Runs all shared cases in one process. The error of each case that ran, undefined if there was none. */
export async function runShared(): Promise<ReadonlyMap<string, string | undefined>> {
  const { lines } = await runConformance(slow(90_000));
  const outcomes = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  return new Map(outcomes.map(({ name, error }) => [name, error]));
}

/** Runs one case in its own process, and sends it these signals, each after a line that it says. */
export async function runAlone(name: string, sends: Readonly<Record<string, NodeJS.Signals>>) {
  const { code, lines, output } = await runConformance(slow(30_000), name, sends);
  return { code, said: lines.map((line) => line.replace(/^said /, '')), output };
}
