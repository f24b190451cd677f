// What one durable change costs, by how many wait already: ours, an array in one file, and an offline library.
import { openArrayQueue } from './array-queue.ts';
import { type BenchStore, openBenchStore } from './bench-store.ts';
import { atLeast, atMost, inWords, median, type Row, timed, withoutTarget } from './measure.ts';
import { openLibraryQueue } from './offline-library.ts';

const NOBODY = 'http://127.0.0.1:9';
const LENGTHS = [100, 300, 1_000, 3_000, 10_000] as const;
const ROUNDS = 30;
/** After so many rounds of ours come as many of the arrays, whose garbage would otherwise fall on ours. */
const BLOCK = 10;

/** Ms for a change, in the middle of all that were made. */
export interface Cost {
  readonly waiting: number;
  readonly ours: number;
  readonly array: number;
}

async function fullStore(waiting: number): Promise<BenchStore> {
  const bench = await openBenchStore(NOBODY, 6);
  await bench.acceptLinks(waiting);
  return bench;
}

/** The queues take turns, one change each, so that whatever else the computer does hits them alike. */
export async function measureCosts(): Promise<Cost[]> {
  const sides = [];
  for (const waiting of LENGTHS) {
    const bench = await fullStore(waiting);
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

async function againstLibrary(waiting: number): Promise<Row> {
  const bench = await fullStore(waiting);
  const queue = await openLibraryQueue(waiting);
  const [ours, library]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await timed(() => bench.acceptLinks(1)));
    library.push(await timed(() => queue.add()));
  }
  queue.close();
  await bench.close();
  const name = `a durable change with ${inWords(waiting)} waiting, faster than @tanstack/offline-transactions`;
  return withoutTarget(name, median(library) / median(ours), '×');
}

export async function measureDurableChange(costs: readonly Cost[], quick: boolean): Promise<Row[]> {
  const at = (waiting: number): Cost => {
    const cost = costs.find((each) => each.waiting === waiting);
    if (!cost) throw new Error(`Nothing was measured with ${waiting} waiting`);
    return cost;
  };
  const [few, many] = [at(100), at(10_000)];
  return [
    atMost('a durable change with 10,000 waiting against 100', many.ours / few.ours, '×', 1.5),
    atLeast(
      'the same with 10,000 waiting, faster than an array in one electron-store file',
      many.array / many.ours,
      '×',
      30,
    ),
    // Its start goes through all that waits for each that waits, so 10,000 take it a minute.
    await againstLibrary(quick ? 1_000 : 10_000),
  ];
}
