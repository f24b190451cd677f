// Kills the app repeatedly while it imports rows of a CSV file, and counts the resulting links.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { activeLinks } from '../support/catalog-rows.ts';
import { Computer } from '../support/computer.ts';
import { RecordingService } from '../support/recording-service.ts';
import { type Chance, createChance } from './chance.ts';
import { forkProgram } from './program.ts';

export interface CsvImportFigures {
  kills: number;
  /** Every violation, in words. */
  violations: string[];
}

/** The most links accepted between two kills, approximately. */
const LINKS_A_ROUND = 3_000;
/** A due run is killed within this many ms. */
const LONGEST_MS = 40;

/** The app works offline, so that each row is one waiting link. */
export async function killCsvImport(rows: number, seed: number): Promise<CsvImportFigures> {
  const chance = createChance(seed);
  const service = new RecordingService();
  await service.start();
  const folder = mkdtempSync(join(tmpdir(), 'kill-csv-import-'));
  const figures: CsvImportFigures = { kills: 0, violations: [] };
  try {
    for (let created = 0; created < rows; figures.kills += 1) {
      created = await runAndKill(folder, service.url, rows, created + chance.between(1, LINKS_A_ROUND), chance);
    }
    const computer = await new Computer(folder).start();
    await computer.store.ready;
    const links = activeLinks(computer.store);
    const orders = new Set(links.map(({ metadata }) => metadata[0]?.value));
    const [one] = computer.store.imports.list();
    if (links.length !== rows) figures.violations.push(`${links.length} links of ${rows} rows`);
    if (orders.size !== rows) figures.violations.push(`${orders.size} different orders of ${rows} rows`);
    // Staged or in the queue.
    if (one?.waiting !== rows) figures.violations.push(`${one?.waiting} changes wait for ${rows} rows`);
    if (one?.made !== rows) figures.violations.push(`the import says that ${one?.made} of ${rows} were created`);
    await computer.stop();
    return figures;
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Resolves to the number of links when it was killed, or more. */
async function runAndKill(
  folder: string,
  serviceAddress: string,
  rows: number,
  until: number,
  chance: Chance,
): Promise<number> {
  const child = await forkProgram('import-app', [folder, serviceAddress, String(rows)]);
  const ended = once(child, 'exit');
  let created = 0;
  const reached = new Promise<void>((resolve) => {
    child.on('message', (message: { kind: string; made?: number }) => {
      created = Math.max(created, message.made ?? 0);
      if (created >= Math.min(until, rows)) resolve();
    });
  });
  await Promise.race([reached, ended]);
  if (child.exitCode !== null) throw new Error(`The app ended with ${child.exitCode}`);
  await pause(chance.between(0, LONGEST_MS));
  child.kill('SIGKILL');
  await ended;
  return created;
}
