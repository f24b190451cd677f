// Read access to the open changes of a store.
import { type Change, isUnsent, kindOf, needsSeller, type Payload } from './change.ts';
import type { Queue } from './queue.ts';

export class OpenChanges {
  constructor(private readonly queue: Queue) {}

  get(id: string): Change | undefined {
    return this.queue.get(id);
  }

  /** Every open change, oldest first. */
  all(): Change[] {
    return this.queue.all();
  }

  /** Every open change, in no particular order. */
  unsettled(): Change[] {
    return [...this.queue.values()];
  }

  /** How many changes of each batch are in the queue: those that need the seller, and the others. */
  ofBatches(): ReadonlyMap<string, { readonly waiting: number; readonly attention: number }> {
    const counts = new Map<string, { waiting: number; attention: number }>();
    for (const change of this.queue.values()) {
      if (change.batchId === undefined) continue;
      const count = counts.get(change.batchId) ?? { waiting: 0, attention: 0 };
      count[needsSeller(change) ? 'attention' : 'waiting'] += 1;
      counts.set(change.batchId, count);
    }
    return counts;
  }

  /** On one product, one link or the webhook, oldest first. */
  of(subject: string): Change[] {
    return this.queue.of(subject);
  }

  hasChangesOn(subject: string): boolean {
    return this.of(subject).length > 0;
  }

  /** Whether a deletion of the link is queued or in flight. */
  deletes(subject: string): boolean {
    return this.of(subject).some(({ payload }) => payload.kind === 'link.delete');
  }

  /** Changes when results of `deletes` may change. */
  get deletionsVersion(): number {
    return this.queue.deletionsVersion;
  }

  /**
   * The unsent changes that a newer one of their kind replaces: the newest, and rejected ones before it, which would block
   * it. None if the newest was sent. An older one that is being retried stays, and goes first.
   */
  replaceable(subject: string, kind: Payload['kind']): Change[] {
    const all = this.of(subject).filter((change) => kindOf(change) === kind);
    const newest = all.at(-1);
    if (!newest || !isUnsent(newest)) return [];
    return all.filter((change) => change === newest || change.state === 'rejected');
  }

  /** What a change waits for, oldest first. */
  blockers(change: Change): Change[] {
    return this.queue.blockers(change);
  }

  /** The local id of what another computer has to create before this can be sent; undefined if there is none. */
  waitsElsewhere(change: Change): string | undefined {
    return this.queue.waitsElsewhere(change);
  }

  /** The changes that "Discard" would discard with this one, oldest first. */
  dependents(change: Change): Change[] {
    return this.queue.dependents(change);
  }
}
