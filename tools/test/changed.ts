// `npm test -- --changed`: the checks of what differs from the last commit, or with `--changed=main` from another one.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../launch/project.ts';
import { AREAS } from './areas.ts';
import type { Step } from './steps.ts';

/** Relative to the project, deleted ones left out. */
export function changedFiles(since: string): string[] {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const changed = git('diff', '--name-only', '--relative', since);
  const added = git('ls-files', '--others', '--exclude-standard');
  return [...new Set([...changed, ...added])].filter((file) => existsSync(join(root, file))).sort();
}

/** All tests that no import finds, relative to the project. */
export const testFiles = (): string[] =>
  ['test/integration', 'test/e2e'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(test|spec)\.ts$/.test(file))
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
  );

export const testName = (file: string): string => basename(file).replace(/\.(test|spec)\.ts$/, '');

/** The tests of the areas that a file belongs to, and the file itself where it is a test. */
export function testsOf(changed: readonly string[], tests: readonly string[]): string[] {
  const areas = AREAS.filter(({ sources }) => changed.some((file) => sources.test(file)));
  return tests.filter((test) => changed.includes(test) || areas.some(({ tests: names }) => names.test(testName(test))));
}

const isCode = (file: string): boolean => /\.[cm]?[jt]sx?$/.test(file);

/** The given steps for the changed files only; those that have nothing to check are left out. */
export function stepsFor(changed: readonly string[], all: readonly Step[]): Step[] {
  const code = changed.filter(isCode);
  const tests = testsOf(changed, testFiles());
  return all.flatMap((step): Step[] => {
    switch (step.name) {
      case 'types':
        return code.length > 0 ? [step] : [];
      case 'lint':
        return changed.length > 0
          ? [only(step, ['--no-errors-on-unmatched', '--files-ignore-unknown=true', ...changed])]
          : [];
      case 'unit':
        return changed.length > 0 ? [only(step, ['--passWithNoTests', ...changed], 'related')] : [];
      case 'integration':
        return some(
          step,
          tests.filter((test) => test.startsWith('test/integration/')),
        );
      case 'e2e':
        return some(
          step,
          tests.filter((test) => test.startsWith('test/e2e/')),
        );
      default:
        return [];
    }
  });
}

const some = (step: Step, files: readonly string[]): Step[] => (files.length > 0 ? [only(step, files)] : []);

/** The step with other files than all; `verb` instead of its "run". */
function only(step: Step, files: readonly string[], verb?: string): Step {
  const command = step.command.filter((part) => part !== '.').map((part) => (part === 'run' && verb ? verb : part));
  return { ...step, command: [...command, ...(verb ? ['--run'] : []), ...files], mayBeEmpty: true };
}
