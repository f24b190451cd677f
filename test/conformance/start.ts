// Starts the conformance app on the tests' host, and reads its output.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOST_PROGRAM } from '../../tools/launch/build-host.ts';
import { hostForTests } from '../../tools/launch/choose-host.ts';
import { root } from '../../tools/launch/project.ts';
import { CONFORMANCE_APP, CONFORMANCE_MAIN } from './build.ts';
import type { CaseProcess } from './conformance-case.ts';

/** The timeout of one step of a process case (ms). */
const STEP_LIMIT = 60_000;

export interface Started {
  /** Each output line of the conformance app, without its prefix. */
  readonly lines: readonly string[];
  output(): string;
  until(condition: () => boolean, what: string, limit: number): Promise<void>;
  readonly child: ChildProcess;
  /** Kills the process if it still runs, and deletes its data folder. */
  end(): Promise<void>;
}

export function startConformance(caseName?: string): Started {
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
  const lines: string[] = [];
  const listeners = new Set<() => void>();
  const read = (chunk: Buffer) => {
    output += chunk.toString();
    lines.length = 0;
    for (const [, line] of output.matchAll(/^\[conformance\] (.*)$/gm)) lines.push(line ?? '');
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const closed = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  void closed.then(() => {
    for (const listener of listeners) listener();
  });
  return {
    lines,
    output: () => output,
    child,
    until: (condition, what, limit) =>
      new Promise((resolve, reject) => {
        const stop = (finish: () => void) => {
          clearTimeout(timer);
          listeners.delete(look);
          finish();
        };
        const fail = (why: string) => stop(() => reject(new Error(`${why} before ${what}.\n${output}`)));
        const look = () => {
          if (condition()) stop(resolve);
          else if (child.exitCode !== null || child.signalCode !== null) fail('The process ended');
        };
        const timer = setTimeout(() => fail(`${limit / 1000} s went by`), limit);
        listeners.add(look);
        look();
      }),
    async end() {
      // A process that is exiting still writes to its folder.
      const timer = setTimeout(() => child.kill('SIGKILL'), lines.includes('done') ? STEP_LIMIT : 0);
      await closed;
      clearTimeout(timer);
      rmSync(userData, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

/** The process of one case, for its `check`. */
export function caseProcess(started: Started): CaseProcess {
  const { child, lines, until } = started;
  return {
    get said() {
      return lines.map((line) => line.replace(/^said /, ''));
    },
    untilSaid: (line) => until(() => lines.includes(`said ${line}`), `it said "${line}"`, STEP_LIMIT),
    signal: (name) => void child.kill(name),
    async exit() {
      const ended = () => child.exitCode !== null || child.signalCode !== null;
      await until(ended, 'it ended', STEP_LIMIT);
      return child.signalCode ?? child.exitCode;
    },
  };
}
