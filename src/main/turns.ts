// Long work of the main process in short turns, so that the window is answered between them.
import { setImmediate } from 'node:timers/promises';

/** A turn, in ms. What is begun in it may take a little longer. */
const TURN_MS = 4;

export class Turns {
  #until = performance.now() + TURN_MS;

  /** Whether it is time for `next`. */
  get isOver(): boolean {
    return performance.now() >= this.#until;
  }

  /** Resolves when the others have had their turn. */
  async next(): Promise<void> {
    await setImmediate();
    this.#until = performance.now() + TURN_MS;
  }
}

/** Calls `act` for each item, in turns. */
export async function eachInTurns<T>(items: Iterable<T>, act: (item: T) => void): Promise<void> {
  const turns = new Turns();
  for (const item of items) {
    act(item);
    if (turns.isOver) await turns.next();
  }
}

/** So many records take a few milliseconds to look up. */
const RECORDS_IN_A_TURN = 200;

/** Records in parts, with a turn of the others between them. */
export const inTurns = <T>(records: readonly T[]): AsyncGenerator<readonly T[]> => partsInTurns(partsOf(records));

function* partsOf<T>(records: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < records.length; from += RECORDS_IN_A_TURN) {
    yield records.slice(from, from + RECORDS_IN_A_TURN);
  }
}

/** What is in parts already. */
export async function* partsInTurns<T>(parts: Iterable<T>): AsyncGenerator<T> {
  for (const part of parts) {
    yield part;
    await setImmediate();
  }
}
