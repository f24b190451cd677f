// `npm test`: types, lint, unit, integration, end to end; with `--changed` for what changed. Continues after a failure; ends with the failures, what was skipped, and one summary line.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureChromium } from '@storefront-desk/chromium-host/find-chromium';
import { hostForTests } from '../launch/choose-host.ts';
import { root } from '../launch/project.ts';
import { changedFiles, stepsFor } from './changed.ts';
import { ensureHeadlessShell } from './headless-shell.ts';
import { type Count, hasTests, type Step, skippedLines, steps } from './steps.ts';

function runCommand([command, ...args]: readonly string[], name: string): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command as string, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, STOREFRONT_SUITE: name },
    });
    child.on('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** A step that failed without counts, or ran nothing, counts as one failure. */
function counted(step: Step, code: number): Count {
  if (!step.report || !step.count) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  try {
    const { passed, failed, failures = [], skipped = [] } = step.count(readFileSync(join(root, step.report), 'utf8'));
    const silent = failed === 0 && (code !== 0 || (passed === 0 && !step.mayBeEmpty));
    return { passed, failed: silent ? 1 : failed, failures, skipped };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

async function runStep(step: Step): Promise<Count> {
  console.log(`\n== ${step.name}`);
  if (step.tests && !hasTests(step.tests)) {
    console.log('no tests yet');
    return { passed: 0, failed: 0 };
  }
  if (step.report) {
    const report = join(root, step.report);
    mkdirSync(dirname(report), { recursive: true });
    // An earlier report must not be counted for this run.
    rmSync(report, { force: true });
  }
  const started = Date.now();
  const count = counted(step, await runCommand(step.command, step.name));
  console.log(
    `-- ${step.name}: ${count.passed} passed, ${count.failed} failed in ${Math.round((Date.now() - started) / 100) / 10} s`,
  );
  return count;
}

/** `--only unit,e2e` or `--only=unit,e2e`. */
function chosen(args: readonly string[], all: readonly Step[]): Step[] {
  const at = args.findIndex((arg) => arg === '--only' || arg.startsWith('--only='));
  if (at < 0) return [...all];
  const list = args[at]?.startsWith('--only=') ? args[at].slice('--only='.length) : args[at + 1];
  const names = (list ?? '').split(',').filter(Boolean);
  const known = all.map((step) => step.name as string);
  const wrong = names.filter((name) => !known.includes(name));
  if (names.length === 0 || wrong.length > 0) throw new Error(`--only takes some of: ${known.join(', ')}`);
  return all.filter((step) => names.includes(step.name));
}

/** `--changed` or `--changed=main`. */
function forChanges(args: readonly string[], selected: readonly Step[]): Step[] {
  const option = args.find((arg) => arg === '--changed' || arg.startsWith('--changed='));
  if (option === undefined) return [...selected];
  const since = option.split('=')[1] ?? 'HEAD';
  const files = changedFiles(since);
  console.log(files.length === 0 ? `Nothing differs from ${since}.` : `${files.length} files differ from ${since}.`);
  return stepsFor(files, selected);
}

async function main(args: readonly string[]): Promise<number> {
  const selected = forChanges(args, chosen(args, steps()));
  if (selected.some((step) => step.name === 'e2e') && hostForTests().kind === 'chromium-host') {
    // Early, so that a machine without it says so at once; the end-to-end step then fails by itself.
    await ensureChromium().catch((error: unknown) => console.error(error instanceof Error ? error.message : error));
    await ensureHeadlessShell();
  }
  const total = { passed: 0, failed: 0 };
  const failures: string[] = [];
  const skipped: string[] = [];
  for (const step of selected) {
    const count = await runStep(step);
    total.passed += count.passed;
    total.failed += count.failed;
    skipped.push(...(count.skipped ?? []));
    if (count.failed > 0) failures.push(...(count.failures?.length ? count.failures : [`${step.name}: see above`]));
  }
  // Repeated at the end: thousands of lines may separate a failure from the last one.
  for (const text of failures) console.log(`\nfailed: ${text}`);
  for (const line of skippedLines(skipped)) console.log(`\n${line}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    console.log('0 passed, 1 failed');
    process.exitCode = 1;
  },
);
