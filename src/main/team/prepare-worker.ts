// Prepares records of the stream in a thread of its own. Message in: `AskedRecords`; out: `PreparedAnswer`.
import { parentPort, workerData } from 'node:worker_threads';
import { prepareRecords, type SealedRecord } from './prepare-records.ts';
import type { AskedRecords, PreparedAnswer, ThreadData } from './prepare-thread.ts';

/** Their contents stand one after the other in `bytes`. */
function* recordsOf({ keys, sequences, sizes, bytes }: AskedRecords): Generator<SealedRecord> {
  let from = 0;
  for (const [at, key] of keys.entries()) {
    const size = sizes[at] ?? 0;
    yield { key, seq: sequences[at] ?? 0, data: bytes.subarray(from, from + size) };
    from += size;
  }
}

parentPort?.on('message', (asked: AskedRecords) => {
  const { sealKey, device } = workerData as ThreadData;
  const answer: PreparedAnswer = {
    id: asked.id,
    prepared: prepareRecords(sealKey, device, [...recordsOf(asked)]),
  };
  parentPort?.postMessage(answer);
});
