// Sending many waiting links to a slow service.
import { request } from 'undici';
import { openBenchStore, startSlowService } from './bench-store.ts';
import { atLeast, atMost, formatCount, median, type Row, timed, withoutTarget } from './measure.ts';

const ANSWER_MS = 50;
const PARALLEL = 6;
const LINKS = 1_000;
/** Sent one at a time; all of them would take a minute. */
const ONE_BY_ONE = 100;
/** Sent first, so that no measured run includes compiling the code. */
const WARM_UP = 300;
const RUNS = 3;

/** Ms to send `count` waiting links. */
async function sending(count: number, parallel: number): Promise<number> {
  const service = await startSlowService(ANSWER_MS);
  const bench = await openBenchStore(service.url, parallel);
  await bench.store.signIn('bench');
  // Their product is on the service already.
  await bench.settled();
  bench.store.outbox.setWorkOffline(true);
  await bench.acceptLinks(count);
  const ms = await timed(async () => {
    bench.store.outbox.setWorkOffline(false);
    await bench.settled();
  });
  await bench.close();
  service.close();
  return ms;
}

/** Ms that a client without an outbox takes for as many requests: what the network and the timers of this computer cost. */
async function withoutOutbox(count: number, parallel: number): Promise<number> {
  const service = await startSlowService(ANSWER_MS);
  let next = 0;
  const ms = await timed(() =>
    Promise.all(
      Array.from({ length: parallel }, async () => {
        while (next++ < count) {
          const { body } = await request(service.url, { method: 'POST', body: '{}' });
          await body.dump();
        }
      }),
    ),
  );
  service.close();
  return ms;
}

export async function measureSending(): Promise<Row[]> {
  await sending(WARM_UP, PARALLEL);
  const oneByOne = (await sending(ONE_BY_ONE, 1)) * (LINKS / ONE_BY_ONE);
  const runs: number[] = [];
  while (runs.length < RUNS) runs.push(await sending(LINKS, PARALLEL));
  const together = median(runs);
  const bare = await withoutOutbox(LINKS, PARALLEL);
  const links = `${formatCount(LINKS)} links`;
  return [
    atLeast(`${links}, ${PARALLEL} at a time against one`, oneByOne / together, '×', 5),
    atMost(
      `${links} against ${formatCount(LINKS)} / ${PARALLEL} × ${ANSWER_MS} ms (median of ${RUNS})`,
      together / ((LINKS / PARALLEL) * ANSWER_MS),
      '×',
      1.1,
    ),
    withoutTarget(`${links}, ${PARALLEL} at a time, against the same requests without an outbox`, together / bare, '×'),
  ];
}
