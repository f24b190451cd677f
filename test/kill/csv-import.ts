// Kills the app repeatedly while it imports rows of a CSV file, and counts the resulting links.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { activeLinks } from '../support/catalog-rows.ts';
import { Computer } from '../support/computer.ts';
import { RecordingService } from '../support/recording-service.ts';
import { createChance } from './chance.ts';
import { forkProgram } from './program.ts';

export interface CsvImportFigures {
  kills: number;
  /** Every violation, in words. */
  violations: string[];
}

const KILLS = 8;
/** Creating 50,000 links takes longer than this many ms; an app that is not killed meanwhile may have finished. */
const LONGEST_MS = 8_000;

/** The app works offline, so that each row is one waiting link. */
export async function killCsvImport(rows: number, seed: number): Promise<CsvImportFigures> {
  const chance = createChance(seed);
  const service = new RecordingService();
  await service.start();
  const folder = mkdtempSync(join(tmpdir(), 'kill-csv-import-'));
  const figures: CsvImportFigures = { kills: 0, violations: [] };
  try {
    while (figures.kills < KILLS && !(await runAndKill(folder, service.url, rows, chance.between(0, LONGEST_MS)))) {
      figures.kills += 1;
    }
    await runAndKill(folder, service.url, rows, Number.POSITIVE_INFINITY);
    const computer = await new Computer(folder).start();
    await computer.store.ready;
    const links = activeLinks(computer.store);
    const orders = new Set(links.map(({ metadata }) => metadata[0]?.value));
    const [one, ...more] = await computer.store.imports.list();
    if (links.length !== rows) figures.violations.push(`${links.length} links of ${rows} rows`);
    if (orders.size !== rows) figures.violations.push(`${orders.size} different orders of ${rows} rows`);
    // Staged or in the queue.
    if (one?.waiting !== rows) figures.violations.push(`${one?.waiting} changes wait for ${rows} rows`);
    if (one?.chosen !== rows) figures.violations.push(`the import says that ${one?.chosen} of ${rows} were created`);
    if (more.length > 0) figures.violations.push(`${more.length} more imports than were accepted`);
    await computer.stop();
    return figures;
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Kills the app so many ms after it began to create links, or when it has created all. Resolves to whether it had. */
async function runAndKill(folder: string, serviceAddress: string, rows: number, afterMs: number): Promise<boolean> {
  const child = await forkProgram('import-app', [folder, serviceAddress, String(rows)]);
  const ended = once(child, 'exit');
  let isCreated = false;
  const told = (...kinds: string[]) =>
    new Promise<void>((resolve) => {
      child.on('message', ({ kind }: { kind: string }) => {
        isCreated ||= kind === 'created';
        if (kinds.includes(kind)) resolve();
      });
    });
  const created = told('created');
  await Promise.race([told('creating', 'created'), ended]);
  await Promise.race([created, ended, ...(Number.isFinite(afterMs) ? [pause(afterMs)] : [])]);
  if (child.exitCode !== null) throw new Error(`The app ended with ${child.exitCode}`);
  child.kill('SIGKILL');
  await ended;
  return isCreated;
}
