// `npm test`, and `npm run test:all` with `--all`: runs the steps one after another, continues after a failure, lists
// the failures at the end, and prints one line that counts everything.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureChromium } from '@storefront-desk/chromium-host/find-chromium';
import { ensureBuilt } from '../launch/build.ts';
import { root } from '../launch/project.ts';
import { findNatsServer } from '../team-server/start.ts';
import { ensureHeadlessShell } from './headless-shell.ts';
import { type Count, countTests, withDisplay } from './reports.ts';

interface Step {
  readonly name: string;
  readonly command: readonly string[];
  /** The step writes a report of its tests; a step without one counts as one check. */
  readonly hasReport?: true;
}

/** A program of an installed package, run by this Node without a shell, so that it works the same on every system. */
function program(name: string, bin = name): string[] {
  const folder = join(root, 'node_modules', name);
  const { bin: bins } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return [process.execPath, join(folder, typeof bins === 'string' ? bins : bins[bin])];
}

const vitest = (name: string): Step => ({
  name,
  command: [...program('vitest'), 'run', '--project', name],
  hasReport: true,
});

const playwright = (name: string, ...projects: readonly string[]): Step => ({
  name,
  command: withDisplay([
    ...program('@playwright/test', 'playwright'),
    'test',
    ...projects.map((it) => `--project=${it}`),
  ]),
  hasReport: true,
});

/** The steps of an inner list run side by side. */
const QUICK: readonly (readonly Step[])[] = [
  [
    { name: 'types', command: [...program('typescript-native', 'tsc'), '--noEmit'] },
    { name: 'lint', command: [...program('@biomejs/biome', 'biome'), 'check', '.'] },
    {
      name: 'imports',
      command: [
        ...program('dependency-cruiser', 'depcruise'),
        ...['--config', '.dependency-cruiser.cjs', 'src', 'packages/chromium-host/src', 'tools'],
      ],
    },
    { name: 'texts', command: [process.execPath, '--import', 'tsx', 'tools/texts/check.ts'] },
  ],
  [vitest('unit')],
  [vitest('promise')],
  [vitest('window')],
  [playwright('desk-and-app', 'desk', 'app')],
];

const MORE: readonly (readonly Step[])[] = [
  [{ name: 'unused', command: [...program('knip'), '--no-progress'] }],
  [vitest('features')],
  [vitest('team')],
  [playwright('more-in-a-window', 'desk-more', 'app-more', 'layout', 'conformance')],
];

const NOTHING: Count = { passed: 0, failed: 0, skipped: 0, failures: [] };

const reportOf = ({ name }: Step): string => join(root, 'test-output', `${name}.xml`);

async function run({ name, command: [program = '', ...args] }: Step): Promise<number | null> {
  const env = { ...process.env, STOREFRONT_SUITE: name };
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env });
  const [code] = await once(child, 'exit');
  return code;
}

/** A step that failed without a report, or ran nothing, counts as one failure. */
function counted(step: Step, code: number | null): Count {
  const hasRun = step.hasReport && existsSync(reportOf(step));
  const count = hasRun ? countTests(readFileSync(reportOf(step), 'utf8')) : NOTHING;
  const isSilent = count.failed === 0 && (code !== 0 || (step.hasReport && count.passed + count.skipped === 0));
  if (isSilent) return { ...count, failed: 1, failures: [`${step.name}: see above`] };
  return step.hasReport ? count : { ...NOTHING, passed: 1 };
}

async function runStep(step: Step): Promise<Count> {
  console.log(`\n== ${step.name}`);
  // An earlier report must not be counted for this run.
  rmSync(reportOf(step), { force: true });
  const started = Date.now();
  const count = counted(step, await run(step));
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`-- ${step.name}: ${count.passed} passed, ${count.failed} failed in ${seconds} s`);
  return count;
}

/** Prints early what the machine lacks, and continues: the step that needs it will fail. */
const prepare = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => console.error(error instanceof Error ? error.message : error));

async function main(): Promise<boolean> {
  const { all: isAll, only: names } = parseArgs({
    options: { all: { type: 'boolean' }, only: { type: 'string' } },
  }).values;
  const only = names?.split(',');
  const known = [...QUICK, ...MORE].flat().map(({ name }) => name);
  const unknown = only?.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`No step is called ${unknown}. They are ${known.join(', ')}.`);
  const groups = [...QUICK, ...(isAll || only ? MORE : [])].map((group) =>
    group.filter(({ name }) => !only || only.includes(name)),
  );
  await import('../texts/types.ts');
  await prepare(ensureChromium());
  await ensureHeadlessShell();
  if (isAll) await prepare((async () => findNatsServer())());
  await prepare(ensureBuilt());
  const counts: Count[] = [];
  for (const group of groups) counts.push(...(await Promise.all(group.map(runStep))));
  for (const text of counts.flatMap(({ failures }) => failures)) console.log(`failed: ${text}`);
  const sum = (of: 'passed' | 'failed' | 'skipped') => counts.reduce((total, count) => total + count[of], 0);
  if (sum('skipped') > 0) console.log(`${sum('skipped')} skipped`);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0;
}

main().then(
  (isGood) => {
    process.exitCode = isGood ? 0 : 1;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    console.log('0 passed, 1 failed');
    process.exitCode = 1;
  },
);
