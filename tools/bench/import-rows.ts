// Importing many rows: how fast they are accepted, and how long the main process is blocked while it also searches and sends.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Catalog, openCatalogDatabase } from '../../src/main/catalog/catalog.ts';
import { type BenchStore, openBenchStore } from './bench-store.ts';
import { acceptRows, readRows } from './import-work.ts';
import { atLeast, below, formatCount, median, type Row, timed } from './measure.ts';

const ROWS = { quick: 30_000, full: 50_000 };
/** The system may hold up even an idle process for tens of ms, so the median counts. */
const RUNS = 3;
/** The number of links that the app accepts in one write. */
const ROWS_AT_A_TIME = 250;

/** Ms to insert the same links into the same tables and nothing else, in transactions of the same size. */
async function plainInserts({ store }: BenchStore): Promise<number> {
  const links = [...store.catalog.links.all()].flat();
  const folder = mkdtempSync(join(tmpdir(), 'storefront-desk-bench-plain-'));
  const database = openCatalogDatabase(join(folder, 'catalog.db'), 'The rows');
  const catalog = new Catalog(database, {
    stamper: store.deps.stamper,
    now: Date.now,
    historyText: () => ({ words: '', address: '' }),
  });
  const ms = await timed(async () => {
    for (let from = 0; from < links.length; from += ROWS_AT_A_TIME) {
      database.transaction(() => {
        for (const link of links.slice(from, from + ROWS_AT_A_TIME)) catalog.links.put(link);
      });
      await pause(0);
    }
  });
  await catalog.close();
  rmSync(folder, { recursive: true, force: true });
  return ms;
}

/** Measured in a process of its own, because collecting the garbage of other benchmarks would count too. */
async function longestBlock(catalog: string, rows: number): Promise<number> {
  const child = fork(join(import.meta.dirname, 'longest-block.ts'), [catalog, String(rows)]);
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`The process that is measured ended with ${code}`);
  });
  const [ms] = await Promise.race([once(child, 'message'), failed]);
  return ms;
}

export async function measureImport(
  large: { readonly catalog: string; readonly links: number },
  quick: boolean,
): Promise<Row[]> {
  const rows = quick ? ROWS.quick : ROWS.full;
  const alone = await openBenchStore('http://127.0.0.1:9', 6);
  const draft = await readRows(alone, rows);
  const ours = await timed(() => acceptRows(alone, draft));
  const plain = await plainInserts(alone);
  await alone.close();

  const what = `while searching ${formatCount(large.links)} links, importing ${formatCount(rows)} rows and sending`;
  const longest: number[] = [];
  while (longest.length < (quick ? 1 : RUNS)) longest.push(await longestBlock(large.catalog, rows));
  return [
    atLeast(
      `importing ${formatCount(rows)} rows, accepted per second, against plain inserts of the same links`,
      plain / ours,
      '×',
      0.25,
    ),
    below(`longest block of the main process ${what}${quick ? '' : ` (median of ${RUNS})`}`, median(longest), 'ms', 50),
  ];
}
