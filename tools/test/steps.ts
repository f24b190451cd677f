// The steps of `npm test`: what each runs, and how many of its checks passed.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { hasDisplay } from '@storefront-desk/chromium-host/switches';
import { installedElectron } from '../launch/electron-binary.ts';
import { root } from '../launch/project.ts';
import { HOW_TO_GET_NATS_SERVER } from '../team-server/find-nats-server.ts';

export interface Count {
  readonly passed: number;
  readonly failed: number;
  /** The failed tests, with location, title, and the first line of the error. */
  readonly failures?: readonly string[];
  /** The files of the tests that were skipped, one entry for each test, relative to the project. */
  readonly skipped?: readonly string[];
}

export interface Step {
  readonly name: 'types' | 'lint' | 'unused' | 'unit' | 'integration' | 'e2e';
  readonly command: readonly string[];
  /** Where the step writes its report, if it has one. */
  readonly report?: string;
  /** Reads that report; throws when it is incomplete. */
  readonly count?: (report: string) => Count;
  /** The folder of its tests; the step is skipped if there are none. */
  readonly tests?: string;
  /** No test may be there for what changed. */
  readonly mayBeEmpty?: boolean;
}

/** The program of an installed package, run by this Node without a shell, so it works the same on every system. */
function program(name: string, bin = name): string[] {
  const folder = join(root, 'node_modules', name);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>;
  };
  const path = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[bin];
  if (!path) throw new Error(`The package ${name} has no program ${bin}`);
  return [process.execPath, join(folder, path)];
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

const MAX_ERROR = 1200;

function failure(file: string, title: string, error: string): string {
  return `${relative(root, resolve(root, file))} › ${title}\n${stripVTControlCharacters(error).slice(0, MAX_ERROR)}`;
}

/** A file that cannot be loaded has no failed test, but still counts as a failure. */
function countVitest(text: string): Count {
  const report = JSON.parse(text) as VitestReport;
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const failures = report.testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => failure(file.name, test.fullName, test.failureMessages.join('\n'))),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    failures: [...failures, ...broken.map((file) => failure(file.name, 'cannot be loaded', file.message))],
    skipped: report.testResults.flatMap((file) =>
      file.assertionResults
        .filter(({ status }) => status === 'skipped' || status === 'pending')
        .map(() => relative(root, resolve(root, file.name))),
    ),
  };
}

interface PlaywrightError {
  readonly message?: string;
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly ok: boolean;
    readonly title: string;
    /** Relative to `test/`. */
    readonly file: string;
    readonly tests: readonly {
      readonly status: string;
      readonly results: readonly { readonly errors: readonly PlaywrightError[] }[];
    }[];
  }[];
}

interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly errors: readonly PlaywrightError[];
  readonly suites: readonly PlaywrightSuite[];
}

function failuresIn({ suites = [], specs }: PlaywrightSuite): string[] {
  const failed = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
      .map((test) => failure(join('test', file), title, test.results.flatMap(messagesOf).join('\n'))),
  );
  return [...failed, ...suites.flatMap(failuresIn)];
}

function skippedIn({ suites = [], specs }: PlaywrightSuite): string[] {
  const skipped = specs.flatMap(({ file, tests }) =>
    tests.filter(({ status }) => status === 'skipped').map(() => join('test', file)),
  );
  return [...skipped, ...suites.flatMap(skippedIn)];
}

function messagesOf({ errors }: { readonly errors: readonly PlaywrightError[] }): string[] {
  return errors.map((error) => error.message ?? '');
}

function countPlaywright(text: string): Count {
  const { stats, errors, suites } = JSON.parse(text) as PlaywrightReport;
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    failures: [...suites.flatMap(failuresIn), ...messagesOf({ errors })],
    skipped: suites.flatMap(skippedIn),
  };
}

/** Electron needs a display; `xvfb-run` can provide a virtual one. */
function withDisplay(command: string[]): string[] {
  const made = '/usr/bin/xvfb-run';
  const wanted = installedElectron() && !hasDisplay() && process.env.STOREFRONT_HOST !== 'chromium';
  return wanted && existsSync(made) ? [made, '-a', ...command] : command;
}

export function steps(): Step[] {
  const suite = (name: 'unit' | 'integration'): Step => ({
    name,
    command: [...program('vitest'), 'run', '--project', name],
    report: `test-output/${name}.json`,
    count: countVitest,
    tests: `test/${name}`,
  });
  return [
    { name: 'types', command: [...program('typescript', 'tsc'), '--noEmit'] },
    { name: 'lint', command: [...program('@biomejs/biome', 'biome'), 'check', '.'] },
    { name: 'unused', command: [...program('knip'), '--no-progress'] },
    suite('unit'),
    suite('integration'),
    {
      name: 'e2e',
      command: withDisplay([...program('@playwright/test', 'playwright'), 'test']),
      report: 'test-output/e2e.json',
      count: countPlaywright,
      tests: 'test/e2e',
    },
  ];
}

export function hasTests(folder: string): boolean {
  const path = join(root, folder);
  if (!existsSync(path)) return false;
  return readdirSync(path, { recursive: true, encoding: 'utf8' }).some((file) => /\.(test|spec)\.tsx?$/.test(file));
}

/** One line for each reason. Tests of teams are in folders or files of that name, and need a nats-server. */
export function skippedLines(files: readonly string[]): string[] {
  const ofTeams = files.filter((file) => /[\\/]team[\\/.-]/.test(file)).length;
  const others = files.length - ofTeams;
  return [
    ...(ofTeams > 0 ? [`${ofTeams} skipped: no nats-server. ${HOW_TO_GET_NATS_SERVER}`] : []),
    ...(others > 0 ? [`${others} skipped: not for this system`] : []),
  ];
}
