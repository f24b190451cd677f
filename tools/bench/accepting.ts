// The cost of accepting one change: against replacing one file, with a long queue, a large catalog, and in an array.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ElectronStore from 'electron-store';
import { writeForSeller } from '../../src/main/storage/durable-file.ts';
import { NOBODY, openBenchStore } from './bench-store.ts';
import { atLeast, atMost, formatCount, medians, type Row } from './measure.ts';

const ROUNDS = 60;
/** An array of 10,000 takes most of a second for each change. */
const ROUNDS_OF_ARRAY = 10;
const [FEW, MANY] = [100, 10_000];
const REPLACED = 'x'.repeat(20 * 1024);

async function storeWith(waiting: number, catalog?: string) {
  const bench = await openBenchStore(NOBODY, catalog);
  await bench.acceptLinks(waiting);
  return bench;
}

/** What many apps use as a queue: an array in one electron-store file. Returns a function that adds a change. */
function arrayQueue(folder: string, waiting: number, sample: object): () => Promise<void> {
  const store = new ElectronStore<{ changes: object[] }>({ cwd: folder, name: 'queue' });
  const changes = Array.from({ length: waiting }, (_, order) => ({ ...sample, order }));
  return async () => {
    changes.push({ ...sample, order: changes.length });
    store.set('changes', changes);
  };
}

/** `large`: a catalog file with this many links. */
export async function measureAccepting(large: { readonly catalog: string; readonly links: number }): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'storefront-desk-bench-'));
  const [few, many, ofLarge] = [await storeWith(FEW), await storeWith(MANY), await storeWith(FEW, large.catalog)];
  const replace = () => writeForSeller(join(folder, 'file.json'), [REPLACED], 'The file');
  const stores = [few, many, ofLarge];
  const accept = stores.map((bench) => () => bench.acceptLinks(1));
  const [ofFew = 0, ofMany = 0, inLarge = 0, replacing = 0] = await medians(ROUNDS, [...accept, replace]);
  const [sample = {}] = few.store.queue.all().slice(-1);
  // Measured last, so that its garbage does not slow the app's queue.
  const [array = 0] = await medians(ROUNDS_OF_ARRAY, [arrayQueue(folder, MANY, sample)]);
  for (const bench of stores) await bench.close();
  rmSync(folder, { recursive: true, force: true });
  const waiting = `accepting a change with ${formatCount(MANY)} waiting`;
  return [
    atMost(2, 'accepting a change, against one durable replacement of a 20 kB file', ofFew / replacing),
    atMost(1.2, `${waiting}, against ${FEW}`, ofMany / ofFew),
    atMost(
      1.2,
      `accepting a change with ${formatCount(large.links)} links in the catalog, against none`,
      inLarge / ofFew,
    ),
    atLeast(50, `${waiting}: faster than an array in one electron-store file`, array / ofMany),
  ];
}
