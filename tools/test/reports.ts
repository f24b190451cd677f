// Counts the tests in the JSON reports of Vitest and Playwright, and collects what failed.
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { hasDisplay } from '@storefront-desk/chromium-host/switches';
import { installedElectron } from '../launch/electron-binary.ts';
import { root } from '../launch/project.ts';

export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The failed tests, with file, title and the first lines of the error. */
  readonly failures: readonly string[];
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
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

interface PlaywrightError {
  readonly message?: string;
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
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
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly errors: readonly PlaywrightError[];
  readonly suites: readonly PlaywrightSuite[];
}

const MAX_ERROR = 1200;

function failure(file: string, title: string, error: string): string {
  return `${relative(root, resolve(root, file))} › ${title}\n${stripVTControlCharacters(error).slice(0, MAX_ERROR)}`;
}

/** A file that cannot be loaded has no failed test, but still counts as a failure. */
export function countVitest(text: string): Count {
  const report = JSON.parse(text) as VitestReport;
  const isFailed = ({ status }: { readonly status: string }) => status === 'failed';
  const broken = report.testResults.filter((file) => isFailed(file) && !file.assertionResults.some(isFailed));
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests,
    failures: [
      ...report.testResults.flatMap((file) =>
        file.assertionResults
          .filter(isFailed)
          .map((test) => failure(file.name, test.fullName, test.failureMessages.join('\n'))),
      ),
      ...broken.map((file) => failure(file.name, 'cannot be loaded', file.message)),
    ],
  };
}

export function countPlaywright(text: string): Count {
  const { stats, errors, suites } = JSON.parse(text) as PlaywrightReport;
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures: [...suites.flatMap(failuresIn), ...errors.map(({ message = '' }) => message)],
  };
}

function failuresIn({ suites = [], specs }: PlaywrightSuite): string[] {
  const failed = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => results.flatMap(({ errors }) => errors.map(({ message = '' }) => message)).join('\n'))
      .map((error) => failure(`test/${file}`, title, error)),
  );
  return [...failed, ...suites.flatMap(failuresIn)];
}

/** The command with a virtual display if Electron needs one and `xvfb-run` is there. */
export function withDisplay(command: readonly string[]): readonly string[] {
  const xvfb = '/usr/bin/xvfb-run';
  const isWanted = installedElectron() && !hasDisplay() && process.env.STOREFRONT_HOST !== 'chromium';
  return isWanted && existsSync(xvfb) ? [xvfb, '-a', ...command] : command;
}
