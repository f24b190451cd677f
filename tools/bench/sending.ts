// Sending many waiting links to a slow service.
import { ANSWER_MS, openBenchStore, PARALLEL, startSlowService } from './bench-store.ts';
import { atMost, formatCount, median, type Row, timed } from './measure.ts';

const LINKS = 1_000;
/** The first one includes compiling the code. */
const RUNS = 3;

/** How long it takes to send the waiting links, in ms. */
async function sending(): Promise<number> {
  const service = await startSlowService();
  const bench = await openBenchStore(service.url);
  await bench.store.session.signIn('bench');
  // The product of the links is sent first, and is not measured.
  await bench.settled();
  bench.store.suspend();
  await bench.acceptLinks(LINKS);
  const ms = await timed(async () => {
    bench.store.resume();
    await bench.settled();
  });
  await bench.close();
  service.close();
  return ms;
}

export async function measureSending(): Promise<Row[]> {
  const runs: number[] = [];
  while (runs.length < RUNS) runs.push(await sending());
  const ideal = (LINKS / PARALLEL) * ANSWER_MS;
  const what = `sending ${formatCount(LINKS)} links, ${PARALLEL} at a time, against ${formatCount(LINKS)} / ${PARALLEL} × ${ANSWER_MS} ms`;
  return [atMost(1.1, what, median(runs) / ideal)];
}
