// Importing many rows: how fast they are accepted, and how long the main process blocks while it searches and sends.
//
// `importing.ts CATALOG` measures the blocks in a process of its own, so that garbage of anything else does not count.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Catalog } from '../../src/main/catalog/catalog.ts';
import { createTables } from '../../src/main/catalog/open-catalog.ts';
import type { LinkRecord } from '../../src/main/catalog/records.ts';
import { listLinks } from '../../src/main/links/links.ts';
import { Database } from '../../src/main/storage/database.ts';
import { type BenchStore, NOBODY, openBenchStore, startSlowService } from './bench-store.ts';
import { atLeast, atMost, formatCount, median, type Row, timed } from './measure.ts';

/** The file that is imported. */
const fileBeside = (catalog: string): string => `${catalog}.csv`;

function writeRows(catalog: string, rows: number): void {
  const lines = Array.from(
    { length: rows },
    (_, index) => `Coaching hour,${(index % 900) + 1}.50,R-${index},Customer ${index % 4_000}`,
  );
  writeFileSync(fileBeside(catalog), `Product,Price,metadata: order,metadata: customer\n${lines.join('\n')}\n`);
}

/** Reads and checks the file, through the same calls as the import screen; returns its id. */
async function readRows({ store }: BenchStore, catalog: string): Promise<string> {
  const read = await store.imports.read({
    name: 'orders.csv',
    bytes: readFileSync(fileBeside(catalog), 'base64'),
    text: null,
  });
  if (!read.ok) throw new Error(read.problem.message);
  for (let draft = store.imports.draft(); draft && draft.checked < draft.counts.all; draft = store.imports.draft()) {
    await pause(5);
  }
  return read.value.id;
}

/** Resolves when all rows are accepted. */
async function acceptRows({ store }: BenchStore, draftId: string): Promise<void> {
  const begun = await store.imports.create(draftId);
  if (!begun.ok) throw new Error(begun.problem.message);
}

/** How long it takes to insert the same links into the same tables and do nothing else, many per transaction, in ms. */
async function plainInserts({ store }: BenchStore): Promise<number> {
  const links = [...store.catalog.links.batches()];
  const folder = mkdtempSync(join(tmpdir(), 'storefront-desk-bench-'));
  const database = new Database(join(folder, 'catalog.db'), { what: 'The rows' });
  createTables(database);
  const { stamper, now } = store.deps;
  const catalog = new Catalog(database, { stamper, now, historyText: () => ({ words: '', address: '' }) });
  const put = (some: readonly LinkRecord[]) => {
    for (const link of some) catalog.links.put(link);
  };
  const ms = await timed(async () => {
    for (const some of links) database.transaction(() => put(some));
  });
  await catalog.close();
  rmSync(folder, { recursive: true, force: true });
  return ms;
}

/** The longest time for which this process was blocked, in ms. */
async function longestBlock(catalog: string): Promise<number> {
  const service = await startSlowService();
  const busy = await openBenchStore(service.url, catalog);
  await busy.store.session.signIn('bench');
  const all = { productId: null, sync: 'all', useOnce: null, sold: false, offset: 0, limit: 50 } as const;
  // Starts the worker threads before the measurement, because their sources are compiled here but not in the built app.
  await listLinks(busy.store, { ...all, search: '' });
  await busy.store.imports.read({ name: 'one.csv', bytes: null, text: 'Product,Price\nCoaching hour,1.50\n' });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let isOver = false;
  delay.enable();
  const search = async () => {
    for (; !isOver; await pause(30)) {
      for (const typed of ['c', 'cu', 'cus', 'customer 12', 'r-4', '']) {
        await listLinks(busy.store, { ...all, search: typed });
      }
    }
  };
  const searching = search();
  await acceptRows(busy, await readRows(busy, catalog));
  isOver = true;
  await searching;
  delay.disable();
  busy.store.suspend();
  await busy.close();
  service.close();
  return delay.max / 1e6;
}

async function inOwnProcess(catalog: string): Promise<number> {
  const child = fork(import.meta.filename, [catalog]);
  const [ms] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (child.exitCode !== null) throw new Error(`The process that is measured ended with ${child.exitCode}`);
  return ms;
}

export async function measureImporting(catalog: string, rows: number, rounds: number): Promise<Row[]> {
  writeRows(catalog, rows);
  const alone = await openBenchStore(NOBODY);
  const draft = await readRows(alone, catalog);
  const ours = await timed(() => acceptRows(alone, draft));
  const plain = await plainInserts(alone);
  await alone.close();
  // The system may hold up even an idle process for tens of ms, so the median counts.
  const longest: number[] = [];
  while (longest.length < rounds) longest.push(await inOwnProcess(catalog));
  const importing = `importing ${formatCount(rows)} rows`;
  return [
    atLeast(0.5, `${importing}: accepted per second, against plain inserts of the same links`, plain / ours),
    atMost(50, `longest block of the main process while searching, ${importing} and sending`, median(longest), 'ms'),
  ];
}

const [, program, catalog] = process.argv;
if (program === import.meta.filename && catalog !== undefined) {
  process.send?.(await longestBlock(catalog));
  process.disconnect();
}
