// Kills the import of a catalog from an earlier version's files, and compares the result.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { writeOldCatalog } from '../support/old-catalog.ts';
import { differences, filesIn, openCatalogIn } from '../support/open-old-catalog.ts';
import { createChance } from './chance.ts';

export interface FileImportFigures {
  readonly rounds: number;
  /** Rounds with an interrupted import. */
  kills: number;
  /** Every violation, in words. */
  violations: string[];
}

/** The duration of an import in ms, plus a margin to reach its end too. */
const LONGEST_MS = 600;
/** The number of file and folder changes of an import. */
const MOST_CHANGES = 24;

/** Each round imports the same files, and is killed once or twice before the last attempt. */
export async function killFileImport(rounds: number, seed: number): Promise<FileImportFigures> {
  const chance = createChance(seed);
  const figures: FileImportFigures = { rounds, kills: 0, violations: [] };
  const template = mkdtempSync(join(tmpdir(), 'kill-file-import-'));
  const old = writeOldCatalog(template, { products: 20, links: 1_200, imported: 500, notImported: 50 });
  const folder = `${template}-round`;
  try {
    for (let round = 1; round <= rounds; round += 1) {
      rmSync(folder, { recursive: true, force: true });
      cpSync(template, folder, { recursive: true });
      // Half of them after a random time, half when the folder changes: the moments between two renames are short.
      const moment =
        round % 2 === 0 ? after(chance.between(0, LONGEST_MS)) : change(folder, chance.between(1, MOST_CHANGES));
      if (await runAndKill(folder, moment)) figures.kills += 1;
      const catalog = await openCatalogIn(folder);
      const violations = differences(catalog, old);
      await catalog.close();
      const left = filesIn(folder).filter((name) => !['before-sqlite', 'catalog.db'].includes(name));
      if (left.length > 0) violations.push(`${left.join(', ')} was left`);
      figures.violations.push(...violations.map((wrong) => `round ${round}: ${wrong}`));
    }
    return figures;
  } finally {
    for (const each of [template, folder]) rmSync(each, { recursive: true, force: true });
  }
}

type Moment = () => Promise<void>;

const after =
  (ms: number): Moment =>
  () =>
    pause(ms);

const change =
  (folder: string, count: number): Moment =>
  async () => {
    mkdirSync(folder, { recursive: true });
    let left = count;
    const watcher = watch(folder);
    try {
      await new Promise<void>((resolve) => {
        watcher.on('change', (type) => {
          if (type === 'rename') left -= 1;
          if (left === 0) resolve();
        });
      });
    } finally {
      watcher.close();
    }
  };

/** True if it was killed before it ended. */
async function runAndKill(folder: string, moment: Moment): Promise<boolean> {
  const child = fork(join(import.meta.dirname, 'open-catalog.ts'), [folder], {
    cwd: join(import.meta.dirname, '../..'),
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  await Promise.race([once(child, 'message'), ended]);
  const reached = moment();
  if (child.connected) child.send('begin');
  await Promise.race([reached, ended]);
  const isRunning = child.exitCode === null && child.signalCode === null;
  child.kill('SIGKILL');
  await ended;
  return isRunning;
}
