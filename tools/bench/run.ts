// `npm run bench`: the speeds that the design asks for, each a ratio measured in one run.
import './without-electron.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../launch/project.ts';

const { openBenchStore, startSlowService } = await import('./bench-store.ts');

interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly target: string;
  readonly pass: boolean;
}

const ANSWER_MS = 50;
const PARALLEL = 6;

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Ms to send `count` links that wait, to a service that answers in 50 ms. */
async function sending(count: number, parallel: number): Promise<number> {
  const service = await startSlowService(ANSWER_MS);
  const bench = await openBenchStore(service.url, parallel);
  await bench.acceptLinks(count);
  const ms = await timed(async () => {
    await bench.store.signIn('bench', null);
    await bench.settled();
  });
  await bench.close();
  service.close();
  return ms;
}

/** Ms for each of 50 changes, one after the other, with `waiting` in the queue already. */
async function durableChange(waiting: number): Promise<number> {
  const bench = await openBenchStore('http://127.0.0.1:9', PARALLEL);
  await bench.acceptLinks(waiting);
  const changes = 50;
  const ms = await timed(async () => {
    for (let change = 0; change < changes; change += 1) await bench.acceptLinks(1);
  });
  await bench.close();
  return ms / changes;
}

const round = (value: number): number => Math.round(value * 100) / 100;

async function measure(): Promise<Row[]> {
  const links = 1_000;
  const together = await sending(links, PARALLEL);
  const few = links / 10;
  const oneByOne = (await sending(few, 1)) * (links / few);
  const faster = oneByOne / together;
  const over = together / ((links / PARALLEL) * ANSWER_MS);
  const few100 = await durableChange(100);
  const many = await durableChange(10_000);
  const growth = many / few100;
  return [
    {
      name: `${links} links, ${PARALLEL} at a time against one`,
      value: round(faster),
      unit: '×',
      target: '≥ 5',
      pass: faster >= 5,
    },
    {
      name: `${links} links against ${links} / ${PARALLEL} × ${ANSWER_MS} ms`,
      value: round(over),
      unit: '×',
      target: '≤ 1.15',
      pass: over <= 1.15,
    },
    {
      name: 'a durable change with 10,000 waiting against 100',
      value: round(growth),
      unit: '×',
      target: '≤ 1.5',
      pass: growth <= 1.5,
    },
  ];
}

const rows = await measure();
console.table(rows);
mkdirSync(join(root, 'bench-output'), { recursive: true });
writeFileSync(join(root, 'bench-output/results.json'), `${JSON.stringify(rows, null, 2)}\n`);
process.exit(rows.every(({ pass }) => pass) ? 0 : 1);
