// Plants faults in a copy of the project, one after another, and says which of them the tests notice:
// `npx tsx test/mutants/run.ts [--only=TEXT] [--suite=all]`; `--only` finds faults by their description.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../tools/launch/project.ts';
import { type Count, countTests, withDisplay } from '../../tools/test/reports.ts';
import { slow } from '../../tools/test/slow.ts';
import { FAULTS, type Fault, SLOW_FAULTS } from './faults.ts';

/** For the tests of one fault, in ms. Their own limits usually end them long before. */
const LIMIT_MS = slow(600_000);
/** How many failed tests the output names. */
const SHOWN = 4;
const NOT_COPIED = new Set(['node_modules', '.git', 'out', 'test-output', 'release', 'dist', '.cache']);

function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'storefront-mutants-'));
  const filter = (path: string) => !NOT_COPIED.has(basename(path)) || relative(root, path) === '';
  // The build compares modification times.
  cpSync(root, copy, { recursive: true, preserveTimestamps: true, filter });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir');
  return copy;
}

/** Runs tests, and ends them at the limit. */
async function countOf(copy: string, command: readonly string[]): Promise<Count> {
  const report = join(copy, 'test-output/mutants.xml');
  rmSync(report, { force: true });
  const [program = '', ...args] = command;
  const env = { ...process.env, STOREFRONT_SUITE: 'mutants' };
  const child = spawn(program, args, { cwd: copy, env, stdio: 'ignore', detached: true });
  const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), LIMIT_MS);
  const [, signal] = await once(child, 'close');
  clearTimeout(timer);
  if (signal === 'SIGKILL') throw new Error(`the tests ran for more than ${LIMIT_MS / 1000} s`);
  if (!existsSync(report)) throw new Error('the tests could not run');
  return countTests(readFileSync(report, 'utf8'));
}

async function runTests(copy: string, tests: readonly string[]): Promise<Count[]> {
  const specs = tests.filter((test) => test.endsWith('.spec.ts'));
  const others = tests.filter((test) => !specs.includes(test));
  const node = (path: string, ...args: string[]) => [process.execPath, join(copy, 'node_modules', path), ...args];
  const counts: Count[] = [];
  if (others.length > 0) {
    const projects = new Set(others.map((test) => `--project=${basename(dirname(test))}`));
    counts.push(await countOf(copy, node('vitest/vitest.mjs', 'run', ...projects, ...others)));
  }
  if (specs.length > 0) {
    counts.push(await countOf(copy, withDisplay(node('@playwright/test/cli.js', 'test', '--retries=0', ...specs))));
  }
  return counts;
}

async function tryFault(copy: string, { file, find, replace, tests }: Fault): Promise<string> {
  const path = join(copy, file);
  const missing = [file, ...tests].filter((each) => !existsSync(join(copy, each)));
  if (missing.length > 0) return `does not apply: there is no ${missing.join(', ')}`;
  const source = readFileSync(path, 'utf8');
  const places = source.split(find).length - 1;
  if (places !== 1) return `does not apply: its code is there ${places} times`;
  try {
    writeFileSync(
      path,
      source.replace(find, () => replace),
    );
    const counts = await runTests(copy, tests);
    const failures = counts.flatMap((count) => count.failures);
    const isRun = counts.some(({ passed, failed }) => passed + failed > 0);
    if (failures.length > 0) return [`caught by ${failures.length}`, ...failures.slice(0, SHOWN)].join('\n    ');
    return isRun ? 'NOT CAUGHT' : 'does not apply: no test ran';
  } catch (error) {
    return `NOT CAUGHT: ${error instanceof Error ? error.message : error}`;
  } finally {
    writeFileSync(path, source);
  }
}

const { values } = parseArgs({ options: { only: { type: 'string' }, suite: { type: 'string' } } });
const { only, suite } = values;
const all = only !== undefined || suite === 'all' ? [...FAULTS, ...SLOW_FAULTS] : FAULTS;
const copy = copyProject();
try {
  for (const fault of all.filter(({ what }) => what.includes(only ?? ''))) {
    const result = await tryFault(copy, fault);
    if (!result.startsWith('caught')) process.exitCode = 1;
    console.log(`${fault.what}: ${result}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
