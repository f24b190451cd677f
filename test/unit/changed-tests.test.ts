// `npm test -- --changed`: which tests run for which files.
import { expect, it } from 'vitest';
import { AREAS, ONLY_IN_FULL } from '../../tools/test/areas.ts';
import { stepsFor, testFiles, testName, testsOf } from '../../tools/test/changed.ts';
import { steps } from '../../tools/test/steps.ts';

const tests = testFiles();

it.each(tests)('%s belongs to an area, or runs only in full', (test) => {
  expect(AREAS.some(({ tests: names }) => names.test(testName(test))) || ONLY_IN_FULL.test(testName(test))).toBe(true);
});

it.each(AREAS.map(({ tests: names }) => [names] as const))('%s names tests that exist', (names) => {
  expect(tests.some((test) => names.test(testName(test)))).toBe(true);
});

it('runs the tests of an area when a file of it changes', () => {
  const names = testsOf(['src/renderer/screens/webhook/SettingsForm.tsx'], tests).map(testName);
  expect(names).toContain('webhook-inbox');
  expect(names).toContain('main-job');
  expect(names).not.toContain('backup');
});

it('runs a changed test, and nothing where only a text for developers changed', () => {
  expect(testsOf(['test/e2e/tour.spec.ts'], tests)).toEqual(['test/e2e/tour.spec.ts']);
  expect(testsOf(['README.md'], tests)).toEqual([]);
});

it('leaves out steps without anything to check', () => {
  const names = (files: readonly string[]) => stepsFor(files, steps()).map(({ name }) => name);
  expect(names([])).toEqual([]);
  expect(names(['README.md'])).toEqual(['lint', 'unit']);
  expect(names(['src/main/csv/write.ts'])).toEqual(['types', 'lint', 'unit', 'integration', 'e2e']);
});
