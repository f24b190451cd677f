// Long lists, some records at a time, so that the window gets its turn between.
import { setImmediate } from 'node:timers/promises';

/** So many records take a few milliseconds to look up. */
const RECORDS_IN_A_TURN = 200;

export function inTurns<T>(records: readonly T[]): AsyncGenerator<readonly T[]> {
  return eachInTurn(partsOf(records));
}

function* partsOf<T>(records: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < records.length; from += RECORDS_IN_A_TURN) {
    yield records.slice(from, from + RECORDS_IN_A_TURN);
  }
}

/** What is in parts already. */
export async function* eachInTurn<T>(parts: Iterable<T>): AsyncGenerator<T> {
  for (const part of parts) {
    yield part;
    await setImmediate();
  }
}
