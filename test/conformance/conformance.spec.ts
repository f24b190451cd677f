// What the app relies on in Electron, on the current host: real Electron or the stand-in, so that the stand-in is never kinder.
import { test as base, expect } from '@playwright/test';
import { slow } from '../../tools/test/slow.ts';
import { parts, processCases, sharedCases } from './all-cases.ts';
import { buildConformance } from './build.ts';
import { runAlone, runShared } from './start.ts';

const test = base.extend<object, { outcomes: ReadonlyMap<string, string | undefined> }>({
  outcomes: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see a pattern here
    async ({}, use) => {
      await buildConformance();
      await use(await runShared());
    },
    { scope: 'worker', timeout: slow(120_000) },
  ],
});

// One worker, and so one build and one process for all shared cases.
test.describe.configure({ mode: 'default' });

for (const [name, { shared = {}, alone = {} }] of Object.entries(parts)) {
  test(`${name}: as in Electron`, async ({ outcomes }) => {
    test.setTimeout(slow(90_000));
    for (const one of Object.keys(shared)) {
      const outcome = outcomes.has(one) ? outcomes.get(one) : 'It did not run';
      expect.soft(outcome, one).toBeUndefined();
    }
    for (const [one, { platforms, sends = {}, code = 0, says }] of Object.entries(alone)) {
      if (platforms && !platforms.includes(process.platform)) continue;
      const ended = await runAlone(one, sends);
      expect.soft({ code: ended.code, says: ended.said }, `${one}\n${ended.output}`).toEqual({ code, says });
    }
  });
}

test('there are at least 60 cases, each with its own name', () => {
  const names = Object.values(parts).flatMap(({ shared, alone }) => Object.keys({ ...shared, ...alone }));
  expect(names.length).toBeGreaterThanOrEqual(60);
  expect(Object.keys({ ...sharedCases, ...processCases })).toHaveLength(names.length);
});
