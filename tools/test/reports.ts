// Counts the tests in the JSON reports of Vitest and Playwright, and names those that failed.
import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { hasDisplay } from '@storefront-desk/chromium-host/switches';
import { installedElectron } from '../launch/electron-binary.ts';
import { root } from '../launch/project.ts';

export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The failed tests, by file and title. */
  readonly failures: readonly string[];
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** A file that cannot be loaded has no failed test, but still counts as a failure. */
export function countVitest(text: string): Count {
  const report = JSON.parse(text) as VitestReport;
  const failures = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => fullName);
    const titles = status === 'failed' && failed.length === 0 ? ['cannot be loaded'] : failed;
    return titles.map((title) => `${relative(root, name)} › ${title}`);
  });
  return {
    ...{ passed: report.numPassedTests, skipped: report.numPendingTests },
    ...{ failed: failures.length, failures },
  };
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly { readonly title: string; readonly file: string; readonly ok: boolean }[];
}

interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly skipped: number };
  /** Outside of tests. */
  readonly errors: readonly { readonly message?: string }[];
  readonly suites: readonly PlaywrightSuite[];
}

export function countPlaywright(text: string): Count {
  const { stats, errors, suites } = JSON.parse(text) as PlaywrightReport;
  const failures = [
    ...suites.flatMap(failuresIn),
    ...errors.map(({ message = 'An error outside of tests' }) => message),
  ];
  return { passed: stats.expected, failed: failures.length, skipped: stats.skipped, failures };
}

const failuresIn = ({ suites = [], specs }: PlaywrightSuite): string[] => [
  // The file is relative to `test/`.
  ...specs.filter(({ ok }) => !ok).map(({ file, title }) => `test/${file} › ${title}`),
  ...suites.flatMap(failuresIn),
];

/** The command with a virtual display if Electron needs one and `xvfb-run` is there. */
export function withDisplay(command: readonly string[]): readonly string[] {
  const xvfb = '/usr/bin/xvfb-run';
  const isWanted = installedElectron() && !hasDisplay() && process.env.STOREFRONT_HOST !== 'chromium';
  return isWanted && existsSync(xvfb) ? [xvfb, '-a', ...command] : command;
}
