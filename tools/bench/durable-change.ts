// The cost of accepting one change by queue length, compared with one replaced file and with an array in one file.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeDurably } from '../../src/main/storage/durable-file.ts';
import { openArrayQueue } from './array-queue.ts';
import { type BenchStore, openBenchStore } from './bench-store.ts';
import { atLeast, atMost, formatCount, median, type Row, timed } from './measure.ts';

const NOBODY = 'http://127.0.0.1:9';
const LENGTHS = [100, 300, 1_000, 3_000, 10_000] as const;
const ROUNDS = 60;
/** The arrays run after this many rounds of ours, so that their garbage is not collected on our time. */
const BLOCK = 10;
/** The size of one durable replacement. */
const FILE = 'x'.repeat(20 * 1024);

/** The median ms per accepted change. */
export interface Cost {
  readonly waiting: number;
  readonly ours: number;
  readonly array: number;
}

async function storeWith(waiting: number, catalog?: string): Promise<BenchStore> {
  const bench = await openBenchStore(NOBODY, 6, catalog);
  await bench.acceptLinks(waiting);
  return bench;
}

/** The queues take turns, one change each, so that other load on the computer affects them alike. */
export async function measureCosts(): Promise<Cost[]> {
  const sides = [];
  for (const waiting of LENGTHS) {
    const bench = await storeWith(waiting);
    const [sample] = bench.store.outbox.unfinished().slice(-1);
    if (!sample) throw new Error('Nothing waits in the outbox');
    const queue = openArrayQueue(waiting, sample);
    sides.push({ waiting, bench, queue, ours: [] as number[], array: [] as number[] });
  }
  for (let done = 0; done < ROUNDS; done += BLOCK) {
    for (let round = 0; round < BLOCK; round += 1) {
      for (const { bench, ours } of sides) ours.push(await timed(() => bench.acceptLinks(1)));
    }
    for (let round = 0; round < BLOCK; round += 1) {
      for (const { queue, array } of sides) array.push(await timed(async () => queue.add()));
    }
  }
  for (const { bench, queue } of sides) {
    queue.close();
    await bench.close();
  }
  return sides.map(({ waiting, ours, array }) => ({ waiting, ours: median(ours), array: median(array) }));
}

/** One change in one replaced file of 20 kB: written, fsynced, renamed, its folder fsynced. */
async function againstReplacement(): Promise<Row> {
  const bench = await storeWith(100);
  const folder = mkdtempSync(join(tmpdir(), 'storefront-desk-bench-file-'));
  const [ours, file]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await timed(() => bench.acceptLinks(1)));
    file.push(await timed(() => writeDurably(join(folder, 'file.json'), FILE)));
  }
  await bench.close();
  rmSync(folder, { recursive: true, force: true });
  return atMost(
    'accepting a change, against one durable replacement of a 20 kB file',
    median(ours) / median(file),
    '×',
    2,
  );
}

/** `catalog`: a catalog file with this many links. */
async function againstLargeCatalog(catalog: string, links: number): Promise<Row> {
  const none = await storeWith(100);
  const large = await storeWith(100, catalog);
  const [few, many]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    few.push(await timed(() => none.acceptLinks(1)));
    many.push(await timed(() => large.acceptLinks(1)));
  }
  await none.close();
  await large.close();
  const name = `accepting a change with ${formatCount(links)} links in the catalog, against none`;
  return atMost(name, median(many) / median(few), '×', 1.2);
}

export async function measureDurableChange(
  costs: readonly Cost[],
  large: { readonly catalog: string; readonly links: number },
): Promise<Row[]> {
  const at = (waiting: number): Cost => {
    const cost = costs.find((each) => each.waiting === waiting);
    if (!cost) throw new Error(`Nothing was measured with ${waiting} waiting`);
    return cost;
  };
  const [few, many] = [at(100), at(10_000)];
  return [
    await againstReplacement(),
    atMost('accepting a change with 10,000 waiting, against 100', many.ours / few.ours, '×', 1.2),
    await againstLargeCatalog(large.catalog, large.links),
    atLeast(
      'accepting a change with 10,000 waiting, faster than an array in one electron-store file',
      many.array / many.ours,
      '×',
      50,
    ),
  ];
}
