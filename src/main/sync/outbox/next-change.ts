// Chooses the change that is sent next, among changes that are neither held nor in flight.
import { type Change, isCreate } from './change.ts';
import type { OutboxDeps } from './deps.ts';
import { isDue } from './queue-order.ts';

/**
 * Probes are repeatable changes if possible, because a failed create is in doubt. At every third failure a create goes first,
 * so that one change that always fails does not block the others for long.
 */
const CREATE_PROBE_EVERY = 3;

export class NextChange {
  /** Ids of changes that a command is working on. */
  readonly #held = new Set<string>();

  constructor(
    private readonly deps: Pick<OutboxDeps, 'queue' | 'now' | 'isHeld'>,
    private readonly isInFlight: (id: string) => boolean,
  ) {}

  hold(ids: readonly string[]): void {
    for (const id of ids) this.#held.add(id);
  }

  release(ids: readonly string[]): void {
    for (const id of ids) this.#held.delete(id);
  }

  /** The oldest ready change. Changes made one by one go before changes of batches. */
  ready(isWanted: (change: Change) => boolean = () => true): Change | undefined {
    let ofBatch: Change | undefined;
    for (const change of this.deps.queue.inLine()) {
      const isOfBatch = change.batchId !== undefined;
      if (change.state !== 'ready' || (isOfBatch && ofBatch) || !isWanted(change) || !this.#mayGo(change)) continue;
      if (!isOfBatch) return change;
      ofBatch = change;
    }
    return ofBatch;
  }

  #mayGo(change: Change): boolean {
    const { id } = change;
    return !this.#held.has(id) && !this.isInFlight(id) && !this.deps.isHeld(change);
  }

  /** The change that probes a paused store: one that is ready, or else the one whose retry is due longest. */
  probe(failures: number): Change | undefined {
    const createFirst = failures % CREATE_PROBE_EVERY === 0;
    const isFirstChoice = (change: Change) => isCreate(change) === createFirst;
    return this.#probeAmong(isFirstChoice) ?? this.#probeAmong((change) => !isFirstChoice(change));
  }

  #probeAmong(isWanted: (change: Change) => boolean): Change | undefined {
    const { queue, now } = this.deps;
    const ready = this.ready(isWanted);
    if (ready) return ready;
    const due = [...queue.inLine()]
      .filter(
        (change) => change.state === 'retrying' && isDue(change, now()) && isWanted(change) && this.#mayGo(change),
      )
      .sort((a, b) => (a.nextAttemptAt ?? 0) - (b.nextAttemptAt ?? 0));
    const longest = new Set(due.slice(0, 1).map(({ id }) => id));
    queue.release(({ id }) => longest.has(id));
    return this.ready(isWanted);
  }
}
