// Chooses the change that is sent next. What is held, in flight, or needs a locked key stays.
import { type Action, isCreate } from './action.ts';
import type { OutboxDeps } from './deps.ts';
import { isDue } from './queue-order.ts';

/**
 * Probes are repeatable changes where possible, because a failed create is in doubt. At every third failure a create goes
 * first, so that one change that always fails does not block the others for long.
 */
const CREATE_PROBE_EVERY = 3;

export class NextChange {
  /** Ids that a command of the seller is working on. */
  readonly #held = new Set<string>();
  /** Ids whose webhook key is locked: not tried again until the key store may have been unlocked. */
  readonly #keyLocked = new Set<string>();

  constructor(
    private readonly deps: Pick<OutboxDeps, 'queue' | 'now' | 'isHeld'>,
    private readonly isInFlight: (id: string) => boolean,
  ) {}

  hold(ids: readonly string[]): void {
    for (const id of ids) this.#held.add(id);
  }

  release(ids: readonly string[]): void {
    for (const id of ids) {
      this.#held.delete(id);
      // The seller may have entered another key.
      this.#keyLocked.delete(id);
    }
  }

  keyIsLocked(id: string): void {
    this.#keyLocked.add(id);
  }

  keysMayBeUnlocked(): void {
    this.#keyLocked.clear();
  }

  /** What was made by hand goes before what was taken from a batch. */
  ready(isWanted: (action: Action) => boolean = () => true): Action | undefined {
    let taken: Action | undefined;
    for (const action of this.deps.queue.inLine()) {
      const isTaken = action.batchId !== undefined;
      if (action.state !== 'ready' || (isTaken && taken) || !isWanted(action) || !this.#mayGo(action)) continue;
      if (!isTaken) return action;
      taken = action;
    }
    return taken;
  }

  #mayGo(action: Action): boolean {
    const { id } = action;
    return !this.#held.has(id) && !this.isInFlight(id) && !this.#keyLocked.has(id) && !this.deps.isHeld(action);
  }

  /** The action that probes a paused store: one that has not failed yet, else the one that failed longest ago. */
  probe(failures: number): Action | undefined {
    const createFirst = failures % CREATE_PROBE_EVERY === 0;
    const isFirstChoice = (action: Action) => isCreate(action) === createFirst;
    return this.#probeAmong(isFirstChoice) ?? this.#probeAmong((action) => !isFirstChoice(action));
  }

  #probeAmong(isWanted: (action: Action) => boolean): Action | undefined {
    const { queue, now } = this.deps;
    const ready = this.ready(isWanted);
    if (ready) return ready;
    const due = [...queue.inLine()]
      .filter(
        (action) => action.state === 'retrying' && isDue(action, now()) && isWanted(action) && this.#mayGo(action),
      )
      .sort((a, b) => (a.nextAttemptAt ?? 0) - (b.nextAttemptAt ?? 0));
    const longest = new Set(due.slice(0, 1).map(({ id }) => id));
    queue.release(({ id }) => longest.has(id));
    return this.ready(isWanted);
  }
}
