// Importing 50,000 rows: how fast they are accepted, and how long the main process is blocked while it also searches and sends.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Catalog, openCatalogDatabase } from '../../src/main/catalog/catalog.ts';
import { listLinks } from '../../src/main/links/links.ts';
import { type BenchStore, openBenchStore, startSlowService } from './bench-store.ts';
import { atLeast, below, formatCount, type Row, timed } from './measure.ts';

const ROWS = 50_000;
/** The number of links that the app accepts in one write. */
const ROWS_AT_A_TIME = 250;
const ANSWER_MS = 50;

const csv = (rows: number): string =>
  `Product,Price,metadata: order,metadata: customer\n${Array.from({ length: rows }, (_, at) => `Coaching hour,${(at % 900) + 1}.50,R-${at},Customer ${at % 4_000}`).join('\n')}\n`;

/** Reads and checks a file of rows; returns its id. */
async function readRows({ store }: BenchStore, rows: number): Promise<string> {
  const read = await store.imports.read('orders.csv', { text: csv(rows) });
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
  while (store.imports.get(begun.value.id)?.running) await pause(5);
}

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

/** Types a word again and again until `isOver`. */
async function searchAgainAndAgain({ store }: BenchStore, isOver: () => boolean): Promise<number> {
  let searches = 0;
  const all = { productId: null, sync: 'all', useOnce: null, sold: false, offset: 0, limit: 50 } as const;
  for (; !isOver(); await pause(30)) {
    for (const search of ['c', 'cu', 'cus', 'customer 12', 'r-4', '']) {
      await listLinks(store, { ...all, search });
      searches += 1;
    }
  }
  return searches;
}

export async function measureImport(large: { readonly catalog: string; readonly links: number }): Promise<Row[]> {
  const alone = await openBenchStore('http://127.0.0.1:9', 6);
  const draft = await readRows(alone, ROWS);
  const ours = await timed(() => acceptRows(alone, draft));
  const plain = await plainInserts(alone);
  await alone.close();

  const service = await startSlowService(ANSWER_MS);
  const busy = await openBenchStore(service.url, 6, large.catalog);
  await busy.store.signIn('bench', null);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let isOver = false;
  delay.enable();
  const searching = searchAgainAndAgain(busy, () => isOver);
  await acceptRows(busy, await readRows(busy, ROWS));
  isOver = true;
  await searching;
  delay.disable();
  await busy.store.outbox.setWorkOffline(true);
  await busy.close();
  service.close();
  const what = `while searching ${formatCount(large.links)} links, importing ${formatCount(ROWS)} rows and sending`;
  return [
    atLeast(
      `importing ${formatCount(ROWS)} rows, accepted per second, against plain inserts of the same links`,
      plain / ours,
      '×',
      0.25,
    ),
    below(`longest block of the main process ${what}`, delay.max / 1e6, 'ms', 50),
  ];
}
