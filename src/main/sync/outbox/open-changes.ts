// Read access to the open changes of a store.
import { type Action, isUnsent, kindOf, needsSeller, type Payload } from './action.ts';
import type { Queue } from './queue.ts';

export class OpenChanges {
  readonly #queue: Queue;

  constructor(queue: Queue) {
    this.#queue = queue;
  }

  get(id: string): Action | undefined {
    return this.#queue.get(id);
  }

  /** Every open change, oldest first. */
  all(): Action[] {
    return this.#queue.all();
  }

  /** Every open change, in no particular order. */
  unsettled(): Action[] {
    return [...this.#queue.values()];
  }

  /** In no particular order. */
  needingSeller(): Action[] {
    return this.unsettled().filter(needsSeller);
  }

  /** How many changes of each batch are in the queue: those that need the seller, and the others. */
  ofBatches(): ReadonlyMap<string, { readonly waiting: number; readonly attention: number }> {
    const counts = new Map<string, { waiting: number; attention: number }>();
    for (const action of this.#queue.values()) {
      if (action.batchId === undefined) continue;
      const count = counts.get(action.batchId) ?? { waiting: 0, attention: 0 };
      count[needsSeller(action) ? 'attention' : 'waiting'] += 1;
      counts.set(action.batchId, count);
    }
    return counts;
  }

  /** On one product, one link or the webhook, oldest first. */
  of(subject: string): Action[] {
    return this.#queue.of(subject);
  }

  hasActionsOn(subject: string): boolean {
    return this.of(subject).length > 0;
  }

  /** Whether a deletion of the link is queued or in flight. */
  deletes(subject: string): boolean {
    return this.of(subject).some(({ payload }) => payload.kind === 'link.delete');
  }

  /** Changes when results of `deletes` may change. */
  get deletionsVersion(): number {
    return this.#queue.deletionsVersion;
  }

  /**
   * The unsent actions that a newer one of their kind replaces: the newest, and rejected ones before it, which would block
   * it. None if the newest was sent. An older one that is being retried stays, and goes first.
   */
  replaceable(subject: string, kind: Payload['kind']): Action[] {
    const all = this.of(subject).filter((action) => kindOf(action) === kind);
    const newest = all.at(-1);
    if (!newest || !isUnsent(newest)) return [];
    return all.filter((action) => action === newest || action.state === 'rejected');
  }

  /** What a change waits for, oldest first. */
  blockers(action: Action): Action[] {
    return this.#queue.blockers(action);
  }

  /** The local id of what another computer has to create before this can be sent; undefined if there is none. */
  waitsElsewhere(action: Action): string | undefined {
    return this.#queue.waitsElsewhere(action);
  }

  /** The actions that "Discard" would discard with this one, oldest first. */
  dependents(action: Action): Action[] {
    return this.#queue.dependents(action);
  }
}
