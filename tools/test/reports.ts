// Counts the tests in a JUnit report of Vitest or Playwright, and names the failed ones.
import { existsSync } from 'node:fs';
import { hasDisplay } from '@storefront-desk/chromium-host/switches';
import { installedElectron } from '../launch/electron-binary.ts';

export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The failed tests, by file and title. */
  readonly failures: readonly string[];
}

/** A file that cannot be loaded is one failed test in Vitest's report. */
export function countTests(report: string): Count {
  const cases = [
    ...report.replace(/<!\[CDATA\[.*?\]\]>/gs, '').matchAll(/<testcase\b[^>]*?(?:\/>|>.*?<\/testcase>)/gs),
  ];
  const texts = cases.map(([text]) => text);
  const failures = texts.filter((text) => /<(failure|error)\b/.test(text)).map(nameOf);
  const skipped = texts.filter((text) => text.includes('<skipped')).length;
  return { passed: texts.length - failures.length - skipped, failed: failures.length, skipped, failures };
}

const SIGNS: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function nameOf(testcase: string): string {
  const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(testcase)?.[1] ?? '';
  return `${attribute('classname')} › ${attribute('name')}`.replace(/&(\w+);/g, (text, sign) => SIGNS[sign] ?? text);
}

/** The command with a virtual display if Electron needs one and `xvfb-run` is there. */
export function withDisplay(command: readonly string[]): readonly string[] {
  const xvfb = '/usr/bin/xvfb-run';
  const isWanted = installedElectron() && !hasDisplay() && process.env.STOREFRONT_HOST !== 'chromium';
  return isWanted && existsSync(xvfb) ? [xvfb, '-a', ...command] : command;
}
