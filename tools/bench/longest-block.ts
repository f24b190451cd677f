// A process that imports rows, searches and sends at once, like the main process of the app and with nothing else in memory:
// `longest-block.ts CATALOG ROWS`. Sends the longest block of its event loop to its parent, in ms.
import './without-electron.ts';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchStore } from './bench-store.ts';

// These load main-process code, so they come after the stand-in for `electron`.
const { listLinks } = await import('../../src/main/links/links.ts');
const { openBenchStore, startSlowService } = await import('./bench-store.ts');
const { acceptRows, readRows } = await import('./import-work.ts');

const ANSWER_MS = 50;
const PARALLEL = 6;
const [catalog = '', rows = ''] = process.argv.slice(2);

/** Types a word again and again until `isOver`. */
async function searchAgainAndAgain({ store }: BenchStore, isOver: () => boolean): Promise<void> {
  const all = { productId: null, sync: 'all', useOnce: null, sold: false, offset: 0, limit: 50 } as const;
  for (; !isOver(); await pause(30)) {
    for (const search of ['c', 'cu', 'cus', 'customer 12', 'r-4', '']) {
      await listLinks(store, { ...all, search });
    }
  }
}

const service = await startSlowService(ANSWER_MS);
const busy = await openBenchStore(service.url, PARALLEL, catalog);
await busy.store.signIn('bench');
const delay = monitorEventLoopDelay({ resolution: 1 });
let isOver = false;
delay.enable();
const searching = searchAgainAndAgain(busy, () => isOver);
await acceptRows(busy, await readRows(busy, Number(rows)));
isOver = true;
await searching;
delay.disable();
await busy.store.outbox.setWorkOffline(true);
await busy.close();
service.close();
process.send?.(delay.max / 1e6);
process.disconnect();
