// Read access to the actions of the queue.
import { type Action, isUnsent, kindOf, needsSeller, type Payload } from './action.ts';
import type { ActionIndex } from './action-index.ts';

export class ActionReader {
  constructor(protected readonly index: ActionIndex) {}

  get(id: string): Action | undefined {
    return this.index.get(id);
  }

  /** Returns the subjects of the actions that have changed since the last call. */
  takeChanged(): Set<string> {
    return this.index.takeChanged();
  }

  /** Every action, settled ones included, oldest first. */
  all(): Action[] {
    return this.index.all().sort(byOrder);
  }

  /** Every action that is not settled, in no particular order. */
  unsettled(): Action[] {
    return this.index.all().filter(({ state }) => state !== 'done');
  }

  /** In no particular order. */
  needingSeller(): Action[] {
    return this.index.count('needs-review', 'rejected') === 0 ? [] : this.index.all().filter(needsSeller);
  }

  /** Every action that is not settled, oldest first. */
  unfinished(): Action[] {
    return this.unsettled().sort(byOrder);
  }

  /** The unsettled actions on one product, one link or the webhook, oldest first. */
  of(subject: string): Action[] {
    return this.index.of(subject).filter(({ state }) => state !== 'done');
  }

  /** Actions on one product, one link or the webhook that the catalog does not show yet: unsettled or just sent; oldest first. */
  upcoming(subject: string): Action[] {
    return this.index.of(subject).filter(({ ending }) => ending === null || ending === 'sent');
  }

  /** Whether a deletion of the link is queued, in flight, or sent and not in the catalog yet. */
  deletes(subject: string): boolean {
    return this.upcoming(subject).some(({ payload }) => payload.kind === 'link.delete');
  }

  /** Changes when results of `deletes` may change. */
  get deletionsVersion(): number {
    return this.index.deletionsVersion;
  }

  /** Settled actions, which may not be in the history yet; in no particular order. */
  settling(): Action[] {
    return this.index.all().filter(({ state }) => state === 'done');
  }

  /**
   * The unsent actions that a newer one of their kind replaces: the newest, and rejected ones before it, which would block
   * it. None where the newest was sent. An older one that is being retried stays, and goes first.
   */
  replaceable(subject: string, kind: Payload['kind']): Action[] {
    const all = this.of(subject).filter((action) => kindOf(action) === kind);
    const newest = all.at(-1);
    if (!newest || !isUnsent(newest)) return [];
    return all.filter((action) => action === newest || action.state === 'rejected');
  }

  /** The unsettled actions that block this one, oldest first. */
  blockers(action: Action): Action[] {
    return this.index.blockers(action).filter(({ state }) => state !== 'done');
  }

  /** The local id of what another computer has to create before this can be sent; undefined where there is none. */
  waitsElsewhere(action: Action): string | undefined {
    return this.index.waitsElsewhere(action);
  }

  /** The actions that "Discard" would discard with this one, oldest first. */
  dependents(action: Action): Action[] {
    return this.index.allDependents(action);
  }

  /** Whether anything in the queue is about a product, a link or the webhook, settled or not. */
  hasActionsOn(subject: string): boolean {
    return this.index.of(subject).length > 0;
  }
}

const byOrder = (a: Action, b: Action): number => (a.id < b.id ? -1 : 1);
