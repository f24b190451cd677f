// Each fact about Electron that the app relies on, on the current host: real Electron or the stand-in.
import { test as base, expect } from '@playwright/test';
import { processCases, sharedCases } from './all-cases.ts';
import { caseProcess, type Started, startConformance } from './start.ts';

interface Outcome {
  readonly name: string;
  readonly error?: string;
}

/** Runs all shared cases together; a test per case reads its result. */
const SHARED_LIMIT = 400_000;

const test = base.extend<object, { outcomes: ReadonlyMap<string, Outcome> }>({
  outcomes: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see a pattern here
    async ({}, use) => {
      const started = startConformance();
      try {
        await started.until(() => started.lines.includes('done'), 'all cases had run', SHARED_LIMIT);
        const outcomes = started.lines
          .filter((line) => line.startsWith('{'))
          .map((line) => JSON.parse(line) as Outcome);
        await use(new Map(outcomes.map((outcome) => [outcome.name, outcome])));
      } finally {
        await started.end();
      }
    },
    { scope: 'worker', timeout: SHARED_LIMIT + 60_000 },
  ],
});

test.describe('in one process', () => {
  // One worker, and so one process, for all of them.
  test.describe.configure({ mode: 'default' });
  for (const { name, source } of sharedCases) {
    test(name, { annotation: { type: 'source', description: source } }, ({ outcomes }) => {
      expect(outcomes.get(name)).toEqual({ name });
    });
  }
});

for (const one of processCases) {
  test(one.name, { annotation: { type: 'source', description: one.source } }, async () => {
    test.skip(one.platforms !== undefined && !one.platforms.includes(process.platform), 'another system');
    let started: Started | undefined;
    try {
      started = startConformance(one.name);
      await one.check(caseProcess(started));
    } catch (error) {
      console.log(started?.output());
      throw error;
    } finally {
      await started?.end();
    }
  });
}

test('there are at least 60 cases, each with its own name and a source', () => {
  const all = [...sharedCases, ...processCases];
  expect(all.length).toBeGreaterThanOrEqual(60);
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  for (const { source } of all)
    expect(source).toMatch(/^(docs|spec|lib|shell|default_app|typings)\/|^electron\.d\.ts /);
});
